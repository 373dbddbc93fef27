// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @tensors
// CHECK: janus.draw normal(%{{.*}}, %{{.*}}) into %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<316xi64> -> tensor<4xf32>, tensor<316xi64>
func.func @tensors(%a: i64, %y: tensor<4xf32>, %g: tensor<316xi64>) -> (tensor<4xf32>, tensor<316xi64>) {
  %z, %next = janus.draw normal(%a, %a) into %y, %g : tensor<4xf32>, tensor<316xi64> -> tensor<4xf32>, tensor<316xi64>
  return %z, %next : tensor<4xf32>, tensor<316xi64>
}

// CHECK-LABEL: func.func @buffers
// CHECK: janus.draw bernoulli_of(%{{.*}}, %{{.*}}) of %{{.*}} : memref<4xf32> into %{{.*}}, %{{.*}} : memref<4xf32>, memref<316xi64>
func.func @buffers(%a: i64, %p: memref<4xf32>, %y: memref<4xf32>, %g: memref<316xi64>) {
  janus.draw bernoulli_of(%a, %a) of %p : memref<4xf32> into %y, %g : memref<4xf32>, memref<316xi64>
  return
}
