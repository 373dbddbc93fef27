// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @compare
// CHECK: arith.cmpf oeq
func.func @compare(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xi1> {
  %y = nn.compare eq %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
  return %y : tensor<?x4xi1>
}
