// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @pad
// CHECK: nn.pad %{{.*}} low [0, 1] high [0, 2] value 0.000000e+00 : (tensor<?x3xf32>) -> tensor<?x6xf32>
func.func @pad(%x: tensor<?x3xf32>) -> tensor<?x6xf32> {
  %y = nn.pad %x low [0, 1] high [0, 2] value 0.000000e+00 : (tensor<?x3xf32>) -> tensor<?x6xf32>
  return %y : tensor<?x6xf32>
}
