// RUN: janus-opt %s --janus-differentiate --canonicalize --cse --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// The adjoint has the user's location; a value that the loss does not depend on
// gets zeros.
// CHECK-LABEL: func.func @straight_line
// CHECK-SAME: %[[X:.*]]: tensor<3xf32> {{.*}}, %[[SEED:.*]]: tensor<3xf32> {{.*}}, %[[OTHER:.*]]: tensor<3xf32>
func.func @straight_line(%x: tensor<3xf32>, %seed: tensor<3xf32>, %other: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %a = arith.mulf %x, %x : tensor<3xf32> loc("user.py":7:3)
  %b = arith.addf %a, %x : tensor<3xf32> loc("user.py":8:3)
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00>
  // CHECK: %[[P:.*]] = arith.mulf %[[SEED]], %[[X]] : tensor<3xf32> loc("user.py":7:3)
  // CHECK: %[[Q:.*]] = arith.addf %[[SEED]], %[[P]] : tensor<3xf32> loc("user.py":7:3)
  // CHECK: %[[DX:.*]] = arith.addf %[[Q]], %[[P]]
  // CHECK: return %[[DX]], %[[ZERO]]
  %d:2 = nn.gradient %b, %seed wrt (%x, %other) : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %d#0, %d#1 : tensor<3xf32>, tensor<3xf32>
}

// Through a value of wrt that depends on another one.
// CHECK-LABEL: func.func @not_a_leaf
// CHECK-SAME: %[[X:[^:]*]]: tensor<f32>
func.func @not_a_leaf(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK: %[[Y:.*]] = arith.negf %[[X]]
  // CHECK: %[[DY:.*]] = arith.addf %[[Y]], %[[Y]]
  // CHECK: %[[DX:.*]] = arith.negf %[[DY]]
  // CHECK: return %[[DX]], %[[DY]]
  %y = arith.negf %x : tensor<f32>
  %z = arith.mulf %y, %y : tensor<f32>
  %d:2 = nn.gradient %z wrt (%x, %y) : (tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %d#0, %d#1 : tensor<f32>, tensor<f32>
}

// No gradient through detach, which then goes away.
// CHECK-LABEL: func.func @detached
// CHECK-SAME: %[[X:[^:]*]]: tensor<f32>
func.func @detached(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: return %[[X]]
  %c = nn.detach %x : tensor<f32>
  %z = arith.mulf %c, %x : tensor<f32>
  %d = nn.gradient %z wrt (%x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %d : tensor<f32>
}

// CHECK-LABEL: func.func @twice
// CHECK-SAME: %[[X:[^:]*]]: tensor<f32>
func.func @twice(%x: tensor<f32>) -> tensor<f32> {
  // x^3 -> 6x
  // CHECK: %[[X2:.*]] = arith.addf %[[X]], %[[X]]
  // CHECK: %[[X4:.*]] = arith.addf %[[X2]], %[[X2]]
  // CHECK: %[[X5:.*]] = arith.addf %[[X4]], %[[X]]
  // CHECK: %[[X6:.*]] = arith.addf %[[X5]], %[[X]]
  // CHECK: return %[[X6]]
  %a = arith.mulf %x, %x : tensor<f32>
  %b = arith.mulf %a, %x : tensor<f32>
  %d = nn.gradient %b wrt (%x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %d2 = nn.gradient %d wrt (%x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %d2 : tensor<f32>
}
