// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @acosh
// CHECK: math.acosh
func.func @acosh(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.acosh %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
