// RUN: janus-opt %s --verify-roundtrip | FileCheck %s

// CHECK-LABEL: func.func @keep
func.func @keep(%x: tensor<?x3xf32>, %b: tensor<?x3xf32>, %y: tensor<?x3xf32>) {
  // CHECK: nn.keep "x" of (%{{.*}}) if (%{{.*}}) {janus.arg = "x", maybe} : (tensor<?x3xf32>), (tensor<?x3xf32>)
  nn.keep "x" of (%y) if (%b) {janus.arg = "x", maybe} : (tensor<?x3xf32>), (tensor<?x3xf32>)
  // CHECK: nn.keep "the result" of (%{{.*}}, %{{.*}}) {overwritten} : (tensor<?x3xf32>, tensor<?x3xf32>)
  nn.keep "the result" of (%y, %x) {overwritten} : (tensor<?x3xf32>, tensor<?x3xf32>)
  return
}
