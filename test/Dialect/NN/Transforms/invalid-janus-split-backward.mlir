// RUN: janus-opt %s --janus-split-backward --split-input-file --verify-diagnostics

// expected-error @+1 {{not native: its gradient needs net.scale as it was before it is written}}
func.func @needs_what_is_overwritten(%x: tensor<2xf32> {janus.arg = "x", janus.requires_grad}, %s: tensor<2xf32> {janus.state = "net.scale"}) -> (tensor<2xf32> {janus.result = 0 : i64}, tensor<2xf32> {janus.update = "net.scale"}) {
  %y = nn.mul %x, %s : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %new = nn.exp %s : tensor<2xf32>
  return %y, %new : tensor<2xf32>, tensor<2xf32>
}

// -----

func.func @writes_a_graph(%x: tensor<2xf32> {janus.arg = "x", janus.requires_grad}, %h: tensor<2xf32> {janus.state = "net.h"}) -> (tensor<2xf32> {janus.update = "net.h"}) {
  // expected-error @+1 {{not native: net.h is written with a value that requires grad}}
  %new = nn.exp %x : tensor<2xf32>
  return %new : tensor<2xf32>
}

// -----

// expected-error @+1 {{not native: it calls backward() and returns a value that requires grad}}
func.func @both(%x: tensor<2xf32> {janus.arg = "x", janus.requires_grad}) -> (tensor<2xf32> {janus.result = 0 : i64}, tensor<2xf32> {janus.grad = "net.w"}) {
  %y = nn.exp %x : tensor<2xf32>
  return %y, %y : tensor<2xf32>, tensor<2xf32>
}

// -----

func.func @no_derivative(%x: tensor<f32> {janus.arg = "x", janus.requires_grad}) -> (tensor<f32> {janus.result = 0 : i64}) {
  // expected-error @+1 {{'arith.remf' has no derivative}}
  %y = arith.remf %x, %x : tensor<f32>
  return %y : tensor<f32>
}

// -----

func.func @overwritten(%x: tensor<2xf32> {janus.arg = "x", janus.requires_grad}) -> (tensor<2xf32> {janus.result = 0 : i64}) {
  %y = nn.exp %x : tensor<2xf32>
  // expected-error @+1 {{not native: its gradient needs the result as it was before an in-place write; eager raises, too}}
  nn.keep "the result" of (%y) {overwritten} : (tensor<2xf32>)
  return %y : tensor<2xf32>
}
