// RUN: janus-opt %s --imperative-resolve-ops | FileCheck %s

imperative.object @net class "m.Net" path "net" {fields = {w = #imperative.ref<@w>, d = #imperative.ref<@d>}}
imperative.object @d class "builtins.dict" path "net.d" {entries = {b = 2 : i64, a = #imperative.ref<@w>}, order = ["b", "a"]}
imperative.object @opt class "torch.optim.SGD" path "opt" {fields = {step = #imperative.method<#imperative.builtin<"torch.optim.SGD.step">, #imperative.ref<@opt>>}}
imperative.state @w : !imperative.tensor<4xf32> path "w"

// CHECK-LABEL: imperative.func @state
imperative.func @state(%x: !imperative.object) -> !imperative.object attributes {entry} {
  %net = imperative.constant #imperative.ref<@net> -> !imperative.instance<@net>
  // CHECK: %[[W:.*]] = imperative.read_state @w : !imperative.tensor<4xf32>
  // CHECK-NEXT: imperative.return %[[W]]
  %w = imperative.get_attr %net, "w" : (!imperative.instance<@net>) -> !imperative.object
  imperative.return %w : !imperative.object
}

// CHECK-LABEL: imperative.func @tensors
// CHECK-SAME: (%[[X:.*]]: !imperative.tensor<?x4xf32>)
imperative.func @tensors(%x: !imperative.tensor<?x4xf32>) -> !imperative.object attributes {entry} {
  // CHECK: %[[R:.*]] = imperative.library_call "torch.Tensor.relu"(%[[X]]) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32>
  %relu = imperative.get_attr %x, "relu" : (!imperative.tensor<?x4xf32>) -> !imperative.object
  %r = imperative.call %relu() : (!imperative.object) -> !imperative.object
  // CHECK: imperative.library_call "torch.Tensor.shape"(%[[R]])
  %shape = imperative.get_attr %r, "shape" : (!imperative.object) -> !imperative.object
  // CHECK: %[[F:.*]] = imperative.constant false
  // CHECK: imperative.library_call "torch.nn.functional.relu"(%[[R]], %[[F]])
  %F = imperative.constant #imperative.builtin<"torch.nn.functional.relu"> -> !imperative.object
  %s = imperative.call %F(%r) names ["input"] : (!imperative.object, !imperative.object) -> !imperative.object
  // CHECK: %[[PAIR:.*]] = imperative.build_tuple
  // CHECK-NEXT: imperative.return %[[PAIR]]
  %p = imperative.build_tuple (%shape, %s) : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %p : !imperative.object
}

// CHECK-LABEL: imperative.func @tuples
// CHECK-SAME: (%[[X:.*]]: !imperative.int, %[[Y:.*]]: !imperative.float)
imperative.func @tuples(%x: !imperative.int, %y: !imperative.float) -> !imperative.object attributes {entry} {
  %t = imperative.build_tuple (%x, %y) : (!imperative.int, !imperative.float) -> !imperative.object
  %a, %b = imperative.unpack %t : (!imperative.object) -> (!imperative.object, !imperative.object)
  %m1 = imperative.constant -1 : i64 -> !imperative.int
  %c = imperative.get_item %t[%m1] : (!imperative.object, !imperative.int) -> !imperative.object
  // CHECK: %[[CONCAT:.*]] = imperative.build_tuple(%[[Y]], %[[X]], %[[X]], %[[Y]])
  // CHECK: imperative.set_global "starred", %[[CONCAT]]
  %r = imperative.build_tuple (%b, %a, %t) : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object {starred = array<i1: false, false, true>}
  imperative.set_global "starred", %r : !imperative.object
  // CHECK: %[[SUM:.*]] = imperative.build_tuple(%[[X]], %[[Y]], %[[Y]])
  // CHECK: imperative.set_global "sum", %[[SUM]]
  %u = imperative.build_tuple (%c) : (!imperative.object) -> !imperative.tuple<!imperative.float>
  %v = imperative.build_tuple (%x, %y) : (!imperative.int, !imperative.float) -> !imperative.tuple<!imperative.int, !imperative.float>
  %s = imperative.binary add %v, %u : (!imperative.tuple<!imperative.int, !imperative.float>, !imperative.tuple<!imperative.float>) -> !imperative.object
  imperative.set_global "sum", %s : !imperative.object
  imperative.return %x : !imperative.int
}

// CHECK-LABEL: imperative.func @calls
// CHECK-SAME: (%[[X:.*]]: !imperative.int, %[[T:.*]]: !imperative.tensor<?xf32>)
imperative.func @calls(%x: !imperative.int, %t: !imperative.tensor<?xf32>) -> !imperative.object attributes {entry} {
  // CHECK: imperative.library_call "builtins.range"(%{{.*}}, %[[X]], %{{.*}}) : (!imperative.int, !imperative.int, !imperative.int) -> !imperative.object
  %range = imperative.constant #imperative.builtin<"builtins.range"> -> !imperative.object
  %r = imperative.call %range(%x) : (!imperative.object, !imperative.int) -> !imperative.object
  imperative.set_global "r", %r : !imperative.object
  // CHECK: imperative.library_call "torch.Tensor.__len__"(%[[T]]) : (!imperative.tensor<?xf32>) -> !imperative.int
  %len = imperative.constant #imperative.builtin<"builtins.len"> -> !imperative.object
  %n = imperative.call %len(%t) : (!imperative.object, !imperative.tensor<?xf32>) -> !imperative.object
  imperative.set_global "n", %n : !imperative.object
  // CHECK: imperative.library_call "torch.optim.SGD.step"(%{{.*}}) : (!imperative.instance<@opt>) -> !imperative.none
  %opt = imperative.constant #imperative.ref<@opt> -> !imperative.instance<@opt>
  %step = imperative.get_attr %opt, "step" : (!imperative.instance<@opt>) -> !imperative.object
  %none = imperative.call %step() : (!imperative.object) -> !imperative.object
  // A dict's own order; what it holds is a constant or a state.
  // CHECK: %[[V:.*]] = imperative.constant 2 : i64
  // CHECK: %[[W:.*]] = imperative.read_state @w
  // CHECK: %[[K:.*]] = imperative.constant "b"
  // CHECK: %[[FIRST:.*]] = imperative.build_tuple(%[[K]], %[[V]])
  // CHECK: %[[L:.*]] = imperative.constant "a"
  // CHECK: %[[SECOND:.*]] = imperative.build_tuple(%[[L]], %[[W]])
  // CHECK: imperative.build_tuple(%[[FIRST]], %[[SECOND]])
  %d = imperative.constant #imperative.ref<@d> -> !imperative.instance<@d>
  %items = imperative.get_attr %d, "items" : (!imperative.instance<@d>) -> !imperative.object
  %i = imperative.call %items() : (!imperative.object) -> !imperative.object
  imperative.set_global "i", %i : !imperative.object
  imperative.return %x : !imperative.int
}

// A dict made on the way, as long as it is only read.
// CHECK-LABEL: imperative.func @dicts
// CHECK-SAME: (%[[X:.*]]: !imperative.int, %[[Y:.*]]: !imperative.float)
imperative.func @dicts(%x: !imperative.int, %y: !imperative.float) -> !imperative.object attributes {entry} {
  %a = imperative.constant "a" -> !imperative.str
  %b = imperative.constant "b" -> !imperative.str
  %d = imperative.build_dict (%a, %b : %x, %y) : (!imperative.str, !imperative.str, !imperative.int, !imperative.float) -> !imperative.dict<!imperative.str, !imperative.object>
  %i = imperative.get_item %d[%b] : (!imperative.dict<!imperative.str, !imperative.object>, !imperative.str) -> !imperative.object
  %get = imperative.get_attr %d, "get" : (!imperative.dict<!imperative.str, !imperative.object>) -> !imperative.object
  %g = imperative.call %get(%a) : (!imperative.object, !imperative.str) -> !imperative.object
  %in = imperative.compare in %a, %d : (!imperative.str, !imperative.dict<!imperative.str, !imperative.object>) -> !imperative.object
  // CHECK: %[[T:.*]] = imperative.constant true
  // CHECK: imperative.build_tuple(%[[Y]], %[[X]], %[[T]])
  %r = imperative.build_tuple (%i, %g, %in) : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  imperative.return %r : !imperative.object
}

// Slices, sums and repetitions of lists are new lists.
// CHECK-LABEL: imperative.func @lists
// CHECK-SAME: (%[[X:.*]]: !imperative.int, %[[Y:.*]]: !imperative.int)
imperative.func @lists(%x: !imperative.int, %y: !imperative.int) -> !imperative.object attributes {entry} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %m1 = imperative.constant -1 : i64 -> !imperative.int
  %2 = imperative.constant 2 : i64 -> !imperative.int
  // CHECK: %[[BACK:.*]] = imperative.build_list(%[[Y]], %[[X]])
  %list = imperative.build_list(%x, %y) : (!imperative.int, !imperative.int) -> !imperative.list<!imperative.int>
  %slice = imperative.build_slice %none, %none, %m1 : (!imperative.none, !imperative.none, !imperative.int) -> !imperative.slice
  %back = imperative.get_item %list[%slice] : (!imperative.list<!imperative.int>, !imperative.slice) -> !imperative.object
  // CHECK: %[[SUM:.*]] = imperative.build_list(%[[X]], %[[Y]], %[[X]])
  %one = imperative.build_list(%x) : (!imperative.int) -> !imperative.list<!imperative.int>
  %both = imperative.build_list(%x, %y) : (!imperative.int, !imperative.int) -> !imperative.list<!imperative.int>
  %sum = imperative.binary add %both, %one : (!imperative.list<!imperative.int>, !imperative.list<!imperative.int>) -> !imperative.object
  // CHECK: %[[REPEATED:.*]] = imperative.build_list(%[[X]], %[[X]])
  %unit = imperative.build_list(%x) : (!imperative.int) -> !imperative.list<!imperative.int>
  %repeated = imperative.binary mul %unit, %2 : (!imperative.list<!imperative.int>, !imperative.int) -> !imperative.object
  // CHECK: imperative.build_tuple(%[[BACK]], %[[SUM]], %[[REPEATED]])
  %all = imperative.build_tuple(%back, %sum, %repeated) : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  imperative.return %all : !imperative.object
}

// What is known of a value is found once, or each of these would take twice as long as the one before.
// CHECK-LABEL: imperative.func @recurrence
// CHECK-COUNT-40: imperative.library_call "torch.mul"
imperative.func @recurrence(%x: !imperative.tensor<4xf32>) -> !imperative.object attributes {entry} {
  %a1 = imperative.binary mul %x, %x : (!imperative.tensor<4xf32>, !imperative.tensor<4xf32>) -> !imperative.object
  %a2 = imperative.binary mul %a1, %a1 : (!imperative.object, !imperative.object) -> !imperative.object
  %a3 = imperative.binary mul %a2, %a2 : (!imperative.object, !imperative.object) -> !imperative.object
  %a4 = imperative.binary mul %a3, %a3 : (!imperative.object, !imperative.object) -> !imperative.object
  %a5 = imperative.binary mul %a4, %a4 : (!imperative.object, !imperative.object) -> !imperative.object
  %a6 = imperative.binary mul %a5, %a5 : (!imperative.object, !imperative.object) -> !imperative.object
  %a7 = imperative.binary mul %a6, %a6 : (!imperative.object, !imperative.object) -> !imperative.object
  %a8 = imperative.binary mul %a7, %a7 : (!imperative.object, !imperative.object) -> !imperative.object
  %a9 = imperative.binary mul %a8, %a8 : (!imperative.object, !imperative.object) -> !imperative.object
  %a10 = imperative.binary mul %a9, %a9 : (!imperative.object, !imperative.object) -> !imperative.object
  %a11 = imperative.binary mul %a10, %a10 : (!imperative.object, !imperative.object) -> !imperative.object
  %a12 = imperative.binary mul %a11, %a11 : (!imperative.object, !imperative.object) -> !imperative.object
  %a13 = imperative.binary mul %a12, %a12 : (!imperative.object, !imperative.object) -> !imperative.object
  %a14 = imperative.binary mul %a13, %a13 : (!imperative.object, !imperative.object) -> !imperative.object
  %a15 = imperative.binary mul %a14, %a14 : (!imperative.object, !imperative.object) -> !imperative.object
  %a16 = imperative.binary mul %a15, %a15 : (!imperative.object, !imperative.object) -> !imperative.object
  %a17 = imperative.binary mul %a16, %a16 : (!imperative.object, !imperative.object) -> !imperative.object
  %a18 = imperative.binary mul %a17, %a17 : (!imperative.object, !imperative.object) -> !imperative.object
  %a19 = imperative.binary mul %a18, %a18 : (!imperative.object, !imperative.object) -> !imperative.object
  %a20 = imperative.binary mul %a19, %a19 : (!imperative.object, !imperative.object) -> !imperative.object
  %a21 = imperative.binary mul %a20, %a20 : (!imperative.object, !imperative.object) -> !imperative.object
  %a22 = imperative.binary mul %a21, %a21 : (!imperative.object, !imperative.object) -> !imperative.object
  %a23 = imperative.binary mul %a22, %a22 : (!imperative.object, !imperative.object) -> !imperative.object
  %a24 = imperative.binary mul %a23, %a23 : (!imperative.object, !imperative.object) -> !imperative.object
  %a25 = imperative.binary mul %a24, %a24 : (!imperative.object, !imperative.object) -> !imperative.object
  %a26 = imperative.binary mul %a25, %a25 : (!imperative.object, !imperative.object) -> !imperative.object
  %a27 = imperative.binary mul %a26, %a26 : (!imperative.object, !imperative.object) -> !imperative.object
  %a28 = imperative.binary mul %a27, %a27 : (!imperative.object, !imperative.object) -> !imperative.object
  %a29 = imperative.binary mul %a28, %a28 : (!imperative.object, !imperative.object) -> !imperative.object
  %a30 = imperative.binary mul %a29, %a29 : (!imperative.object, !imperative.object) -> !imperative.object
  %a31 = imperative.binary mul %a30, %a30 : (!imperative.object, !imperative.object) -> !imperative.object
  %a32 = imperative.binary mul %a31, %a31 : (!imperative.object, !imperative.object) -> !imperative.object
  %a33 = imperative.binary mul %a32, %a32 : (!imperative.object, !imperative.object) -> !imperative.object
  %a34 = imperative.binary mul %a33, %a33 : (!imperative.object, !imperative.object) -> !imperative.object
  %a35 = imperative.binary mul %a34, %a34 : (!imperative.object, !imperative.object) -> !imperative.object
  %a36 = imperative.binary mul %a35, %a35 : (!imperative.object, !imperative.object) -> !imperative.object
  %a37 = imperative.binary mul %a36, %a36 : (!imperative.object, !imperative.object) -> !imperative.object
  %a38 = imperative.binary mul %a37, %a37 : (!imperative.object, !imperative.object) -> !imperative.object
  %a39 = imperative.binary mul %a38, %a38 : (!imperative.object, !imperative.object) -> !imperative.object
  %a40 = imperative.binary mul %a39, %a39 : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %a40 : !imperative.object
}
