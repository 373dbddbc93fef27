// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: imperative.delete %{{.*}}

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  %v = imperative.cell "v"
  imperative.delete %v
  imperative.return %x : !imperative.object
}
