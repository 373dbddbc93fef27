// RUN: janus-opt %s --imperative-raise-early-exits | FileCheck %s

// What follows an if whose one branch leaves moves into the other branch.
// CHECK-LABEL: imperative.func @sinks
// CHECK-SAME: (%[[A:.*]]: !imperative.object, %[[C:.*]]: !imperative.bool)
// CHECK: %[[RESULT:.*]] = imperative.cell "result" always_bound
// CHECK-NOT: imperative.cell
// CHECK: imperative.if %[[C]] {
// CHECK-NEXT: imperative.store %[[A]], %[[RESULT]]
// CHECK-NEXT: } else {
// CHECK-NEXT: imperative.set_global "g", %[[A]]
// CHECK-NEXT: %[[N:.*]] = imperative.constant #imperative.none
// CHECK-NEXT: imperative.store %[[N]], %[[RESULT]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[R:.*]] = imperative.load %[[RESULT]]
// CHECK-NEXT: imperative.return %[[R]]
imperative.func @sinks(%a: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  imperative.if %c {
    imperative.return %a : !imperative.object
  }
  imperative.set_global "g", %a : !imperative.object
  %n = imperative.constant #imperative.none -> !imperative.none
  imperative.return %n : !imperative.none
}

// What may or may not be reached is guarded by a flag.
// CHECK-LABEL: imperative.func @guards
// CHECK: %[[RETURNED:.*]] = imperative.cell "returned"
// CHECK: imperative.if %{{.*}} {
// CHECK-NEXT: imperative.if %{{.*}} {
// CHECK: imperative.store %{{.*}}, %[[RETURNED]]
// CHECK: %[[F:.*]] = imperative.load %[[RETURNED]] : !imperative.bool
// CHECK-NEXT: imperative.if %[[F]] {
// CHECK-NEXT: } else {
// CHECK-NEXT: imperative.set_global "g"
imperative.func @guards(%a: !imperative.object, %c: !imperative.bool, %d: !imperative.bool) -> !imperative.object {
  imperative.if %c {
    imperative.if %d {
      imperative.return %a : !imperative.object
    }
  }
  imperative.set_global "g", %a : !imperative.object
  imperative.return %a : !imperative.object
}

// A branch that raises needs no flag.
// CHECK-LABEL: imperative.func @raises
// CHECK-NOT: imperative.cell
// CHECK: imperative.raise
// CHECK: imperative.return
imperative.func @raises(%a: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  imperative.if %c {
    imperative.raise %a : !imperative.object
  }
  imperative.return %a : !imperative.object
}

// A broken while does not evaluate its condition again; its else is skipped.
// CHECK-LABEL: imperative.func @while_break_else
// CHECK: %[[BROKEN:.*]] = imperative.cell "broken"
// CHECK: imperative.while {
// CHECK-NEXT: %[[B:.*]] = imperative.load %[[BROKEN]]
// CHECK-NEXT: %[[GO:.*]] = imperative.if %[[B]] -> !imperative.bool {
// CHECK: imperative.yield %{{.*}} : !imperative.bool
// CHECK-NEXT: } else {
// CHECK-NEXT: imperative.truth
// CHECK: imperative.condition %[[GO]]
// CHECK: } do {
// CHECK: imperative.if
// CHECK-NEXT: %[[TRUE:.*]] = imperative.constant true
// CHECK: imperative.store %{{.*}}, %[[BROKEN]]
// CHECK-NEXT: } else {
// CHECK-NEXT: imperative.set_global "body"
// CHECK: %[[B2:.*]] = imperative.load %[[BROKEN]]
// CHECK-NEXT: imperative.if %[[B2]] {
// CHECK-NEXT: } else {
// CHECK-NEXT: imperative.set_global "else"
imperative.func @while_break_else(%a: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  imperative.while {
    %t = imperative.truth %a : !imperative.object
    imperative.condition %t
  } do {
    imperative.if %c {
      imperative.break
    }
    imperative.set_global "body", %a : !imperative.object
  } else {
    imperative.set_global "else", %a : !imperative.object
  }
  imperative.return %a : !imperative.object
}

// An else that no break skips is what follows.
// CHECK-LABEL: imperative.func @plain_else
// CHECK: imperative.for
// CHECK-NEXT: imperative.set_global "body"
// CHECK-NEXT: }
// CHECK-NEXT: imperative.set_global "else"
// CHECK-NEXT: imperative.return
imperative.func @plain_else(%a: !imperative.object) -> !imperative.object {
  imperative.for %i : !imperative.object in %a : !imperative.object {
    imperative.set_global "body", %i : !imperative.object
  } else {
    imperative.set_global "else", %a : !imperative.object
  }
  imperative.return %a : !imperative.object
}

// A broken for asks for no further item; continue needs no flag here.
// CHECK-LABEL: imperative.func @for_break
// CHECK: %[[BROKEN:.*]] = imperative.cell "broken"
// CHECK-NOT: imperative.cell
// CHECK: imperative.for
// CHECK: %[[B:.*]] = imperative.load %[[BROKEN]]
// CHECK-NEXT: %[[GO:.*]] = imperative.unary not %[[B]]
// CHECK-NEXT: imperative.condition %[[GO]]
imperative.func @for_break(%a: !imperative.object, %c: !imperative.bool, %d: !imperative.bool) -> !imperative.object {
  imperative.for %i : !imperative.object in %a : !imperative.object {
    imperative.if %c {
      imperative.continue
    }
    imperative.if %d {
      imperative.break
    }
    imperative.set_global "body", %i : !imperative.object
  }
  imperative.return %a : !imperative.object
}

// A return leaves both loops, and nothing behind them runs.
// CHECK-LABEL: imperative.func @return_from_loops
// CHECK: %[[RETURNED:.*]] = imperative.cell "returned"
// CHECK: imperative.for
// CHECK: imperative.for
// CHECK: imperative.store %{{.*}}, %[[RETURNED]]
// CHECK: imperative.load %[[RETURNED]]
// CHECK: imperative.condition
// CHECK: %[[F:.*]] = imperative.load %[[RETURNED]]
// CHECK-NEXT: imperative.if %[[F]] {
// CHECK-NEXT: } else {
// CHECK-NEXT: imperative.set_global "inner"
// CHECK: imperative.condition
// CHECK: imperative.load %[[RETURNED]]
// CHECK: imperative.set_global "outer"
// CHECK-NOT: imperative.return
// CHECK: imperative.load
// CHECK-NEXT: imperative.return
imperative.func @return_from_loops(%a: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  imperative.for %i : !imperative.object in %a : !imperative.object {
    imperative.for %j : !imperative.object in %i : !imperative.object {
      imperative.if %c {
        imperative.return %j : !imperative.object
      }
    }
    imperative.set_global "inner", %a : !imperative.object
  }
  imperative.set_global "outer", %a : !imperative.object
  imperative.return %a : !imperative.object
}

// A break in the else of a loop leaves the loop around it.
// CHECK-LABEL: imperative.func @break_in_else
// CHECK-COUNT-1: imperative.condition
// CHECK-NOT: imperative.break
imperative.func @break_in_else(%a: !imperative.object) -> !imperative.object {
  imperative.for %i : !imperative.object in %a : !imperative.object {
    imperative.for %j : !imperative.object in %i : !imperative.object {
      imperative.set_global "body", %j : !imperative.object
    } else {
      imperative.break
    }
  }
  imperative.return %a : !imperative.object
}
