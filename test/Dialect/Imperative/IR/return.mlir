// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// From the end, from inside, and a value of a narrower type.
// CHECK: imperative.return %{{.*}} : !imperative.int
// CHECK: imperative.return %{{.*}} : !imperative.object

imperative.func @f(%x: !imperative.object, %n: !imperative.int, %c: !imperative.bool) -> !imperative.object {
  imperative.if %c {
    imperative.return %n : !imperative.int
  }
  imperative.return %x : !imperative.object
}
