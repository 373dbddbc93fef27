// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @avg_pool
// CHECK: nn.avg_pool %{{.*}} kernel [2] stride [2] padding [1] {count_include_pad = false} : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
func.func @avg_pool(%x: tensor<?x3x?xf32>) -> tensor<?x3x?xf32> {
  %y = nn.avg_pool %x kernel [2] stride [2] padding [1] {count_include_pad = false} : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %y : tensor<?x3x?xf32>
}

// CHECK-LABEL: func.func @avg_pool_1
// CHECK: nn.avg_pool %{{.*}} kernel [2, 2] stride [2, 2] padding [0, 0] {ceil_mode, divisor = 3 : i64} : (tensor<1x3x9x9xf32>) -> tensor<1x3x5x5xf32>
func.func @avg_pool_1(%x: tensor<1x3x9x9xf32>) -> tensor<1x3x5x5xf32> {
  %y = nn.avg_pool %x kernel [2, 2] stride [2, 2] padding [0, 0] {ceil_mode, divisor = 3 : i64} : (tensor<1x3x9x9xf32>) -> tensor<1x3x5x5xf32>
  return %y : tensor<1x3x5x5xf32>
}
