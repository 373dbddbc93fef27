// RUN: janus-opt %s --imperative-inline-calls --split-input-file | FileCheck %s

// Positional, keyword, default, *args and **kwargs.
imperative.func @f(%a: !imperative.object, %b: !imperative.object, %args: !imperative.object, %k: !imperative.object, %kwargs: !imperative.object) -> !imperative.object
    attributes {params = [#imperative.param<"a", positional_only>, #imperative.param<"b", positional>, #imperative.param<"args", var_positional>, #imperative.param<"k", keyword_only, 5 : i64>, #imperative.param<"kwargs", var_keyword>]} {
  %r = imperative.build_tuple (%a, %b, %args, %k, %kwargs) : (!imperative.object, !imperative.object, !imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  imperative.return %r : !imperative.object
}
// CHECK-LABEL: imperative.func @binding
// CHECK-SAME: (%[[X:.*]]: !imperative.int, %[[Y:.*]]: !imperative.float)
imperative.func @binding(%x: !imperative.int, %y: !imperative.float) -> !imperative.object attributes {entry} {
  %f = imperative.constant #imperative.ref<@f> -> !imperative.object
  // CHECK: %[[REST:.*]] = imperative.build_tuple(%[[X]])
  // CHECK: %[[A:.*]] = imperative.constant "a"
  // CHECK: %[[DICT:.*]] = imperative.build_dict(%[[A]] : %[[Y]])
  // CHECK: %[[K:.*]] = imperative.constant 5
  // CHECK: %[[R:.*]] = imperative.build_tuple(%[[X]], %[[Y]], %[[REST]], %[[K]], %[[DICT]])
  // CHECK: imperative.return %[[R]]
  %r = imperative.call %f(%x, %y, %x, %y) names ["", "", "", "a"] : (!imperative.object, !imperative.int, !imperative.float, !imperative.int, !imperative.float) -> !imperative.object
  imperative.return %r : !imperative.object
}

// -----

// What Python would refuse stays a call, with the reason.
imperative.func @f(%a: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"a", positional>]} {
  imperative.return %a : !imperative.object
}
// CHECK-LABEL: imperative.func @refused
imperative.func @refused(%x: !imperative.int) -> !imperative.object attributes {entry} {
  %f = imperative.constant #imperative.ref<@f> -> !imperative.object
  // CHECK: imperative.call {{.*}}reason = "f() takes fewer positional arguments than are given"
  %a = imperative.call %f(%x, %x) : (!imperative.object, !imperative.int, !imperative.int) -> !imperative.object
  // CHECK: imperative.call {{.*}}reason = "f() is missing the argument 'a'"
  %b = imperative.call %f() : (!imperative.object) -> !imperative.object
  // CHECK: imperative.call {{.*}}reason = "f() got an unexpected keyword argument 'b'"
  %c = imperative.call %f(%x) names ["b"] : (!imperative.object, !imperative.int) -> !imperative.object
  // CHECK: imperative.call {{.*}}reason = "f() got multiple values for argument 'a'"
  %d = imperative.call %f(%x, %x) names ["", "a"] : (!imperative.object, !imperative.int, !imperative.int) -> !imperative.object
  imperative.return %d : !imperative.object
}

// -----

// A closure: captured cells and evaluated defaults.
imperative.func @inner(%a: !imperative.object, %b: !imperative.object, %c: !imperative.cell) -> !imperative.object
    attributes {params = [#imperative.param<"a", positional>, #imperative.param<"b", positional, unit>], captures = ["n"]} {
  %n = imperative.load %c : !imperative.object
  %r = imperative.build_tuple (%a, %b, %n) : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  imperative.return %r : !imperative.object
}
// CHECK-LABEL: imperative.func @outer
// CHECK-SAME: (%[[X:.*]]: !imperative.int, %[[Y:.*]]: !imperative.float)
imperative.func @outer(%x: !imperative.int, %y: !imperative.float) -> !imperative.object attributes {entry} {
  // CHECK: %[[CELL:.*]] = imperative.cell "n"
  %n = imperative.cell "n"
  %f = imperative.make_function @inner captures(%n) defaults(%y) : (!imperative.float) -> !imperative.function<#imperative.ref<@inner>>
  imperative.store %x, %n : !imperative.int
  // CHECK: %[[N:.*]] = imperative.load %[[CELL]]
  // CHECK: imperative.build_tuple(%[[X]], %[[Y]], %[[N]])
  %r = imperative.call %f(%x) : (!imperative.function<#imperative.ref<@inner>>, !imperative.int) -> !imperative.object
  imperative.return %r : !imperative.object
}

// -----

// Names keep the globals of the function they come from; recursion stays a call.
imperative.object @m class "module" path "m"
imperative.func @f(%a: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"a", positional>], globals = @m} {
  %f = imperative.constant #imperative.ref<@f> -> !imperative.object
  %g = imperative.get_global "g" : !imperative.object
  %r = imperative.call %f(%g) : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %r : !imperative.object
}
// CHECK-LABEL: imperative.func @recursive
imperative.func @recursive(%x: !imperative.int) -> !imperative.object attributes {entry} {
  %f = imperative.constant #imperative.ref<@f> -> !imperative.object
  // CHECK: imperative.get_global "g" : !imperative.object {globals = @m}
  // CHECK: imperative.call {{.*}}callers = {{\[\[}}@f, unit]]
  %r = imperative.call %f(%x) : (!imperative.object, !imperative.int) -> !imperative.object
  imperative.return %r : !imperative.object
}
