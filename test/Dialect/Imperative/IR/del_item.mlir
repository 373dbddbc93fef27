// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: imperative.del_item %{{.*}}[%{{.*}}] : !imperative.object, !imperative.int

imperative.func @f(%x: !imperative.object, %i: !imperative.int) -> !imperative.object {
  imperative.del_item %x[%i] : !imperative.object, !imperative.int
  imperative.return %x : !imperative.object
}
