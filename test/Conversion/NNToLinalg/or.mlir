// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @or
// CHECK: arith.ori
func.func @or(%a: tensor<?xi1>, %b: tensor<?xi1>) -> tensor<?xi1> {
  %y = nn.or %a, %b : (tensor<?xi1>, tensor<?xi1>) -> tensor<?xi1>
  return %y : tensor<?xi1>
}
