// RUN: janus-opt %s --janus-split-backward --split-input-file | FileCheck %s

// What the rules ask for is kept: the operand of sin, the result of exp. The
// cosine runs with the gradients, though no cotangent reaches it.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[X:.*]]: tensor<3xf32> {janus.arg = "x", janus.requires_grad}) -> (tensor<3xf32> {janus.result = 0 : i64}, tensor<3xf32> {janus.result = 1 : i64}) attributes {janus.backward = @chain.backward}
// CHECK-NEXT: %[[A:.*]] = nn.exp %[[X]]
// CHECK-NEXT: %[[Y:.*]] = nn.sin %[[A]]
// CHECK-NEXT: return %[[Y]], %[[A]]
// CHECK-LABEL: func.func @chain.backward
// CHECK-SAME: (%[[DY:.*]]: tensor<3xf32> {janus.cotangent = 0 : i64, janus.used_up_by = array<i64: 0>}, %[[A:.*]]: tensor<3xf32> {janus.saved = 1 : i64}) -> (tensor<3xf32> {janus.gradient_of = "x", janus.result = 0 : i64, janus.through = array<i64: 0>})
// CHECK: %[[COS:.*]] = nn.cos %[[A]]
// CHECK: %[[DA:.*]] = nn.mul %[[DY]], %[[COS]]
// CHECK: %[[DX:.*]] = nn.mul %[[DA]], %[[A]]
// CHECK: return %[[DX]]
func.func @chain(%x: tensor<3xf32> {janus.arg = "x", janus.requires_grad}) -> (tensor<3xf32> {janus.result = 0 : i64}) {
  %a = nn.exp %x : tensor<3xf32>
  %y = nn.sin %a : tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

// Arguments and results are handed over as they are; what requires no grad has
// no gradient.
// CHECK-LABEL: func.func @by_reference
// CHECK-SAME: -> (tensor<3xf32> {janus.result = 0 : i64}) attributes
// CHECK-LABEL: func.func @by_reference.backward
// CHECK-SAME: tensor<3xf32> {janus.cotangent = 0 : i64, janus.used_up_by = array<i64: 0>}
// CHECK-SAME: tensor<3xf32> {janus.state = "net.w"}
// CHECK-SAME: tensor<3xf32> {janus.saved = 0 : i64}
// CHECK-SAME: -> (tensor<3xf32> {janus.gradient_of = "x"
// CHECK-NOT: gradient_of
// CHECK: return
func.func @by_reference(%x: tensor<3xf32> {janus.arg = "x", janus.requires_grad}, %w: tensor<3xf32> {janus.state = "net.w"}) -> (tensor<3xf32> {janus.result = 0 : i64}) {
  %a = nn.mul %x, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %y = nn.exp %a : tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

// A size is kept as a number, not the tensor that has it, and views are made again.
// CHECK-LABEL: func.func @sizes
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}, i64 {janus.result = 1 : i64})
// CHECK: tensor.dim
// CHECK-LABEL: func.func @sizes.backward
// CHECK-SAME: (%{{.*}}: tensor<f32> {janus.cotangent = 0 : i64, janus.used_up_by = array<i64>}, %[[ROWS:.*]]: i64 {janus.saved = 1 : i64}) -> (tensor<?x4xf32>
// CHECK: arith.index_cast %[[ROWS]] : i64 to index
func.func @sizes(%x: tensor<?x4xf32> {janus.arg = "x", janus.requires_grad}) -> (tensor<f32> {janus.result = 0 : i64}) {
  %y = nn.sum %x dims [0, 1] : (tensor<?x4xf32>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

// Results that lead to different leaves, and a result without a graph.
// CHECK-LABEL: func.func @several.backward
// CHECK-SAME: tensor<2xf32> {janus.cotangent = 0 : i64, janus.used_up_by = array<i64: 0>}
// CHECK-SAME: tensor<2xf32> {janus.cotangent = 2 : i64, janus.used_up_by = array<i64: 2>}
// CHECK-SAME: -> (tensor<2xf32> {janus.gradient_of = "x", janus.result = 0 : i64, janus.through = array<i64: 0, 2>}, tensor<2xf32> {janus.gradient_of = "w", janus.result = 1 : i64, janus.through = array<i64: 2>})
func.func @several(%x: tensor<2xf32> {janus.arg = "x", janus.requires_grad}, %w: tensor<2xf32> {janus.arg = "w", janus.requires_grad})
    -> (tensor<2xf32> {janus.result = 0 : i64}, tensor<2xf32> {janus.result = 1 : i64}, tensor<2xf32> {janus.result = 2 : i64}) {
  %y = nn.sin %x : tensor<2xf32>
  %d = nn.detach %y : tensor<2xf32>
  %z = nn.mul %x, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %y, %d, %z : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----

// The tape of a branch is kept; a flag says whether this run has a gradient of w.
// CHECK-LABEL: func.func @branch
// CHECK-SAME: i1 {janus.result = 1 : i64}
// CHECK: %[[IF:.*]]:{{.*}} = scf.if %{{.*}} -> (tensor<2xf32>, i1
// CHECK-LABEL: func.func @branch.backward
// CHECK-SAME: janus.gradient_of = "x", janus.result = 0 : i64, janus.through = array<i64: 0>}
// CHECK-SAME: janus.gradient_of = "w", janus.result = 1 : i64, janus.through = array<i64: 0>, janus.through_if = array<i64: 1>}
// CHECK: scf.if
func.func @branch(%c: i1 {janus.arg = "c"}, %x: tensor<2xf32> {janus.arg = "x", janus.requires_grad}, %w: tensor<2xf32> {janus.arg = "w", janus.requires_grad}) -> (tensor<2xf32> {janus.result = 0 : i64}) {
  %y = scf.if %c -> tensor<2xf32> {
    %a = nn.exp %x : tensor<2xf32>
    %b = nn.mul %a, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    scf.yield %b : tensor<2xf32>
  } else {
    scf.yield %x : tensor<2xf32>
  }
  return %y : tensor<2xf32>
}

// -----

// So is the tape of a loop; one that may not run has no gradient of w.
// CHECK-LABEL: func.func @loop
// CHECK-SAME: tensor<2xf32> {janus.result = 0 : i64}, i1 {janus.result = 1 : i64}, i64 {janus.result = 2 : i64}, tensor<?x2xf32> {janus.result = 3 : i64}
// CHECK: scf.for
// CHECK-LABEL: func.func @loop.backward
// CHECK-SAME: janus.gradient_of = "w", janus.result = 1 : i64, janus.through = array<i64: 0>, janus.through_if = array<i64: 1>}
// CHECK: scf.for
func.func @loop(%n: i64 {janus.arg = "n"}, %x: tensor<2xf32> {janus.arg = "x", janus.requires_grad}, %w: tensor<2xf32> {janus.arg = "w", janus.requires_grad}) -> (tensor<2xf32> {janus.result = 0 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %trips = arith.index_cast %n : i64 to index
  %y = scf.for %i = %c0 to %trips step %c1 iter_args(%h = %x) -> tensor<2xf32> {
    %a = nn.mul %h, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    scf.yield %a : tensor<2xf32>
  }
  return %y : tensor<2xf32>
}

// -----

// What a state holds after the call is in the state.
// CHECK-LABEL: func.func @updated
// CHECK-SAME: -> (tensor<2xf32> {janus.result = 0 : i64}, tensor<2xf32> {janus.update = "net.scale"}) attributes
// CHECK-LABEL: func.func @updated.backward
// CHECK-SAME: tensor<2xf32> {janus.state = "net.scale"}
// CHECK-SAME: attributes {janus.reads_written}
func.func @updated(%x: tensor<2xf32> {janus.arg = "x", janus.requires_grad}, %s: tensor<2xf32> {janus.state = "net.scale"}) -> (tensor<2xf32> {janus.result = 0 : i64}, tensor<2xf32> {janus.update = "net.scale"}) {
  %new = nn.exp %s : tensor<2xf32>
  %y = nn.mul %x, %new : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %y, %new : tensor<2xf32>, tensor<2xf32>
}

// -----

// Without a result that depends on a marked argument nothing happens.
// CHECK-LABEL: func.func @constant
// CHECK-NOT: janus.backward
func.func @constant(%x: tensor<2xf32> {janus.arg = "x", janus.requires_grad}) -> (tensor<2xf32> {janus.result = 0 : i64}) {
  %d = nn.detach %x : tensor<2xf32>
  %y = nn.sin %d : tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

// What eager keeps is watched, from the results that lead to it; what it does not, a copy is kept of.
// CHECK-LABEL: func.func @keeps
// CHECK-NOT: nn.keep
// CHECK-LABEL: func.func @keeps.backward
// CHECK-SAME: tensor<2xf32> {janus.saved = 2 : i64}, %{{.*}}: tensor<2xf32> {janus.arg = "y"}
// CHECK-SAME: attributes {janus.watched = [{janus.arg = "y", through = array<i64: 0>}]}
func.func @keeps(%x: tensor<2xf32> {janus.arg = "x", janus.requires_grad}, %y: tensor<2xf32> {janus.arg = "y"}, %z: tensor<2xf32> {janus.arg = "z"}) -> (tensor<2xf32> {janus.result = 0 : i64}, tensor<2xf32> {janus.result = 1 : i64}) attributes {janus.keeps} {
  %a = nn.mul %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  nn.keep "y" of (%a) if (%x) {janus.arg = "y"} : (tensor<2xf32>), (tensor<2xf32>)
  nn.keep "x" of (%a) if (%y) {janus.arg = "x"} : (tensor<2xf32>), (tensor<2xf32>)
  %b = nn.mul %x, %z : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}
