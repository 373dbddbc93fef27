// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @gather
// CHECK: nn.gather %{{.*}}, %{{.*}} dim 1 : (tensor<?x3xf32>, tensor<?x2xi64>) -> tensor<?x2xf32>
func.func @gather(%x: tensor<?x3xf32>, %i: tensor<?x2xi64>) -> tensor<?x2xf32> {
  %y = nn.gather %x, %i dim 1 : (tensor<?x3xf32>, tensor<?x2xi64>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}
