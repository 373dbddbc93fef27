// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @isnan
// CHECK: nn.isnan %{{.*}} : tensor<?x4xf32>
func.func @isnan(%x: tensor<?x4xf32>) -> tensor<?x4xi1> {
  %y = nn.isnan %x : tensor<?x4xf32>
  return %y : tensor<?x4xi1>
}
