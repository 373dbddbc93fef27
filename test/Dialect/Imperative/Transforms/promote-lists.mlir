// RUN: janus-opt %s --imperative-promote-lists | FileCheck %s

!list = !imperative.list<!imperative.int>

// CHECK-LABEL: imperative.func @methods
// CHECK-SAME: (%[[X:.*]]: !imperative.int, %[[Y:.*]]: !imperative.int)
imperative.func @methods(%x: !imperative.int, %y: !imperative.int) -> !imperative.object attributes {entry} {
  %len = imperative.constant #imperative.builtin<"builtins.len"> -> !imperative.function<#imperative.builtin<"builtins.len">>
  // CHECK: %[[FIRST:.*]] = imperative.build_list(%[[X]]) : (!imperative.int) -> !imperative.list<!imperative.int>
  // CHECK: %[[N:.*]] = imperative.call %{{.*}}(%[[FIRST]])
  %list = imperative.build_list(%x) : (!imperative.int) -> !list
  %n = imperative.call %len(%list) : (!imperative.function<#imperative.builtin<"builtins.len">>, !list) -> !imperative.object
  %append = imperative.get_attr %list, "append" : (!list) -> !imperative.object
  %a = imperative.call %append(%y) : (!imperative.object, !imperative.int) -> !imperative.object
  %b = imperative.call %append(%x) : (!imperative.object, !imperative.int) -> !imperative.object
  %pop = imperative.get_attr %list, "pop" : (!list) -> !imperative.object
  %0 = imperative.constant 0 : i64 -> !imperative.int
  %first = imperative.call %pop(%0) : (!imperative.object, !imperative.int) -> !imperative.object
  imperative.set_item %list[%0], %first : !list, !imperative.int, !imperative.object
  %insert = imperative.get_attr %list, "insert" : (!list) -> !imperative.object
  %i = imperative.call %insert(%0, %y) : (!imperative.object, !imperative.int, !imperative.int) -> !imperative.object
  %reverse = imperative.get_attr %list, "reverse" : (!list) -> !imperative.object
  %r = imperative.call %reverse() : (!imperative.object) -> !imperative.object
  // CHECK: %[[LAST:.*]] = imperative.build_list(%[[X]], %[[X]], %[[Y]])
  // CHECK-NEXT: %[[PAIR:.*]] = imperative.build_tuple(%[[LAST]], %[[N]])
  // CHECK-NEXT: imperative.return %[[PAIR]]
  %pair = imperative.build_tuple(%list, %n) : (!list, !imperative.object) -> !imperative.object
  imperative.return %pair : !imperative.object
}

// What += gives is the list; a read after the list went somewhere has its elements all the same.
// CHECK-LABEL: imperative.func @extended
// CHECK-SAME: (%[[X:.*]]: !imperative.int, %[[Y:.*]]: !imperative.int)
imperative.func @extended(%x: !imperative.int, %y: !imperative.int) -> !imperative.object attributes {entry} {
  %list = imperative.build_list(%x) : (!imperative.int) -> !list
  %more = imperative.build_tuple(%y, %x) : (!imperative.int, !imperative.int) -> !imperative.tuple<!imperative.int, !imperative.int>
  %same = imperative.inplace add %list, %more : (!list, !imperative.tuple<!imperative.int, !imperative.int>) -> !imperative.object
  // CHECK: %[[LIST:.*]] = imperative.build_list(%[[X]], %[[Y]], %[[X]])
  // CHECK: imperative.set_global "g", %[[PAIR:.*]] :
  // CHECK: %[[READ:.*]] = imperative.build_list(%[[X]], %[[Y]], %[[X]])
  // CHECK: imperative.unpack %[[READ]]
  %pair = imperative.build_tuple(%same, %list) : (!imperative.object, !list) -> !imperative.object
  imperative.set_global "g", %pair : !imperative.object
  %u:3 = imperative.unpack %list : (!list) -> (!imperative.object, !imperative.object, !imperative.object)
  imperative.return %u#1 : !imperative.object
}

// Changed after it went somewhere: the other place sees the change.
// CHECK-LABEL: imperative.func @stored
imperative.func @stored(%x: !imperative.int) -> !imperative.object attributes {entry} {
  %list = imperative.build_list(%x) : (!imperative.int) -> !list
  %pair = imperative.build_tuple(%list, %x) : (!list, !imperative.int) -> !imperative.object
  // CHECK: imperative.get_attr %{{.*}}, "append"
  %append = imperative.get_attr %list, "append" : (!list) -> !imperative.object
  %a = imperative.call %append(%x) : (!imperative.object, !imperative.int) -> !imperative.object
  imperative.return %pair : !imperative.object
}

// Another function may change it, or change it by another name.
// CHECK-LABEL: imperative.func @passed
imperative.func @passed(%x: !imperative.int, %f: !imperative.object) -> !imperative.object attributes {entry} {
  %list = imperative.build_list(%x) : (!imperative.int) -> !list
  // CHECK: imperative.call %{{.*}}(%[[LIST:[0-9]+]])
  // CHECK: imperative.unpack %[[LIST]]
  %a = imperative.call %f(%list) : (!imperative.object, !list) -> !imperative.object
  %u = imperative.unpack %list : (!list) -> !imperative.object
  // CHECK: %[[OTHER:[0-9]+]] = imperative.build_list
  // CHECK: imperative.build_tuple(%[[OTHER]])
  // CHECK: imperative.unpack %[[OTHER]]
  %other = imperative.build_list(%x) : (!imperative.int) -> !list
  %one = imperative.build_tuple(%other) : (!list) -> !imperative.object
  %b = imperative.call %f(%one) : (!imperative.object, !imperative.object) -> !imperative.object
  %v = imperative.unpack %other : (!list) -> !imperative.object
  imperative.return %v : !imperative.object
}

// A function of a library may keep it: up to there it is known.
// CHECK-LABEL: imperative.func @kept
// CHECK-SAME: (%[[X:.*]]: !imperative.int)
imperative.func @kept(%x: !imperative.int) -> !imperative.object attributes {entry} {
  %f = imperative.constant #imperative.builtin<"numpy.array"> -> !imperative.function<#imperative.builtin<"numpy.array">>
  %list = imperative.build_list() : () -> !list
  %append = imperative.get_attr %list, "append" : (!list) -> !imperative.object
  %n = imperative.call %append(%x) : (!imperative.object, !imperative.int) -> !imperative.object
  // CHECK: %[[LIST:.*]] = imperative.build_list(%[[X]])
  // CHECK: imperative.call %{{.*}}(%[[LIST]])
  %a = imperative.call %f(%list) : (!imperative.function<#imperative.builtin<"numpy.array">>, !list) -> !imperative.object
  imperative.return %a : !imperative.object
}

// In a loop it is not known how often.
// CHECK-LABEL: imperative.func @looped
imperative.func @looped(%x: !imperative.int, %many: !imperative.object) -> !imperative.object attributes {entry} {
  %list = imperative.build_list(%x) : (!imperative.int) -> !list
  // CHECK: imperative.for
  // CHECK: imperative.get_attr %{{.*}}, "append"
  imperative.for %i : !imperative.object in %many : !imperative.object {
    %append = imperative.get_attr %list, "append" : (!list) -> !imperative.object
    %a = imperative.call %append(%i) : (!imperative.object, !imperative.object) -> !imperative.object
  }
  imperative.return %list : !list
}

// While an iterator looks at it.
// CHECK-LABEL: imperative.func @iterated
imperative.func @iterated(%x: !imperative.int) -> !imperative.object attributes {entry} {
  %list = imperative.build_list(%x) : (!imperative.int) -> !list
  %iterator = imperative.library_call "builtins.enumerate"(%list) : (!list) -> !imperative.object
  // CHECK: imperative.get_attr %{{.*}}, "append"
  %append = imperative.get_attr %list, "append" : (!list) -> !imperative.object
  %a = imperative.call %append(%x) : (!imperative.object, !imperative.int) -> !imperative.object
  imperative.for %i : !imperative.object in %iterator : !imperative.object {
    imperative.set_global "g", %i : !imperative.object
  }
  imperative.return %x : !imperative.int
}

// An index that means no element is an exception at run time.
// CHECK-LABEL: imperative.func @outside
imperative.func @outside() -> !imperative.object attributes {entry} {
  %list = imperative.build_list() : () -> !list
  // CHECK: imperative.get_attr %{{.*}}, "pop"
  %pop = imperative.get_attr %list, "pop" : (!list) -> !imperative.object
  %x = imperative.call %pop() : (!imperative.object) -> !imperative.object
  imperative.return %x : !imperative.object
}
