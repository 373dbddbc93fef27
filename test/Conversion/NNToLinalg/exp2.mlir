// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @exp2
// CHECK: math.exp2
func.func @exp2(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.exp2 %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
