// RUN: janus-opt %s --janus-lower-entries --janus-plan-memory --canonicalize --cse | FileCheck %s

func.func private @use(memref<16xf32>)
func.func private @use_dynamic(memref<?xf32>)

// Two lives that do not overlap: one slot of 64 bytes.
// CHECK-LABEL: func.func @janus_entry_disjoint(
// CHECK-DAG: %[[BYTES:.*]] = arith.constant 64 : i64
// CHECK: call @janus_arena_alloc(%{{.*}}, %[[BYTES]])
// CHECK-NOT: janus_arena_alloc
func.func @disjoint(%x: i64 {janus.arg = "x"}) {
  %0 = memref.alloc() : memref<16xf32>
  func.call @use(%0) : (memref<16xf32>) -> ()
  %1 = memref.alloc() : memref<16xf32>
  func.call @use(%1) : (memref<16xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @janus_entry_overlapping(
// CHECK-DAG: %[[BYTES:.*]] = arith.constant 128 : i64
// CHECK: call @janus_arena_alloc(%{{.*}}, %[[BYTES]])
func.func @overlapping(%x: i64 {janus.arg = "x"}) {
  %0 = memref.alloc() : memref<16xf32>
  %1 = memref.alloc() : memref<16xf32>
  func.call @use(%0) : (memref<16xf32>) -> ()
  func.call @use(%1) : (memref<16xf32>) -> ()
  return
}

// A buffer that a loop reads lives as long as the loop.
// CHECK-LABEL: func.func @janus_entry_loop(
// CHECK-DAG: %[[BYTES:.*]] = arith.constant 128 : i64
// CHECK: call @janus_arena_alloc(%{{.*}}, %[[BYTES]])
func.func @loop(%n: index {janus.arg = "n"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc() : memref<16xf32>
  scf.for %i = %c0 to %n step %c1 {
    func.call @use(%0) : (memref<16xf32>) -> ()
    %1 = memref.alloc() : memref<16xf32>
    func.call @use(%1) : (memref<16xf32>) -> ()
  }
  return
}

// A size of the arguments is an expression; the block is asked for once.
// CHECK-LABEL: func.func @janus_entry_dynamic(
// CHECK: arith.muli
// CHECK: call @janus_arena_alloc
// CHECK-NOT: call @janus_arena_alloc
func.func @dynamic(%x: memref<?xf32> {janus.arg = "x"}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %0 = memref.alloc(%n) : memref<?xf32>
  func.call @use_dynamic(%0) : (memref<?xf32>) -> ()
  return
}

// What a loop carries takes turns between two places.
// CHECK-LABEL: func.func @janus_entry_carried(
// CHECK-DAG: %[[TABLE:.*]] = llvm.alloca %{{.*}} x i64
// CHECK-DAG: %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
// CHECK: scf.for {{.*}} iter_args(%[[LAST:.*]] = %{{.*}})
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[LAST]]
// CHECK: %[[NUMBER:.*]] = arith.index_cast %[[ADDRESS]]
// CHECK: llvm.store %[[NUMBER]]
// CHECK: call @janus_arena_cycle(%{{.*}}, %[[TABLE]], %[[ONE]], %{{.*}})
func.func @carried(%n: index {janus.arg = "n"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc() : memref<16xf32>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%x = %0) -> (memref<16xf32>) {
    func.call @use(%x) : (memref<16xf32>) -> ()
    %1 = memref.alloc() : memref<16xf32>
    func.call @use(%1) : (memref<16xf32>) -> ()
    scf.yield %1 : memref<16xf32>
  }
  func.call @use(%last) : (memref<16xf32>) -> ()
  return
}

// Two values carried, each of which may be what was made two iterations ago; only those of the own region are to be seen.
// CHECK-LABEL: func.func @janus_entry_while(
// CHECK-DAG: %[[TWO:.*]] = llvm.mlir.constant(2 : i64)
// CHECK: scf.while
// CHECK: } do {
// CHECK: ^bb0(%[[A:.*]]: memref<16xf32>, %[[B:.*]]: memref<16xf32>):
// CHECK-DAG: memref.extract_aligned_pointer_as_index %[[A]]
// CHECK-DAG: memref.extract_aligned_pointer_as_index %[[B]]
// CHECK: call @janus_arena_cycle(%{{.*}}, %{{.*}}, %[[TWO]], %{{.*}})
func.func @while(%go: i1 {janus.arg = "go"}) {
  %0 = memref.alloc() : memref<16xf32>
  %last:2 = scf.while (%x = %0, %y = %0) : (memref<16xf32>, memref<16xf32>) -> (memref<16xf32>, memref<16xf32>) {
    func.call @use(%x) : (memref<16xf32>) -> ()
    scf.condition(%go) %x, %y : memref<16xf32>, memref<16xf32>
  } do {
  ^bb0(%x: memref<16xf32>, %y: memref<16xf32>):
    %1 = memref.alloc() : memref<16xf32>
    func.call @use(%1) : (memref<16xf32>) -> ()
    scf.yield %1, %x : memref<16xf32>, memref<16xf32>
  }
  func.call @use(%last#0) : (memref<16xf32>) -> ()
  func.call @use(%last#1) : (memref<16xf32>) -> ()
  return
}

// A size that only the loop knows: one place, which grows.
// CHECK-LABEL: func.func @janus_entry_growing(
// CHECK-DAG: %[[NONE:.*]] = llvm.mlir.constant(0 : i64)
// CHECK: scf.for
// CHECK: call @janus_arena_cycle(%{{.*}}, %{{.*}}, %[[NONE]], %{{.*}})
func.func @growing(%n: index {janus.arg = "n"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.alloc(%i) : memref<?xf32>
    func.call @use_dynamic(%0) : (memref<?xf32>) -> ()
  }
  return
}
