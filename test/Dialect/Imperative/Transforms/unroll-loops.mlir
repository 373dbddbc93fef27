// RUN: janus-opt %s --imperative-unroll-loops | FileCheck %s
// RUN: janus-opt %s --imperative-unroll-loops=max-unroll=1 | FileCheck %s --check-prefix=FEW

imperative.object @a class "m.A" path "a"
imperative.object @b class "m.B" path "b"
imperative.object @layers class "torch.nn.modules.container.ModuleList" path "layers" {items = [#imperative.ref<@a>, #imperative.ref<@b>]}

// CHECK-LABEL: imperative.func @modules
// FEW-LABEL: imperative.func @modules
imperative.func @modules(%x: !imperative.object) -> !imperative.object attributes {entry} {
  %layers = imperative.constant #imperative.ref<@layers> -> !imperative.instance<@layers>
  // CHECK: %[[A:.*]] = imperative.constant #imperative.ref<@a>
  // CHECK: %[[R:.*]] = imperative.call %[[A]](%{{.*}})
  // CHECK: %[[B:.*]] = imperative.constant #imperative.ref<@b>
  // CHECK: %[[S:.*]] = imperative.call %[[B]](%[[R]])
  // CHECK-NEXT: imperative.return %[[S]]
  // FEW: imperative.for
  %r = imperative.for %l : !imperative.object in %layers : !imperative.instance<@layers> carry (%h = %x) : !imperative.object {
    %n = imperative.call %l(%h) : (!imperative.object, !imperative.object) -> !imperative.object
    imperative.yield %n : !imperative.object
  }
  imperative.return %r : !imperative.object
}

// CHECK-LABEL: imperative.func @zipped
imperative.func @zipped(%x: !imperative.int, %y: !imperative.int) -> !imperative.object attributes {entry} {
  %pair = imperative.build_tuple (%x, %y) : (!imperative.int, !imperative.int) -> !imperative.tuple<!imperative.int, !imperative.int>
  %0 = imperative.constant 0 : i64 -> !imperative.int
  %3 = imperative.constant 3 : i64 -> !imperative.int
  %1 = imperative.constant 1 : i64 -> !imperative.int
  %range = imperative.library_call "builtins.range"(%0, %3, %1) : (!imperative.int, !imperative.int, !imperative.int) -> !imperative.object
  %rev = imperative.library_call "builtins.reversed"(%range) : (!imperative.object) -> !imperative.object
  %zip = imperative.library_call "builtins.zip"(%pair, %rev) : (!imperative.tuple<!imperative.int, !imperative.int>, !imperative.object) -> !imperative.object
  %enum = imperative.library_call "builtins.enumerate"(%zip) : (!imperative.object) -> !imperative.object
  // CHECK: imperative.library_call "builtins.enumerate"
  // CHECK: %[[I0:.*]] = imperative.constant 0
  // CHECK: %[[V0:.*]] = imperative.constant 2
  // CHECK: %[[P0:.*]] = imperative.build_tuple(%[[X:.*]], %[[V0]])
  // CHECK: %[[E0:.*]] = imperative.build_tuple(%[[I0]], %[[P0]])
  // CHECK: imperative.set_global "g", %[[E0]]
  // CHECK: %[[I1:.*]] = imperative.constant 1
  // CHECK: %[[V1:.*]] = imperative.constant 1
  // CHECK: %[[P1:.*]] = imperative.build_tuple(%[[Y:.*]], %[[V1]])
  // CHECK: %[[E1:.*]] = imperative.build_tuple(%[[I1]], %[[P1]])
  // CHECK: imperative.set_global "g", %[[E1]]
  // CHECK-NOT: imperative.set_global
  imperative.for %e : !imperative.object in %enum : !imperative.object {
    imperative.set_global "g", %e : !imperative.object
  }
  imperative.return %x : !imperative.int
}

// A loop that may stop early.
// CHECK-LABEL: imperative.func @stops
imperative.func @stops(%x: !imperative.object, %c: !imperative.bool) -> !imperative.object attributes {entry} {
  %pair = imperative.constant [1 : i64, 2 : i64] -> !imperative.tuple<!imperative.int, !imperative.int>
  // CHECK: %[[ONE:.*]] = imperative.constant 1
  // CHECK: %[[N1:.*]] = imperative.binary add %{{.*}}, %[[ONE]]
  // CHECK: %[[R:.*]] = imperative.if %{{.*}} -> !imperative.object {
  // CHECK:   %[[TWO:.*]] = imperative.constant 2
  // CHECK:   %[[N2:.*]] = imperative.binary add %[[N1]], %[[TWO]]
  // CHECK:   imperative.yield %[[N2]]
  // CHECK: } else {
  // CHECK:   imperative.yield %[[N1]]
  // CHECK: }
  // CHECK: imperative.return %[[R]]
  %r = imperative.for %i : !imperative.int in %pair : !imperative.tuple<!imperative.int, !imperative.int> carry (%h = %x) : !imperative.object {
    %n = imperative.binary add %h, %i : (!imperative.object, !imperative.int) -> !imperative.object
    imperative.condition %c, %n : !imperative.object
  }
  imperative.return %r : !imperative.object
}

// A counter that goes far.
// CHECK-LABEL: imperative.func @counts
imperative.func @counts(%x: !imperative.int) -> !imperative.int attributes {entry} {
  %0 = imperative.constant 0 : i64 -> !imperative.int
  %1 = imperative.constant 1 : i64 -> !imperative.int
  %n = imperative.constant 1000 : i64 -> !imperative.int
  %range = imperative.library_call "builtins.range"(%0, %n, %1) : (!imperative.int, !imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.for
  %r = imperative.for %i : !imperative.int in %range : !imperative.object carry (%s = %x) : !imperative.int {
    %t = imperative.binary add %s, %i : (!imperative.int, !imperative.int) -> !imperative.int
    %u = imperative.binary mul %t, %i : (!imperative.int, !imperative.int) -> !imperative.int
    imperative.yield %u : !imperative.int
  }
  imperative.return %r : !imperative.int
}

// What matters is how much the loops inside come to as well: 40 * 40 * 2 ops are too many, 40 * 2 are not.
// CHECK-LABEL: imperative.func @nested
imperative.func @nested(%x: !imperative.int) -> !imperative.int attributes {entry} {
  %0 = imperative.constant 0 : i64 -> !imperative.int
  %1 = imperative.constant 1 : i64 -> !imperative.int
  %n = imperative.constant 40 : i64 -> !imperative.int
  %range = imperative.library_call "builtins.range"(%0, %n, %1) : (!imperative.int, !imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.for
  // CHECK-NOT: imperative.for
  // CHECK: imperative.constant 39 :
  %r = imperative.for %i : !imperative.int in %range : !imperative.object carry (%s = %x) : !imperative.int {
    %q = imperative.for %j : !imperative.int in %range : !imperative.object carry (%t = %s) : !imperative.int {
      %u = imperative.binary mul %t, %j : (!imperative.int, !imperative.int) -> !imperative.int
      imperative.yield %u : !imperative.int
    }
    imperative.yield %q : !imperative.int
  }
  imperative.return %r : !imperative.int
}
