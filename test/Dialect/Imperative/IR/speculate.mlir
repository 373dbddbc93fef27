// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK-LABEL: imperative.func @f
imperative.func @f() -> !imperative.object attributes {generic} {
  %x_cell = imperative.cell "x" {slot = 0}
  %y_cell = imperative.cell "y" {slot = 1}
  // CHECK: imperative.speculate 7 (%x_cell) -> (%y_cell) {
  // CHECK-NOT: yield
  // CHECK: }
  imperative.speculate 7 (%x_cell) -> (%y_cell) {
    %x = imperative.load %x_cell : !imperative.object
    imperative.store %x, %y_cell : !imperative.object
  }
  // CHECK: imperative.speculate 8 (%x_cell, %y_cell) -> () {
  // CHECK: imperative.return
  imperative.speculate 8 (%x_cell, %y_cell) -> () {
    %y = imperative.load %y_cell : !imperative.object
    imperative.return %y : !imperative.object
  }
  %z = imperative.load %x_cell : !imperative.object
  imperative.return %z : !imperative.object
}
