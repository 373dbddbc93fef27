// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.sort(a0)[0]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.argsort
// CHECK: nn.gather
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmp2szgtrs6/m.py":5:1)) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.sort"(%a0, %c-1, %false, %false) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool, !imperative.bool) -> !imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi64>>
  %1 = imperative.get_item %0[%c0] : (!imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi64>>, !imperative.int) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

// -----

// torch.sort(a0)[1]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi64> {janus.result = 0 : i64}
// CHECK: nn.argsort
// CHECK: nn.gather
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmp480_8trg/m.py":5:1)) -> !imperative.tensor<?x4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.sort"(%a0, %c-1, %false, %false) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool, !imperative.bool) -> !imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi64>>
  %1 = imperative.get_item %0[%c1] : (!imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi64>>, !imperative.int) -> !imperative.tensor<?x4xi64>
  imperative.return %1 : !imperative.tensor<?x4xi64>
}

// -----

// torch.sort(a0, dim=0, descending=True)[0]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
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
// CHECK: nn.gather
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpt5j4t2po/m.py":5:1)) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %true = imperative.constant true -> !imperative.bool
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.sort"(%a0, %c0, %true, %false) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool, !imperative.bool) -> !imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi64>>
  %1 = imperative.get_item %0[%c0] : (!imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi64>>, !imperative.int) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

// -----

// torch.sort(a0, dim=0, descending=True)[1]
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
// CHECK: nn.gather
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpeg1end6k/m.py":5:1)) -> !imperative.tensor<?x4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %true = imperative.constant true -> !imperative.bool
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.sort"(%a0, %c0, %true, %false) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool, !imperative.bool) -> !imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi64>>
  %1 = imperative.get_item %0[%c1] : (!imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi64>>, !imperative.int) -> !imperative.tensor<?x4xi64>
  imperative.return %1 : !imperative.tensor<?x4xi64>
}

// -----

// torch.sort(a0, stable=True)[0]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.argsort
// CHECK: nn.gather
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmp970wo3lp/m.py":5:1)) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %true = imperative.constant true -> !imperative.bool
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.sort"(%a0, %c-1, %false, %true) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool, !imperative.bool) -> !imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi64>>
  %1 = imperative.get_item %0[%c0] : (!imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi64>>, !imperative.int) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

// -----

// torch.sort(a0, stable=True)[1]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi64> {janus.result = 0 : i64}
// CHECK: nn.argsort
// CHECK: nn.gather
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpj9skumtc/m.py":5:1)) -> !imperative.tensor<?x4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %true = imperative.constant true -> !imperative.bool
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.sort"(%a0, %c-1, %false, %true) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool, !imperative.bool) -> !imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi64>>
  %1 = imperative.get_item %0[%c1] : (!imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi64>>, !imperative.int) -> !imperative.tensor<?x4xi64>
  imperative.return %1 : !imperative.tensor<?x4xi64>
}
