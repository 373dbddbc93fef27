// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @log_softmax
// CHECK: arith.maximumf
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: math.log
// CHECK: arith.subf
func.func @log_softmax(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.log_softmax %x dim 1 : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
