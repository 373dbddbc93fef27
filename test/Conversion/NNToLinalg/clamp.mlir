// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @clamp
// CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK: %[[BELOW:.*]] = arith.cmpf olt, %[[X]], %[[MIN:.*]] : f32
// CHECK: %[[LEAST:.*]] = arith.select %[[BELOW]], %[[MIN]], %[[X]]
// CHECK: %[[ABOVE:.*]] = arith.cmpf olt, %[[MAX:.*]], %[[LEAST]] : f32
// CHECK: arith.select %[[ABOVE]], %[[MAX]], %[[LEAST]]
func.func @clamp(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.clamp %x min 0.000000e+00 max 6.000000e+00 : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// Everything is NaN then.
// CHECK-LABEL: func.func @nan
// CHECK: arith.maximumf
func.func @nan(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = nn.clamp %x min 0x7FF8000000000000 : tensor<4xf32>
  return %y : tensor<4xf32>
}
