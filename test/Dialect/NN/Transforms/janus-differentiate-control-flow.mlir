// RUN: janus-opt %s --janus-differentiate --cse | FileCheck %s

// The tape: what the adjoint needs of the branch is a further result.
// CHECK-LABEL: func.func @branch
// CHECK-SAME: %[[C:.*]]: i1, %[[X:.*]]: tensor<?xf32>, %[[SEED:.*]]: tensor<?xf32>
func.func @branch(%c: i1, %x: tensor<?xf32>, %seed: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[Y:.*]]:2 = scf.if %[[C]] -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK:   %[[A:.*]] = arith.mulf %[[X]], %[[X]]
  // CHECK:   %[[B:.*]] = arith.mulf %[[A]], %[[X]]
  // CHECK:   scf.yield %[[B]], %[[A]]
  // CHECK: } else {
  // CHECK:   %[[EMPTY:.*]] = tensor.empty(%{{.*}}) : tensor<?xf32>
  // CHECK:   %[[UNUSED:.*]] = tensor.cast %[[EMPTY]]
  // CHECK:   scf.yield %[[X]], %[[UNUSED]]
  // CHECK: scf.if %[[C]] -> (tensor<?xf32>) {
  // CHECK:   nn.mul %[[SEED]], %[[Y]]#1
  // CHECK: } else {
  // CHECK:   scf.yield %[[SEED]]
  %y = scf.if %c -> tensor<?xf32> {
    %a = arith.mulf %x, %x : tensor<?xf32>
    %b = arith.mulf %a, %x : tensor<?xf32>
    scf.yield %b : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  %d = nn.gradient %y, %seed wrt (%x) : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %d : tensor<?xf32>
}

// The tape of a loop has one slice an iteration, the adjoint loop reads them
// last one first. The size of a slice is that of the initial value.
// CHECK-LABEL: func.func @loop
// CHECK-SAME: %[[N:.*]]: index, %[[X:.*]]: tensor<?x4xf32>, %[[W:.*]]: tensor<?x4xf32>, %[[SEED:.*]]: tensor<?x4xf32>
func.func @loop(%n: index, %x: tensor<?x4xf32>, %w: tensor<?x4xf32>, %seed: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
  // CHECK: %[[TRIPS:.*]] = arith.maxsi %{{.*}}, %[[ZERO]]
  // CHECK: %[[ROWS:.*]] = tensor.dim %[[X]]
  // CHECK: %[[EMPTY:.*]] = tensor.empty(%[[TRIPS]], %[[ROWS]]) : tensor<?x?x4xf32>
  // CHECK: %[[LOOP:.*]]:2 = scf.for %[[I:.*]] = %{{.*}} to %[[N]] {{.*}} iter_args(%[[H:.*]] = %[[X]], %[[TAPE:.*]] = %[[EMPTY]])
  // CHECK:   %[[NEXT:.*]] = arith.mulf %[[H]], %[[W]]
  // CHECK:   %[[FILLED:.*]] = tensor.insert_slice %[[H]] into %[[TAPE]][%{{.*}}, 0, 0] [1, %[[ROWS]], 4]
  // CHECK:   scf.yield %[[NEXT]], %[[FILLED]]
  // CHECK: scf.for %[[J:[^ ]*]] = %[[ZERO]] to %[[TRIPS]] step %[[ONE]] iter_args(%[[DH:.*]] = %[[SEED]], %[[DW:.*]] = %{{.*}})
  // CHECK:   %[[LAST:.*]] = arith.subi %[[TRIPS]], %[[ONE]]
  // CHECK:   %[[AT:.*]] = arith.subi %[[LAST]], %[[J]]
  // CHECK:   %[[H_AT:.*]] = tensor.extract_slice %[[LOOP]]#1[%[[AT]], 0, 0]
  // CHECK:   %[[DH_NEXT:.*]] = nn.mul %[[DH]], %[[W]]
  // CHECK:   %[[PART:.*]] = nn.mul %[[DH]], %[[H_AT]]
  // CHECK:   %[[DW_NEXT:.*]] = nn.add %[[DW]], %[[PART]]
  // CHECK:   scf.yield %[[DH_NEXT]], %[[DW_NEXT]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<?x4xf32> {
    %a = arith.mulf %h, %w : tensor<?x4xf32>
    scf.yield %a : tensor<?x4xf32>
  }
  %d:2 = nn.gradient %y, %seed wrt (%x, %w) : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>)
  return %d#0, %d#1 : tensor<?x4xf32>, tensor<?x4xf32>
}

// A static trip count gives a static tape; the induction variable is computed
// again, not taped.
// CHECK-LABEL: func.func @static_loop
func.func @static_loop(%x: tensor<f32>) -> tensor<f32> {
  // CHECK: tensor.empty() : tensor<4xf32>
  // CHECK: scf.for {{.*}} -> (tensor<f32>, tensor<4xf32>) : i64 {
  // CHECK: scf.for %{{.*}} = %{{.*}} iter_args(%{{.*}}) -> (tensor<f32>) {
  // CHECK-NOT: tensor.extract %
  %lower = arith.constant 2 : i64
  %step = arith.constant 3 : i64
  %upper = arith.constant 12 : i64
  %y = scf.for %i = %lower to %upper step %step iter_args(%h = %x) -> tensor<f32> : i64 {
    %a = arith.mulf %h, %h : tensor<f32>
    scf.yield %a : tensor<f32>
  }
  %d = nn.gradient %y wrt (%x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %d : tensor<f32>
}

// A gradient inside of a loop: what the loop carries is a leaf.
// CHECK-LABEL: func.func @descend
func.func @descend(%w: tensor<f32>, %n: index) -> tensor<f32> {
  // CHECK: scf.for {{.*}} iter_args(%[[P:.*]] = %{{.*}})
  // CHECK: %[[HALF:.*]] = nn.mul %{{.*}}, %[[P]]
  // CHECK: %[[D:.*]] = nn.add %[[HALF]], %[[HALF]]
  // CHECK: %[[NEXT:.*]] = arith.subf %[[P]], %[[D]]
  // CHECK-NEXT: scf.yield %[[NEXT]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%p = %w) -> tensor<f32> {
    %loss = arith.mulf %p, %p : tensor<f32>
    %d = nn.gradient %loss wrt (%p) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %next = arith.subf %p, %d : tensor<f32>
    scf.yield %next : tensor<f32>
  }
  return %y : tensor<f32>
}

// A loop without a trip count runs once more before, to count.
// CHECK-LABEL: func.func @while
// CHECK: %[[COUNT:.*]]:{{.*}} = scf.while
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[COUNT]]#{{.*}} step
// CHECK:   tensor.insert_slice
// CHECK: scf.for
// CHECK:   tensor.extract_slice
func.func @while(%x: tensor<2xf32>, %seed: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %limit = arith.constant 8.0 : f32
  %y = scf.while (%a = %x) : (tensor<2xf32>) -> tensor<2xf32> {
    %first = tensor.extract %a[%c0] : tensor<2xf32>
    %c = arith.cmpf olt, %first, %limit : f32
    scf.condition(%c) %a : tensor<2xf32>
  } do {
  ^bb0(%a: tensor<2xf32>):
    %b = arith.mulf %a, %a : tensor<2xf32>
    scf.yield %b : tensor<2xf32>
  }
  %d = nn.gradient %y, %seed wrt (%x) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %d : tensor<2xf32>
}
