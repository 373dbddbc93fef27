// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = imperative.load %{{.*}} : !imperative.object

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  %v = imperative.cell "v"
  imperative.store %x, %v : !imperative.object
  %r = imperative.load %v : !imperative.object
  imperative.return %r : !imperative.object
}
