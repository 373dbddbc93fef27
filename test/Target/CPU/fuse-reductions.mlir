// RUN: janus-opt %s --janus-fuse-reductions --split-input-file | FileCheck %s

#whole = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// A sum and a sum of squares in one pass.
// CHECK-LABEL: func.func @two_sums(
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>
// CHECK: %[[BOTH:.*]]:2 = linalg.generic {{.*}} ins(%[[X]], %[[X]] :
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: arith.mulf
// CHECK: %[[SQUARES:.*]] = arith.addf
// CHECK: linalg.yield %[[SUM]], %[[SQUARES]]
// CHECK-NOT: linalg.generic
// CHECK: return %[[BOTH]]#0, %[[BOTH]]#1
func.func @two_sums(%x: tensor<?x?xf32>, %init: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %a = linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %b = linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// -----

#whole = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// The second needs the first; and sums over other dimensions run other loops.
// CHECK-LABEL: func.func @apart(
// CHECK-COUNT-3: linalg.generic
// CHECK: return
func.func @apart(%x: tensor<8x8xf32>, %init: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%init : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %b = linalg.generic {indexing_maps = [#whole, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %a : tensor<8x8xf32>, tensor<8xf32>) outs(%init : tensor<8xf32>) {
  ^bb0(%in: f32, %mean: f32, %out: f32):
    %0 = arith.subf %in, %mean : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %c = linalg.generic {indexing_maps = [#whole, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<8x8xf32>) outs(%b : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %a, %c : tensor<8xf32>, tensor<8xf32>
}
