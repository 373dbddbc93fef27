// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK-SAME: (%[[C:.*]]: i1)
// CHECK: janus.assume %[[C]], 3, "x.shape[0] == y.shape[0]"
func.func @f(%c: i1) {
  janus.assume %c, 3, "x.shape[0] == y.shape[0]"
  return
}
