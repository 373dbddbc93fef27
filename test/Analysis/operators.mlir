// RUN: janus-opt %s --imperative-infer-types | FileCheck %s

// Operators on constants give what Python gives; what Python refuses or what does
// not fit 64 bits stays as it is.
// CHECK-LABEL: imperative.func @operators
imperative.func @operators() -> !imperative.object attributes {entry} {
  // 7 // -2
  %a0 = imperative.constant 7 : i64 -> !imperative.int
  %b0 = imperative.constant -2 : i64 -> !imperative.int
  // CHECK: imperative.constant -4 : i64 -> !imperative.int
  %r0 = imperative.binary floordiv %a0, %b0 : (!imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "0"
  imperative.set_global "0", %r0 : !imperative.object
  // -7 // 2
  %a1 = imperative.constant -7 : i64 -> !imperative.int
  %b1 = imperative.constant 2 : i64 -> !imperative.int
  // CHECK: imperative.constant -4 : i64 -> !imperative.int
  %r1 = imperative.binary floordiv %a1, %b1 : (!imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "1"
  imperative.set_global "1", %r1 : !imperative.object
  // -7 % 3
  %a2 = imperative.constant -7 : i64 -> !imperative.int
  %b2 = imperative.constant 3 : i64 -> !imperative.int
  // CHECK: imperative.constant 2 : i64 -> !imperative.int
  %r2 = imperative.binary mod %a2, %b2 : (!imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "2"
  imperative.set_global "2", %r2 : !imperative.object
  // 7 % -3
  %a3 = imperative.constant 7 : i64 -> !imperative.int
  %b3 = imperative.constant -3 : i64 -> !imperative.int
  // CHECK: imperative.constant -2 : i64 -> !imperative.int
  %r3 = imperative.binary mod %a3, %b3 : (!imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "3"
  imperative.set_global "3", %r3 : !imperative.object
  // 7 / 2
  %a4 = imperative.constant 7 : i64 -> !imperative.int
  %b4 = imperative.constant 2 : i64 -> !imperative.int
  // CHECK: imperative.constant 3.500000e+00 : f64 -> !imperative.float
  %r4 = imperative.binary truediv %a4, %b4 : (!imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "4"
  imperative.set_global "4", %r4 : !imperative.object
  // 2 ** 10
  %a5 = imperative.constant 2 : i64 -> !imperative.int
  %b5 = imperative.constant 10 : i64 -> !imperative.int
  // CHECK: imperative.constant 1024 : i64 -> !imperative.int
  %r5 = imperative.binary pow %a5, %b5 : (!imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "5"
  imperative.set_global "5", %r5 : !imperative.object
  // 2 ** -1
  %a6 = imperative.constant 2 : i64 -> !imperative.int
  %b6 = imperative.constant -1 : i64 -> !imperative.int
  // CHECK: imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %r6 = imperative.binary pow %a6, %b6 : (!imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "6"
  imperative.set_global "6", %r6 : !imperative.object
  // True + True
  %a7 = imperative.constant true -> !imperative.bool
  %b7 = imperative.constant true -> !imperative.bool
  // CHECK: imperative.constant 2 : i64 -> !imperative.int
  %r7 = imperative.binary add %a7, %b7 : (!imperative.bool, !imperative.bool) -> !imperative.object
  // CHECK: imperative.set_global "7"
  imperative.set_global "7", %r7 : !imperative.object
  // True & False
  %a8 = imperative.constant true -> !imperative.bool
  %b8 = imperative.constant false -> !imperative.bool
  // CHECK: imperative.constant false -> !imperative.bool
  %r8 = imperative.binary and %a8, %b8 : (!imperative.bool, !imperative.bool) -> !imperative.object
  // CHECK: imperative.set_global "8"
  imperative.set_global "8", %r8 : !imperative.object
  // True | 4
  %a9 = imperative.constant true -> !imperative.bool
  %b9 = imperative.constant 4 : i64 -> !imperative.int
  // CHECK: imperative.constant 5 : i64 -> !imperative.int
  %r9 = imperative.binary or %a9, %b9 : (!imperative.bool, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "9"
  imperative.set_global "9", %r9 : !imperative.object
  // -1 >> 70
  %a10 = imperative.constant -1 : i64 -> !imperative.int
  %b10 = imperative.constant 70 : i64 -> !imperative.int
  // CHECK: imperative.constant -1 : i64 -> !imperative.int
  %r10 = imperative.binary rshift %a10, %b10 : (!imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "10"
  imperative.set_global "10", %r10 : !imperative.object
  // 1 << 62
  %a11 = imperative.constant 1 : i64 -> !imperative.int
  %b11 = imperative.constant 62 : i64 -> !imperative.int
  // CHECK: imperative.constant 4611686018427387904 : i64 -> !imperative.int
  %r11 = imperative.binary lshift %a11, %b11 : (!imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "11"
  imperative.set_global "11", %r11 : !imperative.object
  // 7.5 // -2.0
  %a12 = imperative.constant 7.5 : f64 -> !imperative.float
  %b12 = imperative.constant -2.0 : f64 -> !imperative.float
  // CHECK: imperative.constant -4.000000e+00 : f64 -> !imperative.float
  %r12 = imperative.binary floordiv %a12, %b12 : (!imperative.float, !imperative.float) -> !imperative.object
  // CHECK: imperative.set_global "12"
  imperative.set_global "12", %r12 : !imperative.object
  // -7.5 % 2.0
  %a13 = imperative.constant -7.5 : f64 -> !imperative.float
  %b13 = imperative.constant 2.0 : f64 -> !imperative.float
  // CHECK: imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %r13 = imperative.binary mod %a13, %b13 : (!imperative.float, !imperative.float) -> !imperative.object
  // CHECK: imperative.set_global "13"
  imperative.set_global "13", %r13 : !imperative.object
  // 0.0 * -1.0
  %a14 = imperative.constant 0.0 : f64 -> !imperative.float
  %b14 = imperative.constant -1.0 : f64 -> !imperative.float
  // CHECK: imperative.constant -0.000000e+00 : f64 -> !imperative.float
  %r14 = imperative.binary mul %a14, %b14 : (!imperative.float, !imperative.float) -> !imperative.object
  // CHECK: imperative.set_global "14"
  imperative.set_global "14", %r14 : !imperative.object
  // 2 ** 0.5
  %a15 = imperative.constant 2 : i64 -> !imperative.int
  %b15 = imperative.constant 0.5 : f64 -> !imperative.float
  // CHECK: imperative.constant {{1.4142.*}} : f64 -> !imperative.float
  %r15 = imperative.binary pow %a15, %b15 : (!imperative.int, !imperative.float) -> !imperative.object
  // CHECK: imperative.set_global "15"
  imperative.set_global "15", %r15 : !imperative.object
  // 'ab' * 2
  %a16 = imperative.constant "ab" -> !imperative.str
  %b16 = imperative.constant 2 : i64 -> !imperative.int
  // CHECK: imperative.constant "abab" -> !imperative.str
  %r16 = imperative.binary mul %a16, %b16 : (!imperative.str, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "16"
  imperative.set_global "16", %r16 : !imperative.object
  // 'a' + 'b'
  %a17 = imperative.constant "a" -> !imperative.str
  %b17 = imperative.constant "b" -> !imperative.str
  // CHECK: imperative.constant "ab" -> !imperative.str
  %r17 = imperative.binary add %a17, %b17 : (!imperative.str, !imperative.str) -> !imperative.object
  // CHECK: imperative.set_global "17"
  imperative.set_global "17", %r17 : !imperative.object
  // 9223372036854775807 + 1
  %a18 = imperative.constant 9223372036854775807 : i64 -> !imperative.int
  %b18 = imperative.constant 1 : i64 -> !imperative.int
  // CHECK: imperative.binary add
  %r18 = imperative.binary add %a18, %b18 : (!imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "18"
  imperative.set_global "18", %r18 : !imperative.object
  // 1 / 0
  %a19 = imperative.constant 1 : i64 -> !imperative.int
  %b19 = imperative.constant 0 : i64 -> !imperative.int
  // CHECK: imperative.binary truediv
  %r19 = imperative.binary truediv %a19, %b19 : (!imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "19"
  imperative.set_global "19", %r19 : !imperative.object
  // 1 % 0
  %a20 = imperative.constant 1 : i64 -> !imperative.int
  %b20 = imperative.constant 0 : i64 -> !imperative.int
  // CHECK: imperative.binary mod
  %r20 = imperative.binary mod %a20, %b20 : (!imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "20"
  imperative.set_global "20", %r20 : !imperative.object
  // 1 << 63
  %a21 = imperative.constant 1 : i64 -> !imperative.int
  %b21 = imperative.constant 63 : i64 -> !imperative.int
  // CHECK: imperative.binary lshift
  %r21 = imperative.binary lshift %a21, %b21 : (!imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "21"
  imperative.set_global "21", %r21 : !imperative.object
  // 2 ** 63
  %a22 = imperative.constant 2 : i64 -> !imperative.int
  %b22 = imperative.constant 63 : i64 -> !imperative.int
  // CHECK: imperative.binary pow
  %r22 = imperative.binary pow %a22, %b22 : (!imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "22"
  imperative.set_global "22", %r22 : !imperative.object
  // 0.0 ** -1.0
  %a23 = imperative.constant 0.0 : f64 -> !imperative.float
  %b23 = imperative.constant -1.0 : f64 -> !imperative.float
  // CHECK: imperative.binary pow
  %r23 = imperative.binary pow %a23, %b23 : (!imperative.float, !imperative.float) -> !imperative.object
  // CHECK: imperative.set_global "23"
  imperative.set_global "23", %r23 : !imperative.object
  // 1 < 1.5
  %a24 = imperative.constant 1 : i64 -> !imperative.int
  %b24 = imperative.constant 1.5 : f64 -> !imperative.float
  // CHECK: imperative.constant true -> !imperative.bool
  %r24 = imperative.compare lt %a24, %b24 : (!imperative.int, !imperative.float) -> !imperative.object
  // CHECK: imperative.set_global "24"
  imperative.set_global "24", %r24 : !imperative.object
  // 2 == 2.0
  %a25 = imperative.constant 2 : i64 -> !imperative.int
  %b25 = imperative.constant 2.0 : f64 -> !imperative.float
  // CHECK: imperative.constant true -> !imperative.bool
  %r25 = imperative.compare eq %a25, %b25 : (!imperative.int, !imperative.float) -> !imperative.object
  // CHECK: imperative.set_global "25"
  imperative.set_global "25", %r25 : !imperative.object
  // True == 1
  %a26 = imperative.constant true -> !imperative.bool
  %b26 = imperative.constant 1 : i64 -> !imperative.int
  // CHECK: imperative.constant true -> !imperative.bool
  %r26 = imperative.compare eq %a26, %b26 : (!imperative.bool, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "26"
  imperative.set_global "26", %r26 : !imperative.object
  // None is None
  %a27 = imperative.constant #imperative.none -> !imperative.none
  %b27 = imperative.constant #imperative.none -> !imperative.none
  // CHECK: imperative.constant true -> !imperative.bool
  %r27 = imperative.compare is %a27, %b27 : (!imperative.none, !imperative.none) -> !imperative.object
  // CHECK: imperative.set_global "27"
  imperative.set_global "27", %r27 : !imperative.object
  // None is not 3
  %a28 = imperative.constant #imperative.none -> !imperative.none
  %b28 = imperative.constant 3 : i64 -> !imperative.int
  // CHECK: imperative.constant true -> !imperative.bool
  %r28 = imperative.compare is_not %a28, %b28 : (!imperative.none, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "28"
  imperative.set_global "28", %r28 : !imperative.object
  // None == 0
  %a29 = imperative.constant #imperative.none -> !imperative.none
  %b29 = imperative.constant 0 : i64 -> !imperative.int
  // CHECK: imperative.constant false -> !imperative.bool
  %r29 = imperative.compare eq %a29, %b29 : (!imperative.none, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "29"
  imperative.set_global "29", %r29 : !imperative.object
  // 'a' < 'b'
  %a30 = imperative.constant "a" -> !imperative.str
  %b30 = imperative.constant "b" -> !imperative.str
  // CHECK: imperative.constant true -> !imperative.bool
  %r30 = imperative.compare lt %a30, %b30 : (!imperative.str, !imperative.str) -> !imperative.object
  // CHECK: imperative.set_global "30"
  imperative.set_global "30", %r30 : !imperative.object
  // 'a' in 'cat'
  %a31 = imperative.constant "a" -> !imperative.str
  %b31 = imperative.constant "cat" -> !imperative.str
  // CHECK: imperative.constant true -> !imperative.bool
  %r31 = imperative.compare in %a31, %b31 : (!imperative.str, !imperative.str) -> !imperative.object
  // CHECK: imperative.set_global "31"
  imperative.set_global "31", %r31 : !imperative.object
  // 'a' == 1
  %a32 = imperative.constant "a" -> !imperative.str
  %b32 = imperative.constant 1 : i64 -> !imperative.int
  // CHECK: imperative.constant false -> !imperative.bool
  %r32 = imperative.compare eq %a32, %b32 : (!imperative.str, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_global "32"
  imperative.set_global "32", %r32 : !imperative.object
  %none = imperative.constant #imperative.none -> !imperative.none
  imperative.return %none : !imperative.none
}
