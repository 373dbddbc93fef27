// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// Without else, with one, with results of a wider type than what is yielded, with exits.
// CHECK: imperative.if %{{.*}} {
// CHECK: imperative.if %{{.*}} {
// CHECK: %{{.*}} = imperative.if %{{.*}} -> !imperative.object {
// CHECK: %{{.*}} = imperative.if %{{.*}} -> (!imperative.object, !imperative.object) {

imperative.func @f(%x: !imperative.object, %n: !imperative.int, %c: !imperative.bool) -> !imperative.object {
  imperative.if %c {
    imperative.set_global "a", %x : !imperative.object
  }
  imperative.if %c {
  } else {
    imperative.raise %x : !imperative.object
  }
  %r = imperative.if %c -> !imperative.object {
    imperative.yield %n : !imperative.int
  } else {
    imperative.yield %x : !imperative.object
  }
  %p:2 = imperative.if %c -> (!imperative.object, !imperative.object) {
    imperative.yield %x, %x : !imperative.object, !imperative.object
  } else {
    imperative.return %x : !imperative.object
  }
  imperative.return %x : !imperative.object
}
