// RUN: janus-opt %s --janus-prepare-entries | FileCheck %s

// The check and what it is computed from come first; the update gets its
// state's tensor as destination and only that argument is writable.
// CHECK-LABEL: func.func @checked_update(
// CHECK-SAME: %[[W:.*]]: tensor<4xf32> {bufferization.writable = true, janus.state = "w"}
// CHECK-SAME: %[[N:[a-z0-9]+]]: i64 {janus.arg = "n"}
// CHECK: %[[OK:.*]] = arith.cmpi
// CHECK-NEXT: janus.assume %[[OK]]
// CHECK: %[[NEW:.*]] = linalg.add
// CHECK: %[[DONE:.*]] = bufferization.materialize_in_destination %[[NEW]] in %[[W]]
// CHECK: return %[[DONE]]
func.func @checked_update(%w: tensor<4xf32> {janus.state = "w"}, %n: i64 {janus.arg = "n"})
    -> (tensor<4xf32> {janus.update = "w"}) {
  %empty = tensor.empty() : tensor<4xf32>
  %new = linalg.add ins(%w, %w : tensor<4xf32>, tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %c1 = arith.constant 1 : i64
  %ok = arith.cmpi eq, %n, %c1 : i64
  janus.assume %ok, 0, "n == 1"
  return %new : tensor<4xf32>
}

// A check of what is written: it is computed before the check, so not in place.
// CHECK-LABEL: func.func @check_of_update(
// CHECK-SAME: bufferization.writable = false
// CHECK-NOT: materialize_in_destination
func.func @check_of_update(%w: tensor<4xf32> {janus.state = "w"}) -> (tensor<4xf32> {janus.update = "w"}) {
  %empty = tensor.empty() : tensor<4xf32>
  %new = linalg.add ins(%w, %w : tensor<4xf32>, tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %zero = arith.constant 0 : index
  %first = tensor.extract %new[%zero] : tensor<4xf32>
  %limit = arith.constant 1.0 : f32
  %ok = arith.cmpf olt, %first, %limit : f32
  janus.assume %ok, 0, "w[0] < 1"
  return %new : tensor<4xf32>
}

// The same of a part of a state.
// CHECK-LABEL: func.func @check_of_part(
// CHECK-SAME: bufferization.writable = false
// CHECK-NOT: materialize_in_destination
func.func @check_of_part(%w: tensor<4xf32> {janus.state = "w"}) -> (tensor<4xf32> {janus.update = "w"}) {
  %part = tensor.extract_slice %w[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %empty = tensor.empty() : tensor<2xf32>
  %new = linalg.add ins(%part, %part : tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
  %whole = tensor.insert_slice %new into %w[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %zero = arith.constant 0 : index
  %first = tensor.extract %new[%zero] : tensor<2xf32>
  %limit = arith.constant 1.0 : f32
  %ok = arith.cmpf olt, %first, %limit : f32
  janus.assume %ok, 0, "w[1] < 0.5"
  return %whole : tensor<4xf32>
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

func.func private @janus_keep_running() -> i1

// A state that is written behind the last loop that can be interrupted is written in place, one that a loop carries is not.
// CHECK-LABEL: func.func @interruptible(
// CHECK-SAME: {bufferization.writable = true, janus.state = "a"}
// CHECK-SAME: {bufferization.writable = false, janus.state = "b"}
// CHECK: scf.for
// CHECK: %[[NEW:.*]] = linalg.map
// CHECK: materialize_in_destination
// CHECK-NOT: materialize_in_destination
func.func @interruptible(%a: tensor<4xf32> {janus.state = "a"}, %b: tensor<4xf32> {janus.state = "b"}, %n: index {janus.arg = "n"})
    -> (tensor<4xf32> {janus.update = "a"}, tensor<4xf32> {janus.update = "b"}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %carried = scf.for %i = %zero to %n step %one iter_args(%s = %b) -> (tensor<4xf32>) {
    %go = func.call @janus_keep_running() : () -> i1
    janus.assume %go, -1, "nobody interrupts"
    %twice = arith.addf %s, %s : tensor<4xf32>
    scf.yield %twice : tensor<4xf32>
  }
  %empty = tensor.empty() : tensor<4xf32>
  %new = linalg.map { arith.addf } ins(%a, %carried : tensor<4xf32>, tensor<4xf32>) outs(%empty : tensor<4xf32>)
  return %new, %carried : tensor<4xf32>, tensor<4xf32>
}

// What is reshaped from a size of 0 and an open one has no elements; as a buffer it would have the size 0.
// CHECK-LABEL: func.func @empty_reshape(
// CHECK-NOT: tensor.collapse_shape
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<0x3xf32>
// CHECK: tensor.cast %[[EMPTY]] : tensor<0x3xf32> to tensor<?x3xf32>
func.func @empty_reshape(%x: tensor<?x0x3xf32> {janus.arg = "x"}) -> (tensor<?x3xf32> {janus.result = 0}) {
  %y = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x0x3xf32> into tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @empty_expansion(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32> {{.*}}, %[[N:.*]]: index
// CHECK-NOT: tensor.expand_shape
// CHECK: tensor.empty(%[[N]]) : tensor<?x0xf32>
func.func @empty_expansion(%x: tensor<?xf32> {janus.arg = "x"}, %n: index {janus.arg = "n"}) -> (tensor<?x0xf32> {janus.result = 0}) {
  %y = tensor.expand_shape %x [[0, 1]] output_shape [%n, 0] : tensor<?xf32> into tensor<?x0xf32>
  return %y : tensor<?x0xf32>
}
