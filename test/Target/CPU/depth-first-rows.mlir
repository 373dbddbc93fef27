// RUN: janus-opt %s --janus-set-target=target=cpu:x86-64-v4 --convert-nn-to-linalg --janus-fuse-elementwise \
// RUN:   --canonicalize --cse --janus-depth-first 2>/dev/null | FileCheck %s

// Where vectors are as long as lines of memory, windows go along rows, four at once, of which pairs share what is folded
// down. What is beside a vector is shuffled out of whole ones, which roll along.
// CHECK-LABEL: func.func @rows(
// CHECK: func.func private @janus_kernel_
// CHECK: func.func private @janus_kernel_
// CHECK: scf.for {{.*}} step %c4
// CHECK-COUNT-6: vector.load
// CHECK-COUNT-6: arith.maxsi
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<16xi32>, vector<16xi32>, vector<16xi32>, vector<16xi32>, vector<16xi32>, vector<16xi32>, vector<16xi32>, vector<16xi32>)
// CHECK: memref.prefetch
// CHECK-COUNT-6: vector.load
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [15, 16,
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [1, 2,
// The rows that are left go one by one.
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<16xi32>, vector<16xi32>)
func.func @rows(%x: tensor<?x2x64x112xf32>) -> tensor<?x2x64x112xf32> {
  %0 = nn.max_pool %x kernel [3, 3] stride [1, 1] padding [1, 1] dilation [1, 1] : (tensor<?x2x64x112xf32>) -> tensor<?x2x64x112xf32>
  return %0 : tensor<?x2x64x112xf32>
}
