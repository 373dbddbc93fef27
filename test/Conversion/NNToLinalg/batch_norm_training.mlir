// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// Sum and sum of squares in f64, neither of which needs the other.
// CHECK-LABEL: func.func @batch_norm_training
// CHECK: arith.extf
// CHECK-NEXT: arith.addf
// CHECK-NEXT: linalg.yield {{.*}} : f64
// CHECK: arith.extf
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: arith.addf
// CHECK-NEXT: linalg.yield {{.*}} : f64
// CHECK: arith.divf
// CHECK: arith.subf
// CHECK: math.sqrt
func.func @batch_norm_training(%x: tensor<?x3xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %y:3 = nn.batch_norm_training %x weight %w bias %b epsilon 1.000000e-05 : (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %y#0, %y#1, %y#2 : tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>
}
