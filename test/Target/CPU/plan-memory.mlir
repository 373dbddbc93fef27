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
