// RUN: janus-opt %s --verify-diagnostics

python.body @f {
  // expected-error@+1 {{makes a reference for an argument of type 'i1'}}
  python.speculate 7 () -> () ^done, ^returned, ^generic, ^failed
^done:
  python.fail
^returned(%r: i1):
  python.fail
^generic:
  python.fail
^failed:
  python.fail
}
