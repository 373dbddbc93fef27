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
