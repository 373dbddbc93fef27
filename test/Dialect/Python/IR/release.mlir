// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: python.release %{{.*}} : !imperative.cell
python.body @f {
  %x = python.local "x"
  python.release %x : !imperative.cell
  python.fail
}
