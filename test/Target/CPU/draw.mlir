// RUN: janus-opt %s --janus-prepare-entries --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" | FileCheck %s

// The generator is brought forward in its own memory; the weight, which is written before the last draw, is not.
// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[G:[a-z0-9]+]]: memref<316xi64>
// CHECK-SAME: %[[W:[a-z0-9]+]]: memref<4xf32>
// CHECK-NOT: outs(%[[W]]
// CHECK: janus.draw bernoulli(%{{.*}}, %{{.*}}) into %[[Y:.*]], %{{.*}} : memref<4xf32>, memref<316xi64>
func.func @f(%g: tensor<316xi64> {janus.state = "torch.default_generator"}, %w: tensor<4xf32> {janus.state = "w"})
    -> (tensor<4xf32> {janus.result = 0 : i64}, tensor<4xf32> {janus.update = "w"}, tensor<316xi64> {janus.update = "torch.default_generator"}) {
  %a = arith.constant 0 : i64
  %v = linalg.exp ins(%w : tensor<4xf32>) outs(%w : tensor<4xf32>) -> tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %y, %g1 = janus.draw bernoulli(%a, %a) into %e, %g : tensor<4xf32>, tensor<316xi64> -> tensor<4xf32>, tensor<316xi64>
  return %y, %v, %g1 : tensor<4xf32>, tensor<4xf32>, tensor<316xi64>
}
