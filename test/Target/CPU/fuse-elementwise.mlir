// RUN: janus-opt %s --janus-fuse-elementwise --split-input-file | FileCheck %s

// A chain becomes one loop.
// CHECK-LABEL: func.func @chain(
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK: math.exp
// CHECK: linalg.yield
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @chain(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.mulf %x, %y : tensor<?xf32>
  %1 = math.exp %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// A contraction keeps its two operands as they are.
// CHECK-LABEL: func.func @into_contraction(
// CHECK: math.exp
// CHECK: linalg.yield
// CHECK: linalg.generic {{.*}}"reduction"
// CHECK: arith.mulf
func.func @into_contraction(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = math.exp %x : tensor<4x8xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// What two consumers read is computed once.
// CHECK-LABEL: func.func @two_uses(
// CHECK-COUNT-1: math.exp
// CHECK-NOT: math.exp
func.func @two_uses(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = math.exp %x : tensor<8xf32>
  %1 = arith.addf %0, %x : tensor<8xf32>
  %2 = arith.mulf %0, %x : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

// -----

#elements = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>

// No element differs from itself, so all of a row's are false; but of a row without elements they are what it starts from.
// CHECK-LABEL: func.func @of_no_elements(
// CHECK-SAME: %[[X:.*]]: tensor<?x?xi32>, %[[START:.*]]: tensor<?xi1>
// CHECK: %[[SIZE:.*]] = tensor.dim %[[X]], %c1
// CHECK: %[[ANY:.*]] = arith.cmpi ne, %[[SIZE]]
// CHECK: linalg.generic {{.*}} ins(%[[START]] :
// CHECK: arith.select %[[ANY]], %false, %{{.*}} : i1
func.func @of_no_elements(%x: tensor<?x?xi32>, %start: tensor<?xi1>) -> tensor<?xi1> {
  %0 = linalg.generic {indexing_maps = [#elements, #rows], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xi32>) outs(%start : tensor<?xi1>) {
  ^bb0(%in: i32, %out: i1):
    %differs = arith.cmpi ne, %in, %in : i32
    %all = arith.andi %out, %differs : i1
    linalg.yield %all : i1
  } -> tensor<?xi1>
  return %0 : tensor<?xi1>
}

// -----

#whole = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Differences from numbers of a row are taken again by both that read them: nothing is written between.
// CHECK-LABEL: func.func @vanishes(
// CHECK-SAME: %[[X:[^:]*]]: tensor<8x8xf32>, %[[MEAN:[^:]*]]: tensor<8xf32>
// CHECK-COUNT-2: linalg.generic {{.*}} ins(%[[X]], %[[MEAN]] :
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @vanishes(%x: tensor<8x8xf32>, %mean: tensor<8xf32>, %init: tensor<8xf32>) -> (tensor<8xf32>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %d = linalg.generic {indexing_maps = [#whole, #row, #whole], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %0 = arith.subf %in, %m : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  %a = linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<8x8xf32>) outs(%init : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %b = linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %a, %b : tensor<8xf32>, tensor<8x8xf32>
}
