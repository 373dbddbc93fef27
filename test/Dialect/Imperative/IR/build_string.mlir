// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %{{.*}} = imperative.build_string(%{{.*}}, %{{.*}}) : (!imperative.str, !imperative.str) -> !imperative.str

imperative.func @f(%x: !imperative.object, %s: !imperative.str) -> !imperative.object {
  %line = imperative.build_string(%s, %s) : (!imperative.str, !imperative.str) -> !imperative.str
  imperative.return %x : !imperative.object
}
