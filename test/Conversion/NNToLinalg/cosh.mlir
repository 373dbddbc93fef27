// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @cosh
// CHECK: math.cosh
func.func @cosh(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.cosh %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
