// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: python.delete %{{.*}} ^{{.*}}, ^{{.*}}
python.body @f {
  %x = python.variable 0 "x"
  python.delete %x ^deleted, ^unbound
^deleted:
  %none = python.singleton none
  python.return %none
^unbound:
  python.fail
}
