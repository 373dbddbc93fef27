// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @pad
// CHECK: tensor.pad
func.func @pad(%x: tensor<?x3xf32>) -> tensor<?x6xf32> {
  %y = nn.pad %x low [0, 1] high [0, 2] value 0.000000e+00 : (tensor<?x3xf32>) -> tensor<?x6xf32>
  return %y : tensor<?x6xf32>
}
