// RUN: janus-opt %s --imperative-to-python | FileCheck %s

// What `with` and a named `except` do behind an exception does not show: the frame is put back at the instruction that raised.
// CHECK-LABEL: python.body @unbind
// CHECK: python.call "traceback"
// CHECK: %[[WHERE:.*]] = python.call "instruction"()
// CHECK-NEXT: python.call "handled"()
// CHECK: python.call "set_instruction"(%[[WHERE]])
// CHECK-NEXT: python.invoke "reraise"()
imperative.func @unbind() -> !imperative.object attributes {generic} {
  imperative.try {
    %x = imperative.get_global "x" : !imperative.object
  } finally {
    %y = imperative.get_global "y" : !imperative.object
  } {implicit}
  %none = imperative.constant #imperative.none -> !imperative.object
  imperative.return %none : !imperative.object
}

// A `finally` of the program's own is left at its last statement.
// CHECK-LABEL: python.body @finish
// CHECK-NOT: "instruction"
// CHECK: python.call "catch"
// CHECK-NEXT: python.instruction 8
// CHECK-NEXT: python.invoke "reraise"()
imperative.func @finish() -> !imperative.object attributes {generic, instructions = array<i32: 4, 1, 8>} {
  imperative.try {
    %x = imperative.get_global "x" : !imperative.object
  } finally {
    imperative.yield loc("f.py":4:1)
  }
  %none = imperative.constant #imperative.none -> !imperative.object
  imperative.return %none : !imperative.object
}
