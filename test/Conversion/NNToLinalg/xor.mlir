// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @xor
// CHECK: arith.xori
func.func @xor(%a: tensor<?xi1>, %b: tensor<?xi1>) -> tensor<?xi1> {
  %y = nn.xor %a, %b : (tensor<?xi1>, tensor<?xi1>) -> tensor<?xi1>
  return %y : tensor<?xi1>
}
