// RUN: janus-opt %s --janus-lower-generic | FileCheck %s

// From the dynamic level to the LLVM dialect, with nothing left over.
// CHECK-NOT: {{imperative\.|python\.|cf\.|arith\.}}
// CHECK-LABEL: llvm.func @janus_body_f(
// CHECK: llvm.call @janus_python_get_global(
// CHECK: llvm.call @janus_python_iter(
// CHECK: llvm.call @janus_python_next(
// CHECK: llvm.call @janus_bind(
imperative.func @f() -> !imperative.object attributes {generic} {
  %i_cell = imperative.cell "i" {slot = 0}
  %x = imperative.get_global "x" : !imperative.object
  imperative.for %i : !imperative.object in %x : !imperative.object {
    imperative.store %i, %i_cell : !imperative.object
  }
  imperative.return %x : !imperative.object
}
