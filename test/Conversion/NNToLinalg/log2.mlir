// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @log2
// CHECK: math.log2
func.func @log2(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.log2 %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
