// RUN: janus-opt %s --split-input-file --janus-set-target=target=cpu:x86-64-v4 --convert-nn-to-linalg \
// RUN:   --janus-fuse-elementwise --canonicalize --cse --janus-tile-attention --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t
// RUN: janus-opt %s --split-input-file --janus-set-target=target=cpu:x86-64-v4 --convert-nn-to-linalg \
// RUN:   --janus-fuse-elementwise --canonicalize --cse '--janus-tile-attention=rows=8 columns=16' 2>%t.small \
// RUN:   | FileCheck %s --check-prefix=SMALL

// One block of columns: no running maximum.
// REMARK: attention: blocks of 50x197 scores
// CHECK-LABEL: func.func @one_block(
// CHECK: %[[Q:.*]] = bufferization.to_buffer %{{.*}} read_only
// CHECK: %[[Y:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?x197x64xf32>
// CHECK: scf.parallel
// CHECK: arith.minsi
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<50x197xf32>
// CHECK-NOT: scf.for
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK: arith.maximumf
// CHECK: math.exp
// CHECK-NOT: math.exp
// CHECK: arith.divf
// CHECK: janus.cost
// CHECK: bufferization.to_tensor %[[Y]] restrict writable
// CHECK-NOT: linalg
// CHECK: return
// SMALL-LABEL: func.func @one_block(
// SMALL: memref.alloca() {alignment = 64 : i64} : memref<8x16xf32>
// SMALL: scf.for
func.func @one_block(%q: tensor<?x197x64xf32>, %k: tensor<?x64x197xf32>, %v: tensor<?x197x64xf32>) -> tensor<?x197x64xf32> {
  %0 = nn.matmul %q, %k : (tensor<?x197x64xf32>, tensor<?x64x197xf32>) -> tensor<?x197x197xf32>
  %1 = nn.softmax %0 dim 2 : tensor<?x197x197xf32>
  %2 = nn.matmul %1, %v : (tensor<?x197x197xf32>, tensor<?x197x64xf32>) -> tensor<?x197x64xf32>
  return %2 : tensor<?x197x64xf32>
}

// -----

// Positions are compared in each block, and blocks right of the diagonal are left out.
// REMARK: attention: blocks of 64x64 scores, up to the diagonal
// CHECK-LABEL: func.func @causal(
// CHECK-NOT: 4096x4096
// CHECK: scf.parallel
// CHECK: %[[END:.*]] = arith.minsi
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[END]]
// CHECK: linalg.index
// CHECK: arith.cmpi sle
// CHECK: arith.maximumf
// CHECK-COUNT-2: math.exp
// CHECK-NOT: 4096x4096
// CHECK: return
func.func @causal(%q: tensor<2x4096x32xf32>, %k: tensor<2x32x4096xf32>, %v: tensor<2x4096x32xf32>) -> tensor<2x4096x32xf32> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %least = arith.constant 0xFF800000 : f32
  %n = arith.constant 4096 : index
  %0 = nn.matmul %q, %k : (tensor<2x4096x32xf32>, tensor<2x32x4096xf32>) -> tensor<2x4096x4096xf32>
  %1 = nn.iota %zero step %one size [4096] : (i64, i64) -> tensor<4096xi64>
  %2 = nn.reshape %1 sizes [4096, 1] : tensor<4096xi64> -> tensor<4096x1xi64>
  %3 = nn.broadcast_to %2 sizes [4096, 4096] : tensor<4096x1xi64> -> tensor<4096x4096xi64>
  %4 = nn.broadcast_to %1 sizes [4096, 4096] : tensor<4096xi64> -> tensor<4096x4096xi64>
  %5 = nn.compare le %4, %3 : (tensor<4096x4096xi64>, tensor<4096x4096xi64>) -> tensor<4096x4096xi1>
  %6 = nn.broadcast_to %5 sizes [2, 4096, 4096] : tensor<4096x4096xi1> -> tensor<2x4096x4096xi1>
  %7 = nn.full %least sizes [2, 4096, 4096] : f32 -> tensor<2x4096x4096xf32>
  %8 = nn.select %6, %0, %7 : (tensor<2x4096x4096xi1>, tensor<2x4096x4096xf32>, tensor<2x4096x4096xf32>) -> tensor<2x4096x4096xf32>
  %9 = nn.softmax %8 dim 2 : tensor<2x4096x4096xf32>
  %10 = nn.matmul %9, %v : (tensor<2x4096x4096xf32>, tensor<2x4096x32xf32>) -> tensor<2x4096x32xf32>
  return %10 : tensor<2x4096x32xf32>
}

// -----

// Not what somebody else reads, a softmax of columns, or a product with something in between.
// REMARK-NOT: attention
// CHECK-LABEL: func.func @others(
// CHECK-NOT: bufferization
func.func @others(%q: tensor<8x4xf32>, %k: tensor<4x8xf32>, %v: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = nn.matmul %q, %k : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %1 = nn.softmax %0 dim 1 : tensor<8x8xf32>
  %2 = nn.matmul %1, %v : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %3 = nn.matmul %q, %k : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %4 = nn.softmax %3 dim 0 : tensor<8x8xf32>
  %5 = nn.matmul %4, %v : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %6 = nn.matmul %k, %v : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %7 = nn.softmax %6 dim 1 : tensor<4x4xf32>
  %8 = nn.matmul %v, %7 : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return %2, %1, %5, %8 : tensor<8x4xf32>, tensor<8x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>
}
