// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @gelu
// CHECK: nn.gelu exact %{{.*}} : tensor<?x4xf32>
func.func @gelu(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.gelu exact %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @gelu_1
// CHECK: nn.gelu tanh %{{.*}} : tensor<?x4xf32>
func.func @gelu_1(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.gelu tanh %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
