// RUN: janus-opt %s --pass-pipeline='builtin.module(janus-codegen-cpu{target=cpu:znver4 winograd=never freeze=true})' | FileCheck %s
// RUN: janus-opt %s --pass-pipeline='builtin.module(janus-codegen-cpu{target=cpu:znver4 winograd=never})' | FileCheck %s --check-prefix=EACH

// The weights' panels, in blocks of columns and of the sums, are made once and kept: 512 by 512 by 9 numbers, with room
// for whole squares. The kernel then reads them where they are, and asks for those of the next block.
// EACH-NOT: janus_kept
// CHECK-LABEL: func.func @janus_entry_conv(
// CHECK: call @janus_kept
// CHECK: scf.if
// CHECK: call @janus_parallel_for
// CHECK: }
// CHECK: memref.prefetch %{{.*}}, read, locality<2>
// CHECK: vector.fma
func.func @conv(%x: tensor<?x512x16x16xf32> {janus.arg = "x"}, %w: tensor<512x512x3x3xf32> {janus.state = "w"})
    -> (tensor<?x512x14x14xf32> {janus.result = 0 : i64}) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x512x16x16xf32>
  %empty = tensor.empty(%n) : tensor<?x512x14x14xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x512x14x14xf32>) -> tensor<?x512x14x14xf32>
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<?x512x16x16xf32>, tensor<512x512x3x3xf32>) outs(%fill : tensor<?x512x14x14xf32>)
      -> tensor<?x512x14x14xf32>
  return %0 : tensor<?x512x14x14xf32>
}
