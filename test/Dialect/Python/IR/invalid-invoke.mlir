// RUN: janus-opt %s --verify-diagnostics --split-input-file

python.body @f {
  // expected-error@+1 {{calls "fly", which Python.def does not have}}
  python.invoke "fly"() ^failed
^failed:
  python.fail
}

// -----

python.body @f {
  %a = python.constant 0
  // expected-error@+1 {{gives 1 operands to "get_item", which takes 2}}
  python.invoke "get_item"(%a) : !imperative.object ^next, ^failed
^next(%x: !imperative.object):
  python.return %x
^failed:
  python.fail
}

// -----

python.body @f {
  %c = arith.constant true
  // expected-error@+1 {{operand 0 of "truth" must be a reference}}
  python.invoke "truth"(%c) : i1 ^next, ^failed
^next(%x: i1):
  python.fail
^failed:
  python.fail
}

// -----

python.body @f {
  %c = arith.constant true
  // expected-error@+1 {{array of "build_list" must be of references}}
  python.invoke "build_list"(%c) : i1 ^next, ^failed
^next(%x: !imperative.object):
  python.return %x
^failed:
  python.fail
}

// -----

python.body @f {
  %a = python.constant 0
  // expected-error@+1 {{gives 0 numbers to "unary", which takes 1}}
  python.invoke "unary"(%a) : !imperative.object ^next, ^failed
^next(%x: !imperative.object):
  python.return %x
^failed:
  python.fail
}

// -----

python.body @f {
  %a = python.constant 0
  // expected-error@+1 {{gives 0 names to "get_attr"}}
  python.invoke "get_attr"(%a) : !imperative.object ^next, ^failed
^next(%x: !imperative.object):
  python.return %x
^failed:
  python.fail
}

// -----

python.body @f {
  // expected-error@+1 {{of "handled" cannot fail; use python.call}}
  python.invoke "handled"() ^failed
^failed:
  python.fail
}

// -----

python.body @f {
  %a = python.constant 0
  // expected-error@+1 {{of "next" needs 3 successors, has 2}}
  python.invoke "next"(%a) : !imperative.object ^next, ^failed
^next(%x: !imperative.object):
  python.return %x
^failed:
  python.fail
}

// -----

python.body @f {
  %a = python.constant 0
  // expected-error@+1 {{makes 1 values for a successor that takes 0}}
  python.invoke "iter"(%a) : !imperative.object ^next, ^failed
^next:
  python.fail
^failed:
  python.fail
}

// -----

python.body @f {
  %a = python.constant 0
  // expected-error@+1 {{makes a condition for an argument of type '!imperative.object'}}
  python.invoke "truth"(%a) : !imperative.object ^next, ^failed
^next(%x: !imperative.object):
  python.return %x
^failed:
  python.fail
}

// -----

python.body @f {
  %x = python.variable 0 "x" shared
  %a = python.constant 0
  // expected-error@+1 {{operand 2 of "inplace_variable" must be a variable that is not shared}}
  python.invoke "inplace_variable"(%a, %a, %x) numbers [0] : !imperative.object, !imperative.object, !imperative.cell ^next, ^failed
^next(%r: !imperative.object):
  python.return %r
^failed:
  python.fail
}
