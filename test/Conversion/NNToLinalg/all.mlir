// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @all
// CHECK: arith.andi
func.func @all(%x: tensor<?x3xi1>) -> tensor<?xi1> {
  %y = nn.all %x dims [1] : (tensor<?x3xi1>) -> tensor<?xi1>
  return %y : tensor<?xi1>
}
