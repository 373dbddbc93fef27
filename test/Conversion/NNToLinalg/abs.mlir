// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @abs
// CHECK: math.absf
func.func @abs(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.abs %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
