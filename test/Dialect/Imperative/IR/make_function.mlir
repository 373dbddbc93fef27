// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// With captured cells and default values.
// CHECK: %{{.*}} = imperative.make_function @f.inner captures(%{{.*}}) defaults(%{{.*}}) : (!imperative.object) -> !imperative.object

imperative.func @f.inner(%a: !imperative.object, %n: !imperative.cell) -> !imperative.object attributes {params = [#imperative.param<"a", positional, unit>], captures = ["n"]} {
  imperative.return %a : !imperative.object
}
imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  %n = imperative.cell "n"
  %g = imperative.make_function @f.inner captures(%n) defaults(%x) : (!imperative.object) -> !imperative.object
  imperative.return %g : !imperative.object
}
