// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @scatter
// CHECK: nn.scatter replace %{{.*}} into %{{.*}} at %{{.*}} dim 1
func.func @scatter(%s: tensor<?x2xf32>, %x: tensor<?x3xf32>, %i: tensor<?x2xi64>) -> tensor<?x3xf32> {
  %y = nn.scatter replace %s into %x at %i dim 1 : (tensor<?x2xf32>, tensor<?x3xf32>, tensor<?x2xi64>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @scatter_1
// CHECK: nn.scatter multiply %{{.*}} into %{{.*}} at %{{.*}} dim 1
func.func @scatter_1(%s: tensor<?x2xf32>, %x: tensor<?x3xf32>, %i: tensor<?x2xi64>) -> tensor<?x3xf32> {
  %y = nn.scatter multiply %s into %x at %i dim 1 : (tensor<?x2xf32>, tensor<?x3xf32>, tensor<?x2xi64>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @scatter_2
// CHECK: nn.scatter maximum %{{.*}} into %{{.*}} at %{{.*}} dim 1
func.func @scatter_2(%s: tensor<?x2xf32>, %x: tensor<?x3xf32>, %i: tensor<?x2xi64>) -> tensor<?x3xf32> {
  %y = nn.scatter maximum %s into %x at %i dim 1 : (tensor<?x2xf32>, tensor<?x3xf32>, tensor<?x2xi64>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @scatter_3
// CHECK: nn.scatter minimum %{{.*}} into %{{.*}} at %{{.*}} dim 1
func.func @scatter_3(%s: tensor<?x2xf32>, %x: tensor<?x3xf32>, %i: tensor<?x2xi64>) -> tensor<?x3xf32> {
  %y = nn.scatter minimum %s into %x at %i dim 1 : (tensor<?x2xf32>, tensor<?x3xf32>, tensor<?x2xi64>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
