// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @log10
// CHECK: math.log10
func.func @log10(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.log10 %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
