// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @gelu
// CHECK: math.erf
func.func @gelu(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.gelu exact %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
