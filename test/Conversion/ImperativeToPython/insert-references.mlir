// RUN: janus-opt %s --pass-pipeline="builtin.module(python.body(janus-insert-references))" | FileCheck %s

// A value is released after its last use: behind it, and on the exceptional edge.
// CHECK-LABEL: python.body @last_use
// CHECK: python.invoke "get_attr"(%{{.*}}) names ["a"] : !imperative.object ^[[NEXT:.*]], ^[[FAILED:.*]]
// CHECK: ^[[NEXT]](%[[A:.*]]: !imperative.object):
// CHECK: python.invoke "get_attr"(%[[A]]) names ["b"] : !imperative.object ^[[END:.*]], ^[[RELEASED:.*]]
// CHECK: ^[[END]](%[[B:.*]]: !imperative.object):
// CHECK-NEXT: python.release %[[A]] : !imperative.object
// CHECK-NEXT: python.return %[[B]]
// CHECK: ^[[FAILED]]:
// CHECK-NEXT: python.fail
// CHECK: ^[[RELEASED]]:
// CHECK-NEXT: python.release %[[A]] : !imperative.object
// CHECK-NEXT: cf.br ^[[FAILED]]
python.body @last_use {
  %c = python.constant 0
  python.invoke "get_attr"(%c) names ["a"] : !imperative.object ^next, ^failed
^next(%0: !imperative.object):
  python.invoke "get_attr"(%0) names ["b"] : !imperative.object ^end, ^failed
^end(%1: !imperative.object):
  python.return %1
^failed:
  python.fail
}

// What is borrowed is retained where it is handed over, and what is handed over twice is retained once.
// CHECK-LABEL: python.body @hand_over
// CHECK: %[[C:.*]] = python.constant 0
// CHECK-NEXT: python.retain %[[C]]
// CHECK-NEXT: python.store %[[C]]
// CHECK: ^{{.*}}(%[[V:.*]]: !imperative.object):
// CHECK-NEXT: python.retain %[[V]]
// CHECK-NEXT: python.store %[[V]]
// CHECK-NEXT: python.return %[[V]]
python.body @hand_over {
  %x = python.variable 0 "x"
  %c = python.constant 0
  python.store %c, %x
  python.invoke "iter"(%c) : !imperative.object ^next, ^failed
^next(%v: !imperative.object):
  python.store %v, %x
  python.return %v
^failed:
  python.fail
}

// A result that nobody looks at goes at once.
// CHECK-LABEL: python.body @unused
// CHECK: ^{{.*}}(%[[V:.*]]: !imperative.object):
// CHECK-NEXT: python.release %[[V]]
// CHECK: %[[H:.*]] = python.call "handled"
// CHECK-NEXT: python.release %[[H]]
python.body @unused {
  %c = python.constant 0
  python.invoke "iter"(%c) : !imperative.object ^next, ^failed
^next(%v: !imperative.object):
  %h = python.call "handled"() : () -> !imperative.object
  python.fail
^failed:
  python.fail
}

// Edges that unwind to the same place release the newest first and share their ends.
// CHECK-LABEL: python.body @unwind
// CHECK: python.invoke "iter"(%{{.*}}) : !imperative.object ^{{.*}}, ^[[FAILED:.*]]
// CHECK: ^{{.*}}(%[[A:.*]]: !imperative.object):
// CHECK: python.invoke "iter"(%{{.*}}) : !imperative.object ^{{.*}}, ^[[ONE:.*]]
// CHECK: ^{{.*}}(%[[B:.*]]: !imperative.object):
// CHECK: python.invoke "binary"(%[[A]], %[[B]]) numbers [0] : !imperative.object, !imperative.object ^{{.*}}, ^[[TWO:.*]]
// CHECK: ^[[ONE]]:
// CHECK-NEXT: python.release %[[A]]
// CHECK-NEXT: cf.br ^[[FAILED]]
// CHECK: ^[[TWO]]:
// CHECK-NEXT: python.release %[[B]]
// CHECK-NEXT: cf.br ^[[ONE]]
python.body @unwind {
  %c = python.constant 0
  python.invoke "iter"(%c) : !imperative.object ^a, ^failed
^a(%a: !imperative.object):
  python.invoke "iter"(%c) : !imperative.object ^b, ^failed
^b(%b: !imperative.object):
  python.invoke "binary"(%a, %b) numbers [0] : !imperative.object, !imperative.object ^end, ^failed
^end(%r: !imperative.object):
  python.return %r
^failed:
  python.fail
}

