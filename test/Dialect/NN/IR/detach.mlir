// RUN: janus-opt %s --verify-roundtrip | FileCheck %s

// CHECK-LABEL: func.func @detach
func.func @detach(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  // CHECK: nn.detach %{{.*}} : tensor<?x3xf32>
  %y = nn.detach %x : tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
