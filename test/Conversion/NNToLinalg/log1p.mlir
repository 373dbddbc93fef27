// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @log1p
// CHECK: math.log1p
func.func @log1p(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.log1p %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
