// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: imperative.raise %{{.*}} : !imperative.object
// CHECK: imperative.raise %{{.*}} from %{{.*}} : !imperative.object, !imperative.object

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  imperative.if %c {
    imperative.raise %x : !imperative.object
  } else {
    imperative.raise %x from %y : !imperative.object, !imperative.object
  }
  imperative.return %x : !imperative.object
}
