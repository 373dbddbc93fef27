// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.argsort(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi64> {janus.result = 0 : i64}
// CHECK: nn.argsort
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpir0b0gw1/m.py":5:1)) -> !imperative.tensor<?x4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.argsort"(%a0, %c-1, %false, %false) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool, !imperative.bool) -> !imperative.tensor<?x4xi64>
  imperative.return %0 : !imperative.tensor<?x4xi64>
}

// -----

// torch.argsort(a0, dim=0, descending=True)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi64> {janus.result = 0 : i64}
// CHECK: nn.argsort
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.gather
// CHECK: tensor.dim
// CHECK: nn.slice
// CHECK: tensor.dim
// CHECK: nn.slice
// CHECK: nn.compare
// CHECK: nn.isnan
// CHECK: nn.isnan
// CHECK: nn.and
// CHECK: nn.bitwise_not
// CHECK: nn.and
// CHECK: nn.all
// CHECK: tensor.extract
// CHECK: janus.assume
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmppqo7qyi8/m.py":5:1)) -> !imperative.tensor<?x4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %true = imperative.constant true -> !imperative.bool
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.argsort"(%a0, %c0, %true, %false) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool, !imperative.bool) -> !imperative.tensor<?x4xi64>
  imperative.return %0 : !imperative.tensor<?x4xi64>
}

// -----

// torch.argsort(a0, stable=True)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi64> {janus.result = 0 : i64}
// CHECK: nn.argsort
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpc4ej4wn3/m.py":5:1)) -> !imperative.tensor<?x4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %true = imperative.constant true -> !imperative.bool
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.argsort"(%a0, %c-1, %false, %true) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool, !imperative.bool) -> !imperative.tensor<?x4xi64>
  imperative.return %0 : !imperative.tensor<?x4xi64>
}
