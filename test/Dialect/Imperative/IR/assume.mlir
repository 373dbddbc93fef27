// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// What the version was compiled under, in words.
// CHECK: imperative.assume %{{.*}}, "x.shape[0] == y.shape[0]"

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  imperative.assume %c, "x.shape[0] == y.shape[0]"
  imperative.return %x : !imperative.object
}
