// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = imperative.library_call "torch.relu"(%{{.*}}) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32>
// CHECK: %{{.*}} = imperative.library_call "torch.seed"() : () -> !imperative.object

imperative.func @f(%x: !imperative.object, %t: !imperative.tensor<?x4xf32>) -> !imperative.object {
  %r = imperative.library_call "torch.relu"(%t) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32>
  %z = imperative.library_call "torch.seed"() : () -> !imperative.object
  imperative.return %x : !imperative.object
}
