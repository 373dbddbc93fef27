// RUN: janus-opt %s --verify-diagnostics

python.body @f {
  %x = python.variable 0 "x"
  // expected-error@+1 {{makes 1 values for a successor that takes 0}}
  python.load %x ^bound, ^unbound
^bound:
  python.fail
^unbound:
  python.fail
}
