// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @expm1
// CHECK: math.expm1
func.func @expm1(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.expm1 %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
