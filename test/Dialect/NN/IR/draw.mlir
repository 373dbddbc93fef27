// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @draw
// CHECK: nn.draw uniform(%{{.*}}, %{{.*}}) from %{{.*}} sizes [%{{.*}}, 4] of f32 : (f64, f64, tensor<316xi64>, index) -> (tensor<?x4xf32>, tensor<316xi64>)
// CHECK: nn.draw bernoulli_of(%{{.*}}, %{{.*}}) of %{{.*}} from %{{.*}} sizes [4] of f32 : (f64, f64, tensor<4xf32>, tensor<316xi64>) -> (tensor<4xf32>, tensor<316xi64>)
func.func @draw(%a: f64, %b: f64, %n: index, %p: tensor<4xf32>, %g: tensor<316xi64>) -> (tensor<?x4xf32>, tensor<4xf32>, tensor<316xi64>) {
  %y, %g1 = nn.draw uniform(%a, %b) from %g sizes [%n, 4] of f32 : (f64, f64, tensor<316xi64>, index) -> (tensor<?x4xf32>, tensor<316xi64>)
  %z, %g2 = nn.draw bernoulli_of(%a, %a) of %p from %g1 sizes [4] of f32 : (f64, f64, tensor<4xf32>, tensor<316xi64>) -> (tensor<4xf32>, tensor<316xi64>)
  return %y, %z, %g2 : tensor<?x4xf32>, tensor<4xf32>, tensor<316xi64>
}
