// RUN: janus-opt %s --janus-lower-entries --split-input-file --verify-diagnostics

// expected-error @below {{has a type that the C ABI cannot carry: 'tensor<4xf32>'; bufferise before}}
func.func @tensors(%x: tensor<4xf32> {janus.arg = "x"}) {
  return
}

// -----

// expected-error @below {{has a buffer that is not row-major at its border}}
func.func @strided(%x: memref<4xf32, strided<[2]>> {janus.arg = "x"}) {
  return
}
