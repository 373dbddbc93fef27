// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = python.local "x"
python.body @f {
  %x = python.local "x"
  %none = python.singleton none
  python.store %none, %x
  python.return %none
}
