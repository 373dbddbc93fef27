// RUN: janus-opt %s --imperative-specialize=max-rounds=3 --verify-diagnostics | FileCheck %s
// RUN: janus-opt %s --imperative-specialize=max-rounds=1 2>&1 | FileCheck %s --check-prefix=BOUND

// BOUND: remark: janus-specialize: types do not settle within 1 rounds

// What an attempt to resolve a call made is gone when it fails, so that rounds come to an end.
imperative.object @m class "module" path "m" {entries = {}, fields = {int = #imperative.builtin<"builtins.int">, zeros = #imperative.builtin<"torch.zeros">}}
imperative.func @f(%x: !imperative.object) -> !imperative.object
    attributes {params = [#imperative.param<"x", positional>], globals = @m} {
  %int = imperative.get_global "int" : !imperative.object
  // expected-remark @below {{janus-specialize: }}
  %r = imperative.call %int(%x) : (!imperative.object, !imperative.object) -> !imperative.object
  %zeros = imperative.get_global "zeros" : !imperative.object
  // expected-remark @below {{janus-specialize: }}
  %z = imperative.call %zeros(%r) : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %z : !imperative.object
}

// CHECK-LABEL: imperative.func @whole(
// CHECK-SAME: dynamic_ops = 2
imperative.entry @whole calls @f [!imperative.tensor<?x4xf32>]
