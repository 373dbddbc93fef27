// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @nonzero
// CHECK: nn.nonzero %{{.*}} count %{{.*}} : tensor<?x3xi1> -> tensor<?x2xi64>
func.func @nonzero(%mask: tensor<?x3xi1>, %n: index) -> tensor<?x2xi64> {
  %y = nn.nonzero %mask count %n : tensor<?x3xi1> -> tensor<?x2xi64>
  return %y : tensor<?x2xi64>
}
