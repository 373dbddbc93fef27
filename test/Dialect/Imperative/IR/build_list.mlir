// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// Empty, elements, and one unpacked.
// CHECK: %{{.*}} = imperative.build_list() : () -> !imperative.object
// CHECK: %{{.*}} = imperative.build_list(%{{.*}}, %{{.*}}) : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.build_list(%{{.*}}, %{{.*}}) : (!imperative.object, !imperative.object) -> !imperative.object {starred = array<i1: false, true>}

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  %empty = imperative.build_list() : () -> !imperative.object
  %two = imperative.build_list(%x, %y) : (!imperative.object, !imperative.object) -> !imperative.object
  %more = imperative.build_list(%x, %y) : (!imperative.object, !imperative.object) -> !imperative.object {starred = array<i1: false, true>}
  imperative.return %x : !imperative.object
}
