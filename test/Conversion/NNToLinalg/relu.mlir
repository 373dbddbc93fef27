// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @relu
// CHECK: arith.maximumf
func.func @relu(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.relu %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
