// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @std
// CHECK: nn.std %{{.*}} dims [0, 2] : (tensor<?x3x4xf32>) -> tensor<3xf32>
func.func @std(%x: tensor<?x3x4xf32>) -> tensor<3xf32> {
  %y = nn.std %x dims [0, 2] : (tensor<?x3x4xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// CHECK-LABEL: func.func @std_1
// CHECK: nn.std %{{.*}} dims [1] keepdim {correction = 0.000000e+00 : f64} : (tensor<?x3x4xf32>) -> tensor<?x1x4xf32>
func.func @std_1(%x: tensor<?x3x4xf32>) -> tensor<?x1x4xf32> {
  %y = nn.std %x dims [1] keepdim {correction = 0.000000e+00 : f64} : (tensor<?x3x4xf32>) -> tensor<?x1x4xf32>
  return %y : tensor<?x1x4xf32>
}
