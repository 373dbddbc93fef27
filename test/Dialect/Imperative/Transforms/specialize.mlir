// RUN: janus-opt %s --imperative-specialize | FileCheck %s
// RUN: janus-opt %s --janus-specialize | FileCheck %s

// A version for the arguments of the entry: the branch is known, the call inlined, the loop over
// a known range unrolled, the operators library calls on types.
imperative.object @m class "module" path "m" {entries = {}, fields = {scale = #imperative.ref<@scale>, range = #imperative.builtin<"builtins.range">}}
imperative.func @scale(%x: !imperative.object, %by: !imperative.object) -> !imperative.object
    attributes {params = [#imperative.param<"x", positional>, #imperative.param<"by", positional>], globals = @m} {
  %r = imperative.binary mul %x, %by : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %r : !imperative.object
}
imperative.func @f(%x: !imperative.object, %flag: !imperative.object) -> !imperative.object
    attributes {params = [#imperative.param<"x", positional>, #imperative.param<"flag", positional>], globals = @m} {
  %y_cell = imperative.cell "y"
  imperative.store %x, %y_cell : !imperative.object
  %c = imperative.truth %flag : !imperative.object
  imperative.if %c {
    imperative.return %x : !imperative.object
  }
  %range = imperative.get_global "range" : !imperative.object
  %two = imperative.constant 2 : i64 -> !imperative.object
  %items = imperative.call %range(%two) : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.for %i : !imperative.object in %items : !imperative.object {
    %scale = imperative.get_global "scale" : !imperative.object
    %y = imperative.load %y_cell : !imperative.object
    %s = imperative.call %scale(%y, %i) : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
    imperative.store %s, %y_cell : !imperative.object
  }
  %r = imperative.load %y_cell : !imperative.object
  imperative.return %r : !imperative.object
}

// CHECK-LABEL: imperative.func @scaled(
// CHECK-SAME: %[[X:.*]]: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32>
// CHECK-SAME: dynamic_ops = 0
// CHECK-NOT: imperative.{{if|for|cell|call}}
// CHECK: %[[A:.*]] = imperative.library_call "torch.mul"(%[[X]], %{{.*}}) : {{.*}} -> !imperative.tensor<?x4xf32>
// CHECK: %[[B:.*]] = imperative.library_call "torch.mul"(%[[A]], %{{.*}}) : {{.*}} -> !imperative.tensor<?x4xf32>
// CHECK: imperative.return %[[B]]
imperative.entry @scaled calls @f [!imperative.tensor<?x4xf32>, false]

// CHECK-LABEL: imperative.func @same(
// CHECK-SAME: %[[X:.*]]: !imperative.tensor<2xf32>)
// CHECK-NEXT: imperative.return %[[X]]
imperative.entry @same calls @f [!imperative.tensor<2xf32>, true]
