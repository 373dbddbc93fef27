// RUN: janus-opt %s --janus-set-target=target=cpu:x86-64-v3 --janus-lower-contractions --split-input-file | FileCheck %s

// Row-major product: scalars of x, vectors of y, sums in registers; the zero
// fill is gone.
// CHECK-LABEL: func.func @matmul(
// CHECK-NOT: linalg
// CHECK: scf.for {{.*}} iter_args
// CHECK: vector.load {{.*}} vector<8xf32>
// CHECK: vector.broadcast
// CHECK: vector.fma
// CHECK-NOT: linalg
// CHECK: return
func.func @matmul(%x: memref<?x32xf32>, %y: memref<32x64xf32>, %c: memref<?x64xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<?x64xf32>)
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
                                   affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<?x32xf32>, memref<32x64xf32>) outs(%c : memref<?x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// Both operands run along the sum (a linear layer on one row): vectors times vectors.
// CHECK-LABEL: func.func @rows(
// CHECK: vector.fma
// CHECK: vector.reduction <add>
func.func @rows(%x: memref<1x256xf32>, %y: memref<64x256xf32>, %c: memref<1x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                                   affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<1x256xf32>, memref<64x256xf32>) outs(%c : memref<1x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// A sum of something else is no contraction.
// CHECK-LABEL: func.func @other(
// CHECK: linalg.generic
func.func @other(%x: memref<8x8xf32>, %c: memref<8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<8x8xf32>) outs(%c : memref<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = arith.addf %o, %a : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// A large product: blocks of the sums, of which the second adds to C; y in a
// panel of tiles.
// CHECK-LABEL: func.func @blocks(
// CHECK: %[[PANEL:.*]] = memref.alloc() {{.*}} : memref<{{.*}}xf32>
// CHECK: scf.for %[[BLOCK:.*]] =
// CHECK: arith.cmpi eq, %[[BLOCK]]
// CHECK: vector.store {{.*}}, %[[PANEL]]
// CHECK: memref.prefetch
// CHECK: vector.load %[[PANEL]]
// CHECK: vector.fma
// CHECK: vector.maskedload
// CHECK: arith.addf
// CHECK-NOT: linalg
// CHECK: return
func.func @blocks(%x: memref<?x1024xf32>, %y: memref<1024x64xf32>, %c: memref<?x64xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<?x64xf32>)
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
                                   affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<?x1024xf32>, memref<1024x64xf32>) outs(%c : memref<?x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// A convolution: scalars of the image where they are, weights in a panel that is
// turned over while it is made, and so are the tiles of C.
// CHECK-LABEL: func.func @convolution(
// CHECK: vector.shuffle
// CHECK: vector.store {{.*}} : memref<{{[0-9]+}}xf32>, vector<8xf32>
// CHECK: scf.parallel
// CHECK: vector.broadcast
// CHECK: vector.fma
// CHECK: vector.shuffle
// CHECK-NOT: linalg
// CHECK: return
func.func @convolution(%x: memref<?x16x26x26xf32>, %w: memref<32x16x3x3xf32>, %c: memref<?x32x24x24xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<?x32x24x24xf32>)
  linalg.generic {indexing_maps = [affine_map<(n, o, y, x, c, ky, kx) -> (n, c, y + ky, x + kx)>,
                                   affine_map<(n, o, y, x, c, ky, kx) -> (o, c, ky, kx)>,
                                   affine_map<(n, o, y, x, c, ky, kx) -> (n, o, y, x)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : memref<?x16x26x26xf32>, memref<32x16x3x3xf32>) outs(%c : memref<?x32x24x24xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// Small products of a batch: the batch is parted among threads, each of which has a panel.
// CHECK-LABEL: func.func @batch(
// CHECK: scf.parallel
// CHECK-NOT: scf.parallel
// CHECK: vector.fma
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @batch(%x: memref<?x128x64xf32>, %y: memref<?x64x128xf32>, %c: memref<?x128x128xf32>) {
  linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>,
                                   affine_map<(b, m, n, k) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<?x128x64xf32>, memref<?x64x128xf32>) outs(%c : memref<?x128x128xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// Every second place of a weight, read backwards: all places of a kernel are loaded for each of as many columns as lanes, and turned over.
// CHECK-LABEL: func.func @windows(
// CHECK-COUNT-8: vector.maskedload
// CHECK: vector.shuffle
// CHECK: vector.fma
// CHECK-NOT: linalg
// CHECK: return
func.func @windows(%x: memref<1x64x66x66xf32>, %w: memref<64x64x2x2xf32, strided<[1024, 16, 4, 2]>>, %c: memref<1x64x64x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(n, o, y, x, c, ky, kx) -> (n, c, y - ky + 1, x - kx + 1)>,
                                   affine_map<(n, o, y, x, c, ky, kx) -> (c, o, ky, kx)>,
                                   affine_map<(n, o, y, x, c, ky, kx) -> (n, o, y, x)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : memref<1x64x66x66xf32>, memref<64x64x2x2xf32, strided<[1024, 16, 4, 2]>>) outs(%c : memref<1x64x64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
