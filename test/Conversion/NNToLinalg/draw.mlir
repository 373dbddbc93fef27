// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @draw
// CHECK: %[[EMPTY:.*]] = tensor.empty(%{{.*}}) : tensor<?x4xf32>
// CHECK: %[[FIRST:.*]] = arith.bitcast %{{.*}} : f64 to i64
// CHECK: janus.draw normal(%[[FIRST]], %{{.*}}) into %[[EMPTY]], %{{.*}} : tensor<?x4xf32>, tensor<316xi64> -> tensor<?x4xf32>, tensor<316xi64>
func.func @draw(%a: f64, %b: f64, %n: index, %g: tensor<316xi64>) -> (tensor<?x4xf32>, tensor<316xi64>) {
  %y, %g1 = nn.draw normal(%a, %b) from %g sizes [%n, 4] of f32 : (f64, f64, tensor<316xi64>, index) -> (tensor<?x4xf32>, tensor<316xi64>)
  return %y, %g1 : tensor<?x4xf32>, tensor<316xi64>
}

// CHECK-LABEL: func.func @integers
// CHECK: janus.draw integers(%arg0, %arg1) into
func.func @integers(%a: i64, %b: i64, %g: tensor<316xi64>) -> (tensor<4xi64>, tensor<316xi64>) {
  %y, %g1 = nn.draw integers(%a, %b) from %g sizes [4] of i64 : (i64, i64, tensor<316xi64>) -> (tensor<4xi64>, tensor<316xi64>)
  return %y, %g1 : tensor<4xi64>, tensor<316xi64>
}
