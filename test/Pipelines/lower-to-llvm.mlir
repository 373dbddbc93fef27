// RUN: janus-opt %s --janus-lower-to-llvm --verify-roundtrip | FileCheck %s

// Loops over memrefs become LLVM's blocks; nothing of another dialect is left.
// CHECK-LABEL: llvm.func @fill(
// CHECK: llvm.cond_br
// CHECK: llvm.store %{{.*}} : f32, !llvm.ptr
// CHECK-NOT: {{scf|memref|arith|func|builtin}}.{{[a-z_]+ }}
// CHECK: llvm.return
func.func @fill(%m: memref<?xf32>, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}
