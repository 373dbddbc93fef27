// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// Empty, pairs, and one unpacked (its key is None).
// CHECK: %{{.*}} = imperative.build_dict( : ) : () -> !imperative.object
// CHECK: %{{.*}} = imperative.build_dict(%{{.*}}, %{{.*}} : %{{.*}}, %{{.*}}) : (!imperative.str, !imperative.str, !imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.build_dict(%{{.*}}, %{{.*}} : %{{.*}}, %{{.*}}) : (!imperative.str, !imperative.none, !imperative.object, !imperative.object) -> !imperative.object {unpacked = array<i1: false, true>}

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %k: !imperative.str, %n: !imperative.none) -> !imperative.object {
  %empty = imperative.build_dict( : ) : () -> !imperative.object
  %pairs = imperative.build_dict(%k, %k : %x, %y) : (!imperative.str, !imperative.str, !imperative.object, !imperative.object) -> !imperative.object
  %more = imperative.build_dict(%k, %n : %x, %y) : (!imperative.str, !imperative.none, !imperative.object, !imperative.object) -> !imperative.object {unpacked = array<i1: false, true>}
  imperative.return %x : !imperative.object
}
