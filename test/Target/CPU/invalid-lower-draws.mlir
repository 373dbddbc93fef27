// RUN: janus-opt %s --janus-lower-draws --verify-diagnostics

func.func @f(%a: i64, %y: memref<4xf32>, %g: memref<316xi64>) {
  // expected-error @+1 {{stands outside an entry with the signature of the C ABI, or is one of tensors}}
  janus.draw normal(%a, %a) into %y, %g : memref<4xf32>, memref<316xi64>
  return
}
