// RUN: janus-opt %s -split-input-file --janus-set-target=target=cpu:x86-64-v3 --janus-outline-kernels | FileCheck %s

// Two nests that are the same share one function, named by digest.
// CHECK-LABEL: func.func @janus_entry_f(
// CHECK: call @janus_kernel_[[DIGEST:[0-9a-f]+]](%[[A:[^)]*]])
// CHECK: call @janus_kernel_[[DIGEST]](
// CHECK-NOT: scf.for
// CHECK: func.func private @janus_kernel_[[DIGEST]](%{{.*}}: memref<64xf32>)
// CHECK-SAME: passthrough = ["noinline"]
// CHECK: scf.for
// CHECK-NOT: func.func
func.func @janus_entry_f(%ctx: !llvm.ptr, %args: !llvm.ptr) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  scf.for %i = %c0 to %c64 step %c1 {
    memref.store %f, %a[%i] : memref<64xf32>
  } {janus.nest}
  scf.for %i = %c0 to %c64 step %c1 {
    memref.store %f, %b[%i] : memref<64xf32>
  } {janus.nest}
  %s = llvm.mlir.constant(0 : i32) : i32
  return %s : i32
}

// -----

// A loop that only computes is a kernel unmarked, with what it carries; one
// around calls or nests is not.
// CHECK-LABEL: func.func private @janus_tick
// CHECK: func.func @janus_entry_g(
// CHECK: call @janus_kernel_{{.*}}) -> f32
// CHECK: scf.for
// CHECK-NEXT: call @janus_kernel_
// CHECK-NEXT: func.call @janus_tick() : () -> ()
// CHECK-NOT: scf.for
// CHECK: return
func.func private @janus_tick()
func.func @janus_entry_g(%ctx: !llvm.ptr, %args: !llvm.ptr) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<64xf32>
  %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %f) -> f32 {
    %x = memref.load %a[%i] : memref<64xf32>
    %y = arith.addf %s, %x : f32
    scf.yield %y : f32
  }
  scf.for %j = %c0 to %c64 step %c1 {
    scf.for %i = %c0 to %c64 step %c1 {
      memref.store %sum, %a[%i] : memref<64xf32>
    }
    func.call @janus_tick() : () -> ()
  }
  %s = llvm.mlir.constant(0 : i32) : i32
  return %s : i32
}
