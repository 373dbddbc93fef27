// RUN: janus-opt %s --split-input-file --janus-name-kernels | FileCheck %s

// Kernels, and their calls, say whose they are; other functions keep their names.
// CHECK-LABEL: llvm.func internal @janus_kernel_1f2e.step(
llvm.func internal @janus_kernel_1f2e(%x: i64) {
  llvm.return
}

// CHECK-LABEL: llvm.func @janus_arena_alloc(
llvm.func @janus_arena_alloc(!llvm.ptr, i64) -> !llvm.ptr

// CHECK-LABEL: llvm.func @janus_entry_step(
// CHECK: llvm.call @janus_kernel_1f2e.step(
// CHECK: llvm.mlir.addressof @janus_kernel_1f2e.step
llvm.func @janus_entry_step(%ctx: !llvm.ptr, %arguments: !llvm.ptr, %x: i64) -> !llvm.ptr {
  llvm.call @janus_kernel_1f2e(%x) : (i64) -> ()
  %0 = llvm.mlir.addressof @janus_kernel_1f2e : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

// -----

// Without an entry nothing is known.
// CHECK-LABEL: llvm.func @janus_kernel_1f2e(
llvm.func @janus_kernel_1f2e() {
  llvm.return
}
