// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @no_input(%a: f64, %g: tensor<316xi64>) {
  // expected-error @+1 {{needs an input}}
  %y, %g1 = nn.draw poisson_of(%a, %a) from %g sizes [4] of f32 : (f64, f64, tensor<316xi64>) -> (tensor<4xf32>, tensor<316xi64>)
  return
}

// -----

func.func @input(%a: f64, %p: tensor<4xf32>, %g: tensor<316xi64>) {
  // expected-error @+1 {{takes no input}}
  %y, %g1 = nn.draw normal(%a, %a) of %p from %g sizes [4] of f32 : (f64, f64, tensor<4xf32>, tensor<316xi64>) -> (tensor<4xf32>, tensor<316xi64>)
  return
}

// -----

func.func @generator(%a: f64, %g: tensor<3xi64>) {
  // expected-error @+1 {{has a generator of type tensor<3xi64>, expected tensor<316xi64>}}
  %y, %g1 = nn.draw normal(%a, %a) from %g sizes [4] of f32 : (f64, f64, tensor<3xi64>) -> (tensor<4xf32>, tensor<3xi64>)
  return
}

// -----

func.func @elements(%a: f64, %g: tensor<316xi64>) {
  // expected-error @+1 {{has elements that are no numbers}}
  %y, %g1 = nn.draw normal(%a, %a) from %g sizes [4] of none : (f64, f64, tensor<316xi64>) -> (tensor<4xf32>, tensor<316xi64>)
  return
}
