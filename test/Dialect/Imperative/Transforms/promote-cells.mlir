// RUN: janus-opt %s --imperative-promote-cells | FileCheck %s

// CHECK-LABEL: imperative.func @straight
// CHECK-SAME: (%[[A:.*]]: !imperative.object)
// CHECK-NEXT: imperative.return %[[A]]
imperative.func @straight(%a: !imperative.object) -> !imperative.object {
  %x = imperative.cell "x"
  imperative.store %a, %x : !imperative.object
  %r = imperative.load %x : !imperative.object
  imperative.return %r : !imperative.object
}

// Only what is read later is handed on, and with the type that is stored.
// CHECK-LABEL: imperative.func @branches
// CHECK: %[[X:.*]] = imperative.if %{{.*}} -> !imperative.int {
// CHECK-NEXT: imperative.yield %[[ONE:.*]] : !imperative.int
// CHECK-NEXT: } else {
// CHECK-NEXT: imperative.yield %[[TWO:.*]] : !imperative.int
// CHECK-NEXT: }
// CHECK-NEXT: imperative.return %[[X]]
imperative.func @branches(%c: !imperative.bool) -> !imperative.object {
  %x = imperative.cell "x"
  %unread = imperative.cell "unread"
  %one = imperative.constant 1 : i64 -> !imperative.int
  %two = imperative.constant 2 : i64 -> !imperative.int
  imperative.if %c {
    imperative.store %one, %x : !imperative.int
    imperative.store %one, %unread : !imperative.int
  } else {
    imperative.store %two, %x : !imperative.int
  }
  %r = imperative.load %x : !imperative.object
  imperative.return %r : !imperative.object
}

// A branch that raises hands nothing on.
// CHECK-LABEL: imperative.func @raising_branch
// CHECK: %[[X:.*]] = imperative.if %{{.*}} -> !imperative.object {
// CHECK-NEXT: imperative.raise
// CHECK: imperative.yield %{{.*}} : !imperative.object
// CHECK-NOT: check_bound
// CHECK: imperative.return %[[X]]
imperative.func @raising_branch(%a: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  %x = imperative.cell "x"
  imperative.if %c {
    imperative.raise %a : !imperative.object
  } else {
    imperative.store %a, %x : !imperative.object
  }
  %r = imperative.load %x : !imperative.object
  imperative.return %r : !imperative.object
}

// CHECK-LABEL: imperative.func @loops
// CHECK-SAME: (%[[A:.*]]: !imperative.object)
// CHECK: %[[F:.*]] = imperative.for %[[I:.*]] : !imperative.object in %[[A]] : !imperative.object carry (%[[X:.*]] = %[[A]]) : !imperative.object {
// CHECK-NEXT: %[[S:.*]] = imperative.binary add %[[X]], %[[I]]
// CHECK-NEXT: imperative.yield %[[S]]
// CHECK: %[[W:.*]] = imperative.while carry (%[[Y:.*]] = %[[F]]) : !imperative.object {
// CHECK-NEXT: %[[T:.*]] = imperative.truth %[[Y]]
// CHECK-NEXT: imperative.condition %[[T]], %[[Y]]
// CHECK: ^bb0(%[[Z:.*]]: !imperative.object):
// CHECK-NEXT: %[[N:.*]] = imperative.unary neg %[[Z]]
// CHECK-NEXT: imperative.yield %[[N]]
// CHECK: imperative.return %[[W]]
imperative.func @loops(%a: !imperative.object) -> !imperative.object {
  %x = imperative.cell "x"
  %i = imperative.cell "i"
  imperative.store %a, %x : !imperative.object
  imperative.for %item : !imperative.object in %a : !imperative.object {
    imperative.store %item, %i : !imperative.object
    %x0 = imperative.load %x : !imperative.object
    %i0 = imperative.load %i : !imperative.object
    %s = imperative.binary add %x0, %i0 : (!imperative.object, !imperative.object) -> !imperative.object
    imperative.store %s, %x : !imperative.object
  }
  imperative.while {
    %v = imperative.load %x : !imperative.object
    %t = imperative.truth %v : !imperative.object
    imperative.condition %t
  } do {
    %v = imperative.load %x : !imperative.object
    %n = imperative.unary neg %v : (!imperative.object) -> !imperative.object
    imperative.store %n, %x : !imperative.object
  }
  %r = imperative.load %x : !imperative.object
  imperative.return %r : !imperative.object
}

