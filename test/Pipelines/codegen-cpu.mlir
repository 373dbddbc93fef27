// RUN: janus-opt %s --janus-codegen-cpu=target=cpu:x86-64-v3 | FileCheck %s
// RUN: janus-opt %s --janus-codegen-cpu=target=cpu:x86-64-v3 --janus-lower-to-llvm | FileCheck %s --check-prefix=LLVM

// One loop, into the result's storage.
// CHECK: janus.target = #janus.target<{{.*}}"x86-64-v3"
// CHECK-LABEL: func.func @janus_entry_f(
// CHECK: call @janus_result
// CHECK-NOT: janus_arena_alloc
// CHECK: scf.for
// CHECK: arith.addf
// CHECK-NOT: memref.copy
// LLVM: llvm.func @janus_entry_f(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr) -> i32
// LLVM-NOT: unrealized_conversion_cast
func.func @f(%x: tensor<?xf32> {janus.arg = "x"}) -> (tensor<?xf32> {janus.result = 0 : i64}) {
  %0 = arith.addf %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
