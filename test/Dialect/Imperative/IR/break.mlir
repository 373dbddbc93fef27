// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// Out of a for, out of a while, out of a loop through an if.
// CHECK: imperative.break
// CHECK: imperative.break

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  imperative.for %i : !imperative.object in %x : !imperative.object {
    imperative.if %c {
      imperative.break
    }
  }
  imperative.while {
    imperative.condition %c
  } do {
    imperative.break
  }
  imperative.return %x : !imperative.object
}
