// RUN: janus-opt --janus-break-assumption=number=1 %s | FileCheck %s

// CHECK-LABEL: func.func @f
func.func @f(%c: i1, %d: i1) {
  // CHECK: janus.assume %{{.*}}, 0, "c"
  janus.assume %c, 0, "c"
  // CHECK: %[[NEVER:.*]] = arith.constant false
  // CHECK: janus.assume %[[NEVER]], 1, "d" {janus.broken}
  janus.assume %d, 1, "d"
  return
}
