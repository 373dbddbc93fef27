// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @asin
// CHECK: math.asin
func.func @asin(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.asin %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
