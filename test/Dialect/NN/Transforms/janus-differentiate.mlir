// RUN: janus-opt %s --janus-differentiate --canonicalize --cse --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// The adjoint has the user's location; a value that the loss does not depend on
// gets zeros.
// CHECK-LABEL: func.func @straight_line
// CHECK-SAME: %[[X:.*]]: tensor<3xf32> {{.*}}, %[[SEED:.*]]: tensor<3xf32> {{.*}}, %[[OTHER:.*]]: tensor<3xf32>
func.func @straight_line(%x: tensor<3xf32>, %seed: tensor<3xf32>, %other: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %a = arith.mulf %x, %x : tensor<3xf32> loc("user.py":7:3)
  %b = arith.addf %a, %x : tensor<3xf32> loc("user.py":8:3)
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00>
  // CHECK: %[[P:.*]] = nn.mul %[[SEED]], %[[X]] {{.*}} loc("user.py":7:3)
  // CHECK: %[[Q:.*]] = nn.add %[[SEED]], %[[P]] {{.*}} loc("user.py":7:3)
  // CHECK: %[[DX:.*]] = nn.add %[[Q]], %[[P]]
  // CHECK: return %[[DX]], %[[ZERO]]
  %d:2 = nn.gradient %b, %seed wrt (%x, %other) : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %d#0, %d#1 : tensor<3xf32>, tensor<3xf32>
}

// Through a value of wrt that depends on another one. The seed is 1.
// CHECK-LABEL: func.func @not_a_leaf
// CHECK-SAME: %[[X:[^:]*]]: tensor<f32>
func.func @not_a_leaf(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK-DAG: %[[ONE:.*]] = arith.constant dense<1.000000e+00>
  // CHECK-DAG: %[[Y:.*]] = nn.neg %[[X]]
  // CHECK: %[[HALF:.*]] = nn.mul %[[Y]], %[[ONE]]
  // CHECK: %[[DY:.*]] = nn.add %[[HALF]], %[[HALF]]
  // CHECK: %[[DX:.*]] = nn.neg %[[DY]]
  // CHECK: return %[[DX]], %[[DY]]
  %y = nn.neg %x : tensor<f32>
  %z = nn.mul %y, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %d:2 = nn.gradient %z wrt (%x, %y) : (tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %d#0, %d#1 : tensor<f32>, tensor<f32>
}

// No gradient through detach, which then goes away.
// CHECK-LABEL: func.func @detached
// CHECK-SAME: %[[X:[^:]*]]: tensor<f32> {{.*}}, %[[SEED:[^:]*]]: tensor<f32>
func.func @detached(%x: tensor<f32>, %seed: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: %[[DX:.*]] = nn.mul %[[SEED]], %[[X]]
  // CHECK-NEXT: return %[[DX]]
  %c = nn.detach %x : tensor<f32>
  %z = arith.mulf %c, %x : tensor<f32>
  %d = nn.gradient %z, %seed wrt (%x) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return %d : tensor<f32>
}

// The gradient of a gradient: the first one is expanded first.
// CHECK-LABEL: func.func @twice
// CHECK-SAME: %[[X:[^:]*]]: tensor<f32> {{.*}}, %[[S:[^:]*]]: tensor<f32>
func.func @twice(%x: tensor<f32>, %s: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: %[[E:.*]] = nn.exp %[[X]]
  // CHECK-NEXT: %[[D:.*]] = nn.mul %[[S]], %[[S]]
  // CHECK-NEXT: %[[D2:.*]] = nn.mul %[[D]], %[[E]]
  // CHECK-NEXT: return %[[D2]]
  %y = nn.exp %x : tensor<f32>
  %d = nn.gradient %y, %s wrt (%x) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %d2 = nn.gradient %d, %s wrt (%x) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return %d2 : tensor<f32>
}
