// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @erfc
// CHECK: math.erfc
func.func @erfc(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.erfc %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
