// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @softplus
// CHECK: nn.softplus %{{.*}} : tensor<?x4xf32>
func.func @softplus(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.softplus %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @softplus_1
// CHECK: nn.softplus %{{.*}} {beta = 2.000000e+00 : f64, threshold = 1.000000e+01 : f64} : tensor<?x4xf32>
func.func @softplus_1(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.softplus %x {beta = 2.000000e+00 : f64, threshold = 1.000000e+01 : f64} : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
