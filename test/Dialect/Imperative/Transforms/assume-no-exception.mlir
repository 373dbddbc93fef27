// RUN: janus-opt %s --imperative-assume-no-exception | FileCheck %s

// Body, else, finally.
// CHECK-LABEL: imperative.func @all
imperative.func @all(%x: !imperative.object) -> !imperative.object {
  // CHECK-NOT: imperative.try
  // CHECK: imperative.set_global "body"
  // CHECK-NEXT: imperative.set_global "else"
  // CHECK-NEXT: imperative.set_global "finally"
  // CHECK-NEXT: imperative.return
  imperative.try {
    imperative.set_global "body", %x : !imperative.object
  } except {
  ^bb0(%e: !imperative.object):
    imperative.set_global "except", %x : !imperative.object
  } else {
    imperative.set_global "else", %x : !imperative.object
  } finally {
    imperative.set_global "finally", %x : !imperative.object
  }
  imperative.return %x : !imperative.object
}

// Every way out runs finally; what follows a return goes.
// CHECK-LABEL: imperative.func @returns
imperative.func @returns(%x: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  // CHECK: imperative.if
  // CHECK-NEXT: imperative.set_global "finally"
  // CHECK-NEXT: imperative.return
  // CHECK: imperative.set_global "body"
  // CHECK-NEXT: imperative.set_global "finally"
  // CHECK-NEXT: imperative.return
  // CHECK-NEXT: }
  imperative.try {
    imperative.if %c {
      imperative.return %x : !imperative.object
    }
    imperative.set_global "body", %x : !imperative.object
    imperative.return %x : !imperative.object
  } finally {
    imperative.set_global "finally", %x : !imperative.object
  }
  imperative.set_global "after", %x : !imperative.object
  imperative.return %x : !imperative.object
}

// A break of a loop inside does not leave the try; one of a loop around does.
// CHECK-LABEL: imperative.func @breaks
imperative.func @breaks(%x: !imperative.object) -> !imperative.object {
  // CHECK: imperative.for
  // CHECK-NEXT: imperative.for
  // CHECK-NEXT: imperative.break
  // CHECK: imperative.set_global "finally"
  // CHECK-NEXT: imperative.break
  imperative.for %i : !imperative.object in %x : !imperative.object {
    imperative.try {
      imperative.for %j : !imperative.object in %x : !imperative.object {
        imperative.break
      }
      imperative.break
    } finally {
      imperative.set_global "finally", %x : !imperative.object
    }
  }
  imperative.return %x : !imperative.object
}

// CHECK-LABEL: imperative.func @raises
imperative.func @raises(%x: !imperative.object) -> !imperative.object {
  // CHECK: imperative.try
  imperative.try {
    imperative.raise %x : !imperative.object
  } except {
  ^bb0(%e: !imperative.object):
    imperative.yield
  }
  imperative.return %x : !imperative.object
}

// What follows a try statement that always leaves is gone, with the statements in it.
// CHECK-LABEL: imperative.func @after_an_exit
// CHECK-NEXT: imperative.return %{{.*}}
// CHECK-NEXT: }
imperative.func @after_an_exit(%x: !imperative.object) -> !imperative.object {
  imperative.try {
    imperative.return %x : !imperative.object
  } except {
  ^bb0(%e: !imperative.object):
    imperative.set_global "except", %x : !imperative.object
  }
  imperative.try {
    imperative.set_global "body", %x : !imperative.object
  } finally {
    imperative.set_global "finally", %x : !imperative.object
  }
  imperative.return %x : !imperative.object
}
