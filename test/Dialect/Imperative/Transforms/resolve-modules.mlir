// RUN: janus-opt %s --imperative-resolve-ops | FileCheck %s

// An LSTM's forward is one library call; its states are zeros by default.
imperative.object @lstm class "torch.nn.LSTM" path "lstm" {
  fields = {batch_first = true, bias = false, bidirectional = true, dropout = 0.0 : f64, hidden_size = 3 : i64, num_layers = 1 : i64, proj_size = 0 : i64, training = false,
            weight_ih_l0 = #imperative.ref<@wi>, weight_hh_l0 = #imperative.ref<@wh>, weight_ih_l0_reverse = #imperative.ref<@wir>, weight_hh_l0_reverse = #imperative.ref<@whr>},
  call = #imperative.method<#imperative.builtin<"torch.nn.LSTM.forward">, #imperative.ref<@lstm>>}
imperative.state @wi : !imperative.tensor<12x4xf32> path "lstm.weight_ih_l0"
imperative.state @wh : !imperative.tensor<12x3xf32> path "lstm.weight_hh_l0"
imperative.state @wir : !imperative.tensor<12x4xf32> path "lstm.weight_ih_l0_reverse"
imperative.state @whr : !imperative.tensor<12x3xf32> path "lstm.weight_hh_l0_reverse"

// CHECK-LABEL: imperative.func @default_states
// CHECK-SAME: (%[[X:.*]]: !imperative.tensor<?x5x4xf32>)
imperative.func @default_states(%x: !imperative.tensor<?x5x4xf32>) -> !imperative.object attributes {entry} {
  // CHECK: %[[WI:.*]] = imperative.read_state @wi :
  // CHECK: %[[WH:.*]] = imperative.read_state @wh :
  // CHECK: %[[WIR:.*]] = imperative.read_state @wir :
  // CHECK: %[[WHR:.*]] = imperative.read_state @whr :
  // CHECK: %[[BATCH:.*]] = imperative.library_call "torch.Tensor.size"(%[[X]]
  // CHECK: %[[H:.*]] = imperative.library_call "torch.zeros"({{.*}} -> !imperative.tensor<2x?x3xf32>
  // CHECK: %[[C:.*]] = imperative.library_call "torch.zeros"({{.*}} -> !imperative.tensor<2x?x3xf32>
  // CHECK: %[[STATES:.*]] = imperative.build_tuple(%[[H]], %[[C]])
  // CHECK: %[[WEIGHTS:.*]] = imperative.build_tuple(%[[WI]], %[[WH]], %[[WIR]], %[[WHR]])
  // CHECK: %[[ALL:.*]] = imperative.library_call "torch.lstm"(%[[X]], %[[STATES]], %[[WEIGHTS]], {{.*}} -> !imperative.tuple<!imperative.tensor<?x5x6xf32>, !imperative.tensor<2x?x3xf32>, !imperative.tensor<2x?x3xf32>>
  // CHECK: %[[OUTPUT:.*]] = imperative.get_item %[[ALL]]
  // CHECK: %[[HN:.*]] = imperative.get_item %[[ALL]]
  // CHECK: %[[CN:.*]] = imperative.get_item %[[ALL]]
  // CHECK: %[[LAST:.*]] = imperative.build_tuple(%[[HN]], %[[CN]])
  // CHECK: %[[R:.*]] = imperative.build_tuple(%[[OUTPUT]], %[[LAST]])
  // CHECK: imperative.return %[[R]]
  %lstm = imperative.constant #imperative.ref<@lstm> -> !imperative.instance<@lstm>
  %r = imperative.call %lstm(%x) : (!imperative.instance<@lstm>, !imperative.tensor<?x5x4xf32>) -> !imperative.object
  imperative.return %r : !imperative.object
}

// A sequence without a batch stays a call.
// CHECK-LABEL: imperative.func @unbatched
imperative.func @unbatched(%x: !imperative.tensor<5x4xf32>) -> !imperative.object attributes {entry} {
  // CHECK: imperative.call
  %lstm = imperative.constant #imperative.ref<@lstm> -> !imperative.instance<@lstm>
  %r = imperative.call %lstm(%x) : (!imperative.instance<@lstm>, !imperative.tensor<5x4xf32>) -> !imperative.object
  imperative.return %r : !imperative.object
}
