// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: imperative.del_attr %{{.*}}, "steps" : !imperative.object

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  imperative.del_attr %x, "steps" : !imperative.object
  imperative.return %x : !imperative.object
}
