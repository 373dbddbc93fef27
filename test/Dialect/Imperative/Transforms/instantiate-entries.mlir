// RUN: janus-opt %s --imperative-instantiate-entries | FileCheck %s

imperative.object @net class "m.Net" path "net"
imperative.state @lr : !imperative.float path "lr"
imperative.func @f(%net: !imperative.object, %x: !imperative.object, %lr: !imperative.object, %pair: !imperative.object) -> !imperative.object
    attributes {params = [#imperative.param<"net", positional>, #imperative.param<"x", positional>, #imperative.param<"lr", positional>, #imperative.param<"pair", positional>]} {
  %r = imperative.build_tuple (%net, %x, %lr, %pair) : (!imperative.object, !imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  imperative.return %r : !imperative.object
}

// Run-time arguments stay, objects become constants, states are read.
// CHECK-NOT: imperative.entry
// CHECK: imperative.func @step(%[[X:.*]]: !imperative.tensor<?x4xf32>) -> !imperative.object
// CHECK-SAME: entry
// CHECK-SAME: no_grad
// CHECK-SAME: params = [#imperative.param<"x", positional>]
// CHECK-SAME: tuples = {pair = [1, #imperative.ref<@lr>]}
// CHECK-NEXT: %[[NET:.*]] = imperative.constant #imperative.ref<@net> -> !imperative.instance<@net>
// CHECK-NEXT: %[[LR:.*]] = imperative.read_state @lr : !imperative.float
// CHECK-NEXT: %[[ONE:.*]] = imperative.constant 1
// CHECK-NEXT: %[[LR2:.*]] = imperative.read_state @lr : !imperative.float
// CHECK-NEXT: %[[PAIR:.*]] = imperative.build_tuple(%[[ONE]], %[[LR2]]){{.*}}{argument = "pair"}
// CHECK-NEXT: imperative.build_tuple(%[[NET]], %[[X]], %[[LR]], %[[PAIR]])
imperative.entry @step calls @f [#imperative.ref<@net>, !imperative.tensor<?x4xf32>, #imperative.ref<@lr>, [1 : i64, #imperative.ref<@lr>]] {no_grad}

// A captured variable becomes a cell that holds what it held.
imperative.func @g(%c: !imperative.cell) -> !imperative.object attributes {params = [], captures = ["n"]} {
  %n = imperative.load %c : !imperative.object
  imperative.return %n : !imperative.object
}
// CHECK-LABEL: imperative.func @closure(
// CHECK-NEXT: %[[CELL:.*]] = imperative.cell "n"
// CHECK-NEXT: %[[N:.*]] = imperative.constant 3
// CHECK-NEXT: imperative.store %[[N]], %[[CELL]]
// CHECK-NEXT: imperative.load %[[CELL]]
imperative.entry @closure calls @g [3 : i64]
