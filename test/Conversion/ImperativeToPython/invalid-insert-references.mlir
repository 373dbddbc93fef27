// RUN: janus-opt %s --pass-pipeline="builtin.module(python.body(janus-insert-references))" --verify-diagnostics --split-input-file

python.body @f {
  %c = python.constant 0
  // expected-error@+1 {{is there already: references are placed once}}
  python.retain %c : !imperative.object
  python.return %c
}

// -----

python.body @f {
  %c = python.constant 0
  %same = python.is %c, %c
  // expected-error@+1 {{hands a reference to one of two successors}}
  cf.cond_br %same, ^yes(%c : !imperative.object), ^no
^yes(%r: !imperative.object):
  python.return %r
^no:
  python.fail
}
