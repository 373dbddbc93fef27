// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = python.constant 3
python.body @f {
  %c = python.constant 3
  python.return %c
}
