// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @var
// CHECK: nn.var %{{.*}} dims [0, 2] : (tensor<?x3x4xf32>) -> tensor<3xf32>
func.func @var(%x: tensor<?x3x4xf32>) -> tensor<3xf32> {
  %y = nn.var %x dims [0, 2] : (tensor<?x3x4xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// CHECK-LABEL: func.func @var_1
// CHECK: nn.var %{{.*}} dims [1] keepdim {correction = 0.000000e+00 : f64} : (tensor<?x3x4xf32>) -> tensor<?x1x4xf32>
func.func @var_1(%x: tensor<?x3x4xf32>) -> tensor<?x1x4xf32> {
  %y = nn.var %x dims [1] keepdim {correction = 0.000000e+00 : f64} : (tensor<?x3x4xf32>) -> tensor<?x1x4xf32>
  return %y : tensor<?x1x4xf32>
}
