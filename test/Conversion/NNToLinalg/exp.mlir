// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @exp
// CHECK: math.exp
func.func @exp(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.exp %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
