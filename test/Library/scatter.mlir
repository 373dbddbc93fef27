// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.scatter(a0, 1, a1, a2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.and
// CHECK: nn.all
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.slice
// CHECK: nn.scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x2xi64>, %a2: !imperative.tensor<?x2xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.scatter"(%a0, %c1, %a1, %a2, %none, %none) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.tensor<?x2xi64>, !imperative.tensor<?x2xf32>, !imperative.none, !imperative.none) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// torch.scatter(a0, 1, a1, 2.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.and
// CHECK: nn.all
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x2xi64>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %float = imperative.constant 2.500000e+00 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.scatter"(%a0, %c1, %a1, %float, %none, %none) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.tensor<?x2xi64>, !imperative.float, !imperative.none, !imperative.none) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// torch.scatter(a0, 1, a1, a2, reduce='multiply')
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.and
// CHECK: nn.all
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.slice
// CHECK: nn.scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x2xi64>, %a2: !imperative.tensor<?x2xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %str = imperative.constant "multiply" -> !imperative.str
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.scatter"(%a0, %c1, %a1, %a2, %none, %str) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.tensor<?x2xi64>, !imperative.tensor<?x2xf32>, !imperative.none, !imperative.str) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}
