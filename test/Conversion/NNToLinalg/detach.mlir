// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s

// CHECK-LABEL: func.func @detach
// CHECK-NEXT: return %arg0
func.func @detach(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %y = nn.detach %x : tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
