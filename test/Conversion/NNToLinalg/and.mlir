// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @and
// CHECK: arith.andi
func.func @and(%a: tensor<?xi1>, %b: tensor<?xi1>) -> tensor<?xi1> {
  %y = nn.and %a, %b : (tensor<?xi1>, tensor<?xi1>) -> tensor<?xi1>
  return %y : tensor<?xi1>
}
