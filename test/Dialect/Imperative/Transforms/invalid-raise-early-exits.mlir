// RUN: janus-opt %s --imperative-raise-early-exits --verify-diagnostics --split-input-file | FileCheck %s

// An exit out of a try runs its finally: the function stays as it is.
// CHECK-LABEL: imperative.func @return_in_try
// CHECK: imperative.try {
// CHECK-NEXT: imperative.return
imperative.func @return_in_try(%a: !imperative.object) -> !imperative.object {
  // expected-note@+1 {{which it leaves here}}
  imperative.try {
    // expected-remark@+1 {{cannot be raised out of 'imperative.try'}}
    imperative.return %a : !imperative.object
  } finally {
    imperative.set_global "g", %a : !imperative.object
  }
  imperative.return %a : !imperative.object
}

// -----

// CHECK-LABEL: imperative.func @return_in_expression
imperative.func @return_in_expression(%a: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  // expected-note@+1 {{which it leaves here}}
  %r = imperative.if %c -> !imperative.object {
    // expected-remark@+1 {{cannot be raised out of 'imperative.if'}}
    imperative.return %a : !imperative.object
  } else {
    imperative.yield %a : !imperative.object
  }
  imperative.return %r : !imperative.object
}

// -----

// A loop inside the try keeps to itself.
// CHECK-LABEL: imperative.func @break_inside_try
// CHECK-NOT: imperative.break
imperative.func @break_inside_try(%a: !imperative.object) -> !imperative.object {
  imperative.try {
    imperative.for %i : !imperative.object in %a : !imperative.object {
      imperative.break
    }
  } finally {
  }
  imperative.return %a : !imperative.object
}
