// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// A tensor as it is, or as a wider type.
// CHECK: %{{.*}} = imperative.read_state @w : !imperative.tensor<4xf32>
// CHECK: %{{.*}} = imperative.read_state @w : !imperative.tensor<?xf32>

imperative.state @w : !imperative.tensor<4xf32> path "net.w"
imperative.func @f(%x: !imperative.object) -> !imperative.object {
  %w = imperative.read_state @w : !imperative.tensor<4xf32>
  %v = imperative.read_state @w : !imperative.tensor<?xf32>
  imperative.return %x : !imperative.object
}
