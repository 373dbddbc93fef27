// RUN: janus-opt %s --verify-diagnostics --split-input-file

python.body @f {
  // expected-error@+1 {{cannot go on where "new_cell" fails; use python.invoke}}
  python.call "new_cell"() : () -> ()
  python.fail
}

// -----

python.body @f {
  // expected-error@+1 {{of "handled" must have one result}}
  python.call "handled"() : () -> ()
  python.fail
}

// -----

python.body @f {
  %a = python.constant 0
  // expected-error@+1 {{operand 0 of "box" must be a condition}}
  %b = python.call "box"(%a) : (!imperative.object) -> !imperative.object
  python.return %b
}
