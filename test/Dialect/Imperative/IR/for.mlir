// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// Plain, with an else, carrying values, starting with a more special value, stopping early.
// CHECK: imperative.for %{{.*}} : !imperative.object in %{{.*}} : !imperative.object {
// CHECK: imperative.for %{{.*}} : !imperative.object in %{{.*}} : !imperative.object {
// CHECK: %{{.*}} = imperative.for %{{.*}} : !imperative.object in %{{.*}} : !imperative.object carry (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : !imperative.object, !imperative.object {
// CHECK: %{{.*}} = imperative.for %{{.*}} : !imperative.int in %{{.*}} : !imperative.object carry (%{{.*}} = %{{.*}}) : (!imperative.int) -> !imperative.object {
// CHECK: imperative.for %{{.*}} : !imperative.object in %{{.*}} : !imperative.object {

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %n: !imperative.int, %c: !imperative.bool) -> !imperative.object {
  imperative.for %i : !imperative.object in %x : !imperative.object {
  }
  imperative.for %i : !imperative.object in %x : !imperative.object {
  } else {
  }
  %a:2 = imperative.for %i : !imperative.object in %x : !imperative.object carry (%s = %x, %t = %y) : !imperative.object, !imperative.object {
    imperative.yield %t, %s : !imperative.object, !imperative.object
  }
  %b = imperative.for %i : !imperative.int in %x : !imperative.object carry (%s = %n) : (!imperative.int) -> !imperative.object {
    imperative.yield %x : !imperative.object
  }
  imperative.for %i : !imperative.object in %x : !imperative.object {
    imperative.condition %c
  }
  imperative.return %x : !imperative.object
}
