// RUN: janus-opt %s --pass-pipeline='builtin.module(imperative.func(imperative-forward-loads))' | FileCheck %s

imperative.func @inner(%y: !imperative.object, %x: !imperative.cell) -> !imperative.object attributes {params = [#imperative.param<"y", positional>], captures = ["x"]} {
  imperative.return %y : !imperative.object
}

// Until the closure is made nobody else has the variable; after that somebody may change it.
// CHECK-LABEL: imperative.func @before
// CHECK-SAME: (%[[A:.*]]: !imperative.object
// CHECK: imperative.call %[[A]](%[[A]])
// CHECK: %[[FUNCTION:.*]] = imperative.make_function
// CHECK: %[[AFTER:.*]] = imperative.load
// CHECK: imperative.return %[[AFTER]]
imperative.func @before(%a: !imperative.object) -> !imperative.object {
  %x = imperative.cell "x"
  imperative.store %a, %x : !imperative.object
  %v = imperative.load %x : !imperative.object
  %0 = imperative.call %v(%v) : (!imperative.object, !imperative.object) -> !imperative.object
  %f = imperative.make_function @inner captures(%x) defaults() : () -> !imperative.object
  %1 = imperative.call %f(%0) : (!imperative.object, !imperative.object) -> !imperative.object
  %w = imperative.load %x : !imperative.object
  imperative.return %w : !imperative.object
}
