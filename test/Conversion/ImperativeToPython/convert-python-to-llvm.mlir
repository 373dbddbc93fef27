// RUN: janus-opt %s --convert-python-to-llvm | FileCheck %s

// CHECK-DAG: llvm.mlir.global internal @janus_body_f.names() {{.*}} : !llvm.array<2 x ptr>
// CHECK-DAG: llvm.mlir.global internal constant @janus_body_f.text("sa\00tdim\01out\01\00")
// CHECK-DAG: llvm.mlir.global internal @janus_body_f.caches() {{.*}} : !llvm.array<4 x i64>
// CHECK-DAG: llvm.func @janus_python_get_attr(!llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.ptr
// CHECK-DAG: llvm.mlir.global external @_Py_NoneStruct()
// CHECK-LABEL: llvm.func @janus_body_f(
// CHECK-SAME: %[[FRAME:.*]]: !llvm.ptr) -> !llvm.ptr
// CHECK: %[[VARIABLES:.*]] = llvm.load %[[FRAME]]
// The slot's object, which may be missing, and one more reference to it.
// CHECK: %[[X:.*]] = llvm.load %[[VARIABLES]] : !llvm.ptr -> !llvm.ptr
// CHECK: llvm.icmp "eq" %[[X]], %{{.*}} : !llvm.ptr
// CHECK: %[[CELL:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
// CHECK: %[[CONTENTS:.*]] = llvm.getelementptr %[[CELL]][16]
// CHECK: llvm.call @janus_bind(%[[X]], %[[CONTENTS]])
// CHECK: %[[CACHE:.*]] = llvm.mlir.addressof @janus_body_f.caches
// CHECK: llvm.call @janus_python_get_attr(%[[X]], %{{.*}}, %[[CACHE]])
// CHECK: llvm.call @janus_release(%[[X]])
// CHECK: llvm.call @janus_python_call_names(%[[FRAME]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: llvm.return
// CHECK: llvm.call @janus_python_intern(
python.body @f {
  %x = python.variable 0 "x"
  %y = python.variable 1 "y" shared
  python.load %x ^bound, ^unbound
^bound(%v: !imperative.object):
  python.retain %v : !imperative.object
  python.store %v, %y
  python.invoke "get_attr"(%v) names ["a"] : !imperative.object ^next, ^failed
^next(%a: !imperative.object):
  python.release %v : !imperative.object
  python.invoke "call_names"(%a, %a, %a) names ["dim", "out"] : !imperative.object, !imperative.object, !imperative.object ^end, ^failed
^end(%r: !imperative.object):
  python.return %r
^unbound:
  %none = python.singleton none
  python.return %none
^failed:
  python.fail
}

// The ends of a call: a condition, several objects, none and an exception.
// CHECK-LABEL: llvm.func @janus_body_results(
// CHECK: %[[T:.*]] = llvm.call @janus_python_truth(
// CHECK: llvm.icmp "slt" %[[T]], %{{.*}} : i32
// CHECK: llvm.call @janus_python_unpack(%{{.*}}, %{{.*}}, %[[ROOM:.*]]) : (!llvm.ptr, i32, !llvm.ptr) -> i32
// CHECK: llvm.load %[[ROOM]]
// CHECK: llvm.call @janus_python_next(
// CHECK: llvm.call @janus_python_pending()
python.body @results {
  %c = python.constant 0
  python.invoke "truth"(%c) : !imperative.object ^holds, ^failed
^holds(%h: i1):
  cf.cond_br %h, ^yes, ^failed
^yes:
  python.invoke "unpack"(%c) numbers [2] : !imperative.object ^two, ^failed
^two(%a: !imperative.object, %b: !imperative.object):
  python.invoke "next"(%a) : !imperative.object ^item, ^end, ^failed
^item(%i: !imperative.object):
  python.return %i
^end:
  python.return %b
^failed:
  python.fail
}

// A variable of the body's own is memory on its stack; releasing it unbinds it.
// CHECK-LABEL: llvm.func @janus_body_local(
// CHECK: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: llvm.store %[[NULL]], %[[L:.*]] : !llvm.ptr, !llvm.ptr
// CHECK: llvm.store %{{.*}}, %{{.*}} : !llvm.ptr, !llvm.ptr
// CHECK: %[[ZERO:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: llvm.call @janus_bind(%[[ZERO]], %[[L]])
python.body @local {
  %l = python.local "l"
  python.instruction 8
  python.release %l : !imperative.cell
  python.fail
}

// CHECK-LABEL: llvm.func @janus_body_rest(
// CHECK: llvm.load volatile
// CHECK: %[[OUTCOME:.*]] = llvm.call @janus_python_speculate(
// CHECK: llvm.icmp "eq" %[[OUTCOME]], %{{.*}} : i32
// CHECK: llvm.call @janus_python_poll(
// CHECK: llvm.icmp "eq" %[[OUTCOME]], %{{.*}} : i32
// CHECK: llvm.icmp "eq" %[[OUTCOME]], %{{.*}} : i32
python.body @rest {
  %x = python.variable 0 "x"
  python.poll ^next, ^failed
^next:
  python.speculate 3 (%x) -> (%x) ^done, ^returned, ^generic, ^failed
^done:
  python.delete %x ^generic, ^failed
^returned(%r: !imperative.object):
  python.return %r
^generic:
  %same = arith.constant true
  %b = python.call "box"(%same) : (i1) -> !imperative.object
  python.return %b
^failed:
  python.fail
}
