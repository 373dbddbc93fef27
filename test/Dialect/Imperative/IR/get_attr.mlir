// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = imperative.get_attr %{{.*}}, "weight" : (!imperative.object) -> !imperative.object

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  %w = imperative.get_attr %x, "weight" : (!imperative.object) -> !imperative.object
  imperative.return %x : !imperative.object
}
