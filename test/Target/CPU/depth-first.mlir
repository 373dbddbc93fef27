// RUN: janus-opt %s --split-input-file --janus-set-target=target=cpu:x86-64-v3 --convert-nn-to-linalg \
// RUN:   --janus-fuse-elementwise --canonicalize --cse --janus-depth-first 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t
// RUN: janus-opt %s --split-input-file --janus-set-target=target=cpu:x86-64-v4 --convert-nn-to-linalg \
// RUN:   --janus-fuse-elementwise --canonicalize --cse --janus-depth-first=max-steps=1 2>&1 | FileCheck %s --check-prefix=ONE

// Two steps in one loop over planes: three stages (the first one pads), each a
// kernel, and nothing as large as the image but what comes in and goes out.
// REMARK: 4 layers in 2 steps{{.*}} in 1 band of {{[0-9]+}} rows; 2 planes between them{{.*}} bytes moved for an image instead of {{.*}}; ends since its result leaves
// CHECK-LABEL: func.func @chain(
// CHECK: %[[OUT:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?x2x16x16xf32>
// CHECK: bufferization.to_buffer %{{.*}} read_only
// CHECK-NOT: memref.alloc(
// CHECK: scf.parallel
// CHECK-COUNT-2: memref.alloca()
// CHECK-COUNT-2: func.call @janus_kernel_
// CHECK: scf.if
// CHECK: func.call @janus_kernel_
// CHECK: else
// CHECK: func.call @janus_kernel_
// CHECK: llvm.call_intrinsic "llvm.x86.sse.sfence"
// CHECK-NOT: linalg.generic
// CHECK: bufferization.to_tensor %[[OUT]] restrict writable

// What comes in compares like integers as keys, with every NaN above all else.
// CHECK: func.func private @janus_kernel_
// CHECK: arith.cmpf uno
// CHECK: arith.shrsi
// CHECK: arith.xori

// The second step's image is never negative: without signs it does so as it is.
// CHECK: func.func private @janus_kernel_
// CHECK-NOT: arith.maximumf
// CHECK: arith.maxsi
// CHECK: arith.xori
// CHECK: math.absf

// Of a window of three rows, two wait in registers; large results are stored
// past the caches by a kernel of their own.
// CHECK: func.func private @janus_kernel_
// CHECK: memref.prefetch
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<[[LANES:[0-9]+]]xi32>, vector<[[LANES]]xi32>
// CHECK-COUNT-3: vector.load
// CHECK: arith.maxsi
// CHECK-NOT: arith.xori
// CHECK: arith.mulf
// CHECK: vector.store
// CHECK: func.func private @janus_kernel_
// CHECK: vector.store {{.*}} {alignment = {{[0-9]+}} : i64, nontemporal = true}

// ONE: remark: depth-first: 2 layers in 1 step, {{.*}}ends since at most 1 steps are asked for
// ONE: remark: depth-first: 2 layers in 1 step, {{.*}}ends since its result leaves
func.func @chain(%x: tensor<?x2x16x16xf32>, %s: tensor<2xf32>, %t: tensor<2xf32>) -> tensor<?x2x16x16xf32> {
  %0 = nn.max_pool %x kernel [3, 3] stride [1, 1] padding [1, 1] dilation [1, 1] : (tensor<?x2x16x16xf32>) -> tensor<?x2x16x16xf32>
  %1 = nn.relu %0 : tensor<?x2x16x16xf32>
  %2 = nn.max_pool %1 kernel [3, 3] stride [1, 1] padding [1, 1] dilation [1, 1] : (tensor<?x2x16x16xf32>) -> tensor<?x2x16x16xf32>
  %3 = nn.batch_norm %2 mean %s variance %t epsilon 1.0e-05 : (tensor<?x2x16x16xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<?x2x16x16xf32>
  return %3 : tensor<?x2x16x16xf32>
}

// -----

// A sum of images and a result in the middle belong to the group; windows two
// steps apart share one row of three. Progress of stages below is half.
// REMARK: 4 layers in 2 steps{{.*}} ends since its result leaves
// CHECK-LABEL: func.func @graph(
// CHECK-COUNT-2: memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?x2x
// CHECK: scf.for
// CHECK: arith.floordivsi %{{.*}}, %c2
// CHECK-NOT: linalg.generic
// CHECK: func.func private @janus_kernel_
// CHECK: vector.shuffle {{.*}} [0, 2, 4
// CHECK: vector.shuffle {{.*}} [1, 3, 5
func.func @graph(%x: tensor<?x2x200x64xf32>) -> (tensor<?x2x200x64xf32>, tensor<?x2x100x32xf32>) {
  %0 = nn.max_pool %x kernel [3, 3] stride [1, 1] padding [1, 1] dilation [1, 1] : (tensor<?x2x200x64xf32>) -> tensor<?x2x200x64xf32>
  %1 = nn.add %0, %x : (tensor<?x2x200x64xf32>, tensor<?x2x200x64xf32>) -> tensor<?x2x200x64xf32>
  %2 = nn.relu %1 : tensor<?x2x200x64xf32>
  %3 = nn.max_pool %2 kernel [3, 3] stride [2, 2] padding [1, 1] dilation [1, 1] : (tensor<?x2x200x64xf32>) -> tensor<?x2x100x32xf32>
  return %2, %3 : tensor<?x2x200x64xf32>, tensor<?x2x100x32xf32>
}

// -----

// Nothing to gain: a few windows that share nothing, and layers without windows.
// CHECK-LABEL: func.func @small(
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @small(%x: tensor<?x2x4x4xf32>) -> (tensor<?x2x4x4xf32>, tensor<?x2x2x2xf32>) {
  %0 = nn.relu %x : tensor<?x2x4x4xf32>
  %1 = nn.max_pool %x kernel [2, 2] stride [2, 2] padding [0, 0] dilation [1, 1] : (tensor<?x2x4x4xf32>) -> tensor<?x2x2x2xf32>
  return %0, %1 : tensor<?x2x4x4xf32>, tensor<?x2x2x2xf32>
}

// -----

// The outer image is needed before the second step, so that one is by itself.
// REMARK: 1 layers in 1 step{{.*}} ends since something in between needs its values
// CHECK-LABEL: func.func @in_between(
// CHECK: scf.parallel
// CHECK: linalg.generic
// CHECK: scf.parallel
func.func @in_between(%x: tensor<?x2x16x16xf32>) -> tensor<?x2x16x16xf32> {
  %0 = nn.max_pool %x kernel [3, 3] stride [1, 1] padding [1, 1] dilation [1, 1] : (tensor<?x2x16x16xf32>) -> tensor<?x2x16x16xf32>
  %1 = nn.softmax %0 dim 3 : tensor<?x2x16x16xf32>
  %2 = nn.add %0, %1 : (tensor<?x2x16x16xf32>, tensor<?x2x16x16xf32>) -> tensor<?x2x16x16xf32>
  %3 = nn.max_pool %2 kernel [3, 3] stride [1, 1] padding [1, 1] dilation [1, 1] : (tensor<?x2x16x16xf32>) -> tensor<?x2x16x16xf32>
  return %3 : tensor<?x2x16x16xf32>
}
