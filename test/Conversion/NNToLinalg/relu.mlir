// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @relu
// A zero keeps its sign, and a NaN stays.
// CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK: %[[BELOW:.*]] = arith.cmpf olt, %[[X]], %[[ZERO:.*]] : f32
// CHECK: arith.select %[[BELOW]], %[[ZERO]], %[[X]]
func.func @relu(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.relu %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
