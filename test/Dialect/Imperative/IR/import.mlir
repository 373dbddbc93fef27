// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %path = imperative.import "os.path" level 0 from %{{.*}} : (!imperative.object) -> !imperative.object
// CHECK: imperative.import "" level 2 from %{{.*}} : (!imperative.object) -> !imperative.object
imperative.func @f(%none: !imperative.object, %names: !imperative.object) -> !imperative.object {
  %os = imperative.import "os.path" level 0 from %none : (!imperative.object) -> !imperative.object
  %here = imperative.import "" level 2 from %names : (!imperative.object) -> !imperative.object
  imperative.return %os : !imperative.object
}
