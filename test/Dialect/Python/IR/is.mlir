// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = python.is %{{.*}}, %{{.*}}
python.body @f {
  %a = python.constant 0
  %b = python.constant 1
  %same = python.is %a, %b
  cf.cond_br %same, ^yes, ^no
^yes:
  python.return %a
^no:
  python.return %b
}
