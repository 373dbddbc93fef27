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

// -----

// Vectors do not go through calls: what makes those that a loop takes, and what
// uses those that it gives, is in its kernel; a mask that others use is repeated.
// CHECK-LABEL: func.func @janus_entry_h(
// CHECK-NOT: vector.load
// CHECK: call @janus_kernel_[[DIGEST:[0-9a-f]+]]({{.*}}) : (memref<64xf32>) -> ()
// CHECK-NEXT: call @janus_kernel_[[DIGEST]](
// CHECK-NOT: vector.maskedstore
// CHECK: func.func private @janus_kernel_[[DIGEST]](%[[BUFFER:.*]]: memref<64xf32>)
// CHECK: %[[MASK:.*]] = vector.constant_mask [3]
// CHECK: %[[FIRST:.*]] = vector.load %[[BUFFER]]
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args({{.*}} = %[[FIRST]])
// CHECK: vector.maskedstore %[[BUFFER]]{{.*}}, %[[MASK]], %[[SUM]]
// CHECK-NEXT: return
func.func @janus_entry_h(%ctx: !llvm.ptr, %args: !llvm.ptr) -> i32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %mask = vector.constant_mask [3] : vector<8xi1>
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  %first = vector.load %a[%c0] : memref<64xf32>, vector<8xf32>
  %sum = scf.for %i = %c8 to %c64 step %c8 iter_args(%s = %first) -> vector<8xf32> {
    %x = vector.load %a[%i] : memref<64xf32>, vector<8xf32>
    %y = arith.addf %s, %x : vector<8xf32>
    scf.yield %y : vector<8xf32>
  }
  vector.maskedstore %a[%c0], %mask, %sum : memref<64xf32>, vector<8xi1>, vector<8xf32>
  %first2 = vector.load %b[%c0] : memref<64xf32>, vector<8xf32>
  %sum2 = scf.for %i = %c8 to %c64 step %c8 iter_args(%s = %first2) -> vector<8xf32> {
    %x = vector.load %b[%i] : memref<64xf32>, vector<8xf32>
    %y = arith.addf %s, %x : vector<8xf32>
    scf.yield %y : vector<8xf32>
  }
  vector.maskedstore %b[%c0], %mask, %sum2 : memref<64xf32>, vector<8xi1>, vector<8xf32>
  %s = llvm.mlir.constant(0 : i32) : i32
  return %s : i32
}

// -----

// A loop that stands between the makers and users of vectors is in their kernel;
// one that hands its vector to a call's loop stays where it is.
// CHECK-LABEL: func.func @janus_entry_k(
// CHECK: %[[BUFFER:.*]] = memref.alloc
// CHECK-NEXT: call @janus_kernel_{{[0-9a-f]+}}(%[[BUFFER]])
// CHECK-NEXT: %[[KEPT:.*]] = scf.for
// CHECK: scf.for
// CHECK: vector.store %[[KEPT]]
// CHECK: func.call @janus_tick
// CHECK: func.func private @janus_kernel
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: vector.store
func.func private @janus_tick()
func.func @janus_entry_k(%ctx: !llvm.ptr, %args: !llvm.ptr) -> i32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %a = memref.alloc() : memref<64xf32>
  %sum = scf.for %i = %c0 to %c64 step %c8 iter_args(%s = %zero) -> vector<8xf32> {
    %x = vector.load %a[%i] : memref<64xf32>, vector<8xf32>
    %y = arith.addf %s, %x : vector<8xf32>
    scf.yield %y : vector<8xf32>
  }
  scf.for %i = %c0 to %c64 step %c8 {
    memref.store %f, %a[%i] : memref<64xf32>
  }
  vector.store %sum, %a[%c8] : memref<64xf32>, vector<8xf32>
  %kept = scf.for %i = %c0 to %c64 step %c8 iter_args(%s = %zero) -> vector<8xf32> {
    %x = vector.load %a[%i] : memref<64xf32>, vector<8xf32>
    %y = arith.addf %s, %x : vector<8xf32>
    scf.yield %y : vector<8xf32>
  }
  scf.for %j = %c0 to %c64 step %c8 {
    vector.store %kept, %a[%j] : memref<64xf32>, vector<8xf32>
    func.call @janus_tick() : () -> ()
  }
  %s = llvm.mlir.constant(0 : i32) : i32
  return %s : i32
}
