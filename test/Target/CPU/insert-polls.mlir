// RUN: janus-opt %s --janus-insert-polls | FileCheck %s

// CHECK: func.func private @janus_keep_running() -> i1

// CHECK-LABEL: func.func @loops(
// CHECK: scf.for
// CHECK-NEXT: %[[GO:.*]] = func.call @janus_keep_running() : () -> i1
// CHECK-NEXT: janus.assume %[[GO]], -1, "nobody interrupts"
// CHECK: scf.while
// CHECK: } do {
// CHECK: func.call @janus_keep_running()
// CHECK-NEXT: janus.assume
func.func @loops(%n: i64 {janus.arg = "n"}) -> (i64 {janus.result = 0 : i64}) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %a = scf.for %i = %zero to %n step %one iter_args(%s = %zero) -> (i64) : i64 {
    %next = arith.addi %s, %i : i64
    scf.yield %next : i64
  }
  %b = scf.while (%s = %a) : (i64) -> i64 {
    %more = arith.cmpi slt, %s, %n : i64
    scf.condition(%more) %s : i64
  } do {
  ^bb0(%s: i64):
    %next = arith.addi %s, %one : i64
    scf.yield %next : i64
  }
  return %b : i64
}

// A short loop is not worth it, and a function that is no entry is left alone.
// CHECK-LABEL: func.func @short(
// CHECK-NOT: janus_keep_running
func.func @short(%n: i64 {janus.arg = "n"}) -> (i64 {janus.result = 0 : i64}) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %most = arith.constant 100 : i64
  %a = scf.for %i = %zero to %most step %one iter_args(%s = %n) -> (i64) : i64 {
    %next = arith.addi %s, %i : i64
    scf.yield %next : i64
  }
  return %a : i64
}

func.func private @helper(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %a = scf.for %i = %zero to %n step %one iter_args(%s = %zero) -> (i64) : i64 {
    %next = arith.addi %s, %i : i64
    scf.yield %next : i64
  }
  return %a : i64
}
