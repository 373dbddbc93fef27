// RUN: janus-opt %s --imperative-to-python | FileCheck %s

// The instruction is stored where it changes; a line stands for a place that has none of its own.

// CHECK-LABEL: python.body @f
// CHECK: python.instruction 8
// CHECK-NEXT: python.invoke "get_global"
// CHECK-NOT: python.instruction
// CHECK: python.invoke "get_attr"
// CHECK: python.instruction 16
// CHECK-NEXT: python.invoke "unary"
imperative.func @f() -> !imperative.object attributes {generic, instructions = array<i32: 3, 5, 8, 4, 1, 16>} {
  %g = imperative.get_global "g" : !imperative.object loc("f.py":3:5)
  %a = imperative.get_attr %g, "a" : (!imperative.object) -> !imperative.object loc("f.py":3:5)
  %b = imperative.unary neg %a : (!imperative.object) -> !imperative.object loc("f.py":4:9)
  imperative.return %b : !imperative.object loc("f.py":9:1)
}
