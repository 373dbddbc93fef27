// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: imperative.reraise

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  imperative.try {
  } except {
  ^bb0(%e: !imperative.object):
    imperative.reraise
  }
  imperative.return %x : !imperative.object
}
