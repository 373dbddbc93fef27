// RUN: janus-opt --pass-pipeline='builtin.module(func.func(janus-drop-unreachable))' %s | FileCheck %s

// CHECK-LABEL: func.func @never(
// CHECK: %[[BEFORE:.*]] = arith.addi
// CHECK: janus.assume
// CHECK-NEXT: %[[ANY:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[SIZE:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty(%[[SIZE]]) : tensor<?x2xf32>
// CHECK-NEXT: return %[[ANY]], %[[EMPTY]]
func.func @never(%x: tensor<?x2xf32>, %n: i64) -> (i64, tensor<?x2xf32>) {
  %false = arith.constant false
  %before = arith.addi %n, %n : i64
  janus.assume %false, 0, "never"
  %sum = arith.addi %before, %n : i64
  janus.assume %false, 1, "never, either"
  %y = tensor.cast %x : tensor<?x2xf32> to tensor<?x2xf32>
  return %sum, %y : i64, tensor<?x2xf32>
}

// Only what stands behind it in the same block.
// CHECK-LABEL: func.func @branch(
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (f32) {
// CHECK-NEXT: janus.assume
// CHECK-NEXT: %[[ANY:.*]] = arith.constant 0.0
// CHECK-NEXT: scf.yield %[[ANY]]
// CHECK: arith.mulf
// CHECK: arith.addf %[[R]]
func.func @branch(%c: i1, %x: f32) -> f32 {
  %false = arith.constant false
  %r = scf.if %c -> f32 {
    janus.assume %false, 0, "never"
    %y = arith.mulf %x, %x : f32
    scf.yield %y : f32
  } else {
    %y = arith.mulf %x, %x : f32
    scf.yield %y : f32
  }
  %z = arith.addf %r, %x : f32
  return %z : f32
}

// What a test broke is to run as if it might hold.
// CHECK-LABEL: func.func @broken(
// CHECK: arith.mulf
func.func @broken(%x: f32) -> f32 {
  %false = arith.constant false
  janus.assume %false, 0, "broken" {janus.broken}
  %y = arith.mulf %x, %x : f32
  return %y : f32
}
