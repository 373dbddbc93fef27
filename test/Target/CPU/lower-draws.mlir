// RUN: janus-opt %s --janus-lower-draws | FileCheck %s

// CHECK: func.func private @janus_draw(!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32

// CHECK-LABEL: func.func @janus_entry_f(
// CHECK-SAME: %[[CTX:[a-z0-9]+]]: !llvm.ptr
// CHECK: %[[ROOM:.*]] = llvm.alloca
// CHECK: %[[STATUS:.*]] = call @janus_draw(%[[CTX]], %[[ROOM]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
// CHECK: %[[OK:.*]] = arith.cmpi eq, %[[STATUS]], %{{.*}} : i32
// CHECK: janus.assume %[[OK]], -1, "random numbers are drawn"
func.func @janus_entry_f(%ctx: !llvm.ptr, %args: !llvm.ptr) -> i32 {
  %a = arith.constant 0 : i64
  %n = arith.constant 3 : index
  %y = memref.alloc(%n) : memref<?x4xf32>
  %g = memref.alloc() : memref<316xi64>
  janus.draw normal(%a, %a) into %y, %g : memref<?x4xf32>, memref<316xi64>
  %0 = llvm.mlir.constant(0 : i32) : i32
  return %0 : i32
}

// A buffer that is no block of its own is filled by way of one that is.
// CHECK-LABEL: func.func @janus_entry_strided(
// CHECK: %[[OWN:.*]] = memref.alloc() : memref<4xf32>
// CHECK: call @janus_draw
// CHECK: memref.copy %[[OWN]], %{{.*}}
func.func @janus_entry_strided(%ctx: !llvm.ptr, %args: !llvm.ptr) -> i32 {
  %a = arith.constant 0 : i64
  %y = memref.alloc() : memref<8xf32>
  %part = memref.subview %y[0] [4] [2] : memref<8xf32> to memref<4xf32, strided<[2]>>
  %g = memref.alloc() : memref<316xi64>
  janus.draw normal(%a, %a) into %part, %g : memref<4xf32, strided<[2]>>, memref<316xi64>
  %0 = llvm.mlir.constant(0 : i32) : i32
  return %0 : i32
}
