// RUN: janus-opt %s --imperative-promote-cells | FileCheck %s

// Printed values are called what the user called them.
// CHECK: imperative.func @f(%x: !imperative.object, %n_cell: !imperative.cell)
// CHECK: %n = imperative.load %n_cell
// CHECK: %c-1 = imperative.constant -1
// CHECK: %true = imperative.constant true
// CHECK: %relu = imperative.constant #imperative.builtin<"torch.relu">
// CHECK: %weight = imperative.get_attr %x, "weight"
// CHECK: %F = imperative.get_global "F"
// CHECK: %total = imperative.for %arg{{[0-9]+}} : !imperative.object in %x : !imperative.object carry (%total_0 = %F)
imperative.func @f(%x: !imperative.object, %n_cell: !imperative.cell) -> !imperative.object
    attributes {params = [#imperative.param<"x", positional>], captures = ["n"]} {
  %0 = imperative.load %n_cell : !imperative.object
  %1 = imperative.constant -1 : i64 -> !imperative.int
  %2 = imperative.constant true -> !imperative.bool
  %3 = imperative.constant #imperative.builtin<"torch.relu"> -> !imperative.object
  %4 = imperative.get_attr %x, "weight" : (!imperative.object) -> !imperative.object
  %5 = imperative.get_global "F" : !imperative.object
  %6 = imperative.cell "total"
  imperative.store %5, %6 : !imperative.object
  imperative.for %i : !imperative.object in %x : !imperative.object {
    imperative.store %i, %6 : !imperative.object
  }
  %7 = imperative.load %6 : !imperative.object
  imperative.return %7 : !imperative.object
}
