// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @argmax
// CHECK: nn.argmax %{{.*}} dim 1 : (tensor<?x4xf32>) -> tensor<?xi64>
func.func @argmax(%x: tensor<?x4xf32>) -> tensor<?xi64> {
  %y = nn.argmax %x dim 1 : (tensor<?x4xf32>) -> tensor<?xi64>
  return %y : tensor<?xi64>
}

// CHECK-LABEL: func.func @argmax_1
// CHECK: nn.argmax %{{.*}} dim 1 keepdim : (tensor<?x4xf32>) -> tensor<?x1xi64>
func.func @argmax_1(%x: tensor<?x4xf32>) -> tensor<?x1xi64> {
  %y = nn.argmax %x dim 1 keepdim : (tensor<?x4xf32>) -> tensor<?x1xi64>
  return %y : tensor<?x1xi64>
}
