// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @argcummax
// CHECK: nn.argcummax %{{.*}} dim 1 : (tensor<?x4xf32>) -> tensor<?x4xi64>
func.func @argcummax(%x: tensor<?x4xf32>) -> tensor<?x4xi64> {
  %y = nn.argcummax %x dim 1 : (tensor<?x4xf32>) -> tensor<?x4xi64>
  return %y : tensor<?x4xi64>
}
