// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @iota
// CHECK: nn.iota %{{.*}} step %{{.*}} size [%{{.*}}] : (i64, i64) -> tensor<?xi64>
func.func @iota(%a: i64, %b: i64, %n: index) -> tensor<?xi64> {
  %y = nn.iota %a step %b size [%n] : (i64, i64) -> tensor<?xi64>
  return %y : tensor<?xi64>
}

// CHECK-LABEL: func.func @iota_1
// CHECK: nn.iota %{{.*}} step %{{.*}} size [4] : (f32, f32) -> tensor<4xf32>
func.func @iota_1(%a: f32, %b: f32) -> tensor<4xf32> {
  %y = nn.iota %a step %b size [4] : (f32, f32) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
