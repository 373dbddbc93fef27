// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// Absent parts are None.
// CHECK: %{{.*}} = imperative.build_slice %{{.*}}, %{{.*}}, %{{.*}} : (!imperative.int, !imperative.object, !imperative.none) -> !imperative.slice

imperative.func @f(%x: !imperative.object, %i: !imperative.int, %n: !imperative.none) -> !imperative.object {
  %s = imperative.build_slice %i, %x, %n : (!imperative.int, !imperative.object, !imperative.none) -> !imperative.slice
  imperative.return %x : !imperative.object
}
