// RUN: janus-opt %s --convert-python-to-llvm --verify-diagnostics

python.body @f {
  %c = arith.constant true
  // expected-error@+1 {{has no place in a body}}
  %d = arith.andi %c, %c : i1
  python.fail
}
