// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @argsort
// CHECK: nn.argsort %{{.*}} dim 0 : (tensor<?x3xf32>) -> tensor<?x3xi64>
// CHECK: nn.argsort %{{.*}} dim 1 descending : (tensor<?x3xf32>) -> tensor<?x3xi64>
func.func @argsort(%x: tensor<?x3xf32>) -> (tensor<?x3xi64>, tensor<?x3xi64>) {
  %y = nn.argsort %x dim 0 : (tensor<?x3xf32>) -> tensor<?x3xi64>
  %z = nn.argsort %x dim 1 descending : (tensor<?x3xf32>) -> tensor<?x3xi64>
  return %y, %z : tensor<?x3xi64>, tensor<?x3xi64>
}
