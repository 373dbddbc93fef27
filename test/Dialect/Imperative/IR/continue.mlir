// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: imperative.continue

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  imperative.for %i : !imperative.object in %x : !imperative.object {
    imperative.if %c {
      imperative.continue
    }
  }
  imperative.return %x : !imperative.object
}
