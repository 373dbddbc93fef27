// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// Positional, keyword, unpacked.
// CHECK: %{{.*}} = imperative.call %{{.*}}() : (!imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.call %{{.*}}(%{{.*}}, %{{.*}}) : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.call %{{.*}}(%{{.*}}, %{{.*}}) names ["", "dim"] : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.call %{{.*}}(%{{.*}}, %{{.*}}, %{{.*}}) names ["*", "dim", "**"] : (!imperative.object, !imperative.object, !imperative.object, !imperative.object) -> !imperative.object

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  %none = imperative.call %x() : (!imperative.object) -> !imperative.object
  %two = imperative.call %x(%y, %y) : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  %keys = imperative.call %x(%y, %y) names ["", "dim"] : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  %stars = imperative.call %x(%y, %y, %y) names ["*", "dim", "**"] : (!imperative.object, !imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  imperative.return %x : !imperative.object
}
