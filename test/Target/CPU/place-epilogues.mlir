// RUN: janus-opt %s --janus-place-epilogues | FileCheck %s

#rows = affine_map<(m, n, k) -> (m, k)>
#columns = affine_map<(m, n, k) -> (k, n)>
#product = affine_map<(m, n, k) -> (m, n)>
#all = affine_map<(m, n) -> (m, n)>

// Of two products that a sum reads, the last one moves to it, with its fill.
// CHECK-LABEL: func.func @sum(
// CHECK: linalg.generic {{.*}}ins(%arg0, %arg1
// CHECK: math.sqrt
// CHECK: linalg.fill
// CHECK-NEXT: linalg.generic {{.*}}ins(%arg1, %arg0
// CHECK: math.absf
func.func @sum(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %z: f32) -> (tensor<4x4xf32>, f32) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x4xf32>
  %0 = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.generic {indexing_maps = [#rows, #columns, #product], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  %3 = linalg.generic {indexing_maps = [#rows, #columns, #product], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%y, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%1 : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  %other = math.sqrt %z : f32
  %4 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%2, %3 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%empty : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.addf %a, %b : f32
    %s = math.absf %m : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %4, %other : tensor<4x4xf32>, f32
}
