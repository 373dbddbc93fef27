// RUN: janus-opt %s --janus-parallelize-loops | FileCheck %s
// RUN: janus-opt %s --janus-parallelize-loops=enabled=false | FileCheck %s --check-prefix=OFF

// A costly loop is marked with its grain.
// CHECK-LABEL: func.func @janus_entry_large(
// CHECK: scf.parallel
// CHECK: memref.alloca()
// CHECK: janus.grain = 1 : i64
// OFF-NOT: janus.grain
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
  } {janus.cost = 100000.0 : f64}
  %s = llvm.mlir.constant(0 : i32) : i32
  return %s : i32
}

// A cheap one is an ordinary loop, and its buffer is planned with the others.
// CHECK-LABEL: func.func @janus_entry_small(
// CHECK: scf.for
// CHECK: memref.alloc()
// CHECK-NOT: scf.parallel
func.func @janus_entry_small(%ctx: !llvm.ptr, %args: !llvm.ptr) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %own = memref.alloca() : memref<16xf32>
    memref.store %f, %own[%c0] : memref<16xf32>
  }
  %s = llvm.mlir.constant(0 : i32) : i32
  return %s : i32
}
