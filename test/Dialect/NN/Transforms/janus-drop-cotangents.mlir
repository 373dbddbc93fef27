// RUN: janus-opt %s --pass-pipeline='builtin.module(func.func(janus-drop-cotangents{absent=1}))' --split-input-file | FileCheck %s

// What comes along the other path is left out of the sum.
// CHECK-LABEL: func.func @sum
// CHECK-SAME: (%[[DA:.*]]: tensor<3xf32> {janus.cotangent = 0 : i64}, %{{.*}}: tensor<3xf32> {janus.cotangent = 1 : i64}, %[[X:.*]]: tensor<3xf32> {janus.arg = "x"})
// CHECK-NEXT: %[[DX:.*]] = nn.mul %[[DA]], %[[X]]
// CHECK-NEXT: return %[[DX]]
func.func @sum(%da: tensor<3xf32> {janus.cotangent = 0 : i64}, %db: tensor<3xf32> {janus.cotangent = 1 : i64}, %x: tensor<3xf32> {janus.arg = "x"}) -> (tensor<3xf32> {janus.gradient_of = "x", janus.result = 0 : i64, janus.through = array<i64: 0, 1>}) {
  %a = nn.mul %da, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %b = nn.div %db, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %dx = nn.add %a, %b : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %dx : tensor<3xf32>
}

// -----

// What only the other path reads is said to be unused: it may have been written since.
// CHECK-LABEL: func.func @unused
// CHECK-SAME: %{{.*}}: tensor<3xf32> {janus.saved = 2 : i64}, %{{.*}}: tensor<3xf32> {janus.saved = 3 : i64, janus.unused})
func.func @unused(%da: tensor<3xf32> {janus.cotangent = 0 : i64}, %db: tensor<3xf32> {janus.cotangent = 1 : i64}, %x: tensor<3xf32> {janus.saved = 2 : i64}, %y: tensor<3xf32> {janus.saved = 3 : i64}) -> (tensor<3xf32> {janus.gradient_of = "x", janus.result = 0 : i64, janus.through = array<i64: 0, 1>}) {
  %a = nn.mul %da, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %b = nn.mul %db, %y : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %dx = nn.add %a, %b : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %dx : tensor<3xf32>
}

// -----

// Its size is no element of it.
// CHECK-LABEL: func.func @size
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?xf32> {janus.arg = "x", janus.unused})
// CHECK: tensor.dim %[[X]]
func.func @size(%da: tensor<f32> {janus.cotangent = 0 : i64}, %x: tensor<?xf32> {janus.arg = "x"}) -> (tensor<?xf32> {janus.gradient_of = "x", janus.result = 0 : i64, janus.through = array<i64: 0>}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %dx = nn.broadcast_to %da sizes [%n] : tensor<f32> -> tensor<?xf32>
  return %dx : tensor<?xf32>
}

// -----

// A gradient that nothing is left of is not computed.
// CHECK-LABEL: func.func @nothing_left
// CHECK-NOT: nn.exp
// CHECK: %[[NONE:.*]] = tensor.empty() : tensor<0xf32>
// CHECK: return
func.func @nothing_left(%da: tensor<?xf32> {janus.cotangent = 0 : i64}, %db: tensor<?xf32> {janus.cotangent = 1 : i64}) -> (tensor<?xf32> {janus.gradient_of = "x", janus.result = 0 : i64}, tensor<?xf32> {janus.gradient_of = "y", janus.result = 1 : i64}) {
  %dx = nn.neg %da : tensor<?xf32>
  %e = nn.exp %db : tensor<?xf32>
  %dy = nn.mul %db, %e : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %dx, %dy : tensor<?xf32>, tensor<?xf32>
}

// -----

// Where it is no sum there are zeros.
// CHECK-LABEL: func.func @together
// CHECK-SAME: (%[[DA:.*]]: tensor<2xf32> {{.*}}, %[[DB:.*]]: tensor<2xf32>
// CHECK-DAG: %[[ZERO:.*]] = {{.*}}0.000000e+00
// CHECK: %[[DX:.*]] = nn.concat %[[DA]], %{{.*}} dim 0
// CHECK-NOT: nn.neg
// CHECK: return %[[DX]]
func.func @together(%da: tensor<2xf32> {janus.cotangent = 0 : i64}, %db: tensor<2xf32> {janus.cotangent = 1 : i64}) -> (tensor<4xf32> {janus.gradient_of = "x", janus.result = 0 : i64}) {
  %b = nn.neg %db : tensor<2xf32>
  %dx = nn.concat %da, %b dim 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %dx : tensor<4xf32>
}

// -----

// Branches and loops: what is carried along the path alone is not computed.
// CHECK-LABEL: func.func @regions
// CHECK: scf.for
// CHECK-NOT: nn.exp
// CHECK: scf.if
// CHECK-NOT: nn.exp
// CHECK: return
func.func @regions(%da: tensor<3xf32> {janus.cotangent = 0 : i64}, %db: tensor<3xf32> {janus.cotangent = 1 : i64}, %x: tensor<3xf32> {janus.arg = "x"}, %c: i1 {janus.saved = 3 : i64}, %n: index) -> (tensor<3xf32> {janus.gradient_of = "x", janus.result = 0 : i64}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %loop:2 = scf.for %i = %zero to %n step %one iter_args(%p = %da, %q = %db) -> (tensor<3xf32>, tensor<3xf32>) {
    %p1 = nn.mul %p, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %e = nn.exp %x : tensor<3xf32>
    %q1 = nn.mul %q, %e : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %p1, %q1 : tensor<3xf32>, tensor<3xf32>
  }
  %dx = scf.if %c -> (tensor<3xf32>) {
    scf.yield %loop#0 : tensor<3xf32>
  } else {
    %e = nn.exp %x : tensor<3xf32>
    %q = nn.mul %loop#1, %e : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %q : tensor<3xf32>
  }
  return %dx : tensor<3xf32>
}
