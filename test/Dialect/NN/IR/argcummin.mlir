// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @argcummin
// CHECK: nn.argcummin %{{.*}} dim 1 : (tensor<?x4xf32>) -> tensor<?x4xi64>
func.func @argcummin(%x: tensor<?x4xf32>) -> tensor<?x4xi64> {
  %y = nn.argcummin %x dim 1 : (tensor<?x4xf32>) -> tensor<?x4xi64>
  return %y : tensor<?x4xi64>
}
