// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// With live locals and without.
// CHECK: imperative.commit(%{{.*}}, %{{.*}}) names ["x", "i"] : !imperative.object, !imperative.int
// CHECK: imperative.commit names []

imperative.func @f(%x: !imperative.object, %i: !imperative.int) -> !imperative.object {
  imperative.commit (%x, %i) names ["x", "i"] : !imperative.object, !imperative.int
  imperative.commit names []
  imperative.return %x : !imperative.object
}
