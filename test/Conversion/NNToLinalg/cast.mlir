// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @cast
// CHECK: arith.fptosi
func.func @cast(%x: tensor<?x4xf32>) -> tensor<?x4xi64> {
  %y = nn.cast %x to i64 : tensor<?x4xf32>
  return %y : tensor<?x4xi64>
}