// What a loop looks at is released where the loop is left; the body's own variable is unbound there.
// CHECK-LABEL: python.body @loop
// CHECK: %[[L:.*]] = python.local "l"
// CHECK: ^{{.*}}(%[[IT:.*]]: !imperative.object):
// CHECK: python.invoke "next"(%[[IT]]) : !imperative.object ^[[BODY:.*]], ^[[END:.*]], ^[[UNWIND:.*]]
// CHECK: ^[[BODY]](%[[I:.*]]: !imperative.object):
// CHECK-NEXT: python.store %[[I]], %[[L]]
// CHECK-NOT: python.release
// CHECK: ^[[END]]:
// CHECK-NEXT: python.release %[[L]] : !imperative.cell
// CHECK-NEXT: python.release %[[IT]] : !imperative.object
// CHECK: python.return
// CHECK: ^[[UNWIND]]:
// CHECK-NEXT: python.release %[[IT]]
python.body @loop {
  %l = python.local "l"
  %c = python.constant 0
  python.invoke "iter"(%c) : !imperative.object ^enter, ^failed
^enter(%it: !imperative.object):
  cf.br ^head
^head:
  python.invoke "next"(%it) : !imperative.object ^body, ^end, ^failed
^body(%i: !imperative.object):
  python.store %i, %l
  cf.br ^head
^end:
  python.return %c
^failed:
  python.fail
}

// A value that one branch hands on and the other does not.
// CHECK-LABEL: python.body @branches
// CHECK: ^{{.*}}(%[[V:.*]]: !imperative.object):
// CHECK: cf.cond_br %{{.*}}, ^[[YES:.*]], ^[[NO:.*]]
// CHECK: ^[[YES]]:
// CHECK-NEXT: cf.br ^{{.*}}(%[[V]] : !imperative.object)
// CHECK: ^[[NO]]:
// CHECK-NEXT: python.release %[[V]]
// CHECK-NEXT: %[[NONE:.*]] = python.singleton none
// CHECK-NEXT: python.retain %[[NONE]]
// CHECK-NEXT: cf.br ^{{.*}}(%[[NONE]] : !imperative.object)
python.body @branches {
  %c = python.constant 0
  python.invoke "iter"(%c) : !imperative.object ^next, ^failed
^next(%v: !imperative.object):
  %same = python.is %v, %c
  cf.cond_br %same, ^yes, ^no
^yes:
  cf.br ^end(%v : !imperative.object)
^no:
  %none = python.singleton none
  cf.br ^end(%none : !imperative.object)
^end(%r: !imperative.object):
  python.return %r
^failed:
  python.fail
}

// A call that consumes an operand has it on both edges.
// CHECK-LABEL: python.body @consume
// CHECK: ^{{.*}}(%[[V:.*]]: !imperative.object):
// CHECK-NEXT: python.invoke "inplace_variable"(%[[V]], %{{.*}}, %{{.*}}) numbers [0] {{.*}} ^{{.*}}, ^[[FAILED:.*]]
// CHECK-NOT: python.release %[[V]]
python.body @consume {
  %x = python.variable 0 "x"
  %c = python.constant 0
  python.invoke "iter"(%c) : !imperative.object ^next, ^failed
^next(%v: !imperative.object):
  python.invoke "inplace_variable"(%v, %c, %x) numbers [0] : !imperative.object, !imperative.object, !imperative.cell ^end, ^failed
^end(%r: !imperative.object):
  python.return %r
^failed:
  python.fail
}

// A call takes its arguments over; a callee that is an argument, too, is held until the call is over.
// CHECK-LABEL: python.body @both
// CHECK: ^{{.*}}(%[[F:.*]]: !imperative.object):
// CHECK-NEXT: python.retain %[[F]]
// CHECK-NEXT: python.invoke "call"(%[[F]], %[[F]]) : {{.*}} ^[[NEXT:.*]], ^[[UNWIND:.*]]
// CHECK: ^[[NEXT]](%{{.*}}: !imperative.object):
// CHECK-NEXT: python.release %[[F]]
// CHECK: ^[[UNWIND]]:
// CHECK-NEXT: python.release %[[F]]
python.body @both {
  %c = python.constant 0
  python.invoke "iter"(%c) : !imperative.object ^next, ^failed
^next(%f: !imperative.object):
  python.invoke "call"(%f, %f) : !imperative.object, !imperative.object ^end, ^failed
^end(%r: !imperative.object):
  python.return %r
^failed:
  python.fail
}
