// RUN: janus-opt %s --imperative-unroll-loops | FileCheck %s

// A tuple whose length is known by its type alone: what a library call gives.
// CHECK-LABEL: imperative.func @parts
imperative.func @parts(%x: !imperative.tensor<?x4xf32>) -> !imperative.object attributes {entry} {
  %two = imperative.constant 2 : i64 -> !imperative.int
  %one = imperative.constant 1 : i64 -> !imperative.int
  // CHECK: %[[PARTS:.*]] = imperative.library_call "torch.Tensor.split"
  %parts = imperative.library_call "torch.Tensor.split"(%x, %two, %one) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.int) -> !imperative.tuple<!imperative.tensor<?x2xf32>, !imperative.tensor<?x2xf32>>
  // CHECK: %[[I0:.*]] = imperative.constant 0
  // CHECK: %[[P0:.*]] = imperative.get_item %[[PARTS]][%[[I0]]]
  // CHECK: imperative.set_global "g", %[[P0]]
  // CHECK: %[[I1:.*]] = imperative.constant 1
  // CHECK: %[[P1:.*]] = imperative.get_item %[[PARTS]][%[[I1]]]
  // CHECK: imperative.set_global "g", %[[P1]]
  // CHECK-NOT: imperative.for
  imperative.for %part : !imperative.object in %parts : !imperative.tuple<!imperative.tensor<?x2xf32>, !imperative.tensor<?x2xf32>> {
    imperative.set_global "g", %part : !imperative.object
  }
  imperative.return %x : !imperative.tensor<?x4xf32>
}
