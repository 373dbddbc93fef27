// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: python.retain %{{.*}} : !imperative.object
python.body @f {
  %c = python.constant 3
  python.retain %c : !imperative.object
  python.return %c
}
