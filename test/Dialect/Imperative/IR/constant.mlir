// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// One constant of each kind.
// CHECK: %{{.*}} = imperative.constant 1 : i64 -> !imperative.int
// CHECK: %{{.*}} = imperative.constant true -> !imperative.bool
// CHECK: %{{.*}} = imperative.constant 1.500000e+00 : f64 -> !imperative.float
// CHECK: %{{.*}} = imperative.constant "text" -> !imperative.str
// CHECK: %{{.*}} = imperative.constant #imperative.none -> !imperative.none
// CHECK: %{{.*}} = imperative.constant #imperative.ellipsis -> !imperative.object
// CHECK: %{{.*}} = imperative.constant [1, "a", [true]] -> !imperative.object
// CHECK: %{{.*}} = imperative.constant #imperative.literal<"complex", "1j"> -> !imperative.object
// CHECK: %{{.*}} = imperative.constant #imperative.builtin<"torch.relu"> -> !imperative.function<#imperative.builtin<"torch.relu">>
// CHECK: %{{.*}} = imperative.constant #imperative.ref<@f> -> !imperative.object
// CHECK: %{{.*}} = imperative.constant #imperative.method<#imperative.ref<@f>, #imperative.ref<@net>> -> !imperative.object
// CHECK: %{{.*}} = imperative.constant 2 : i64 -> !imperative.object
// CHECK: %{{.*}} = imperative.constant "epoch" -> !imperative.object {index = 4 : i64}

imperative.object @net class "Net" path "net"
imperative.func @f(%x: !imperative.object) -> !imperative.object {
  %0 = imperative.constant 1 : i64 -> !imperative.int
  %1 = imperative.constant true -> !imperative.bool
  %2 = imperative.constant 1.5 : f64 -> !imperative.float
  %3 = imperative.constant "text" -> !imperative.str
  %4 = imperative.constant #imperative.none -> !imperative.none
  %5 = imperative.constant #imperative.ellipsis -> !imperative.object
  %6 = imperative.constant [1 : i64, "a", [true]] -> !imperative.object
  %7 = imperative.constant #imperative.literal<"complex", "1j"> -> !imperative.object
  %8 = imperative.constant #imperative.builtin<"torch.relu"> -> !imperative.function<#imperative.builtin<"torch.relu">>
  %9 = imperative.constant #imperative.ref<@f> -> !imperative.object
  %10 = imperative.constant #imperative.method<#imperative.ref<@f>, #imperative.ref<@net>> -> !imperative.object
  %11 = imperative.constant 2 : i64 -> !imperative.object
  %index = imperative.constant "epoch" -> !imperative.object {index = 4}
  imperative.return %x : !imperative.object
}
