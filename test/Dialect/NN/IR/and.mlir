// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @and
// CHECK: nn.and %{{.*}}, %{{.*}} : (tensor<?xi1>, tensor<?xi1>) -> tensor<?xi1>
func.func @and(%a: tensor<?xi1>, %b: tensor<?xi1>) -> tensor<?xi1> {
  %y = nn.and %a, %b : (tensor<?xi1>, tensor<?xi1>) -> tensor<?xi1>
  return %y : tensor<?xi1>
}
