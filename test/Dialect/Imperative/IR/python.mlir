// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: imperative.python "with open(p) as f: n = len(f.read())" because "with statement" cells(%{{.*}}, %{{.*}}) names ["p", "n"]
// CHECK: imperative.python "pass" because "test" cells() names []

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  %p = imperative.cell "p"
  %n = imperative.cell "n"
  imperative.python "with open(p) as f: n = len(f.read())" because "with statement" cells(%p, %n) names ["p", "n"]
  imperative.python "pass" because "test" cells() names []
  imperative.return %x : !imperative.object
}
