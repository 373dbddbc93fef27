// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = python.variable 0 "x"
// CHECK: %{{.*}} = python.variable 1 "y" shared
python.body @f {
  %x = python.variable 0 "x"
  %y = python.variable 1 "y" shared
  %none = python.singleton none
  python.store %none, %x
  python.store %none, %y
  python.return %none
}
