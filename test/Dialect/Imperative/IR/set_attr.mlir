// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: imperative.set_attr %{{.*}}, "steps", %{{.*}} : !imperative.object, !imperative.object

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  imperative.set_attr %x, "steps", %y : !imperative.object, !imperative.object
  imperative.return %x : !imperative.object
}
