// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// Every kind of parameter, a default, a captured cell, the module; and a typed function.
// CHECK: imperative.func @f(%{{.*}}: !imperative.object, %{{.*}}: !imperative.object, %{{.*}}: !imperative.object, %{{.*}}: !imperative.object, %{{.*}}: !imperative.object, %{{.*}}: !imperative.cell) -> !imperative.object attributes {captures = ["n"], globals = @m, params = [#imperative.param<"a", positional_only>, #imperative.param<"b", positional, 1 : i64>, #imperative.param<"args", var_positional>, #imperative.param<"k", keyword_only>, #imperative.param<"kwargs", var_keyword>]} {
// CHECK: imperative.func @typed(%{{.*}}: !imperative.tensor<?x4xf32> {janus.arg = "x"}) -> !imperative.int {
// CHECK: imperative.func private @declared(!imperative.object) -> !imperative.object

imperative.object @m class "module" path "m"
imperative.func @f(%a: !imperative.object, %b: !imperative.object, %args: !imperative.object, %k: !imperative.object, %kwargs: !imperative.object, %n_cell: !imperative.cell) -> !imperative.object
    attributes {params = [#imperative.param<"a", positional_only>, #imperative.param<"b", positional, 1 : i64>,
                          #imperative.param<"args", var_positional>, #imperative.param<"k", keyword_only>,
                          #imperative.param<"kwargs", var_keyword>], captures = ["n"], globals = @m} {
  imperative.return %a : !imperative.object
}
imperative.func @typed(%x: !imperative.tensor<?x4xf32> {janus.arg = "x"}) -> !imperative.int {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  imperative.return %c1 : !imperative.int
}
imperative.func private @declared(!imperative.object) -> !imperative.object

// CHECK: imperative.func @body() -> !imperative.object attributes {generic, instructions = array<i32: 12, 5, 4>} {
imperative.func @body() -> !imperative.object attributes {generic, instructions = array<i32: 12, 5, 4>} {
  %x_cell = imperative.cell "x" {slot = 0}
  %x = imperative.load %x_cell : !imperative.object
  imperative.return %x : !imperative.object
}
