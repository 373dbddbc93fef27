// RUN: janus-opt %s --janus-outline-loops | FileCheck %s

// The loop is a function over ranges; what it uses goes through a record, whose
// room is made where the entry begins.
// CHECK-LABEL: func.func @janus_entry_large(
// CHECK-SAME: %[[CTX:[a-z0-9]+]]: !llvm.ptr, %[[ARGS:[a-z0-9]+]]: !llvm.ptr)
// CHECK: %[[RECORD:.*]] = llvm.alloca
// CHECK: llvm.load %[[ARGS]]
// CHECK: llvm.store %{{.*}}, %{{.*}} : !llvm.struct
// CHECK: constant @[[BODY:janus_kernel_[0-9a-f]+]]
// CHECK: call @janus_parallel_for(%[[CTX]], %{{.*}}, %[[RECORD]]
// CHECK: func.func private @[[BODY]](
// CHECK: memref.alloca
// CHECK-NEXT: scf.for
// CHECK: memref.store
func.func @janus_entry_large(%ctx: !llvm.ptr, %args: !llvm.ptr) -> i32 {
  %0 = llvm.load %args {janus.prologue} : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %m = builtin.unrealized_conversion_cast %0 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<64xf32> {janus.prologue}
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %own = memref.alloca() : memref<16xf32>
    memref.store %f, %own[%c0] : memref<16xf32>
    memref.store %f, %m[%i] : memref<64xf32>
  } {janus.grain = 1 : i64}
  %s = llvm.mlir.constant(0 : i32) : i32
  return %s : i32
}

