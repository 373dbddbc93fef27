// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// The input products of all steps are one, forwards and backwards; the loop of
// the primal computation tapes the gates; the gradient of the input products is
// added up in the window of each step.
// CHECK-LABEL: func.func @lstm
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?x3xf32>, %[[H:[^:]*]]: tensor<?x4xf32>, %[[C:[^:]*]]: tensor<?x4xf32>
func.func @lstm(%x: tensor<?x?x3xf32>, %h: tensor<?x4xf32>, %c: tensor<?x4xf32>, %wi: tensor<16x3xf32>, %wh: tensor<16x4xf32>, %seed: tensor<?x?x4xf32>) -> (tensor<?x?x3xf32>, tensor<16x4xf32>) {
  // CHECK: nn.linear %[[X]]
  // CHECK: scf.for {{.*}} %[[H]], {{.*}} %[[C]]
  // CHECK-COUNT-3: nn.sigmoid
  // CHECK: nn.slice_scatter
  // CHECK: tensor.insert_slice
  // CHECK: scf.yield
  // CHECK: scf.for
  // CHECK: tensor.extract_slice
  // CHECK: nn.matmul {{.*}} {transpose_lhs}
  // CHECK: %[[OLD:.*]] = nn.slice {{.*}} -> tensor<1x?x16xf32>
  // CHECK: %[[NEW:.*]] = nn.add %[[OLD]]
  // CHECK: nn.slice_scatter %[[NEW]]
  // CHECK: scf.yield
  // CHECK: nn.matmul {{.*}} -> tensor<?x3xf32>
  %y, %hn, %cn = nn.lstm %x state %h, %c weights %wi, %wh
    : (tensor<?x?x3xf32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<16x3xf32>, tensor<16x4xf32>)
    -> (tensor<?x?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>)
  %g:2 = nn.gradient %y, %seed wrt (%x, %wh) : (tensor<?x?x4xf32>, tensor<?x?x4xf32>, tensor<?x?x3xf32>, tensor<16x4xf32>) -> (tensor<?x?x3xf32>, tensor<16x4xf32>)
  return %g#0, %g#1 : tensor<?x?x3xf32>, tensor<16x4xf32>
}
