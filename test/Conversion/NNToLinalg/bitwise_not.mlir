// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @bitwise_not
// CHECK: arith.xori
func.func @bitwise_not(%x: tensor<3xi1>) -> tensor<3xi1> {
  %y = nn.bitwise_not %x : tensor<3xi1>
  return %y : tensor<3xi1>
}
