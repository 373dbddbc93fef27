// RUN: janus-opt %s --verify-diagnostics

func.func @generic(%x: tensor<3xf32>) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %y = "nn.detach"(%x) : (tensor<3xf32>) -> tensor<4xf32>
  return
}
