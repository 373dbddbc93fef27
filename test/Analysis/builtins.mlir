// RUN: janus-opt %s --imperative-infer-types | FileCheck %s

// Calls of Python's own functions on constants.
// CHECK-LABEL: imperative.func @builtins
imperative.func @builtins() -> !imperative.object attributes {entry} {
  // len("abc")
  %f0 = imperative.constant #imperative.builtin<"builtins.len"> -> !imperative.object
  %a0_0 = imperative.constant "abc" -> !imperative.str
  // CHECK: imperative.constant 3 : i64 ->
  %r0 = imperative.call %f0(%a0_0) : (!imperative.object, !imperative.str) -> !imperative.object
  // CHECK: imperative.set_global "0"
  imperative.set_global "0", %r0 : !imperative.object
  // len((1, 2))
  %f1 = imperative.constant #imperative.builtin<"builtins.len"> -> !imperative.object
  %a1_0 = imperative.constant [1 : i64, 2 : i64] -> !imperative.object
  // CHECK: imperative.constant 2 : i64 ->
  %r1 = imperative.call %f1(%a1_0) : (!imperative.object, !imperative.object) -> !imperative.object
  // CHECK: imperative.set_global "1"
  imperative.set_global "1", %r1 : !imperative.object
  // int(2.9)
  %f2 = imperative.constant #imperative.builtin<"builtins.int"> -> !imperative.object
  %a2_0 = imperative.constant 2.900000e+00 : f64 -> !imperative.float
  // CHECK: imperative.constant 2 : i64 ->
  %r2 = imperative.call %f2(%a2_0) : (!imperative.object, !imperative.float) -> !imperative.object
  // CHECK: imperative.set_global "2"
  imperative.set_global "2", %r2 : !imperative.object
  // int(-2.9)
  %f3 = imperative.constant #imperative.builtin<"builtins.int"> -> !imperative.object
  %a3_0 = imperative.constant -2.900000e+00 : f64 -> !imperative.float
  // CHECK: imperative.constant -2 : i64 ->
  %r3 = imperative.call %f3(%a3_0) : (!imperative.object, !imperative.float) -> !imperative.object
  // CHECK: imperative.set_global "3"
  imperative.set_global "3", %r3 : !imperative.object
  // float(3)
  %f4 = imperative.constant #imperative.builtin<"builtins.float"> -> !imperative.object
  %a4_0 = imperative.constant 3 : i64 -> !imperative.int
  // CHECK: imperative.constant 3.000000e+00 : f64 ->
  %r4 = imperative.call %f4(%a4_0) : (!imperative.object, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "4"
  imperative.set_global "4", %r4 : !imperative.object
  // bool("")
  %f5 = imperative.constant #imperative.builtin<"builtins.bool"> -> !imperative.object
  %a5_0 = imperative.constant "" -> !imperative.str
  // CHECK: imperative.constant false ->
  %r5 = imperative.call %f5(%a5_0) : (!imperative.object, !imperative.str) -> !imperative.object
  // CHECK: imperative.set_global "5"
  imperative.set_global "5", %r5 : !imperative.object
  // abs(-3)
  %f6 = imperative.constant #imperative.builtin<"builtins.abs"> -> !imperative.object
  %a6_0 = imperative.constant -3 : i64 -> !imperative.int
  // CHECK: imperative.constant 3 : i64 ->
  %r6 = imperative.call %f6(%a6_0) : (!imperative.object, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "6"
  imperative.set_global "6", %r6 : !imperative.object
  // abs(-0.5)
  %f7 = imperative.constant #imperative.builtin<"builtins.abs"> -> !imperative.object
  %a7_0 = imperative.constant -5.000000e-01 : f64 -> !imperative.float
  // CHECK: imperative.constant 5.000000e-01 : f64 ->
  %r7 = imperative.call %f7(%a7_0) : (!imperative.object, !imperative.float) -> !imperative.object
  // CHECK: imperative.set_global "7"
  imperative.set_global "7", %r7 : !imperative.object
  // min(3, 1, 2)
  %f8 = imperative.constant #imperative.builtin<"builtins.min"> -> !imperative.object
  %a8_0 = imperative.constant 3 : i64 -> !imperative.int
  %a8_1 = imperative.constant 1 : i64 -> !imperative.int
  %a8_2 = imperative.constant 2 : i64 -> !imperative.int
  // CHECK: imperative.constant 1 : i64 ->
  %r8 = imperative.call %f8(%a8_0, %a8_1, %a8_2) : (!imperative.object, !imperative.int, !imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "8"
  imperative.set_global "8", %r8 : !imperative.object
  // max((1, 5, 2))
  %f9 = imperative.constant #imperative.builtin<"builtins.max"> -> !imperative.object
  %a9_0 = imperative.constant [1 : i64, 5 : i64, 2 : i64] -> !imperative.object
  // CHECK: imperative.constant 5 : i64 ->
  %r9 = imperative.call %f9(%a9_0) : (!imperative.object, !imperative.object) -> !imperative.object
  // CHECK: imperative.set_global "9"
  imperative.set_global "9", %r9 : !imperative.object
  // sum((1, 2, 3))
  %f10 = imperative.constant #imperative.builtin<"builtins.sum"> -> !imperative.object
  %a10_0 = imperative.constant [1 : i64, 2 : i64, 3 : i64] -> !imperative.object
  // CHECK: imperative.constant 6 : i64 ->
  %r10 = imperative.call %f10(%a10_0) : (!imperative.object, !imperative.object) -> !imperative.object
  // CHECK: imperative.set_global "10"
  imperative.set_global "10", %r10 : !imperative.object
  // divmod(-7, 2)
  %f11 = imperative.constant #imperative.builtin<"builtins.divmod"> -> !imperative.object
  %a11_0 = imperative.constant -7 : i64 -> !imperative.int
  %a11_1 = imperative.constant 2 : i64 -> !imperative.int
  // CHECK: imperative.constant [-4, 1] ->
  %r11 = imperative.call %f11(%a11_0, %a11_1) : (!imperative.object, !imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "11"
  imperative.set_global "11", %r11 : !imperative.object
  // pow(2, 5)
  %f12 = imperative.constant #imperative.builtin<"builtins.pow"> -> !imperative.object
  %a12_0 = imperative.constant 2 : i64 -> !imperative.int
  %a12_1 = imperative.constant 5 : i64 -> !imperative.int
  // CHECK: imperative.constant 32 : i64 ->
  %r12 = imperative.call %f12(%a12_0, %a12_1) : (!imperative.object, !imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "12"
  imperative.set_global "12", %r12 : !imperative.object
  // isinstance(True, int)
  %f13 = imperative.constant #imperative.builtin<"builtins.isinstance"> -> !imperative.object
  %a13_0 = imperative.constant true -> !imperative.bool
  %a13_1 = imperative.constant #imperative.builtin<"builtins.int"> -> !imperative.object
  // CHECK: imperative.constant true ->
  %r13 = imperative.call %f13(%a13_0, %a13_1) : (!imperative.object, !imperative.bool, !imperative.object) -> !imperative.object
  // CHECK: imperative.set_global "13"
  imperative.set_global "13", %r13 : !imperative.object
  // isinstance(1, (str, float))
  %f14 = imperative.constant #imperative.builtin<"builtins.isinstance"> -> !imperative.object
  %a14_0 = imperative.constant 1 : i64 -> !imperative.int
  %a14_1 = imperative.constant [#imperative.builtin<"builtins.str">, #imperative.builtin<"builtins.float">] -> !imperative.object
  // CHECK: imperative.constant false ->
  %r14 = imperative.call %f14(%a14_0, %a14_1) : (!imperative.object, !imperative.int, !imperative.object) -> !imperative.object
  // CHECK: imperative.set_global "14"
  imperative.set_global "14", %r14 : !imperative.object
  // isinstance(None, object)
  %f15 = imperative.constant #imperative.builtin<"builtins.isinstance"> -> !imperative.object
  %a15_0 = imperative.constant #imperative.none -> !imperative.none
  %a15_1 = imperative.constant #imperative.builtin<"builtins.object"> -> !imperative.object
  // CHECK: imperative.constant true ->
  %r15 = imperative.call %f15(%a15_0, %a15_1) : (!imperative.object, !imperative.none, !imperative.object) -> !imperative.object
  // CHECK: imperative.set_global "15"
  imperative.set_global "15", %r15 : !imperative.object
  // max(), which raises
  // CHECK: imperative.call
  %r16 = imperative.call %f9() : (!imperative.object) -> !imperative.object
  // CHECK: imperative.set_global "16"
  imperative.set_global "16", %r16 : !imperative.object
  %none = imperative.constant #imperative.none -> !imperative.none
  imperative.return %none : !imperative.none
}
