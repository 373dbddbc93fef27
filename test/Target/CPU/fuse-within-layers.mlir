// RUN: janus-opt %s --janus-fuse-elementwise=within-layers | FileCheck %s
// RUN: janus-opt %s --janus-fuse-elementwise | FileCheck %s --check-prefix=ACROSS

// Two calls are two loops, of which the second is one for both of its ops.
// CHECK-LABEL: func.func @layers(
// CHECK: math.exp
// CHECK-NEXT: linalg.yield
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK-NEXT: math.sqrt
// CHECK-NOT: linalg.generic
// CHECK: return

// ACROSS-LABEL: func.func @layers(
// ACROSS: math.exp
// ACROSS-NEXT: arith.mulf
// ACROSS-NEXT: math.sqrt
func.func @layers(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = math.exp %x : tensor<8xf32> loc("net.py":1:5)
  %1 = arith.mulf %0, %x : tensor<8xf32> loc("net.py":2:5)
  %2 = math.sqrt %1 : tensor<8xf32> loc("net.py":2:5)
  return %2 : tensor<8xf32>
}
