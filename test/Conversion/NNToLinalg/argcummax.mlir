// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @argcummax
// CHECK: scf.for
func.func @argcummax(%x: tensor<?x4xf32>) -> tensor<?x4xi64> {
  %y = nn.argcummax %x dim 1 : (tensor<?x4xf32>) -> tensor<?x4xi64>
  return %y : tensor<?x4xi64>
}
