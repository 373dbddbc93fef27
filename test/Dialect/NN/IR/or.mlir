// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @or
// CHECK: nn.or %{{.*}}, %{{.*}} : (tensor<?xi1>, tensor<?xi1>) -> tensor<?xi1>
func.func @or(%a: tensor<?xi1>, %b: tensor<?xi1>) -> tensor<?xi1> {
  %y = nn.or %a, %b : (tensor<?xi1>, tensor<?xi1>) -> tensor<?xi1>
  return %y : tensor<?xi1>
}
