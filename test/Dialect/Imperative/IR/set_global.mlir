// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: imperative.set_global "count", %{{.*}} : !imperative.object

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  imperative.set_global "count", %x : !imperative.object
  imperative.return %x : !imperative.object
}
