// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: python.store %{{.*}}, %{{.*}}
python.body @f {
  %x = python.variable 0 "x"
  %none = python.singleton none
  python.store %none, %x
  python.return %none
}
