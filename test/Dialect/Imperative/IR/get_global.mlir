// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = imperative.get_global "F" : !imperative.object

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  %g = imperative.get_global "F" : !imperative.object
  imperative.return %x : !imperative.object
}
