// RUN: janus-opt %s --imperative-to-python | FileCheck %s

// An exception enters the frame once: its traceback is added to before a handler has it, and not when it is raised again.
// CHECK-LABEL: python.body @handle
// CHECK: python.invoke "get_global"() names ["x"] ^{{.*}}, ^[[TRACED:.*]]
// CHECK: ^[[TRACED]]:
// CHECK-NEXT: python.call "traceback"
// CHECK-NEXT: cf.br ^[[HANDLER:.*]]
// CHECK: ^[[HANDLER]]:
// CHECK-NEXT: %[[BEFORE:.*]] = python.call "handled"()
// CHECK-NEXT: %[[E:.*]] = python.call "catch"()
// CHECK: cf.cond_br %{{.*}}, ^[[TAKEN:.*]], ^[[NEXT:.*]]
// CHECK: ^[[TAKEN]]:
// CHECK: python.call "set_handled"(%[[BEFORE]])
// CHECK: python.return
// CHECK: ^[[NEXT]]:
// CHECK-NEXT: python.invoke "reraise"() ^[[LEAVE:.*]]
// CHECK: ^[[LEAVE]]:
// CHECK-NEXT: python.call "set_handled"(%[[BEFORE]])
// CHECK-NEXT: cf.br ^[[FAILED:.*]]
// CHECK: ^[[FAILED]]:
// CHECK-NEXT: python.fail
imperative.func @handle() -> !imperative.object attributes {generic} {
  imperative.try {
    %x = imperative.get_global "x" : !imperative.object
  } except {
  ^bb0(%e: !imperative.object):
    %c = imperative.truth %e : !imperative.object
    imperative.if %c {
      imperative.return %e : !imperative.object
    } else {
      imperative.reraise
    }
  }
  %none = imperative.constant #imperative.none -> !imperative.object
  imperative.return %none : !imperative.object
}

// finally runs once for falling through, for each kind of exit that crosses it, and for an exception.
// CHECK-LABEL: python.body @finish
// CHECK-COUNT-4: names ["clean"]
// CHECK-NOT: names ["clean"]
imperative.func @finish() -> !imperative.object attributes {generic} {
  %x = imperative.get_global "x" : !imperative.object
  imperative.for %i : !imperative.object in %x : !imperative.object {
    imperative.try {
      %c = imperative.truth %i : !imperative.object
      imperative.if %c {
        imperative.break
      }
      %d = imperative.truth %x : !imperative.object
      imperative.if %d {
        imperative.return %i : !imperative.object
      }
      %e = imperative.truth %x : !imperative.object
      imperative.if %e {
        imperative.return %x : !imperative.object
      }
    } finally {
      %clean = imperative.get_global "clean" : !imperative.object
    }
  }
  imperative.return %x : !imperative.object
}

// CHECK-LABEL: python.body @otherwise
// CHECK: python.invoke "get_global"() names ["body"] ^{{.*}}, ^[[INSIDE:.*]]
// CHECK: python.invoke "get_global"() names ["else"] ^{{.*}}, ^[[OUTSIDE:.*]]
// CHECK: ^[[OUTSIDE]]:
// CHECK-NEXT: python.call "traceback"
// CHECK-NEXT: cf.br ^[[FAILED:.*]]
imperative.func @otherwise() -> !imperative.object attributes {generic} {
  imperative.try {
    %b = imperative.get_global "body" : !imperative.object
  } except {
  ^bb0(%e: !imperative.object):
    imperative.yield
  } else {
    %o = imperative.get_global "else" : !imperative.object
  }
  %none = imperative.constant #imperative.none -> !imperative.object
  imperative.return %none : !imperative.object
}

// CHECK-LABEL: python.body @raise
// CHECK: python.invoke "raise_from"(%{{.*}}, %{{.*}})
// CHECK: python.invoke "raise"(%{{.*}})
imperative.func @raise() -> !imperative.object attributes {generic} {
  %e = imperative.get_global "e" : !imperative.object
  %c = imperative.truth %e : !imperative.object
  imperative.if %c {
    imperative.raise %e from %e : !imperative.object, !imperative.object
  }
  imperative.raise %e : !imperative.object
}
