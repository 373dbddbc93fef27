// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: python.return %{{.*}}
python.body @f {
  %none = python.singleton none
  python.return %none
}
