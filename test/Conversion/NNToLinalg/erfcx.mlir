// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @erfcx
// CHECK: math.absf
// CHECK: math.exp
func.func @erfcx(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.erfcx %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
