// RUN: janus-opt %s --split-input-file --janus-set-target=target=cpu:x86-64-v4 --convert-nn-to-linalg \
// RUN:   --janus-fuse-elementwise --canonicalize --cse --janus-depth-first 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t

// A product, a convolution of each channel and a product: three kernels a band, and nothing as large as the wide
// images but the rows in use, with a border left and right.
// REMARK: 7 layers in 3 stages, rows by rows in {{[0-9]+}} bands of {{[0-9]+}} rows; {{[0-9]+}} bytes between them; {{[0-9]+}} bytes moved for an image instead of {{[0-9]+}}; ends since its result leaves
// CHECK-LABEL: func.func @block(
// CHECK-NOT: memref<?x96x
// CHECK: memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?x16x56x56xf32>
// CHECK: scf.parallel
// CHECK: memref.alloca()
// CHECK: memref.alloca()
// CHECK: scf.for
// CHECK-COUNT-3: func.call @janus_kernel_
// CHECK-NOT: linalg.generic
// CHECK: bufferization.to_tensor

// A tile of a product: scalars of the image by vectors of the weights.
// CHECK: func.func private @janus_kernel_
// CHECK: scf.for {{.*}} iter_args(
// CHECK: memref.load
// CHECK: vector.fma
// CHECK: arith.select
// CHECK: vector.store {{.*}} vector<16xf32>

// Rows of a ring, neighbours share what is loaded: ten columns for eight places of three.
// CHECK: func.func private @janus_kernel_
// CHECK: arith.remui
// CHECK-NOT: memref.load
// CHECK: vector.fma

// The last stage turns squares over, and adds the image.
// CHECK: func.func private @janus_kernel_
// CHECK: vector.shuffle
// CHECK: arith.addf
// CHECK: vector.maskedstore
func.func @block(%x: tensor<?x16x56x56xf32>, %we: tensor<96x16x1x1xf32>, %wd: tensor<96x1x3x3xf32>, %wp: tensor<16x96x1x1xf32>, %m: tensor<96xf32>, %s: tensor<96xf32>) -> tensor<?x16x56x56xf32> {
  %0 = nn.conv %x, %we stride [1, 1] padding [0, 0], [0, 0] dilation [1, 1] : (tensor<?x16x56x56xf32>, tensor<96x16x1x1xf32>) -> tensor<?x96x56x56xf32>
  %1 = nn.batch_norm %0 mean %m variance %s epsilon 1.0e-05 : (tensor<?x96x56x56xf32>, tensor<96xf32>, tensor<96xf32>) -> tensor<?x96x56x56xf32>
  %2 = nn.relu %1 : tensor<?x96x56x56xf32>
  %3 = nn.conv %2, %wd stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] {groups = 96 : i64} : (tensor<?x96x56x56xf32>, tensor<96x1x3x3xf32>) -> tensor<?x96x56x56xf32>
  %4 = nn.relu %3 : tensor<?x96x56x56xf32>
  %5 = nn.conv %4, %wp stride [1, 1] padding [0, 0], [0, 0] dilation [1, 1] : (tensor<?x96x56x56xf32>, tensor<16x96x1x1xf32>) -> tensor<?x16x56x56xf32>
  %6 = nn.add %5, %x : (tensor<?x16x56x56xf32>, tensor<?x16x56x56xf32>) -> tensor<?x16x56x56xf32>
  return %6 : tensor<?x16x56x56xf32>
}

// -----

// What several ops use ends the chain; without a product before, the image is brought into blocks of channels.
// REMARK: 2 layers in 2 stages{{.*}}; ends since several ops use its result
// CHECK-LABEL: func.func @shared(
// CHECK: func.call @janus_kernel_
// CHECK: func.call @janus_kernel_
// CHECK-NOT: func.call
// CHECK: bufferization.to_tensor
func.func @shared(%x: tensor<?x16x8x8xf32>, %wd: tensor<16x1x5x5xf32>) -> (tensor<?x16x8x8xf32>, tensor<?x16x8x8xf32>) {
  %0 = nn.conv %x, %wd stride [1, 1] padding [2, 2], [2, 2] dilation [1, 1] {groups = 16 : i64} : (tensor<?x16x8x8xf32>, tensor<16x1x5x5xf32>) -> tensor<?x16x8x8xf32>
  %1 = nn.relu %0 : tensor<?x16x8x8xf32>
  %2 = nn.exp %1 : tensor<?x16x8x8xf32>
  return %1, %2 : tensor<?x16x8x8xf32>, tensor<?x16x8x8xf32>
}

