// RUN: janus-opt %s --split-input-file --imperative-grow-lists | FileCheck %s

// A list that a loop appends to.
// CHECK-LABEL: imperative.func @grows
// CHECK: %[[CELL:.*]] = imperative.cell "list"
// CHECK: %[[EMPTY:.*]] = imperative.elements()
// CHECK: imperative.store %[[EMPTY]], %[[CELL]]
// CHECK: imperative.for %[[X:.*]] : !imperative.int
// CHECK: %[[BEFORE:.*]] = imperative.load %[[CELL]]
// CHECK: %[[AFTER:.*]] = imperative.append %[[X]] to %[[BEFORE]]
// CHECK: imperative.store %[[AFTER]], %[[CELL]]
// CHECK: %[[LIST:.*]] = imperative.load %[[CELL]]
// CHECK: imperative.truth %[[LIST]]
imperative.func @grows(%range: !imperative.object) -> !imperative.bool attributes {entry} {
  %list = imperative.build_list() : () -> !imperative.list<!imperative.object>
  imperative.for %x : !imperative.int in %range : !imperative.object {
    %append = imperative.get_attr %list, "append" : (!imperative.list<!imperative.object>) -> !imperative.object
    %none = imperative.call %append(%x) : (!imperative.object, !imperative.int) -> !imperative.object
    imperative.yield
  }
  %some = imperative.truth %list : !imperative.list<!imperative.object>
  imperative.return %some : !imperative.bool
}

// -----

// A loop over the list itself sees what is appended.
// CHECK-LABEL: imperative.func @sees_itself
// CHECK: imperative.build_list
// CHECK-NOT: imperative.append
imperative.func @sees_itself(%x: !imperative.object) -> !imperative.none attributes {entry} {
  %list = imperative.build_list(%x) : (!imperative.object) -> !imperative.list<!imperative.object>
  imperative.for %item : !imperative.object in %list : !imperative.list<!imperative.object> {
    %append = imperative.get_attr %list, "append" : (!imperative.list<!imperative.object>) -> !imperative.object
    %none = imperative.call %append(%item) : (!imperative.object, !imperative.object) -> !imperative.object
    imperative.yield
  }
  %result = imperative.constant #imperative.none -> !imperative.none
  imperative.return %result : !imperative.none
}

// -----

// Somebody else gets the list.
// CHECK-LABEL: imperative.func @goes_away
// CHECK: imperative.build_list
// CHECK-NOT: imperative.append
imperative.func @goes_away(%range: !imperative.object) -> !imperative.list<!imperative.object> attributes {entry} {
  %list = imperative.build_list() : () -> !imperative.list<!imperative.object>
  imperative.for %x : !imperative.int in %range : !imperative.object {
    %append = imperative.get_attr %list, "append" : (!imperative.list<!imperative.object>) -> !imperative.object
    %none = imperative.call %append(%x) : (!imperative.object, !imperative.int) -> !imperative.object
    imperative.yield
  }
  imperative.return %list : !imperative.list<!imperative.object>
}
