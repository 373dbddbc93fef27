// RUN: janus-opt %s --split-input-file --verify-diagnostics

func.func @integer_loss(%loss: tensor<i64>, %w: tensor<3xf32>) {
  // expected-error @+1 {{expected a floating-point loss, found 'tensor<i64>'}}
  %dw = nn.gradient %loss wrt (%w) : (tensor<i64>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @no_seed(%loss: tensor<2xf32>, %w: tensor<3xf32>) {
  // expected-error @+1 {{expected a seed, because the loss has more than one element: 'tensor<2xf32>'}}
  %dw = nn.gradient %loss wrt (%w) : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @other_seed(%loss: tensor<2xf32>, %seed: tensor<2xf64>, %w: tensor<3xf32>) {
  // expected-error @+1 {{expected the seed to have the loss's type 'tensor<2xf32>', found 'tensor<2xf64>'}}
  %dw = nn.gradient %loss, %seed wrt (%w) : (tensor<2xf32>, tensor<2xf64>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @integer_leaf(%loss: tensor<f32>, %w: tensor<3xi64>) {
  // expected-error @+1 {{expected gradients with respect to floating-point tensors only, found 'tensor<3xi64>'}}
  %dw = nn.gradient %loss wrt (%w) : (tensor<f32>, tensor<3xi64>) -> tensor<3xi64>
  return
}

// -----

func.func @other_result(%loss: tensor<f32>, %w: tensor<3xf32>) {
  // expected-error @+1 {{expected one gradient for each value in wrt, of the same type}}
  %dw = nn.gradient %loss wrt (%w) : (tensor<f32>, tensor<3xf32>) -> tensor<4xf32>
  return
}
