// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// Plain, with an else, carrying values, starting with a more special value.
// CHECK: imperative.while {
// CHECK: imperative.while {
// CHECK: %{{.*}} = imperative.while carry (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : !imperative.object, !imperative.object {
// CHECK: %{{.*}} = imperative.while carry (%{{.*}} = %{{.*}}) : (!imperative.int) -> !imperative.object {

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %n: !imperative.int, %c: !imperative.bool) -> !imperative.object {
  imperative.while {
    imperative.condition %c
  } do {
  }
  imperative.while {
    imperative.condition %c
  } do {
  } else {
  }
  %a:2 = imperative.while carry (%s = %x, %t = %y) : !imperative.object, !imperative.object {
    imperative.condition %c, %t, %s : !imperative.object, !imperative.object
  } do {
  ^bb0(%u: !imperative.object, %v: !imperative.object):
    imperative.yield %v, %u : !imperative.object, !imperative.object
  }
  %b = imperative.while carry (%s = %n) : (!imperative.int) -> !imperative.object {
    imperative.condition %c, %s : !imperative.object
  } do {
  ^bb0(%u: !imperative.object):
    imperative.yield %x : !imperative.object
  }
  imperative.return %x : !imperative.object
}
