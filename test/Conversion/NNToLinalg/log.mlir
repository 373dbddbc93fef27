// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @log
// CHECK: math.log %
func.func @log(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.log %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
