// RUN: janus-opt %s --janus-lower-entries --canonicalize | FileCheck %s

// The allocation that is returned becomes the storage of result 0. Its sizes are
// handed on in room made where the entry begins: LLVM keeps the stack aligned then.
// CHECK-LABEL: func.func @janus_entry_result(
// CHECK-SAME: %[[CTX:.*]]: !llvm.ptr, %[[ARGS:.*]]: !llvm.ptr) -> i32
// CHECK: %[[SIZES:.*]] = llvm.alloca
// CHECK: llvm.load %[[ARGS]]
// CHECK: call @janus_result(%[[CTX]], {{.*}}, %[[SIZES]])
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return %{{.*}} : i32
func.func @result(%n: index {janus.arg = "n"}) -> (memref<?xf32> {janus.result = 0 : i64}) {
  %0 = memref.alloc(%n) : memref<?xf32>
  return %0 : memref<?xf32>
}

// What was updated in its own memory needs no copy; a number is stored back.
// CHECK-LABEL: func.func @janus_entry_update(
// CHECK-NOT: memref.copy
// CHECK: llvm.store %{{.*}} : i64, !llvm.ptr
func.func @update(%w: memref<4xf32> {janus.state = "w"}, %n: i64 {janus.state = "n"})
    -> (memref<4xf32> {janus.update = "w"}, i64 {janus.update = "n"}) {
  %1 = arith.addi %n, %n : i64
  return %w, %1 : memref<4xf32>, i64
}

// An update computed elsewhere is copied at the end.
// CHECK-LABEL: func.func @janus_entry_copied(
// CHECK: memref.copy
func.func @copied(%w: memref<4xf32> {janus.state = "w"}) -> (memref<4xf32> {janus.update = "w"}) {
  %0 = memref.alloc() : memref<4xf32>
  memref.copy %w, %0 : memref<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}

// Gradients are numbered after the results; numbers have a call of their own.
// CHECK-LABEL: func.func @janus_entry_numbers(
// CHECK-DAG: %[[TWO:.*]] = llvm.mlir.constant(2 : i32)
// CHECK-DAG: %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: call @janus_result(%{{.*}}, %[[TWO]],
// CHECK: %[[BITS:.*]] = arith.bitcast
// CHECK: call @janus_result_scalar(%{{.*}}, %[[ONE]], %[[BITS]])
func.func @numbers(%x: f64 {janus.arg = "x"}) -> (f64 {janus.result = 1 : i64}, memref<4xf32> {janus.grad = "w"}) {
  %0 = memref.alloc() : memref<4xf32>
  return %x, %0 : f64, memref<4xf32>
}
