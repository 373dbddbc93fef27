// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: imperative.check_bound %{{.*}}, "x"

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  imperative.check_bound %c, "x"
  imperative.return %x : !imperative.object
}