// -----

// A row of so many channels does not stay in the cache.
// REMARK: not rows by rows: a row of all its layers would not stay in the cache
// CHECK-LABEL: func.func @wide(
// CHECK-NOT: func.call
// CHECK: linalg.generic
// CHECK: return
func.func @wide(%x: tensor<?x512x512x512xf32>, %wd: tensor<512x1x3x3xf32>) -> tensor<?x512x512x512xf32> {
  %0 = nn.conv %x, %wd stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] {groups = 512 : i64} : (tensor<?x512x512x512xf32>, tensor<512x1x3x3xf32>) -> tensor<?x512x512x512xf32>
  return %0 : tensor<?x512x512x512xf32>
}

// -----

// What one chain gives another one reads.
// CHECK-LABEL: func.func @two(
// CHECK: %[[FIRST:.*]] = memref.alloc
// CHECK-COUNT-2: func.call @janus_kernel_
// CHECK: %[[BETWEEN:.*]] = bufferization.to_tensor
// CHECK: bufferization.to_buffer %[[BETWEEN]] read_only
// CHECK-COUNT-2: func.call @janus_kernel_
func.func @two(%x: tensor<?x16x8x8xf32>, %wd: tensor<16x1x5x5xf32>) -> tensor<?x16x8x8xf32> {
  %0 = nn.conv %x, %wd stride [1, 1] padding [2, 2], [2, 2] dilation [1, 1] {groups = 16 : i64} : (tensor<?x16x8x8xf32>, tensor<16x1x5x5xf32>) -> tensor<?x16x8x8xf32>
  %1 = nn.conv %0, %wd stride [1, 1] padding [2, 2], [2, 2] dilation [1, 1] {groups = 16 : i64} : (tensor<?x16x8x8xf32>, tensor<16x1x5x5xf32>) -> tensor<?x16x8x8xf32>
  return %1 : tensor<?x16x8x8xf32>
}

// -----

// Pooling behind a product of large windows and few channels; a product of 3x3 one step apart has faster ways.
// REMARK: 2 layers in 2 stages, rows by rows{{.*}}; ends since its result leaves
// CHECK-LABEL: func.func @stem(
// CHECK-COUNT-2: func.call @janus_kernel_
// CHECK: func.func private @janus_kernel_
// CHECK: vector.fma
// CHECK: func.func private @janus_kernel_
// CHECK: arith.maximumf
func.func @stem(%x: tensor<?x3x65x65xf32>, %w: tensor<64x3x7x7xf32>) -> tensor<?x64x15x15xf32> {
  %0 = nn.conv %x, %w stride [2, 2] padding [0, 0], [0, 0] dilation [1, 1] : (tensor<?x3x65x65xf32>, tensor<64x3x7x7xf32>) -> tensor<?x64x30x30xf32>
  %1 = nn.max_pool %0 kernel [3, 3] stride [2, 2] padding [1, 1] dilation [1, 1] : (tensor<?x64x30x30xf32>) -> tensor<?x64x15x15xf32>
  return %1 : tensor<?x64x15x15xf32>
}

// -----

// REMARK-NOT: rows by rows
// CHECK-LABEL: func.func @other(
// CHECK: linalg.generic
// CHECK: func.call @janus_kernel_
func.func @other(%x: tensor<?x3x66x66xf32>, %w: tensor<64x3x3x3xf32>) -> tensor<?x64x32x32xf32> {
  %0 = nn.conv %x, %w stride [1, 1] padding [0, 0], [0, 0] dilation [1, 1] : (tensor<?x3x66x66xf32>, tensor<64x3x3x3xf32>) -> tensor<?x64x64x64xf32>
  %1 = nn.max_pool %0 kernel [2, 2] stride [2, 2] padding [0, 0] dilation [1, 1] : (tensor<?x64x64x64xf32>) -> tensor<?x64x32x32xf32>
  return %1 : tensor<?x64x32x32xf32>
}
