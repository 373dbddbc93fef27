// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @scatter_add
// CHECK: nn.scatter_add %{{.*}} into %{{.*}} at %{{.*}} dim 1 : (tensor<?x2xf32>, tensor<?x3xf32>, tensor<?x2xi64>) -> tensor<?x3xf32>
func.func @scatter_add(%s: tensor<?x2xf32>, %x: tensor<?x3xf32>, %i: tensor<?x2xi64>) -> tensor<?x3xf32> {
  %y = nn.scatter_add %s into %x at %i dim 1 : (tensor<?x2xf32>, tensor<?x3xf32>, tensor<?x2xi64>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
