// RUN: janus-opt %s --imperative-infer-types --split-input-file | FileCheck %s

imperative.object @m class "module" path "m" {fields = {F = #imperative.builtin<"torch.nn.functional">, scale = 2.5 : f64}}
imperative.object @net class "m.Net" path "net" {fields = {training = false, layers = #imperative.ref<@list>}}
imperative.object @list class "builtins.list" path "net.layers" {items = [1 : i64, 2 : i64]}
imperative.state @w : !imperative.tensor<4xf32> path "w"

// CHECK-LABEL: imperative.func @constants
imperative.func @constants(%x: !imperative.tensor<?x4xf32>) -> !imperative.object attributes {entry, globals = @m} {
  %net = imperative.constant #imperative.ref<@net> -> !imperative.instance<@net>
  // CHECK-DAG: imperative.constant 2.500000e+00 : f64 -> !imperative.float
  %scale = imperative.get_global "scale" : !imperative.object
  // CHECK-DAG: imperative.constant false -> !imperative.bool
  %training = imperative.get_attr %net, "training" : (!imperative.instance<@net>) -> !imperative.object
  // CHECK-DAG: imperative.constant #imperative.builtin<"torch.nn.functional.relu">
  %F = imperative.get_global "F" : !imperative.object
  %relu = imperative.get_attr %F, "relu" : (!imperative.object) -> !imperative.object
  // CHECK-DAG: imperative.constant 2 : i64 -> !imperative.int
  %layers = imperative.get_attr %net, "layers" : (!imperative.instance<@net>) -> !imperative.object
  %len = imperative.get_global "len" : !imperative.object
  %n = imperative.call %len(%layers) : (!imperative.object, !imperative.object) -> !imperative.object
  // CHECK-DAG: imperative.constant #imperative.builtin<"torch.float32">
  %dtype = imperative.get_attr %x, "dtype" : (!imperative.tensor<?x4xf32>) -> !imperative.object
  // CHECK: imperative.set_global
  %r = imperative.build_tuple (%scale, %training, %relu, %n, %dtype) : (!imperative.object, !imperative.object, !imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  imperative.set_global "r", %r : !imperative.object
  imperative.return %x : !imperative.tensor<?x4xf32>
}

// -----

// Branches join; a branch that is known not to be taken does not count.
// CHECK-LABEL: imperative.func @joins
imperative.func @joins(%x: !imperative.tensor<3x4xf32>, %y: !imperative.tensor<5x4xf32>, %n: !imperative.int, %c: !imperative.bool) -> !imperative.object attributes {entry} {
  // CHECK: imperative.if %{{.*}} -> (!imperative.tensor<?x4xf32>, !imperative.union<!imperative.tensor<5x4xf32>, !imperative.int>)
  %a, %b = imperative.if %c -> (!imperative.object, !imperative.object) {
    imperative.yield %x, %y : !imperative.tensor<3x4xf32>, !imperative.tensor<5x4xf32>
  } else {
    imperative.yield %y, %n : !imperative.tensor<5x4xf32>, !imperative.int
  }
  %t = imperative.constant true -> !imperative.bool
  // CHECK: imperative.if %{{.*}} -> !imperative.tensor<3x4xf32>
  %d = imperative.if %t -> (!imperative.object) {
    imperative.yield %x : !imperative.tensor<3x4xf32>
  } else {
    imperative.yield %n : !imperative.int
  }
  %r = imperative.build_tuple (%a, %b, %d) : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  imperative.return %r : !imperative.object
}

// -----

// A loop's carried values join over the iterations; its item is the range's int.
// CHECK-LABEL: imperative.func @loop
imperative.func @loop(%n: !imperative.int) -> !imperative.object attributes {entry} {
  %0 = imperative.constant 0 : i64 -> !imperative.int
  %1 = imperative.constant 1 : i64 -> !imperative.int
  %range = imperative.library_call "builtins.range"(%0, %n, %1) : (!imperative.int, !imperative.int, !imperative.int) -> !imperative.object
  %u = imperative.unbound "last" : !imperative.object
  // CHECK: imperative.for %[[I:.*]] : !imperative.int in %{{.*}} : !imperative.object carry ({{.*}}) : !imperative.int, !imperative.int
  // CHECK: imperative.binary add {{.*}} : (!imperative.int, !imperative.int) -> !imperative.int
  %s, %last = imperative.for %i : !imperative.object in %range : !imperative.object carry (%a = %0, %b = %u) : (!imperative.int, !imperative.object) -> (!imperative.object, !imperative.object) {
    %t = imperative.binary add %a, %i : (!imperative.object, !imperative.object) -> !imperative.object
    imperative.yield %t, %i : !imperative.object, !imperative.object
  }
  imperative.return %s : !imperative.object
}
