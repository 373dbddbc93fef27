// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = imperative.get_item %{{.*}}[%{{.*}}] : (!imperative.object, !imperative.int) -> !imperative.object

imperative.func @f(%x: !imperative.object, %i: !imperative.int) -> !imperative.object {
  %g = imperative.get_item %x[%i] : (!imperative.object, !imperative.int) -> !imperative.object
  imperative.return %x : !imperative.object
}
