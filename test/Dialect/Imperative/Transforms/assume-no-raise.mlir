// RUN: janus-opt %s --imperative-assume-no-raise --mlir-print-debuginfo=false | FileCheck %s

// CHECK-LABEL: imperative.func @then_raises
imperative.func @then_raises(%x: !imperative.object, %e: !imperative.object) -> !imperative.object {
  %c = imperative.truth %x : !imperative.object
  // CHECK: %[[C:.*]] = imperative.truth
  // CHECK-NEXT: %[[N:.*]] = imperative.unary not %[[C]]
  // CHECK-NEXT: imperative.assume %[[N]], "nothing is raised at {{.*}}assume-no-raise.mlir:[[#]]"
  // CHECK-NOT: imperative.if
  imperative.if %c {
    imperative.raise %e : !imperative.object
  }
  // CHECK-NEXT: imperative.return
  imperative.return %x : !imperative.object
}

// CHECK-LABEL: imperative.func @else_raises
imperative.func @else_raises(%x: !imperative.object, %e: !imperative.object) -> !imperative.object {
  %c = imperative.truth %x : !imperative.object
  // CHECK: %[[C:.*]] = imperative.truth
  // CHECK-NEXT: imperative.assume %[[C]]
  // CHECK-NEXT: imperative.unary neg
  %r = imperative.if %c -> !imperative.object {
    %y = imperative.unary neg %x : (!imperative.object) -> !imperative.object
    imperative.yield %y : !imperative.object
  } else {
    imperative.raise %e : !imperative.object
  }
  imperative.return %r : !imperative.object
}

// CHECK-LABEL: imperative.func @both_raise
imperative.func @both_raise(%x: !imperative.object, %e: !imperative.object) -> !imperative.object {
  %c = imperative.truth %x : !imperative.object
  // CHECK: imperative.if
  imperative.if %c {
    imperative.raise %e : !imperative.object
  } else {
    imperative.raise %x : !imperative.object
  }
  imperative.return %x : !imperative.object
}
