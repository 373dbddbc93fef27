// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK-LABEL: imperative.func @outer
imperative.func @outer(%defaults: !imperative.object, %hints: !imperative.object) -> !imperative.object {
  %code = imperative.constant #imperative.literal<"code", "inner"> -> !imperative.object {index = 2}
  // CHECK: %[[X:.*]] = imperative.cell "x" {shared, slot = 0 : i64}
  %x = imperative.cell "x" {shared, slot = 0}
  // CHECK: imperative.make_closure %{{.*}} captures(%[[X]]) defaults %{{.*}} annotations %{{.*}} : (!imperative.object, !imperative.cell, !imperative.object, !imperative.object) -> !imperative.object
  %f = imperative.make_closure %code captures(%x) defaults %defaults annotations %hints
    : (!imperative.object, !imperative.cell, !imperative.object, !imperative.object) -> !imperative.object
  // CHECK: imperative.make_closure %{{.*}} kwdefaults %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
  %g = imperative.make_closure %code kwdefaults %defaults : (!imperative.object, !imperative.object) -> !imperative.object
  // CHECK: imperative.make_closure %{{.*}} : (!imperative.object) -> !imperative.object
  %h = imperative.make_closure %code : (!imperative.object) -> !imperative.object
  imperative.return %f : !imperative.object
}
