// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @log
// CHECK: nn.log %{{.*}} : tensor<?x4xf32>
func.func @log(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.log %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @log_1
// CHECK: nn.log %{{.*}} : tensor<bf16>
func.func @log_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.log %x : tensor<bf16>
  return %y : tensor<bf16>
}
