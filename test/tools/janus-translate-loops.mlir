// A module of the loop level that names no target is for the host.
// RUN: janus-translate --janus-to-object %s -o %t.o && llvm-nm %t.o | FileCheck %s

// CHECK: T twice
func.func @twice(%x: memref<?xf32>, %i: index) {
  %0 = memref.load %x[%i] : memref<?xf32>
  %1 = arith.addf %0, %0 : f32
  memref.store %1, %x[%i] : memref<?xf32>
  return
}
