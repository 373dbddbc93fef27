// RUN: janus-opt %s --janus-expand-math | FileCheck %s

// CHECK-LABEL: func.func @expanded(
// CHECK-NOT: math.exp
// CHECK-NOT: math.tanh
// CHECK: return
func.func @expanded(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  %1 = math.tanh %0 : f32
  return %1 : f32
}

// Left to libm: the polynomials lose digits, or are for f32 only.
// CHECK-LABEL: func.func @left(
// CHECK: math.sin
// CHECK: math.exp {{.*}} : f64
func.func @left(%x: f32, %y: f64) -> (f32, f64) {
  %0 = math.sin %x : f32
  %1 = math.exp %y : f64
  return %0, %1 : f32, f64
}

// Called here: what comes later would compute exp(x) - 1 and log(1 + x), which lose all digits near zero.
// CHECK-LABEL: func.func @called(
// CHECK: call @expm1f(
// CHECK: call @expm1(
// CHECK: call @log1p(
func.func @called(%x: f32, %y: f64) -> (f32, f64, f64) {
  %0 = math.expm1 %x : f32
  %1 = math.expm1 %y : f64
  %2 = math.log1p %y : f64
  return %0, %1, %2 : f32, f64, f64
}
