// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @any
// CHECK: nn.any %{{.*}} dims [1] : (tensor<?x3xi1>) -> tensor<?xi1>
func.func @any(%x: tensor<?x3xi1>) -> tensor<?xi1> {
  %y = nn.any %x dims [1] : (tensor<?x3xi1>) -> tensor<?xi1>
  return %y : tensor<?xi1>
}
