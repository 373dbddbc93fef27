// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @bitwise_not
// CHECK: nn.bitwise_not %{{.*}} : tensor<3xi1>
func.func @bitwise_not(%x: tensor<3xi1>) -> tensor<3xi1> {
  %y = nn.bitwise_not %x : tensor<3xi1>
  return %y : tensor<3xi1>
}
