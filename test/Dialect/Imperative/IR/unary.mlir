// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// Every operator.
// CHECK: %{{.*}} = imperative.unary neg %{{.*}} : (!imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.unary pos %{{.*}} : (!imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.unary invert %{{.*}} : (!imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.unary not %{{.*}} : (!imperative.object) -> !imperative.object

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  %neg_ = imperative.unary neg %x : (!imperative.object) -> !imperative.object
  %pos_ = imperative.unary pos %x : (!imperative.object) -> !imperative.object
  %invert_ = imperative.unary invert %x : (!imperative.object) -> !imperative.object
  %not_ = imperative.unary not %x : (!imperative.object) -> !imperative.object
  imperative.return %x : !imperative.object
}
