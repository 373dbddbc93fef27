// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: imperative.set_item %{{.*}}[%{{.*}}], %{{.*}} : !imperative.object, !imperative.int, !imperative.object

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %i: !imperative.int) -> !imperative.object {
  imperative.set_item %x[%i], %y : !imperative.object, !imperative.int, !imperative.object
  imperative.return %x : !imperative.object
}
