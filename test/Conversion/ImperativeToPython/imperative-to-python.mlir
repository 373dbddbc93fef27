// RUN: janus-opt %s --imperative-to-python | FileCheck %s

// Every op that computes, reads or binds is a call of the runtime; conditions stay conditions until an object is wanted.

// CHECK-LABEL: python.body @variables
// CHECK: %[[X:.*]] = python.variable 0 "x"
// CHECK: %[[Y:.*]] = python.variable 1 "y" shared
// CHECK: %[[L:.*]] = python.local "l"
// CHECK: python.invoke "new_cell"() ^[[MADE:.*]], ^{{.*}}
// CHECK: ^[[MADE]](%[[C:.*]]: !imperative.cell):
// CHECK: python.load %[[X]] ^[[BOUND:.*]], ^[[UNBOUND:.*]]
// CHECK: ^[[UNBOUND]]:
// CHECK-NEXT: python.invoke "unbound_variable"() numbers [0]
// CHECK: ^[[BOUND]](%[[V:.*]]: !imperative.object):
// CHECK: python.store %[[V]], %[[L]]
// CHECK: python.store %{{.*}}, %[[C]]
// CHECK: python.load %[[L]]
// CHECK: python.invoke "unbound_name"() names ["l"]
// CHECK: python.delete %[[Y]] ^{{.*}}, ^{{.*}}
imperative.func @variables() -> !imperative.object attributes {generic} {
  %x_cell = imperative.cell "x" {slot = 0}
  %y_cell = imperative.cell "y" {slot = 1, shared}
  %l_cell = imperative.cell "l"
  %c_cell = imperative.cell "c" {shared}
  %x = imperative.load %x_cell : !imperative.object
  imperative.store %x, %l_cell : !imperative.object
  imperative.store %x, %c_cell : !imperative.object
  %l = imperative.load %l_cell : !imperative.object
  imperative.delete %y_cell
  imperative.return %l : !imperative.object
}

// CHECK-LABEL: python.body @constants
// CHECK: %[[K:.*]] = python.constant 4
// CHECK: %[[NONE:.*]] = python.singleton none
// CHECK: python.invoke "binary"(%[[K]], %[[NONE]]) numbers [12]
// CHECK: %[[TRUE:.*]] = python.singleton true
// CHECK: %[[DOTS:.*]] = python.singleton ellipsis
// CHECK: python.invoke "inplace"(%[[TRUE]], %[[DOTS]]) numbers [0]
imperative.func @constants() -> !imperative.object attributes {generic} {
  %k = imperative.constant "k" -> !imperative.object {index = 4}
  %none = imperative.constant #imperative.none -> !imperative.object
  %true = imperative.constant true -> !imperative.object
  %dots = imperative.constant #imperative.ellipsis -> !imperative.object
  %a = imperative.binary xor %k, %none : (!imperative.object, !imperative.object) -> !imperative.object
  %b = imperative.inplace add %true, %dots : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %a : !imperative.object
}

// CHECK-LABEL: python.body @comparisons
// CHECK: python.invoke "compare"(%[[A:.*]], %[[B:.*]]) numbers [5]
// CHECK: python.invoke "contains"(%{{.*}}, %{{.*}}) : !imperative.object, !imperative.object ^[[IN:.*]], ^{{.*}}
// CHECK: ^[[IN]](%[[HAS:.*]]: i1):
// CHECK: %[[NOT:.*]] = arith.xori %[[HAS]]
// CHECK: %[[IS:.*]] = python.is
// CHECK: python.invoke "truth"(
// CHECK: python.invoke "unary"(%{{.*}}) numbers [0]
// CHECK: python.call "box"(%[[NOT]])
// CHECK: python.call "box"(%[[IS]])
// CHECK: python.invoke "build_tuple"
imperative.func @comparisons() -> !imperative.object attributes {generic} {
  %a = imperative.constant "a" -> !imperative.object {index = 0}
  %b = imperative.constant "b" -> !imperative.object {index = 1}
  %ge = imperative.compare ge %a, %b : (!imperative.object, !imperative.object) -> !imperative.object
  %in = imperative.compare not_in %a, %b : (!imperative.object, !imperative.object) -> !imperative.object
  %is = imperative.compare is %a, %b : (!imperative.object, !imperative.object) -> !imperative.object
  %no = imperative.unary not %ge : (!imperative.object) -> !imperative.object
  %minus = imperative.unary neg %ge : (!imperative.object) -> !imperative.object
  %all = imperative.build_tuple(%in, %is) : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %all : !imperative.object
}

