// RUN: janus-opt %s --janus-lower-early-returns | FileCheck %s

func.func private @janus_arena_alloc(!llvm.ptr, i64) -> !llvm.ptr

// CHECK-LABEL: func.func @janus_entry_f(
// CHECK-SAME: %[[CTX:[a-z0-9]+]]: !llvm.ptr
// CHECK: cf.cond_br %{{.*}}, ^[[GO:.*]], ^[[BROKEN:.*]]
// CHECK: ^[[GO]]:
// CHECK: call @janus_arena_alloc
// CHECK: llvm.icmp "ne"
// CHECK: cf.cond_br %{{.*}}, ^{{.*}}, ^[[MEMORY:.*]]
// CHECK: ^[[BROKEN]]:
// CHECK: %[[ID:.*]] = llvm.mlir.constant(7 : i64)
// CHECK: call @janus_assumption_broken(%[[CTX]], %[[ID]])
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK: ^[[MEMORY]]:
// CHECK: llvm.mlir.constant(2 : i32)
func.func @janus_entry_f(%ctx: !llvm.ptr, %args: !llvm.ptr) -> i32 {
  %c = llvm.load %args : !llvm.ptr -> i1
  janus.assume %c, 7, "c"
  %n = llvm.mlir.constant(64 : i64) : i64
  %p = func.call @janus_arena_alloc(%ctx, %n) : (!llvm.ptr, i64) -> !llvm.ptr
  llvm.store %n, %p : i64, !llvm.ptr
  %0 = llvm.mlir.constant(0 : i32) : i32
  return %0 : i32
}

func.func private @janus_keep_running() -> i1

// CHECK-LABEL: func.func @janus_entry_polls(
// CHECK-SAME: %[[CTX:[a-z0-9]+]]: !llvm.ptr
// CHECK: %[[STATUS:.*]] = call @janus_poll(%[[CTX]])
// CHECK: %[[GO:.*]] = llvm.icmp "eq" %[[STATUS]]
// CHECK: cf.cond_br %[[GO]], ^{{.*}}, ^[[INTERRUPTED:.*]]
// CHECK: ^[[INTERRUPTED]]:
// CHECK-NOT: janus_assumption_broken
// CHECK: llvm.mlir.constant(5 : i32)
func.func @janus_entry_polls(%ctx: !llvm.ptr, %args: !llvm.ptr) -> i32 {
  %go = func.call @janus_keep_running() : () -> i1
  janus.assume %go, -1, "nobody interrupts"
  %0 = llvm.mlir.constant(0 : i32) : i32
  return %0 : i32
}
