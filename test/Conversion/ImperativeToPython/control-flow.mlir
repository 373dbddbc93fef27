// RUN: janus-opt %s --imperative-to-python | FileCheck %s

// CHECK-LABEL: python.body @choose
// CHECK: python.invoke "truth"(%[[X:.*]]) : !imperative.object ^[[TEST:.*]], ^{{.*}}
// CHECK: ^[[TEST]](%[[C:.*]]: i1):
// CHECK: cf.cond_br %[[C]], ^[[THEN:.*]], ^[[ELSE:.*]]
// CHECK: ^[[THEN]]:
// CHECK: cf.br ^[[END:.*]](%[[X]] : !imperative.object)
// CHECK: ^[[ELSE]]:
// CHECK: %[[NONE:.*]] = python.singleton none
// CHECK: cf.br ^[[END]](%[[NONE]] : !imperative.object)
// CHECK: ^[[END]](%[[R:.*]]: !imperative.object):
// CHECK: python.return %[[R]]
imperative.func @choose() -> !imperative.object attributes {generic} {
  %x = imperative.get_global "x" : !imperative.object
  %c = imperative.truth %x : !imperative.object
  %r = imperative.if %c -> !imperative.object {
    imperative.yield %x : !imperative.object
  } else {
    %none = imperative.constant #imperative.none -> !imperative.object
    imperative.yield %none : !imperative.object
  }
  imperative.return %r : !imperative.object
}

// What follows two branches that leave is not there.
// CHECK-LABEL: python.body @leave
// CHECK: python.return
// CHECK: python.return
// CHECK-NOT: python.return
imperative.func @leave() -> !imperative.object attributes {generic} {
  %x = imperative.get_global "x" : !imperative.object
  %c = imperative.truth %x : !imperative.object
  imperative.if %c {
    imperative.return %x : !imperative.object
  } else {
    imperative.return %x : !imperative.object
  }
  imperative.return %x : !imperative.object
}

// CHECK-LABEL: python.body @each
// CHECK: python.invoke "iter"(%{{.*}}) : !imperative.object ^[[MADE:.*]], ^{{.*}}
// CHECK: ^[[MADE]](%[[IT:.*]]: !imperative.object):
// CHECK: cf.br ^[[HEAD:.*]]
// CHECK: ^[[HEAD]]:
// CHECK: python.invoke "next"(%[[IT]]) : !imperative.object ^[[BODY:.*]], ^[[DONE:.*]], ^{{.*}}
// CHECK: ^[[BODY]](%[[I:.*]]: !imperative.object):
// CHECK: cf.cond_br %{{.*}}, ^[[BREAK:.*]], ^[[REST:.*]]
// CHECK: ^[[BREAK]]:
// CHECK: cf.br ^[[END:.*]]
// CHECK: cf.br ^[[LATCH:.*]]
// CHECK: ^[[LATCH]]:
// CHECK: python.poll ^[[HEAD]], ^{{.*}}
// CHECK: ^[[DONE]]:
// CHECK: python.return %{{.*}}
// CHECK: ^[[END]]:
// CHECK: python.return %{{.*}}
imperative.func @each() -> !imperative.object attributes {generic} {
  %x = imperative.get_global "x" : !imperative.object
  imperative.for %i : !imperative.object in %x : !imperative.object {
    %c = imperative.truth %i : !imperative.object
    imperative.if %c {
      imperative.break
    }
    imperative.continue
  } else {
    imperative.return %x : !imperative.object
  }
  imperative.return %x : !imperative.object
}

// The iterator of a comprehension's code comes ready.
// CHECK-LABEL: python.body @ready
// CHECK-NOT: "iter"
// CHECK: python.invoke "next"
imperative.func @ready() -> !imperative.object attributes {generic} {
  %x = imperative.get_global "x" : !imperative.object
  imperative.for %i : !imperative.object in %x : !imperative.object {
  } {iterator}
  imperative.return %x : !imperative.object
}

// CHECK-LABEL: python.body @again
// CHECK: cf.br ^[[HEAD:.*]]
// CHECK: ^[[HEAD]]:
// CHECK: python.invoke "get_global"() names ["x"]
// CHECK: cf.cond_br %{{.*}}, ^[[BODY:.*]], ^[[DONE:.*]]
// CHECK: ^[[BODY]]:
// CHECK: cf.br ^[[LATCH:.*]]
// CHECK: ^[[LATCH]]:
// CHECK: python.poll ^[[HEAD]], ^{{.*}}
// CHECK: ^[[DONE]]:
imperative.func @again() -> !imperative.object attributes {generic} {
  imperative.while {
    %x = imperative.get_global "x" : !imperative.object
    %c = imperative.truth %x : !imperative.object
    imperative.condition %c
  } do {
  }
  %none = imperative.constant #imperative.none -> !imperative.object
  imperative.return %none : !imperative.object
}

// CHECK-LABEL: python.body @unit
// CHECK: python.speculate 7(%[[X:.*]]) -> (%[[Y:.*]]) ^[[DONE:.*]], ^[[RETURNED:.*]], ^[[GENERIC:.*]], ^{{.*}}
// CHECK: ^[[RETURNED]](%[[R:.*]]: !imperative.object):
// CHECK: python.return %[[R]]
// CHECK: ^[[GENERIC]]:
// CHECK: python.load %[[X]]
// CHECK: cf.br ^[[DONE]]
// CHECK: ^[[DONE]]:
imperative.func @unit() -> !imperative.object attributes {generic} {
  %x_cell = imperative.cell "x" {slot = 0}
  %y_cell = imperative.cell "y" {slot = 1}
  imperative.speculate 7 (%x_cell) -> (%y_cell) {
    %x = imperative.load %x_cell : !imperative.object
    imperative.store %x, %y_cell : !imperative.object
  }
  %y = imperative.load %y_cell : !imperative.object
  imperative.return %y : !imperative.object
}