// CHECK-LABEL: python.body @names
// CHECK: python.invoke "get_global"() names ["g"]
// CHECK: python.invoke "set_global"(%{{.*}}) names ["g"]
// CHECK: python.invoke "del_global"() names ["g"]
// CHECK: python.invoke "get_attr"(%{{.*}}) names ["a"]
// CHECK: python.invoke "set_attr"(%{{.*}}, %{{.*}}) names ["a"]
// CHECK: python.invoke "del_attr"(%{{.*}}) names ["a"]
// CHECK: python.invoke "get_item"(
// CHECK: python.invoke "set_item"(
// CHECK: python.invoke "del_item"(
imperative.func @names() -> !imperative.object attributes {generic} {
  %g = imperative.get_global "g" : !imperative.object
  imperative.set_global "g", %g : !imperative.object
  imperative.del_global "g"
  %a = imperative.get_attr %g, "a" : (!imperative.object) -> !imperative.object
  imperative.set_attr %g, "a", %a : !imperative.object, !imperative.object
  imperative.del_attr %g, "a" : !imperative.object
  %i = imperative.get_item %g[%a] : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.set_item %g[%a], %i : !imperative.object, !imperative.object, !imperative.object
  imperative.del_item %g[%a] : !imperative.object, !imperative.object
  imperative.return %i : !imperative.object
}

// CHECK-LABEL: python.body @displays
// CHECK: python.invoke "build_list"(%[[X:.*]]) :
// CHECK: python.invoke "list_extend"(%{{.*}}, %{{.*}})
// CHECK: python.invoke "list_append"(%{{.*}}, %{{.*}})
// CHECK: python.invoke "list_to_tuple"
// CHECK: python.invoke "build_set"(%{{.*}}) :
// CHECK: python.invoke "set_update"
// CHECK: python.invoke "build_dict"(%{{.*}}, %{{.*}}) :
// CHECK: python.invoke "dict_update"
// CHECK: python.invoke "set_item"
// CHECK: python.invoke "build_slice"
// CHECK: python.invoke "format"(%{{.*}}) numbers [114]
// CHECK: python.invoke "format_spec"(%{{.*}}, %{{.*}}) numbers [0]
// CHECK: python.invoke "build_string"
// CHECK: python.invoke "unpack"(%{{.*}}) numbers [2] : !imperative.object ^[[TWO:.*]], ^{{.*}}
// CHECK: ^[[TWO]](%{{.*}}: !imperative.object, %{{.*}}: !imperative.object):
// CHECK: python.invoke "unpack_star"(%{{.*}}) numbers [1, 1]
imperative.func @displays() -> !imperative.object attributes {generic} {
  %x = imperative.get_global "x" : !imperative.object
  %t = imperative.build_tuple(%x, %x, %x) : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object {starred = array<i1: false, true, false>}
  %s = imperative.build_set(%x, %t) : (!imperative.object, !imperative.object) -> !imperative.object {starred = array<i1: false, true>}
  %d = imperative.build_dict(%x, %t, %x : %x, %x, %s) : (!imperative.object, !imperative.object, !imperative.object, !imperative.object, !imperative.object, !imperative.object) -> !imperative.object {unpacked = array<i1: false, true, false>}
  %slice = imperative.build_slice %x, %x, %x : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  %r = imperative.format %x : (!imperative.object) -> !imperative.object {conversion = "r"}
  %w = imperative.format %x, %r : (!imperative.object, !imperative.object) -> !imperative.object
  %text = imperative.build_string(%r, %w) : (!imperative.object, !imperative.object) -> !imperative.object
  %p:2 = imperative.unpack %text : (!imperative.object) -> (!imperative.object, !imperative.object)
  %q:3 = imperative.unpack %text : (!imperative.object) -> (!imperative.object, !imperative.object, !imperative.object) {star = 1 : i64}
  imperative.return %x : !imperative.object
}

