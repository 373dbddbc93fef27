// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @cast
// CHECK: nn.cast %{{.*}} to i64 : tensor<?x4xf32>
func.func @cast(%x: tensor<?x4xf32>) -> tensor<?x4xi64> {
  %y = nn.cast %x to i64 : tensor<?x4xf32>
  return %y : tensor<?x4xi64>
}
