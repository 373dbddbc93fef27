// RUN: janus-opt %s --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @units
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x4xf32>
func.func @units(%x: tensor<?x4xf32>, %n: index) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) {
  // CHECK-NEXT: return %[[X]], %[[X]], %[[X]]
  %one = arith.constant 1.0 : f32
  %ones = nn.full %one sizes [%n, 4] : f32 -> tensor<?x4xf32>
  %a = nn.mul %ones, %x : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %b = nn.div %x, %ones : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %c = nn.neg %x : tensor<?x4xf32>
  %d = nn.neg %c : tensor<?x4xf32>
  return %a, %b, %d : tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>
}

// CHECK-LABEL: func.func @window
// CHECK-SAME: %[[X:[^:]*]]: tensor<9x4xf32>, %[[S:[^:]*]]: tensor<1x4xf32>, %[[I:[^:]*]]: index
func.func @window(%x: tensor<9x4xf32>, %s: tensor<1x4xf32>, %i: index) -> tensor<9x4xf32> {
  // CHECK-NEXT: %[[OLD:.*]] = nn.slice %[[X]] offsets [%[[I]], 0] sizes [1, 4]
  // CHECK-NEXT: %[[NEW:.*]] = nn.add %[[OLD]], %[[S]]
  // CHECK-NEXT: %[[SUM:.*]] = nn.slice_scatter %[[NEW]] into %[[X]] offsets [%[[I]], 0]
  // CHECK-NEXT: return %[[SUM]]
  %zeros = arith.constant dense<0.0> : tensor<9x4xf32>
  %part = nn.slice_scatter %s into %zeros offsets [%i, 0] steps [1, 1] : (tensor<1x4xf32>, tensor<9x4xf32>) -> tensor<9x4xf32>
  %sum = nn.add %x, %part : (tensor<9x4xf32>, tensor<9x4xf32>) -> tensor<9x4xf32>
  return %sum : tensor<9x4xf32>
}

// Sizes are those of the operands, so values used for their size alone die.
// CHECK-LABEL: func.func @sizes
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x4xf32>
func.func @sizes(%x: tensor<?x4xf32>) -> index {
  // CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-NEXT: %[[N:.*]] = tensor.dim %[[X]], %[[ZERO]]
  // CHECK-NEXT: return %[[N]]
  %c0 = arith.constant 0 : index
  %y = nn.relu %x : tensor<?x4xf32>
  %n = tensor.dim %y, %c0 : tensor<?x4xf32>
  return %n : index
}
