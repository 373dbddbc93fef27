// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = imperative.append %{{.*}} to %{{.*}} : !imperative.int, !imperative.sequence<!imperative.int> -> !imperative.sequence<!imperative.int>
// CHECK: %{{.*}} = imperative.append %{{.*}} to %{{.*}} : !imperative.object, !imperative.object -> !imperative.object

imperative.func @f(%i: !imperative.int, %ints: !imperative.sequence<!imperative.int>, %x: !imperative.object, %list: !imperative.object) -> !imperative.object {
  %more = imperative.append %i to %ints : !imperative.int, !imperative.sequence<!imperative.int> -> !imperative.sequence<!imperative.int>
  %other = imperative.append %x to %list : !imperative.object, !imperative.object -> !imperative.object
  imperative.return %other : !imperative.object
}
