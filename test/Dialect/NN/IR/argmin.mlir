// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @argmin
// CHECK: nn.argmin %{{.*}} dim 1 : (tensor<?x4xf32>) -> tensor<?xi64>
func.func @argmin(%x: tensor<?x4xf32>) -> tensor<?xi64> {
  %y = nn.argmin %x dim 1 : (tensor<?x4xf32>) -> tensor<?xi64>
  return %y : tensor<?xi64>
}

// CHECK-LABEL: func.func @argmin_1
// CHECK: nn.argmin %{{.*}} dim 1 keepdim : (tensor<?x4xf32>) -> tensor<?x1xi64>
func.func @argmin_1(%x: tensor<?x4xf32>) -> tensor<?x1xi64> {
  %y = nn.argmin %x dim 1 keepdim : (tensor<?x4xf32>) -> tensor<?x1xi64>
  return %y : tensor<?x1xi64>
}
