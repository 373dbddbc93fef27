// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: python.poll ^{{.*}}, ^{{.*}}
python.body @f {
  python.poll ^next, ^failed
^next:
  %none = python.singleton none
  python.return %none
^failed:
  python.fail
}
