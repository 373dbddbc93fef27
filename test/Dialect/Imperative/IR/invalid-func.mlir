// RUN: janus-opt %s --verify-diagnostics --split-input-file

// expected-error@+1 {{body must be one block, has 2}}
"imperative.func"() ({
^bb0(%x: !imperative.object):
  "imperative.return"(%x) : (!imperative.object) -> ()
^bb1:
  "imperative.return"() : () -> ()
}) {sym_name = "f", function_type = (!imperative.object) -> !imperative.object} : () -> ()

// -----

// expected-error@+1 {{has captures but no params}}
imperative.func @f(%a0: !imperative.object) -> !imperative.object attributes {captures = ["n"]} {
  imperative.return %a0 : !imperative.object
}

// -----

// expected-error@+1 {{takes 2 arguments but names 1 parameters and 0 captured cells}}
imperative.func @f(%a0: !imperative.object, %a1: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"x", positional>]} {
  imperative.return %a0 : !imperative.object
}

// -----

// expected-error@+1 {{params must hold #imperative.param, found "x"}}
imperative.func @f(%a0: !imperative.object) -> !imperative.object attributes {params = ["x"]} {
  imperative.return %a0 : !imperative.object
}

// -----

// expected-error@+1 {{has two parameters "x"}}
imperative.func @f(%a0: !imperative.object, %a1: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"x", positional>, #imperative.param<"x", positional>]} {
  imperative.return %a0 : !imperative.object
}

// -----

// expected-error@+1 {{parameter "y" (positional) cannot follow one that is keyword_only}}
imperative.func @f(%a0: !imperative.object, %a1: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"x", keyword_only>, #imperative.param<"y", positional>]} {
  imperative.return %a0 : !imperative.object
}

// -----

// expected-error@+1 {{parameter "y" (var_positional) cannot follow one that is var_positional}}
imperative.func @f(%a0: !imperative.object, %a1: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"x", var_positional>, #imperative.param<"y", var_positional>]} {
  imperative.return %a0 : !imperative.object
}

// -----

// expected-error@+1 {{parameter "x" takes any number and so has no default}}
imperative.func @f(%a0: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"x", var_keyword, 1 : i64>]} {
  imperative.return %a0 : !imperative.object
}

// -----

// expected-error@+1 {{parameter "y" needs a default, as the one before has}}
imperative.func @f(%a0: !imperative.object, %a1: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"x", positional, 1 : i64>, #imperative.param<"y", positional>]} {
  imperative.return %a0 : !imperative.object
}

// -----

// expected-error@+1 {{argument 1 is captured and so must be a cell, is '!imperative.object'}}
imperative.func @f(%a0: !imperative.object, %a1: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"x", positional>], captures = ["n"]} {
  imperative.return %a0 : !imperative.object
}

// -----

// expected-error@+1 {{argument 1 is a parameter and so must be an object, is '!imperative.cell'}}
imperative.func @f(%a0: !imperative.object, %a1: !imperative.cell) -> !imperative.object attributes {params = [#imperative.param<"x", positional>, #imperative.param<"y", positional>]} {
  imperative.return %a0 : !imperative.object
}

// -----

// expected-error@+1 {{captures "n" twice}}
imperative.func @f(%a0: !imperative.object, %a1: !imperative.cell, %a2: !imperative.cell) -> !imperative.object attributes {params = [#imperative.param<"x", positional>], captures = ["n", "n"]} {
  imperative.return %a0 : !imperative.object
}

// -----

// expected-error@+1 {{globals @gone is not an imperative.object}}
imperative.func @f(%a0: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"x", positional>], globals = @gone} {
  imperative.return %a0 : !imperative.object
}

// -----

// expected-error@+1 {{#imperative.ref<@gone> is not an object, function or state of this module}}
imperative.func @f(%a0: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"x", positional, #imperative.ref<@gone>>]} {
  imperative.return %a0 : !imperative.object
}

// -----

// expected-error@+1 {{is generic and so takes no arguments: they are in slots of its frame}}
imperative.func @f(%x: !imperative.object) -> !imperative.object attributes {generic} {
  imperative.return %x : !imperative.object
}

// -----

// expected-error@+1 {{instructions come in threes (line, column, offset), has 2 numbers}}
imperative.func @f() -> !imperative.object attributes {generic, instructions = array<i32: 1, 2>} {
  %x_cell = imperative.cell "x" {slot = 0}
  %x = imperative.load %x_cell : !imperative.object
  imperative.return %x : !imperative.object
}

// -----

// expected-error@+1 {{has instructions but is not generic}}
imperative.func @f(%x: !imperative.object) -> !imperative.object attributes {instructions = array<i32>} {
  imperative.return %x : !imperative.object
}
