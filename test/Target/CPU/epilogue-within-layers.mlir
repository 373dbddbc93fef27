// RUN: janus-opt %s --janus-set-target=target=cpu:x86-64-v3 --janus-lower-contractions=within-layers | FileCheck %s

#rows = affine_map<(m, n, k) -> (m, k)>
#columns = affine_map<(m, n, k) -> (k, n)>
#product = affine_map<(m, n, k) -> (m, n)>
#all = affine_map<(m, n) -> (m, n)>
#column = affine_map<(m, n) -> (n)>

// The bias of the same call is added in registers, what another call does is a loop of its own.
// CHECK-LABEL: func.func @bias(
// CHECK: vector.fma
// CHECK-NOT: linalg.generic
// CHECK-LABEL: func.func @activation(
// CHECK: vector.fma
// CHECK: linalg.generic
// CHECK: arith.addf
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
  } loc("net.py":1:5)
  linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : memref<?x64xf32>, memref<64xf32>) outs(%d : memref<?x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } loc("net.py":1:5)
  return
}

func.func @activation(%x: memref<?x32xf32>, %y: memref<32x64xf32>, %bias: memref<64xf32>, %d: memref<?x64xf32>, %m: index) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc(%m) : memref<?x64xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<?x64xf32>)
  linalg.generic {indexing_maps = [#rows, #columns, #product], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<?x32xf32>, memref<32x64xf32>) outs(%c : memref<?x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } loc("net.py":1:5)
  linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : memref<?x64xf32>, memref<64xf32>) outs(%d : memref<?x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } loc("net.py":2:5)
  return
}
