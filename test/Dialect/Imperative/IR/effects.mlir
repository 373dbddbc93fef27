// RUN: janus-opt %s --canonicalize --cse | FileCheck %s

// An op on types that are known and that cannot raise goes when nobody uses it.
// CHECK-LABEL: imperative.func @dead
// CHECK-NEXT: imperative.return
imperative.func @dead(%n: !imperative.int, %r: !imperative.float, %s: !imperative.str, %x: !imperative.object, %l: !imperative.list<!imperative.int>) -> !imperative.object {
  %0 = imperative.binary add %n, %r : (!imperative.int, !imperative.float) -> !imperative.float
  %1 = imperative.unary neg %n : (!imperative.int) -> !imperative.int
  %2 = imperative.compare lt %n, %r : (!imperative.int, !imperative.float) -> !imperative.bool
  %3 = imperative.compare is %x, %n : (!imperative.object, !imperative.int) -> !imperative.bool
  %4 = imperative.truth %s : !imperative.str
  %5 = imperative.build_list (%x) : (!imperative.object) -> !imperative.object
  %6 = imperative.build_dict (%s : %x) : (!imperative.str, !imperative.object) -> !imperative.object
  %7 = imperative.truth %l : !imperative.list<!imperative.int>
  %8 = imperative.cell "unused"
  imperative.if %2 {
  }
  imperative.return %x : !imperative.object
}

// One that may raise, run code or write stays.
// CHECK-LABEL: imperative.func @kept
// CHECK: imperative.binary add
// CHECK: imperative.binary truediv
// CHECK: imperative.unary neg
// CHECK: imperative.compare eq
// CHECK: imperative.truth
// CHECK: imperative.truth
// CHECK: imperative.build_set
// CHECK: imperative.build_list
// CHECK: imperative.get_attr
// CHECK: imperative.get_item
// CHECK: imperative.get_global
// CHECK: imperative.call
// CHECK: imperative.load
// CHECK: imperative.for
imperative.func @kept(%x: !imperative.object, %n: !imperative.int, %t: !imperative.tensor<2xf32>, %l: !imperative.list<!imperative.int>, %cell: !imperative.cell) -> !imperative.object {
  %0 = imperative.binary add %x, %n : (!imperative.object, !imperative.int) -> !imperative.object
  %1 = imperative.binary truediv %n, %n : (!imperative.int, !imperative.int) -> !imperative.float
  %2 = imperative.unary neg %x : (!imperative.object) -> !imperative.object
  %3 = imperative.compare eq %x, %n : (!imperative.object, !imperative.int) -> !imperative.object
  %4 = imperative.truth %x : !imperative.object
  %5 = imperative.truth %t : !imperative.tensor<2xf32>
  %6 = imperative.build_set (%x) : (!imperative.object) -> !imperative.object
  %7 = imperative.build_list (%x) : (!imperative.object) -> !imperative.object {starred = array<i1: true>}
  %8 = imperative.get_attr %x, "a" : (!imperative.object) -> !imperative.object
  %9 = imperative.get_item %l[%n] : (!imperative.list<!imperative.int>, !imperative.int) -> !imperative.int
  %10 = imperative.get_global "g" : !imperative.object
  %11 = imperative.call %x() : (!imperative.object) -> !imperative.object
  %12 = imperative.load %cell : !imperative.object
  imperative.for %i : !imperative.object in %x : !imperative.object {
  }
  imperative.return %x : !imperative.object
}

// Reads of the heap are one where nothing is written between them.
// CHECK-LABEL: imperative.func @same_read
// CHECK: imperative.truth
// CHECK-NOT: imperative.truth
// CHECK: imperative.call
// CHECK: imperative.truth
imperative.func @same_read(%x: !imperative.object, %l: !imperative.list<!imperative.int>) -> !imperative.object {
  %a = imperative.truth %l : !imperative.list<!imperative.int>
  %b = imperative.truth %l : !imperative.list<!imperative.int>
  %0 = imperative.call %x() : (!imperative.object) -> !imperative.object
  %c = imperative.truth %l : !imperative.list<!imperative.int>
  %t = imperative.build_tuple (%a, %b, %c) : (!imperative.bool, !imperative.bool, !imperative.bool) -> !imperative.object
  imperative.return %t : !imperative.object
}
