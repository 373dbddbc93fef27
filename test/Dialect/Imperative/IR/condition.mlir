// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// At the end of a condition and of a body that may stop, with and without values.
// CHECK: imperative.condition %{{.*}}
// CHECK: imperative.condition %{{.*}}, %{{.*}} : !imperative.object

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  imperative.while {
    imperative.condition %c
  } do {
  }
  %r = imperative.for %i : !imperative.object in %x : !imperative.object carry (%s = %y) : !imperative.object {
    imperative.condition %c, %s : !imperative.object
  }
  imperative.return %x : !imperative.object
}
