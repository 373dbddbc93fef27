// RUN: janus-opt %s --janus-lower-entries=freeze=true --janus-lower-loops --janus-keep-constants --canonicalize | FileCheck %s
// RUN: janus-opt %s --janus-lower-entries --janus-lower-loops --janus-keep-constants --canonicalize | FileCheck %s --check-prefix=NEVER

#id = affine_map<(d0) -> (d0)>

// What comes from state alone is computed where kept memory is to be filled: a buffer, and one made of it.
// NEVER-NOT: janus_kept
// CHECK-LABEL: func.func @janus_entry_scale(
// CHECK: call @janus_kept(%arg0, %{{.*}}, %[[FLAG:[0-9]+]])
// CHECK: %[[STALE:[0-9]+]] = llvm.load %[[FLAG]]
// CHECK: %[[FILL:[0-9]+]] = arith.cmpi ne, %[[STALE]]
// CHECK: scf.if %[[FILL]] {
// CHECK: math.sqrt
// CHECK: arith.addf
// CHECK: }
// CHECK-NOT: math.sqrt
// CHECK: arith.mulf
// CHECK: return
func.func @scale(%x: memref<64xf32> {janus.arg = "x"}, %w: memref<64xf32> {janus.state = "w"})
    -> (memref<64xf32> {janus.result = 0 : i64}) {
  %root = memref.alloc() : memref<64xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%w : memref<64xf32>) outs(%root : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.sqrt %in : f32
    linalg.yield %0 : f32
  }
  %twice = memref.alloc() : memref<64xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%root : memref<64xf32>) outs(%twice : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %in : f32
    linalg.yield %0 : f32
  }
  %result = memref.alloc() : memref<64xf32>
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %twice : memref<64xf32>, memref<64xf32>) outs(%result : memref<64xf32>) {
  ^bb0(%in: f32, %scale: f32, %out: f32):
    %0 = arith.mulf %in, %scale : f32
    linalg.yield %0 : f32
  }
  return %result : memref<64xf32>
}

// Not what is written again from something else, nor what a state that the entry updates gives.
// CHECK-LABEL: func.func @janus_entry_changes(
// CHECK-NOT: call @janus_kept
// CHECK: return
func.func @changes(%x: memref<64xf32> {janus.arg = "x"}, %w: memref<64xf32> {janus.state = "w"},
    %v: memref<64xf32> {janus.state = "v"})
    -> (memref<64xf32> {janus.result = 0 : i64}, memref<64xf32> {janus.update = "v"}) {
  %sum = memref.alloc() : memref<64xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%w : memref<64xf32>) outs(%sum : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<64xf32>) outs(%sum : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  }
  %other = memref.alloc() : memref<64xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%v : memref<64xf32>) outs(%other : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%sum, %other : memref<64xf32>, memref<64xf32>) outs(%v : memref<64xf32>) {
  ^bb0(%in: f32, %scale: f32, %out: f32):
    %0 = arith.mulf %in, %scale : f32
    linalg.yield %0 : f32
  }
  return %sum, %v : memref<64xf32>, memref<64xf32>
}
