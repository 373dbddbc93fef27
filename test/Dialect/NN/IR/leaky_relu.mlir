// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @leaky_relu
// CHECK: nn.leaky_relu %{{.*}} slope 1.000000e-02 : tensor<?x4xf32>
func.func @leaky_relu(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.leaky_relu %x slope 1.000000e-02 : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
