// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @xor
// CHECK: nn.xor %{{.*}}, %{{.*}} : (tensor<?xi1>, tensor<?xi1>) -> tensor<?xi1>
func.func @xor(%a: tensor<?xi1>, %b: tensor<?xi1>) -> tensor<?xi1> {
  %y = nn.xor %a, %b : (tensor<?xi1>, tensor<?xi1>) -> tensor<?xi1>
  return %y : tensor<?xi1>
}
