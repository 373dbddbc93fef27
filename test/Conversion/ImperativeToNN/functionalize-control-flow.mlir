// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// A storage that one branch writes is a result of the branch.
imperative.state @n : !imperative.tensor<i64> path "net.n"

// CHECK-LABEL: func.func @branch
// CHECK-SAME: %[[C:[a-z0-9]+]]: i1 {janus.arg = "c"}, %[[N:[a-z0-9]+]]: tensor<i64> {janus.state = "net.n"}
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}, tensor<i64> {janus.update = "net.n"})
imperative.func @branch(%x: !imperative.tensor<?xf32>, %c: !imperative.bool) -> !imperative.object
    attributes {entry, no_grad, params = [#imperative.param<"x", positional>, #imperative.param<"c", positional>]} {
  // CHECK: %[[R:.*]]:2 = scf.if %[[C]] -> (tensor<?xf32>, tensor<i64>) {
  %r = imperative.if %c -> (!imperative.tensor<?xf32>) {
    %n = imperative.read_state @n : !imperative.tensor<i64>
    %one = imperative.constant 1 : i64 -> !imperative.int
    // CHECK: %[[SUM:.*]] = nn.add %[[N]]
    %m = imperative.library_call "torch.Tensor.add_"(%n, %one, %one) : (!imperative.tensor<i64>, !imperative.int, !imperative.int) -> !imperative.tensor<i64>
    // CHECK: %[[RELU:.*]] = nn.relu
    %a = imperative.library_call "torch.relu"(%x) : (!imperative.tensor<?xf32>) -> !imperative.tensor<?xf32>
    // CHECK: scf.yield %[[RELU]], %[[SUM]]
    imperative.yield %a : !imperative.tensor<?xf32>
  } else {
    %b = imperative.library_call "torch.neg"(%x) : (!imperative.tensor<?xf32>) -> !imperative.tensor<?xf32>
    // CHECK: scf.yield %{{.*}}, %[[N]]
    imperative.yield %b : !imperative.tensor<?xf32>
  }
  // CHECK: return %[[R]]#0, %[[R]]#1
  imperative.return %r : !imperative.tensor<?xf32>
}

// -----

// A loop carries its values and the storages that it writes.
imperative.state @n : !imperative.tensor<i64> path "net.n"

// CHECK-LABEL: func.func @loop
imperative.func @loop(%x: !imperative.tensor<?x4xf32>, %k: !imperative.int) -> !imperative.object
    attributes {entry, no_grad, params = [#imperative.param<"x", positional>, #imperative.param<"k", positional>]} {
  %0 = imperative.constant 0 : i64 -> !imperative.int
  %1 = imperative.constant 1 : i64 -> !imperative.int
  %range = imperative.library_call "builtins.range"(%0, %k, %1) : (!imperative.int, !imperative.int, !imperative.int) -> !imperative.object
  %h0 = imperative.library_call "torch.relu"(%x) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32>
  // CHECK: %[[R:.*]]:2 = scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[H:.*]] = %{{.*}}, %[[M:.*]] = %{{.*}}) -> (tensor<?x4xf32>, tensor<i64>)
  %h = imperative.for %i : !imperative.int in %range : !imperative.object carry (%a = %h0) : !imperative.tensor<?x4xf32> {
    %n = imperative.read_state @n : !imperative.tensor<i64>
    // CHECK: nn.add %[[M]]
    %m = imperative.library_call "torch.Tensor.add_"(%n, %i, %1) : (!imperative.tensor<i64>, !imperative.int, !imperative.int) -> !imperative.tensor<i64>
    // CHECK: nn.tanh %[[H]]
    %b = imperative.library_call "torch.tanh"(%a) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32>
    imperative.yield %b : !imperative.tensor<?x4xf32>
  }
  // CHECK: return %[[R]]#0, %[[R]]#1
  imperative.return %h : !imperative.tensor<?x4xf32>
}

// -----

// break: the loop goes on while its condition holds.
// CHECK-LABEL: func.func @stops
imperative.func @stops(%k: !imperative.int) -> !imperative.object
    attributes {entry, no_grad, params = [#imperative.param<"k", positional>]} {
  %0 = imperative.constant 0 : i64 -> !imperative.int
  %1 = imperative.constant 1 : i64 -> !imperative.int
  %range = imperative.library_call "builtins.range"(%0, %k, %1) : (!imperative.int, !imperative.int, !imperative.int) -> !imperative.object
  // CHECK: scf.while
  // CHECK: scf.condition
  %s = imperative.for %i : !imperative.int in %range : !imperative.object carry (%a = %0) : !imperative.int {
    %t = imperative.binary add %a, %i : (!imperative.int, !imperative.int) -> !imperative.int
    %more = imperative.compare lt %t, %k : (!imperative.int, !imperative.int) -> !imperative.bool
    imperative.condition %more, %t : !imperative.int
  }
  imperative.return %s : !imperative.int
}

// -----

// CHECK-LABEL: func.func @while
imperative.func @while(%x: !imperative.tensor<3xf32>, %n: !imperative.int) -> !imperative.object
    attributes {entry, no_grad, params = [#imperative.param<"x", positional>, #imperative.param<"n", positional>]} {
  %0 = imperative.constant 0 : i64 -> !imperative.int
  %1 = imperative.constant 1 : i64 -> !imperative.int
  // CHECK: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (i64, tensor<3xf32>) -> (i64, tensor<3xf32>)
  %k = imperative.while carry (%i = %n) : !imperative.int {
    %c = imperative.compare gt %i, %0 : (!imperative.int, !imperative.int) -> !imperative.bool
    imperative.condition %c, %i : !imperative.int
  } do {
  ^bb0(%j: !imperative.int):
    %y = imperative.library_call "torch.Tensor.add_"(%x, %1, %1) : (!imperative.tensor<3xf32>, !imperative.int, !imperative.int) -> !imperative.tensor<3xf32>
    %d = imperative.binary sub %j, %1 : (!imperative.int, !imperative.int) -> !imperative.int
    imperative.yield %d : !imperative.int
  }
  imperative.return %k : !imperative.int
}

// -----

// What is assumed of a value is checked at run time.
// CHECK-LABEL: func.func @assumed
// CHECK-SAME: %[[C:[a-z0-9]+]]: i1
imperative.func @assumed(%x: !imperative.tensor<?xf32>, %c: !imperative.bool) -> !imperative.object
    attributes {entry, no_grad, params = [#imperative.param<"x", positional>, #imperative.param<"c", positional>]} {
  // CHECK: janus.assume %[[C]], 0, "nothing is raised at f.py:3"
  imperative.assume %c, "nothing is raised at f.py:3"
  imperative.return %x : !imperative.tensor<?xf32>
}

// -----

// What a loop gives is none of the arguments if its body runs, which is assumed; nothing is returned twice for it.
// CHECK-LABEL: func.func @runs
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4xf32> {janus.arg = "x"}, %[[K:[a-z0-9]+]]: i64 {janus.arg = "k"}
imperative.func @runs(%x: !imperative.tensor<4xf32>, %k: !imperative.int) -> !imperative.object
    attributes {entry, no_grad, params = [#imperative.param<"x", positional>, #imperative.param<"k", positional>]} {
  %0 = imperative.constant 0 : i64 -> !imperative.int
  %1 = imperative.constant 1 : i64 -> !imperative.int
  // CHECK: %[[RAN:.*]] = arith.cmpi sgt, %[[K]], %{{.*}}
  %range = imperative.library_call "builtins.range"(%0, %k, %1) : (!imperative.int, !imperative.int, !imperative.int) -> !imperative.object
  // CHECK: %[[R:.*]] = scf.for
  %h = imperative.for %i : !imperative.int in %range : !imperative.object carry (%a = %x) : !imperative.tensor<4xf32> {
    %b = imperative.library_call "torch.tanh"(%a) : (!imperative.tensor<4xf32>) -> !imperative.tensor<4xf32>
    imperative.yield %b : !imperative.tensor<4xf32>
  }
  // CHECK: janus.assume %[[RAN]], 0, "a loop runs at least once"
  // CHECK: return %[[R]]
  imperative.return %h : !imperative.tensor<4xf32>
}

// -----

// A loop that is known to run.
// CHECK-LABEL: func.func @runs_thrice
// CHECK-NOT: janus.assume
imperative.func @runs_thrice(%x: !imperative.tensor<4xf32>) -> !imperative.object
    attributes {entry, no_grad, params = [#imperative.param<"x", positional>]} {
  %0 = imperative.constant 0 : i64 -> !imperative.int
  %1 = imperative.constant 1 : i64 -> !imperative.int
  %3 = imperative.constant 3 : i64 -> !imperative.int
  %range = imperative.library_call "builtins.range"(%0, %3, %1) : (!imperative.int, !imperative.int, !imperative.int) -> !imperative.object
  // CHECK: scf.for
  %h = imperative.for %i : !imperative.int in %range : !imperative.object carry (%a = %x) : !imperative.tensor<4xf32> {
    %b = imperative.library_call "torch.tanh"(%a) : (!imperative.tensor<4xf32>) -> !imperative.tensor<4xf32>
    imperative.yield %b : !imperative.tensor<4xf32>
  }
  imperative.return %h : !imperative.tensor<4xf32>
}
