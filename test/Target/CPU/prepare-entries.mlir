// RUN: janus-opt %s --janus-prepare-entries | FileCheck %s

// The check and what it is computed from come first; the update gets its
// state's tensor as destination and only that argument is writable.
// CHECK-LABEL: func.func @checked_update(
// CHECK-SAME: %[[W:.*]]: tensor<4xf32> {bufferization.writable = true, janus.state = "w"}
// CHECK-SAME: %[[N:[a-z0-9]+]]: i64 {janus.arg = "n"}
// CHECK: %[[OK:.*]] = arith.cmpi
// CHECK-NEXT: janus.assume %[[OK]]
// CHECK: %[[NEW:.*]] = arith.addf %[[W]], %[[W]]
// CHECK: %[[DONE:.*]] = bufferization.materialize_in_destination %[[NEW]] in %[[W]]
// CHECK: return %[[DONE]]
func.func @checked_update(%w: tensor<4xf32> {janus.state = "w"}, %n: i64 {janus.arg = "n"})
    -> (tensor<4xf32> {janus.update = "w"}) {
  %new = arith.addf %w, %w : tensor<4xf32>
  %c1 = arith.constant 1 : i64
  %ok = arith.cmpi eq, %n, %c1 : i64
  janus.assume %ok, 0, "n == 1"
  return %new : tensor<4xf32>
}

// A check inside a branch may come after the write would: no destination.
// CHECK-LABEL: func.func @nested_check(
// CHECK-SAME: bufferization.writable = false
// CHECK-NOT: materialize_in_destination
func.func @nested_check(%w: tensor<4xf32> {janus.state = "w"}, %a: i1 {janus.arg = "a"}, %b: i1 {janus.arg = "b"})
    -> (tensor<4xf32> {janus.update = "w"}) {
  %new = arith.addf %w, %w : tensor<4xf32>
  scf.if %a {
    janus.assume %b, 0, "b"
  }
  return %new : tensor<4xf32>
}

// What comes in and goes out again is copied before it is overwritten.
// CHECK-LABEL: func.func @old_value(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4xf32>
// CHECK: %[[OLD:.*]] = bufferization.alloc_tensor() copy(%[[W]])
// CHECK: materialize_in_destination
// CHECK: return %[[OLD]],
func.func @old_value(%w: tensor<4xf32> {janus.state = "w"})
    -> (tensor<4xf32> {janus.result = 0 : i64}, tensor<4xf32> {janus.update = "w"}) {
  %new = arith.addf %w, %w : tensor<4xf32>
  return %w, %new : tensor<4xf32>, tensor<4xf32>
}
