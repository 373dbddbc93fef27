// RUN: janus-opt %s --sccp | FileCheck %s

// MLIR's dataflow framework walks our regions: constants meet where control does.
// CHECK-LABEL: imperative.func @joins
// CHECK: %[[ONE:.*]] = imperative.constant 1 : i64
// CHECK: %[[FOR:.*]] = imperative.for
// CHECK-NEXT: imperative.yield %[[ONE]]
// CHECK: %[[DIFFERS:.*]] = imperative.for
// CHECK: %[[WHILE:.*]] = imperative.while
// CHECK: imperative.build_tuple(%[[ONE]], %[[ONE]], %[[DIFFERS]], %[[WHILE]])
imperative.func @joins(%x: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  %one = imperative.constant 1 : i64 -> !imperative.int
  %two = imperative.constant 2 : i64 -> !imperative.int
  %same = imperative.if %c -> !imperative.int {
    imperative.yield %one : !imperative.int
  } else {
    imperative.yield %one : !imperative.int
  }
  %same_loop = imperative.for %i : !imperative.object in %x : !imperative.object carry (%s = %one) : !imperative.int {
    imperative.yield %s : !imperative.int
  }
  %differs = imperative.for %i : !imperative.object in %x : !imperative.object carry (%s = %one) : !imperative.int {
    imperative.condition %c, %two : !imperative.int
  }
  %w = imperative.while carry (%s = %one) : !imperative.int {
    imperative.condition %c, %s : !imperative.int
  } do {
  ^bb0(%s: !imperative.int):
    imperative.yield %two : !imperative.int
  }
  %t = imperative.build_tuple (%same, %same_loop, %differs, %w) : (!imperative.int, !imperative.int, !imperative.int, !imperative.int) -> !imperative.object
  imperative.return %t : !imperative.object
}
