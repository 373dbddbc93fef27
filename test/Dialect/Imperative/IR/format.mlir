// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = imperative.format %{{.*}} : (!imperative.object) -> !imperative.str
// CHECK: %{{.*}} = imperative.format %{{.*}}, %{{.*}} : (!imperative.object, !imperative.str) -> !imperative.str {conversion = "r"}

imperative.func @f(%x: !imperative.object, %s: !imperative.str) -> !imperative.object {
  %a = imperative.format %x : (!imperative.object) -> !imperative.str
  %b = imperative.format %x, %s : (!imperative.object, !imperative.str) -> !imperative.str {conversion = "r"}
  imperative.return %x : !imperative.object
}
