// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = imperative.elements() : () -> !imperative.sequence<!imperative.union<>>
// CHECK: %{{.*}} = imperative.elements(%{{.*}}) : (!imperative.int) -> !imperative.sequence<!imperative.int>

imperative.func @f(%i: !imperative.int) -> !imperative.sequence<!imperative.int> {
  %none = imperative.elements() : () -> !imperative.sequence<!imperative.union<>>
  %one = imperative.elements(%i) : (!imperative.int) -> !imperative.sequence<!imperative.int>
  imperative.return %one : !imperative.sequence<!imperative.int>
}