// The condition of a while binds what the body reads (`while (x := f()):`).
// CHECK-LABEL: imperative.func @bound_in_condition
// CHECK: %[[U:.*]] = imperative.unbound "x"
// CHECK: imperative.while carry (%{{.*}} = %[[U]]) : !imperative.object {
// CHECK-NEXT: %[[V:.*]] = imperative.call
// CHECK: imperative.condition %{{.*}}, %[[V]]
// CHECK: ^bb0(%[[Z:.*]]: !imperative.object):
// CHECK-NEXT: imperative.set_global "g", %[[Z]]
imperative.func @bound_in_condition(%f: !imperative.object) -> !imperative.object {
  %x = imperative.cell "x"
  imperative.while {
    %v = imperative.call %f() : (!imperative.object) -> !imperative.object
    imperative.store %v, %x : !imperative.object
    %t = imperative.truth %v : !imperative.object
    imperative.condition %t
  } do {
    %v = imperative.load %x : !imperative.object
    imperative.set_global "g", %v : !imperative.object
  }
  imperative.return %f : !imperative.object
}

// A read that may fail is behind a check, once.
// CHECK-LABEL: imperative.func @maybe_unbound
// CHECK: %[[FALSE:.*]] = imperative.constant false
// CHECK: %[[X:[^,]*]], %[[BOUND:.*]] = imperative.for {{.*}} carry (%{{.*}} = %{{.*}}, %{{.*}} = %[[FALSE]])
// CHECK: imperative.check_bound %[[BOUND]], "i"
// CHECK-NEXT: imperative.constant
// CHECK-NEXT: imperative.build_tuple(%[[X]], %[[X]])
imperative.func @maybe_unbound(%a: !imperative.object) -> !imperative.object {
  %i = imperative.cell "i"
  imperative.for %item : !imperative.object in %a : !imperative.object {
    imperative.store %item, %i : !imperative.object
  }
  %r = imperative.load %i : !imperative.object
  %s = imperative.load %i : !imperative.object
  %t = imperative.build_tuple (%r, %s) : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %t : !imperative.object
}

// CHECK-LABEL: imperative.func @deleted
// CHECK: imperative.constant false
// CHECK: %[[FALSE:.*]] = imperative.constant false
// CHECK: imperative.check_bound %[[FALSE]], "x"
imperative.func @deleted(%a: !imperative.object) -> !imperative.object {
  %x = imperative.cell "x"
  imperative.store %a, %x : !imperative.object
  imperative.delete %x
  %r = imperative.load %x : !imperative.object
  imperative.return %r : !imperative.object
}

// Captured cells, cells that an island uses and cells stored under a try stay.
// CHECK-LABEL: imperative.func @kept
// CHECK: imperative.cell "captured"
// CHECK: imperative.cell "island"
// CHECK: imperative.cell "tried"
// CHECK-NOT: imperative.cell "read"
imperative.func @inner(%c: !imperative.cell) -> !imperative.object attributes {captures = ["captured"], params = []} {
  %r = imperative.load %c : !imperative.object
  imperative.return %r : !imperative.object
}
imperative.func @kept(%a: !imperative.object) -> !imperative.object {
  %captured = imperative.cell "captured"
  %island = imperative.cell "island"
  %tried = imperative.cell "tried"
  %read = imperative.cell "read"
  imperative.store %a, %read : !imperative.object
  %f = imperative.make_function @inner captures(%captured) defaults() : () -> !imperative.object
  imperative.python "pass" because "with statement" cells(%island) names ["island"]
  imperative.try {
    %v = imperative.load %read : !imperative.object
    imperative.store %v, %tried : !imperative.object
  } except {
  ^bb0(%e: !imperative.object):
    imperative.reraise
  }
  imperative.return %f : !imperative.object
}
