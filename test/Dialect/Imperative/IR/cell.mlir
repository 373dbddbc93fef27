// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = imperative.cell "total"
// CHECK: %{{.*}} = imperative.cell "result" always_bound
// CHECK: %{{.*}} = imperative.cell "y" {shared, slot = 3 : i64}

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  %v = imperative.cell "total"
  %w = imperative.cell "result" always_bound
  %y_cell = imperative.cell "y" {shared, slot = 3}
  imperative.return %x : !imperative.object
}
