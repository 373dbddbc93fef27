// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @any
// CHECK: arith.ori
func.func @any(%x: tensor<?x3xi1>) -> tensor<?xi1> {
  %y = nn.any %x dims [1] : (tensor<?x3xi1>) -> tensor<?xi1>
  return %y : tensor<?xi1>
}
