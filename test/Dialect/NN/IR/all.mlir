// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @all
// CHECK: nn.all %{{.*}} dims [1] : (tensor<?x3xi1>) -> tensor<?xi1>
func.func @all(%x: tensor<?x3xi1>) -> tensor<?xi1> {
  %y = nn.all %x dims [1] : (tensor<?x3xi1>) -> tensor<?xi1>
  return %y : tensor<?xi1>
}
