// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = python.name "dim"
python.body @f {
  %n = python.name "dim"
  python.return %n
}
