// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: imperative.yield %{{.*}} : !imperative.object
// CHECK: imperative.yield %{{.*}} : !imperative.object

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  imperative.if %c {
    imperative.yield
  } else {
    imperative.set_global "a", %x : !imperative.object
    imperative.yield
  }
  %r = imperative.if %c -> !imperative.object {
    imperative.yield %x : !imperative.object
  } else {
    imperative.yield %y : !imperative.object
  }
  imperative.return %x : !imperative.object
}
