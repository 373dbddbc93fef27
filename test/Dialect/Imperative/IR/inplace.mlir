// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = imperative.inplace add %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.inplace matmul %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  %a = imperative.inplace add %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %b = imperative.inplace matmul %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %x : !imperative.object
}
