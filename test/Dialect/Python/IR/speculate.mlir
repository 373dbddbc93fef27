// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: python.speculate 7(%{{.*}}) -> (%{{.*}}) ^{{.*}}, ^{{.*}}, ^{{.*}}, ^{{.*}}
python.body @f {
  %x = python.variable 0 "x"
  %y = python.variable 1 "y"
  python.speculate 7 (%x) -> (%y) ^done, ^returned, ^generic, ^failed
^done:
  %none = python.singleton none
  python.return %none
^returned(%result: !imperative.object):
  python.return %result
^generic:
  python.fail
^failed:
  python.fail
}
