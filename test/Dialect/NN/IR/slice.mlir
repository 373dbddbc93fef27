// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @slice
// CHECK: nn.slice %{{.*}} offsets [%{{.*}}, 0] sizes [2, %{{.*}}] steps [1, 2] : (tensor<?x4xf32>) -> tensor<2x?xf32>
func.func @slice(%x: tensor<?x4xf32>, %i: index, %n: index) -> tensor<2x?xf32> {
  %y = nn.slice %x offsets [%i, 0] sizes [2, %n] steps [1, 2] : (tensor<?x4xf32>) -> tensor<2x?xf32>
  return %y : tensor<2x?xf32>
}
