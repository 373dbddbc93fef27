// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = imperative.unpack %{{.*}} : (!imperative.object) -> (!imperative.object, !imperative.object)
// CHECK: %{{.*}} = imperative.unpack %{{.*}} : (!imperative.object) -> (!imperative.object, !imperative.object) {star = 1 : i64}
// CHECK: imperative.unpack %{{.*}} : (!imperative.object) -> ()

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  %a, %b = imperative.unpack %x : (!imperative.object) -> (!imperative.object, !imperative.object)
  %d, %r = imperative.unpack %x : (!imperative.object) -> (!imperative.object, !imperative.object) {star = 1 : i64}
  imperative.unpack %x : (!imperative.object) -> ()
  imperative.return %x : !imperative.object
}
