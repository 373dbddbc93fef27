// RUN: janus-opt %s --verify-roundtrip | FileCheck %s

// CHECK-LABEL: func.func @of_a_scalar
func.func @of_a_scalar(%loss: tensor<f32>, %w: tensor<4x3xf32>, %b: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>) {
  // CHECK: %{{.*}}:2 = nn.gradient %{{.*}} wrt (%{{.*}}, %{{.*}}) : (tensor<f32>, tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  %dw, %db = nn.gradient %loss wrt (%w, %b) : (tensor<f32>, tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return %dw, %db : tensor<4x3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @with_a_seed
func.func @with_a_seed(%y: tensor<?x3xf32>, %seed: tensor<?x3xf32>, %x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // CHECK: nn.gradient %{{.*}}, %{{.*}} wrt (%{{.*}}) : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %dx = nn.gradient %y, %seed wrt (%x) : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %dx : tensor<?x4xf32>
}
