// RUN: janus-opt %s --janus-set-target=target=cpu:x86-64-v3 --janus-lower-contractions --split-input-file | FileCheck %s

#rows = affine_map<(m, n, k) -> (m, k)>
#columns = affine_map<(m, n, k) -> (k, n)>
#product = affine_map<(m, n, k) -> (m, n)>
#all = affine_map<(m, n) -> (m, n)>
#column = affine_map<(m, n) -> (n)>

// A bias for each column and what follows are done with the sums in registers, and only the result is written.
// CHECK-LABEL: func.func @bias(
// CHECK-NOT: linalg
// CHECK: vector.fma
// CHECK: %[[BIAS:.*]] = vector.load
// CHECK: arith.addf %{{.*}}, %[[BIAS]] : vector<8xf32>
// CHECK: %[[POSITIVE:.*]] = arith.maximumf {{.*}} : vector<8xf32>
// CHECK: vector.store %[[POSITIVE]]
// CHECK-NOT: linalg
// CHECK: return
func.func @bias(%x: memref<?x32xf32>, %y: memref<32x64xf32>, %bias: memref<64xf32>, %d: memref<?x64xf32>, %m: index) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc(%m) : memref<?x64xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<?x64xf32>)
  linalg.generic {indexing_maps = [#rows, #columns, #product], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<?x32xf32>, memref<32x64xf32>) outs(%c : memref<?x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : memref<?x64xf32>, memref<64xf32>) outs(%d : memref<?x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.addf %a, %b : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#rows = affine_map<(m, n, k) -> (m, k)>
#columns = affine_map<(m, n, k) -> (k, n)>
#product = affine_map<(m, n, k) -> (m, n)>
#all = affine_map<(m, n) -> (m, n)>

// What is written over a factor stays an op of its own, and so does the op after a product that others read.
// CHECK-LABEL: func.func @overwritten(
// CHECK: vector.fma
// CHECK: linalg.generic
// CHECK-LABEL: func.func @used(
// CHECK: vector.fma
// CHECK: linalg.generic
func.func @overwritten(%x: memref<64x64xf32>, %y: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#rows, #columns, #product], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c : memref<64x64xf32>) outs(%x : memref<64x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.absf %a : f32
    linalg.yield %0 : f32
  }
  return
}

func.func @used(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %d: memref<64x64xf32>) -> memref<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#rows, #columns, #product], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c : memref<64x64xf32>) outs(%d : memref<64x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.absf %a : f32
    linalg.yield %0 : f32
  }
  return %c : memref<64x64xf32>
}

// -----

// How many rows there are is known when it runs: few of them are vectors times vectors, which read the weights where
// they are, many a kernel with a panel. Either does what follows.
// CHECK-LABEL: func.func @open(
// CHECK: %[[FEW:.*]] = arith.cmpi ule
// CHECK: scf.if %[[FEW]]
// CHECK: vector.reduction <add>
// CHECK: math.absf %{{.*}} : f32
// CHECK: } else {
// CHECK: memref.alloc
// CHECK: math.absf %{{.*}} : vector<8xf32>
// CHECK-NOT: linalg
// CHECK: return
func.func @open(%x: memref<?x1024xf32>, %y: memref<1024x1024xf32>, %d: memref<?x1024xf32>, %m: index) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc(%m) : memref<?x1024xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<?x1024xf32>)
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                                   affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<?x1024xf32>, memref<1024x1024xf32>) outs(%c : memref<?x1024xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%c : memref<?x1024xf32>) outs(%d : memref<?x1024xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.absf %a : f32
    linalg.yield %0 : f32
  }
  return
}
