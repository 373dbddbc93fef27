// RUN: janus-opt %s --imperative-specialize=max-ops=4 2>&1 | FileCheck %s

// A function that grew too large stays as it is; nothing is said of the calls and loops left.
imperative.func @double(%x: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"x", positional>]} {
  %y = imperative.binary add %x, %x : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %y : !imperative.object
}

// CHECK: remark: janus-specialize: grew to more than 4 ops
// CHECK-LABEL: imperative.func @entry
// CHECK: imperative.call {{.*}}unresolved
imperative.func @f(%x: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"x", positional>]} {
  %double = imperative.constant #imperative.ref<@double> -> !imperative.object
  %a = imperative.call %double(%x) : (!imperative.object, !imperative.object) -> !imperative.object
  %b = imperative.call %double(%a) : (!imperative.object, !imperative.object) -> !imperative.object
  %c = imperative.call %double(%b) : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %c : !imperative.object
}
imperative.entry @entry calls @f [!imperative.int]
