// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// A step of stochastic gradient descent with momentum.
imperative.state @w : !imperative.tensor<3x4xf32> path "net.w" {requires_grad, grad}
imperative.state @b : !imperative.tensor<3xf32> path "net.b" {requires_grad}
imperative.state @buf : !imperative.tensor<3x4xf32> path "opt.state[net.w]['momentum_buffer']"
imperative.state @bufb : !imperative.tensor<3xf32> path "opt.state[net.b]['momentum_buffer']"
imperative.state @lr : !imperative.float path "opt.param_groups[0]['lr']"
imperative.object @opt class "torch.optim.sgd.SGD" path "opt" {fields = {param_groups = #imperative.ref<@groups>, state = #imperative.ref<@state>}}
imperative.object @groups class "builtins.list" path "opt.param_groups" {items = [#imperative.ref<@group>]}
imperative.object @group class "builtins.dict" path "opt.param_groups[0]" {entries = {params = #imperative.ref<@params>, lr = #imperative.ref<@lr>, momentum = 0.9 : f64, dampening = 0 : i64, weight_decay = 0.01 : f64, nesterov = false, maximize = false, foreach = #imperative.none, differentiable = false, fused = #imperative.none}}
imperative.object @params class "builtins.list" path "opt.param_groups[0]['params']" {items = [#imperative.ref<@w>, #imperative.ref<@b>]}
imperative.object @state class "torch.optim.state" path "opt.state" {items = [#imperative.ref<@state.0>, #imperative.ref<@state.1>]}
imperative.object @state.0 class "builtins.dict" path "opt.state[net.w]" {entries = {momentum_buffer = #imperative.ref<@buf>}}
imperative.object @state.1 class "builtins.dict" path "opt.state[net.b]" {entries = {momentum_buffer = #imperative.ref<@bufb>}}

// CHECK-LABEL: func.func @sgd
// CHECK-SAME: tensor<f32> {janus.result = 0 : i64}
// CHECK-SAME: tensor<3x4xf32> {janus.update = "net.w"}
// CHECK-SAME: tensor<3xf32> {janus.update = "net.b"}
// CHECK-SAME: {janus.update = "opt.state[net.w]['momentum_buffer']"}
// CHECK-SAME: {janus.grad = "net.w"}, tensor<3xf32> {janus.grad = "net.b"}
// CHECK-SAME: \22consumed\22:true
imperative.func @sgd(%x: !imperative.tensor<?x4xf32>, %t: !imperative.tensor<?xi64>) -> !imperative.object
    attributes {entry, params = [#imperative.param<"x", positional>, #imperative.param<"t", positional>]} {
  %opt = imperative.constant #imperative.ref<@opt> -> !imperative.instance<@opt>
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %ignore = imperative.constant -100 : i64 -> !imperative.int
  %mean = imperative.constant "mean" -> !imperative.str
  %zero = imperative.constant 0.0 : f64 -> !imperative.float
  %z = imperative.library_call "torch.optim.Optimizer.zero_grad"(%opt) : (!imperative.instance<@opt>) -> !imperative.none
  %w = imperative.read_state @w : !imperative.tensor<3x4xf32>
  %b = imperative.read_state @b : !imperative.tensor<3xf32>
  %y = imperative.library_call "torch.nn.functional.linear"(%x, %w, %b) : (!imperative.tensor<?x4xf32>, !imperative.tensor<3x4xf32>, !imperative.tensor<3xf32>) -> !imperative.tensor<?x3xf32>
  // CHECK: %[[LOSS:.*]] = nn.cross_entropy mean
  %loss = imperative.library_call "torch.nn.functional.cross_entropy"(%y, %t, %none, %none, %ignore, %none, %mean, %zero) : (!imperative.tensor<?x3xf32>, !imperative.tensor<?xi64>, !imperative.none, !imperative.none, !imperative.int, !imperative.none, !imperative.str, !imperative.float) -> !imperative.tensor<f32>
  // CHECK: %[[G:.*]]:2 = nn.gradient %[[LOSS]] wrt
  %back = imperative.library_call "torch.Tensor.backward"(%loss, %none, %none, %false, %none) : (!imperative.tensor<f32>, !imperative.none, !imperative.none, !imperative.bool, !imperative.none) -> !imperative.none
  // CHECK: nn.detach
  %s = imperative.library_call "torch.optim.SGD.step"(%opt) : (!imperative.instance<@opt>) -> !imperative.none
  imperative.return %loss : !imperative.tensor<f32>
}

// -----

// Adam: the step's number is read for the bias corrections.
imperative.state @w : !imperative.tensor<4xf32> path "w" {requires_grad}
imperative.state @step : !imperative.tensor<f32> path "opt.state[w]['step']"
imperative.state @m : !imperative.tensor<4xf32> path "opt.state[w]['exp_avg']"
imperative.state @v : !imperative.tensor<4xf32> path "opt.state[w]['exp_avg_sq']"
imperative.object @opt class "torch.optim.adamw.AdamW" path "opt" {fields = {param_groups = #imperative.ref<@groups>, state = #imperative.ref<@state>}}
imperative.object @groups class "builtins.list" path "opt.param_groups" {items = [#imperative.ref<@group>]}
imperative.object @group class "builtins.dict" path "opt.param_groups[0]" {entries = {params = #imperative.ref<@params>, lr = 0.001 : f64, betas = [0.9 : f64, 0.999 : f64], eps = 1.0e-8 : f64, weight_decay = 0.01 : f64, amsgrad = false, maximize = false, foreach = #imperative.none, capturable = false, differentiable = false, fused = #imperative.none, decoupled_weight_decay = true}}
imperative.object @params class "builtins.list" path "opt.param_groups[0]['params']" {items = [#imperative.ref<@w>]}
imperative.object @state class "torch.optim.state" path "opt.state" {items = [#imperative.ref<@state.0>]}
imperative.object @state.0 class "builtins.dict" path "opt.state[w]" {entries = {step = #imperative.ref<@step>, exp_avg = #imperative.ref<@m>, exp_avg_sq = #imperative.ref<@v>}}

// CHECK-LABEL: func.func @adam
imperative.func @adam(%x: !imperative.tensor<4xf32>) -> !imperative.object
    attributes {entry, params = [#imperative.param<"x", positional>]} {
  %opt = imperative.constant #imperative.ref<@opt> -> !imperative.instance<@opt>
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %w = imperative.read_state @w : !imperative.tensor<4xf32>
  %p = imperative.library_call "torch.mul"(%x, %w) : (!imperative.tensor<4xf32>, !imperative.tensor<4xf32>) -> !imperative.tensor<4xf32>
  %loss = imperative.library_call "torch.sum"(%p, %none, %false, %none) : (!imperative.tensor<4xf32>, !imperative.none, !imperative.bool, !imperative.none) -> !imperative.tensor<f32>
  %back = imperative.library_call "torch.Tensor.backward"(%loss, %none, %none, %false, %none) : (!imperative.tensor<f32>, !imperative.none, !imperative.none, !imperative.bool, !imperative.none) -> !imperative.none
  // CHECK: tensor.extract
  // CHECK: math.powf
  // CHECK: math.sqrt
  // CHECK: nn.div
  %s = imperative.library_call "torch.optim.AdamW.step"(%opt) : (!imperative.instance<@opt>) -> !imperative.none
  imperative.return %none : !imperative.none
}

// -----

// Running statistics of batch_norm are updates; the gradient does not see them.
imperative.state @mean : !imperative.tensor<3xf32> path "bn.running_mean"
imperative.state @var : !imperative.tensor<3xf32> path "bn.running_var"

// CHECK-LABEL: func.func @batch_norm
// CHECK-SAME: {janus.update = "bn.running_mean"}, tensor<3xf32> {janus.update = "bn.running_var"}
imperative.func @batch_norm(%x: !imperative.tensor<?x3x8x8xf32>) -> !imperative.object
    attributes {entry, params = [#imperative.param<"x", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %true = imperative.constant true -> !imperative.bool
  %momentum = imperative.constant 0.1 : f64 -> !imperative.float
  %eps = imperative.constant 1.0e-5 : f64 -> !imperative.float
  %mean = imperative.read_state @mean : !imperative.tensor<3xf32>
  %var = imperative.read_state @var : !imperative.tensor<3xf32>
  // CHECK: janus.assume {{.*}} "batch_norm in training has more than 1 value per channel"
  // CHECK: nn.batch_norm_training
  %y = imperative.library_call "torch.nn.functional.batch_norm"(%x, %mean, %var, %none, %none, %true, %momentum, %eps) : (!imperative.tensor<?x3x8x8xf32>, !imperative.tensor<3xf32>, !imperative.tensor<3xf32>, !imperative.none, !imperative.none, !imperative.bool, !imperative.float, !imperative.float) -> !imperative.tensor<?x3x8x8xf32>
  imperative.return %y : !imperative.tensor<?x3x8x8xf32>
}
