// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @iota
// CHECK: linalg.index 0
// CHECK: arith.muli
// CHECK: arith.addi
func.func @iota(%a: i64, %b: i64, %n: index) -> tensor<?xi64> {
  %y = nn.iota %a step %b size [%n] : (i64, i64) -> tensor<?xi64>
  return %y : tensor<?xi64>
}
