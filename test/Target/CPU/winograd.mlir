// RUN: janus-opt %s --split-input-file --janus-set-target=target=cpu:x86-64-v4 --convert-nn-to-linalg \
// RUN:   --janus-fuse-elementwise --canonicalize --cse --janus-winograd 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t
// RUN: janus-opt %s --split-input-file --janus-set-target=target=cpu:haswell --convert-nn-to-linalg \
// RUN:   --janus-fuse-elementwise --canonicalize --cse --janus-winograd=always 2>%t.always | FileCheck %s --check-prefix=ALWAYS
// RUN: FileCheck %s --check-prefix=SMALL --input-file=%t.always

// Blocks of tiles for each thread, with padding, bias and ReLU inside.
// REMARK: winograd: 64 to 64 channels of 56x56 in tiles of 4x4, blocks of {{[0-9]+}}; {{[0-9]+}} % of the direct kernel's cycles
// CHECK-LABEL: func.func @own_blocks(
// CHECK: %[[X:.*]] = bufferization.to_buffer %{{.*}} read_only : tensor<?x64x56x56xf32>
// CHECK: %[[OUT:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?x64x56x56xf32>
// CHECK-NOT: tensor.pad
// CHECK: scf.parallel
// CHECK: func.call @janus_kernel_
// CHECK: scf.parallel
// CHECK-COUNT-3: memref.alloca()
// CHECK-COUNT-3: func.call @janus_kernel_
// CHECK-NOT: linalg.generic
// CHECK: bufferization.to_tensor %[[OUT]] restrict writable

// Registers hold 14 tiles by two vectors of sums.
// CHECK: func.func private @janus_kernel_
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> ({{(vector<16xf32>, ){27}vector<16xf32>}})
// CHECK-COUNT-28: vector.fma

// What is not finite is computed again.
// CHECK: arith.cmpf uno
// CHECK: vector.reduction <or>
// CHECK: func.call @janus_kernel_

// ALWAYS-LABEL: func.func @own_blocks(
// ALWAYS: scf.parallel
// ALWAYS: vector<8xf32>
func.func @own_blocks(%x: tensor<?x64x56x56xf32>, %w: tensor<64x64x3x3xf32>, %b: tensor<64xf32>) -> tensor<?x64x56x56xf32> {
  %0 = nn.conv %x, %w bias %b stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<?x64x56x56xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>) -> tensor<?x64x56x56xf32>
  %1 = nn.relu %0 : tensor<?x64x56x56xf32>
  return %1 : tensor<?x64x56x56xf32>
}

// -----

// Many channels: threads share the tiles of a block, and transform the weights of their own channels in parts.
// REMARK: winograd: 256 to 256 channels of 14x14 in tiles of 4x4, shared blocks of
// CHECK-LABEL: func.func @shared_blocks(
// CHECK: memref.alloc()
// CHECK: scf.for
// CHECK: scf.parallel
// CHECK: func.call @janus_kernel_
// CHECK: scf.parallel
// CHECK: scf.for
// CHECK: func.call @[[WEIGHTS:janus_kernel_[0-9a-f]+]](
// CHECK: func.call @janus_kernel_
// CHECK: scf.for
// CHECK: func.call @[[WEIGHTS]](
// CHECK: func.call @janus_kernel_
func.func @shared_blocks(%x: tensor<?x256x14x14xf32>, %w: tensor<256x256x3x3xf32>) -> tensor<?x256x14x14xf32> {
  %0 = nn.conv %x, %w stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<?x256x14x14xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x14x14xf32>
  return %0 : tensor<?x256x14x14xf32>
}

// -----

// Tiles of 2x2 where those of 4x4 would be half empty.
// SMALL: winograd: 64 to 64 channels of 6x6 in tiles of 2x2
// CHECK-LABEL: func.func @small_tiles(
// CHECK-NOT: bufferization
// ALWAYS-LABEL: func.func @small_tiles(
// ALWAYS-NOT: linalg.generic
// ALWAYS: bufferization.to_tensor
func.func @small_tiles(%x: tensor<16x64x8x8xf32>, %w: tensor<64x64x3x3xf32>) -> tensor<16x64x6x6xf32> {
  %0 = nn.conv %x, %w stride [1, 1] padding [0, 0], [0, 0] dilation [1, 1] : (tensor<16x64x8x8xf32>, tensor<64x64x3x3xf32>) -> tensor<16x64x6x6xf32>
  return %0 : tensor<16x64x6x6xf32>
}

// -----

// No other steps, kernels, groups and precisions.
// REMARK-NOT: winograd
// CHECK-LABEL: func.func @others(
// CHECK-NOT: bufferization
// ALWAYS-LABEL: func.func @others(
// ALWAYS-NOT: bufferization
func.func @others(%x: tensor<?x64x56x56xf32>, %d: tensor<?x64x56x56xf64>, %w: tensor<64x64x3x3xf32>, %wd: tensor<64x64x3x3xf64>,
                  %w5: tensor<64x64x5x5xf32>, %wg: tensor<64x32x3x3xf32>)
    -> (tensor<?x64x28x28xf32>, tensor<?x64x54x54xf32>, tensor<?x64x56x56xf64>, tensor<?x64x56x56xf32>, tensor<?x64x56x56xf32>) {
  %0 = nn.conv %x, %w stride [2, 2] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<?x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x28x28xf32>
  %1 = nn.conv %x, %w stride [1, 1] padding [1, 1], [1, 1] dilation [2, 2] : (tensor<?x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x54x54xf32>
  %2 = nn.conv %d, %wd stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<?x64x56x56xf64>, tensor<64x64x3x3xf64>) -> tensor<?x64x56x56xf64>
  %3 = nn.conv %x, %w5 stride [1, 1] padding [2, 2], [2, 2] dilation [1, 1] : (tensor<?x64x56x56xf32>, tensor<64x64x5x5xf32>) -> tensor<?x64x56x56xf32>
  %4 = nn.conv %x, %wg stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] {groups = 2 : i64} : (tensor<?x64x56x56xf32>, tensor<64x32x3x3xf32>) -> tensor<?x64x56x56xf32>
  return %0, %1, %2, %3, %4 : tensor<?x64x28x28xf32>, tensor<?x64x54x54xf32>, tensor<?x64x56x56xf64>, tensor<?x64x56x56xf32>, tensor<?x64x56x56xf32>
}

// -----

// Too few channels; what is asked for is done in any case.
// CHECK-LABEL: func.func @few(
// CHECK-NOT: bufferization
// ALWAYS-LABEL: func.func @few(
// ALWAYS: scf.parallel
func.func @few(%x: tensor<?x3x32x32xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<?x4x32x32xf32> {
  %0 = nn.conv %x, %w stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<?x3x32x32xf32>, tensor<4x3x3x3xf32>) -> tensor<?x4x32x32xf32>
  return %0 : tensor<?x4x32x32xf32>
}

// -----

// Not where derivatives are computed.
// CHECK-LABEL: func.func @derivatives(
// CHECK-NOT: bufferization
// ALWAYS-LABEL: func.func @derivatives(
// ALWAYS: scf.parallel
func.func @derivatives(%x: tensor<?x64x56x56xf32>, %w: tensor<64x64x3x3xf32>) -> tensor<?x64x56x56xf32> attributes {janus.differentiated} {
  %0 = nn.conv %x, %w stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<?x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x56x56xf32>
  return %0 : tensor<?x64x56x56xf32>
}
