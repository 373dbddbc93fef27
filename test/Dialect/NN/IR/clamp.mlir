// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @clamp
// CHECK: nn.clamp %{{.*}} min 0.000000e+00 max 6.000000e+00 : tensor<?x4xf32>
func.func @clamp(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.clamp %x min 0.000000e+00 max 6.000000e+00 : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @clamp_1
// CHECK: nn.clamp %{{.*}} max 2.000000e+00 : tensor<3xi32>
func.func @clamp_1(%x: tensor<3xi32>) -> tensor<3xi32> {
  %y = nn.clamp %x max 2.000000e+00 : tensor<3xi32>
  return %y : tensor<3xi32>
}
