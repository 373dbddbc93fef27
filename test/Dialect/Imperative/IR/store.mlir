// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: imperative.store %{{.*}}, %{{.*}} : !imperative.object
// CHECK: imperative.store %{{.*}}, %{{.*}} : !imperative.int

imperative.func @f(%x: !imperative.object, %n: !imperative.int) -> !imperative.object {
  %v = imperative.cell "v"
  imperative.store %x, %v : !imperative.object
  imperative.store %n, %v : !imperative.int
  imperative.return %x : !imperative.object
}
