// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = python.singleton none
// CHECK: %{{.*}} = python.singleton true
// CHECK: %{{.*}} = python.singleton false
// CHECK: %{{.*}} = python.singleton ellipsis
python.body @f {
  %none = python.singleton none
  python.return %none
}

python.body @g {
  %yes = python.singleton true
  %no = python.singleton false
  %dots = python.singleton ellipsis
  python.return %dots
}
