// RUN: janus-opt --convert-nn-to-linalg --verify-diagnostics %s

// What janus-differentiate has not expanded has no lowering.
func.func @gradient(%loss: tensor<f32>, %w: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{failed to legalize operation 'nn.gradient'}}
  %dw = nn.gradient %loss wrt (%w) : (tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
  return %dw : tensor<3xf32>
}
