// RUN: janus-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: imperative.func @known_branch
// CHECK: imperative.set_global "then"
// CHECK-NOT: imperative.set_global "else"
imperative.func @known_branch(%a: !imperative.object) -> !imperative.object {
  %v = imperative.constant "text" -> !imperative.str
  %c = imperative.truth %v : !imperative.str
  %r = imperative.if %c -> !imperative.object {
    imperative.set_global "then", %a : !imperative.object
    imperative.yield %a : !imperative.object
  } else {
    imperative.set_global "else", %a : !imperative.object
    imperative.yield %a : !imperative.object
  }
  imperative.return %r : !imperative.object
}

// -----

// CHECK-LABEL: imperative.func @truth_of_constants
// CHECK-DAG: %[[T:.*]] = imperative.constant true
// CHECK-DAG: %[[F:.*]] = imperative.constant false
// CHECK: build_tuple(%[[F]], %[[T]], %[[F]], %[[T]], %[[F]], %[[F]], %[[F]], %[[T]], %[[T]])
imperative.func @truth_of_constants() -> !imperative.object {
  %0 = imperative.constant 0 : i64 -> !imperative.int
  %t0 = imperative.truth %0 : !imperative.int
  %1 = imperative.constant -3 : i64 -> !imperative.int
  %t1 = imperative.truth %1 : !imperative.int
  %2 = imperative.constant -0.0 : f64 -> !imperative.float
  %t2 = imperative.truth %2 : !imperative.float
  %3 = imperative.constant 0x7FF8000000000000 : f64 -> !imperative.float
  %t3 = imperative.truth %3 : !imperative.float
  %4 = imperative.constant "" -> !imperative.str
  %t4 = imperative.truth %4 : !imperative.str
  %5 = imperative.constant #imperative.none -> !imperative.none
  %t5 = imperative.truth %5 : !imperative.none
  %6 = imperative.constant [] -> !imperative.tuple<>
  %t6 = imperative.truth %6 : !imperative.tuple<>
  %7 = imperative.constant #imperative.ellipsis -> !imperative.object
  %t7 = imperative.truth %7 : !imperative.object
  %8 = imperative.unary not %4 : (!imperative.str) -> !imperative.bool
  %r = imperative.build_tuple (%t0, %t1, %t2, %t3, %t4, %t5, %t6, %t7, %8) : (!imperative.bool, !imperative.bool, !imperative.bool, !imperative.bool, !imperative.bool, !imperative.bool, !imperative.bool, !imperative.bool, !imperative.bool) -> !imperative.object
  imperative.return %r : !imperative.object
}

// -----

// A library object may define its own truth.
// CHECK-LABEL: imperative.func @unknown_truth
// CHECK: imperative.truth
imperative.func @unknown_truth() -> !imperative.object {
  %0 = imperative.constant #imperative.builtin<"numpy.array"> -> !imperative.object
  %t = imperative.truth %0 : !imperative.object
  imperative.return %t : !imperative.bool
}

// -----

// CHECK-LABEL: imperative.func @truth_of_types
// CHECK-SAME: (%[[B:.*]]: !imperative.bool
// CHECK-DAG: %[[T:.*]] = imperative.constant true
// CHECK-DAG: %[[F:.*]] = imperative.constant false
// CHECK: build_tuple(%[[B]], %[[T]], %[[F]], %[[B]])
imperative.func @truth_of_types(%b: !imperative.bool, %t: !imperative.tuple<!imperative.int>, %n: !imperative.none) -> !imperative.object {
  %0 = imperative.truth %b : !imperative.bool
  %1 = imperative.truth %t : !imperative.tuple<!imperative.int>
  %2 = imperative.truth %n : !imperative.none
  %3 = imperative.unary not %b : (!imperative.bool) -> !imperative.bool
  %4 = imperative.unary not %3 : (!imperative.bool) -> !imperative.bool
  %r = imperative.build_tuple (%0, %1, %2, %4) : (!imperative.bool, !imperative.bool, !imperative.bool, !imperative.bool) -> !imperative.object
  imperative.return %r : !imperative.object
}

// -----

// CHECK-LABEL: imperative.func @results
// CHECK-SAME: (%[[C:.*]]: !imperative.bool)
// CHECK: %[[ONE:.*]] = imperative.constant 1 : i64
// CHECK: %[[NOT:.*]] = imperative.unary not %[[C]]
// CHECK: build_tuple(%[[ONE]], %[[C]], %[[NOT]])
imperative.func @results(%c: !imperative.bool) -> !imperative.object {
  %r:3 = imperative.if %c -> (!imperative.object, !imperative.bool, !imperative.bool) {
    %1 = imperative.constant 1 : i64 -> !imperative.int
    %no = imperative.constant false -> !imperative.bool
    imperative.yield %1, %c, %no : !imperative.int, !imperative.bool, !imperative.bool
  } else {
    %1 = imperative.constant 1 : i64 -> !imperative.int
    %yes = imperative.constant true -> !imperative.bool
    imperative.yield %1, %c, %yes : !imperative.int, !imperative.bool, !imperative.bool
  }
  %t = imperative.build_tuple (%r#0, %r#1, %r#2) : (!imperative.object, !imperative.bool, !imperative.bool) -> !imperative.object
  imperative.return %t : !imperative.object
}

// -----

// Carried values that nobody reads or that never change go.
// CHECK-LABEL: imperative.func @carried
// CHECK-SAME: (%[[A:.*]]: !imperative.object)
// CHECK: imperative.while {
// CHECK-NEXT: imperative.truth %[[A]]
// CHECK: imperative.for %{{.*}} : !imperative.object in %[[A]] : !imperative.object {
// CHECK: imperative.return %[[A]]
imperative.func @carried(%a: !imperative.object) -> !imperative.object {
  %w:2 = imperative.while carry (%x = %a, %y = %a) : !imperative.object, !imperative.object {
    %t = imperative.truth %x : !imperative.object
    imperative.condition %t, %x, %y : !imperative.object, !imperative.object
  } do {
  ^bb0(%x: !imperative.object, %y: !imperative.object):
    %n = imperative.call %x() : (!imperative.object) -> !imperative.object
    imperative.yield %x, %n : !imperative.object, !imperative.object
  }
  %f = imperative.for %i : !imperative.object in %a : !imperative.object carry (%z = %w#0) : !imperative.object {
    imperative.set_global "g", %z : !imperative.object
    imperative.yield %z : !imperative.object
  }
  imperative.return %f : !imperative.object
}

// -----

// CHECK-LABEL: imperative.func @bound
// CHECK-NOT: check_bound{{.*}}"x"
// CHECK: imperative.check_bound {{.*}}, "y"
imperative.func @bound(%a: !imperative.object) -> !imperative.object {
  %yes = imperative.constant true -> !imperative.bool
  %no = imperative.constant false -> !imperative.bool
  imperative.check_bound %yes, "x"
  imperative.check_bound %no, "y"
  imperative.return %a : !imperative.object
}
