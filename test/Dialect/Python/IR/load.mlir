// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: python.load %{{.*}} ^[[BOUND:.*]], ^[[UNBOUND:.*]]
// CHECK: ^[[BOUND]](%{{.*}}: !imperative.object):
python.body @f {
  %x = python.variable 0 "x"
  python.load %x ^bound, ^unbound
^bound(%v: !imperative.object):
  python.return %v
^unbound:
  python.fail
}
