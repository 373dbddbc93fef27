// RUN: janus-opt %s --split-input-file --imperative-assume-branches | FileCheck %s

// Types that have no common one: the longer branch is taken.
// CHECK-LABEL: imperative.func @different
// CHECK-SAME: (%[[C:.*]]: !imperative.bool, %[[X:.*]]: !imperative.tensor<?xf32>, %[[EMPTY:.*]]: !imperative.tensor<0x3xf64>)
// CHECK: %[[NOT:.*]] = imperative.unary not %[[C]]
// CHECK: imperative.assume %[[NOT]], "the longer of two branches that give different types is taken"
// CHECK: %[[Y:.*]] = imperative.library_call "torch.relu"(%[[X]])
// CHECK-NOT: imperative.if
// CHECK: imperative.return %[[Y]]
imperative.func @different(%c: !imperative.bool, %x: !imperative.tensor<?xf32>, %empty: !imperative.tensor<0x3xf64>) -> !imperative.object attributes {entry} {
  %r = imperative.if %c -> !imperative.object {
    imperative.yield %empty : !imperative.tensor<0x3xf64>
  } else {
    %y = imperative.library_call "torch.relu"(%x) : (!imperative.tensor<?xf32>) -> !imperative.tensor<?xf32>
    imperative.yield %y : !imperative.tensor<?xf32>
  }
  imperative.return %r : !imperative.object
}

// -----

// A common type: both stay.
// CHECK-LABEL: imperative.func @alike
// CHECK: imperative.if
imperative.func @alike(%c: !imperative.bool, %x: !imperative.tensor<?xf32>, %y: !imperative.tensor<3xf32>) -> !imperative.tensor<?xf32> attributes {entry} {
  %r = imperative.if %c -> !imperative.tensor<?xf32> {
    imperative.yield %x : !imperative.tensor<?xf32>
  } else {
    imperative.yield %y : !imperative.tensor<3xf32>
  }
  imperative.return %r : !imperative.tensor<?xf32>
}
