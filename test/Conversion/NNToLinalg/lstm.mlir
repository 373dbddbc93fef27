// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @lstm
// CHECK: arith.mulf
// CHECK: scf.for
// CHECK: tensor.extract_slice
// CHECK: linalg.matmul
// CHECK: math.tanh
// CHECK: tensor.insert_slice
func.func @lstm(%x: tensor<?x?x3xf32>, %h: tensor<?x4xf32>, %c: tensor<?x4xf32>, %wi: tensor<16x3xf32>, %wh: tensor<16x4xf32>, %bi: tensor<16xf32>, %bh: tensor<16xf32>) -> (tensor<?x?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) {
  %y:3 = nn.lstm %x state %h, %c weights %wi, %wh biases %bi, %bh : (tensor<?x?x3xf32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<16x3xf32>, tensor<16x4xf32>, tensor<16xf32>, tensor<16xf32>) -> (tensor<?x?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>)
  return %y#0, %y#1, %y#2 : tensor<?x?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>
}
