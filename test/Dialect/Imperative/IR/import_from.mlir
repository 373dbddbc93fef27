// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: %path = imperative.import_from %{{.*}}, "path" : (!imperative.object) -> !imperative.object
imperative.func @f(%os: !imperative.object) -> !imperative.object {
  %path = imperative.import_from %os, "path" : (!imperative.object) -> !imperative.object
  imperative.return %path : !imperative.object
}
