// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// With each part and without.
// CHECK: imperative.try {
// CHECK: imperative.try {
// CHECK: imperative.try {

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  imperative.try {
    imperative.set_global "a", %x : !imperative.object
  } except {
  ^bb0(%e: !imperative.object):
    imperative.reraise
  } else {
    imperative.set_global "b", %x : !imperative.object
  } finally {
    imperative.set_global "c", %x : !imperative.object
  }
  imperative.try {
  } finally {
  }
  imperative.try {
  } except {
  ^bb0(%e: !imperative.object):
  }
  imperative.return %x : !imperative.object
}
