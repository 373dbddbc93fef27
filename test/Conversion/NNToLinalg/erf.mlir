// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @erf
// CHECK: math.erf
func.func @erf(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.erf %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
