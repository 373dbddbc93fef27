// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = python.call "handled"() : () -> !imperative.object
// CHECK: python.call "set_handled"(%{{.*}}) : (!imperative.object) -> ()
python.body @f {
  %e = python.call "handled"() : () -> !imperative.object
  python.call "set_handled"(%e) : (!imperative.object) -> ()
  python.return %e
}
