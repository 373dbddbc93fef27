// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: python.instruction 24
python.body @f {
  python.instruction 24
  python.fail
}
