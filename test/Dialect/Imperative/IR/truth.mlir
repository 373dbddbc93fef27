// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = imperative.truth %{{.*}} : !imperative.object
// CHECK: %{{.*}} = imperative.truth %{{.*}} : !imperative.tensor<1xi1>

imperative.func @f(%x: !imperative.object, %t: !imperative.tensor<1xi1>) -> !imperative.object {
  %a = imperative.truth %x : !imperative.object
  %b = imperative.truth %t : !imperative.tensor<1xi1>
  imperative.return %x : !imperative.object
}
