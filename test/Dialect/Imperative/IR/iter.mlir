// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: imperative.iter %{{.*}} : (!imperative.object) -> !imperative.object
imperative.func @f(%list: !imperative.object) -> !imperative.object {
  %items = imperative.iter %list : (!imperative.object) -> !imperative.object
  imperative.return %items : !imperative.object
}
