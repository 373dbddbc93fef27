// RUN: janus-opt %s --janus-functionalize | FileCheck %s

imperative.object @net class "m.Net" path "net" {writable = ["h", "count"]}

// The last assignment counts; the same tensor is the same result.
// CHECK: func.func @step
// CHECK-SAME: janus.output = "{\22result\22:0}"
// CHECK-SAME: janus.writes = "[{\22attribute\22:\22h\22,\22object\22:\22net\22,\22value\22:{\22result\22:0}},{\22attribute\22:\22count\22,\22object\22:\22net\22,\22value\22:{\22const\22:2}}]"
imperative.func @step(%x: !imperative.tensor<4xf32>) -> !imperative.object attributes {entry, params = [#imperative.param<"x", positional>]} {
  %net = imperative.constant #imperative.ref<@net> -> !imperative.instance<@net>
  %1 = imperative.constant 1 : i64 -> !imperative.int
  %2 = imperative.constant 2 : i64 -> !imperative.int
  imperative.set_attr %net, "count", %1 : !imperative.instance<@net>, !imperative.int {at_commit}
  %h = imperative.library_call "torch.relu"(%x) : (!imperative.tensor<4xf32>) -> !imperative.tensor<4xf32>
  imperative.set_attr %net, "h", %h : !imperative.instance<@net>, !imperative.tensor<4xf32> {at_commit}
  imperative.set_attr %net, "count", %2 : !imperative.instance<@net>, !imperative.int {at_commit}
  imperative.return %h : !imperative.tensor<4xf32>
}
