// RUN: janus-opt %s --janus-lower-loops --canonicalize --cse --split-input-file | FileCheck %s

// Contiguous loops are one.
// CHECK-LABEL: func.func @elementwise(
// CHECK: %[[COUNT:.*]] = arith.muli
// CHECK: scf.parallel (%{{.*}}) = (%{{.*}}) to (%[[COUNT]])
// CHECK: arith.negf
func.func @elementwise(%x: memref<?x4x8xf32>, %y: memref<?x4x8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<?x4x8xf32>) outs(%y : memref<?x4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// A sum along contiguous memory is one of vectors, its end masked.
// CHECK-LABEL: func.func @row_sum(
// CHECK: scf.parallel
// CHECK: scf.for {{.*}} iter_args
// CHECK: vector.load
// CHECK: arith.mulf {{.*}} vector<4xf32>
// CHECK: vector.maskedload
// CHECK: arith.select
// CHECK: vector.reduction <add>
func.func @row_sum(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// The greatest of a row likewise; beyond its end is minus infinity.
// CHECK-LABEL: func.func @row_maximum(
// CHECK: scf.for {{.*}} iter_args
// CHECK: arith.maximumf {{.*}} vector<4xf32>
// CHECK: vector.maskedload
// CHECK: arith.select
// CHECK: vector.reduction <maximumf>
// CHECK: arith.maximumf {{.*}} : f32
func.func @row_maximum(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.maximumf %o, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// A sum of rows runs over the rows outside, over their elements inside.
// CHECK-LABEL: func.func @column_sum(
// CHECK-NOT: iter_args
// CHECK: scf.for
// CHECK: scf.for
// CHECK: memref.store
func.func @column_sum(%x: memref<?x64xf32>, %y: memref<64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x64xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %o, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// A strided copy is a loop, not a call.
// CHECK-LABEL: func.func @copy(
// CHECK-NOT: memref.copy
// CHECK: scf.parallel
func.func @copy(%x: memref<4x8xf32, strided<[16, 1]>>, %y: memref<4x8xf32>) {
  memref.copy %x, %y : memref<4x8xf32, strided<[16, 1]>> to memref<4x8xf32>
  return
}

// -----

// A sum of something that is not contiguous is carried, and may be reordered;
// nothing else may.
// CHECK-LABEL: func.func @strided_sum(
// CHECK: scf.for {{.*}} iter_args
// CHECK: arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: arith.addf {{.*}} fastmath<reassoc,contract>
func.func @strided_sum(%x: memref<?xf32, strided<[2]>>, %y: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : memref<?xf32, strided<[2]>>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// A copy that exchanges dimensions goes in squares turned over in registers; what is left of one is masked.
// CHECK-LABEL: func.func @exchange(
// CHECK: scf.parallel
// CHECK-COUNT-4: vector.load {{.*}} vector<4xf32>
// CHECK: vector.shuffle
// CHECK-COUNT-4: vector.store
// CHECK: vector.constant_mask [3]
// CHECK: vector.maskedload
// CHECK-NOT: memref.load
func.func @exchange(%x: memref<8x7xf32>, %y: memref<7x8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<8x7xf32>) outs(%y : memref<7x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}

// -----

// Two sums of one tensor are two vectors; elements become wider as vectors.
// CHECK-LABEL: func.func @two_sums(
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<4xf64>, vector<4xf64>)
// CHECK: vector.load {{.*}} vector<4xf32>
// CHECK: arith.extf {{.*}} vector<4xf32> to vector<4xf64>
// CHECK-COUNT-2: vector.reduction <add>
func.func @two_sums(%x: memref<8x64xf32>, %y: memref<8xf64>, %z: memref<8xf64>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<8x64xf32>) outs(%y, %z : memref<8xf64>, memref<8xf64>) {
  ^bb0(%a: f32, %o: f64, %p: f64):
    %0 = arith.extf %a : f32 to f64
    %1 = arith.addf %o, %0 : f64
    %2 = arith.mulf %0, %0 : f64
    %3 = arith.addf %p, %2 : f64
    linalg.yield %1, %3 : f64, f64
  }
  return
}
