// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @elu
// CHECK: nn.elu %{{.*}} alpha 1.000000e+00 : tensor<?x4xf32>
func.func @elu(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.elu %x alpha 1.000000e+00 : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @elu_1
// CHECK: nn.elu %{{.*}} alpha 1.500000e+00 {input_scale = 5.000000e-01 : f64, scale = 2.000000e+00 : f64} : tensor<?x4xf32>
func.func @elu_1(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.elu %x alpha 1.500000e+00 {input_scale = 5.000000e-01 : f64, scale = 2.000000e+00 : f64} : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
