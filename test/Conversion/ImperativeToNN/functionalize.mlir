// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// Arguments, states and what Python receives.
imperative.state @w : !imperative.tensor<4xf32> path "net.w" {requires_grad}

// CHECK-LABEL: func.func @values
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32> {janus.arg = "x"}, %[[N:.*]]: i64 {janus.arg = "n"}, %[[W:.*]]: tensor<4xf32> {janus.state = "net.w"})
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}, i64 {janus.result = 1 : i64})
// CHECK-SAME: janus.output = "{\22tuple\22:[{\22result\22:0},{\22result\22:1},{\22arg\22:\22x\22},{\22state\22:\22net.w\22},{\22const\22:null}]}"
imperative.func @values(%x: !imperative.tensor<?x4xf32>, %n: !imperative.int) -> !imperative.object
    attributes {entry, no_grad, params = [#imperative.param<"x", positional>, #imperative.param<"n", positional>]} {
  %w = imperative.read_state @w : !imperative.tensor<4xf32>
  %one = imperative.constant 1 : i64 -> !imperative.int
  // CHECK: %[[WB:.*]] = nn.broadcast_to %[[W]]
  // CHECK: %[[SUM:.*]] = nn.add %[[X]], %[[WB]]
  %sum = imperative.library_call "torch.add"(%x, %w, %one) : (!imperative.tensor<?x4xf32>, !imperative.tensor<4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  // CHECK: %[[M:.*]] = arith.addi %[[N]], %{{.*}} : i64
  // CHECK: janus.assume %{{.*}}, 0, "an int stays in 64 bits"
  %m = imperative.binary add %n, %one : (!imperative.int, !imperative.int) -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %r = imperative.build_tuple (%sum, %m, %x, %w, %none) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.tensor<?x4xf32>, !imperative.tensor<4xf32>, !imperative.none) -> !imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.int, !imperative.tensor<?x4xf32>, !imperative.tensor<4xf32>, !imperative.none>
  // CHECK: return %[[SUM]], %[[M]]
  imperative.return %r : !imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.int, !imperative.tensor<?x4xf32>, !imperative.tensor<4xf32>, !imperative.none>
}

// -----

// A write through a view reaches the tensor and its other views.
// CHECK-LABEL: func.func @views
// CHECK-SAME: (%[[X:.*]]: tensor<4x3xf32> {janus.arg = "x"})
// CHECK-SAME: -> (tensor<3xf32> {janus.result = 0 : i64}, tensor<4x3xf32> {janus.update = "x"})
imperative.func @views(%x: !imperative.tensor<4x3xf32>) -> !imperative.object
    attributes {entry, no_grad, params = [#imperative.param<"x", positional>]} {
  %0 = imperative.constant 0 : i64 -> !imperative.int
  %1 = imperative.constant 1 : i64 -> !imperative.int
  %two = imperative.constant 2.0 : f64 -> !imperative.float
  %a = imperative.library_call "torch.Tensor.__getitem__"(%x, %0) : (!imperative.tensor<4x3xf32>, !imperative.int) -> !imperative.tensor<3xf32>
  %b = imperative.library_call "torch.Tensor.__getitem__"(%x, %0) : (!imperative.tensor<4x3xf32>, !imperative.int) -> !imperative.tensor<3xf32>
  // CHECK: %[[NEW:.*]] = nn.mul
  // CHECK: %[[ROW:.*]] = nn.reshape %[[NEW]]
  // CHECK: %[[WHOLE:.*]] = nn.slice_scatter %[[ROW]] into %[[X]]
  %c = imperative.library_call "torch.Tensor.mul_"(%a, %two) : (!imperative.tensor<3xf32>, !imperative.float) -> !imperative.tensor<3xf32>
  // CHECK: nn.slice %[[WHOLE]]
  // CHECK: %[[R:.*]] = nn.relu
  %r = imperative.library_call "torch.relu"(%b) : (!imperative.tensor<3xf32>) -> !imperative.tensor<3xf32>
  // CHECK: return %[[R]], %[[WHOLE]]
  imperative.return %r : !imperative.tensor<3xf32>
}
