// RUN: janus-opt %s --split-input-file --verify-diagnostics

func.func @nothing() {
  // expected-error @+1 {{expected the values of an operation that keeps the tensor}}
  "nn.keep"() {what = "x", operandSegmentSizes = array<i32: 0, 0>} : () -> ()
  return
}

// -----

func.func @two(%y: tensor<3xf32>) {
  // expected-error @+1 {{expected one of janus.arg, janus.state, janus.result, overwritten, found 2}}
  nn.keep "x" of (%y) {janus.arg = "x", overwritten} : (tensor<3xf32>)
  return
}