// CHECK-LABEL: python.body @calls
// CHECK: python.invoke "call"(%[[F:.*]], %[[X:.*]]) :
// CHECK: python.invoke "call_names"(%[[F]], %[[X]], %[[X]]) names ["dim"]
// CHECK: python.invoke "build_dict"() ^[[D:.*]], ^{{.*}}
// CHECK: ^[[D]](%[[DICT:.*]]: !imperative.object):
// CHECK: python.invoke "dict_merge"(%[[F]], %[[DICT]], %[[X]])
// CHECK: %[[KEY:.*]] = python.name "k"
// CHECK: python.invoke "build_dict"(%[[KEY]], %[[X]])
// CHECK: python.invoke "dict_merge"(%[[F]], %[[DICT]], %{{.*}})
// CHECK: python.invoke "call_star"(%[[F]], %[[X]], %[[DICT]])
// CHECK: python.invoke "build_tuple"(%[[X]])
// CHECK: python.invoke "call_star"(%[[F]], %{{.*}}, %{{.*}})
imperative.func @calls() -> !imperative.object attributes {generic} {
  %f = imperative.get_global "f" : !imperative.object
  %x = imperative.get_global "x" : !imperative.object
  %a = imperative.call %f(%x) : (!imperative.object, !imperative.object) -> !imperative.object
  %b = imperative.call %f(%x, %x) names ["", "dim"] : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  %c = imperative.call %f(%x, %x, %x) names ["*", "**", "k"] : (!imperative.object, !imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  %own = imperative.build_dict(:) : () -> !imperative.object
  %d = imperative.call %f(%x, %own) names ["", "**"] : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  imperative.return %a : !imperative.object
}

// A helper of janusc that the runtime has is called without going through Python.
// CHECK-LABEL: python.body @helpers
// CHECK: python.invoke "list_append"(%{{.*}}, %{{.*}}) :
// CHECK: python.invoke "call"(
imperative.func @helpers() -> !imperative.object attributes {generic} {
  %x = imperative.get_global "x" : !imperative.object
  %append = imperative.constant #imperative.builtin<"janusc.python.list_append"> -> !imperative.object {index = 0}
  %other = imperative.constant #imperative.builtin<"janusc.python.other"> -> !imperative.object {index = 1}
  %a = imperative.call %append(%x, %x) : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  %b = imperative.call %other(%x) : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %b : !imperative.object
}

// CHECK-LABEL: python.body @modules
// CHECK: %[[CODE:.*]] = python.constant 2
// CHECK: python.invoke "make_closure"(%[[CODE]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : !imperative.object, !imperative.object, !imperative.object, !imperative.object, !imperative.cell
// CHECK: python.invoke "import"(%{{.*}}) names ["os.path"] numbers [1]
// CHECK: python.invoke "import_from"(%{{.*}}) names ["path"]
// CHECK: python.invoke "iter"(
imperative.func @modules() -> !imperative.object attributes {generic} {
  %y = imperative.cell "y" {slot = 1, shared}
  %code = imperative.constant #imperative.literal<"code", "g"> -> !imperative.object {index = 2}
  %none = imperative.constant #imperative.none -> !imperative.object
  %g = imperative.make_closure %code captures(%y) : (!imperative.object, !imperative.cell) -> !imperative.object
  %os = imperative.import "os.path" level 1 from %none : (!imperative.object) -> !imperative.object
  %path = imperative.import_from %os, "path" : (!imperative.object) -> !imperative.object
  %items = imperative.iter %path : (!imperative.object) -> !imperative.object
  imperative.return %items : !imperative.object
}

// A method that is only called needs no bound method.
// CHECK-LABEL: python.body @methods
// CHECK: python.invoke "load_method"(%{{.*}}) names ["append"] : !imperative.object ^[[FOUND:.*]], ^{{.*}}
// CHECK: ^[[FOUND]](%[[F:.*]]: !imperative.object, %[[SELF:.*]]: !imperative.object):
// CHECK: python.invoke "call_method"(%[[F]], %[[SELF]], %{{.*}})
// CHECK: python.invoke "load_method"(%{{.*}}) names ["sum"]
// CHECK: python.invoke "call_method_names"(%{{.*}}, %{{.*}}, %{{.*}}) names ["dim"]
// CHECK: python.invoke "get_attr"(%{{.*}}) names ["all"]
// CHECK: python.invoke "call_star"
imperative.func @methods() -> !imperative.object attributes {generic} {
  %x = imperative.get_global "x" : !imperative.object
  %append = imperative.get_attr %x, "append" : (!imperative.object) -> !imperative.object
  %a = imperative.call %append(%x) : (!imperative.object, !imperative.object) -> !imperative.object
  %sum = imperative.get_attr %x, "sum" : (!imperative.object) -> !imperative.object
  %b = imperative.call %sum(%x) names ["dim"] : (!imperative.object, !imperative.object) -> !imperative.object
  %all = imperative.get_attr %x, "all" : (!imperative.object) -> !imperative.object
  %c = imperative.call %all(%x) names ["*"] : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %c : !imperative.object
}

// x += y of a variable of the frame may change the text in place.
// CHECK-LABEL: python.body @augment
// CHECK: %[[X:.*]] = python.variable 0 "x"
// CHECK: python.load %[[X]]
// CHECK: python.invoke "inplace_variable"(%[[OLD:.*]], %[[Y:.*]], %[[X]]) numbers [0] : !imperative.object, !imperative.object, !imperative.cell
// CHECK: python.store %{{.*}}, %[[X]]
// CHECK: python.invoke "inplace"(%{{.*}}, %[[Y]]) numbers [2]
imperative.func @augment() -> !imperative.object attributes {generic} {
  %x_cell = imperative.cell "x" {slot = 0}
  %y = imperative.get_global "y" : !imperative.object
  %x = imperative.load %x_cell : !imperative.object
  %sum = imperative.inplace add %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.store %sum, %x_cell : !imperative.object
  %z = imperative.load %x_cell : !imperative.object
  %product = imperative.inplace mul %z, %y : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.store %product, %x_cell : !imperative.object
  imperative.return %y : !imperative.object
}
