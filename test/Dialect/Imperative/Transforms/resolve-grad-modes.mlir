// RUN: janus-opt %s --imperative-resolve-grad-modes | FileCheck %s

// Nested managers: leaving one gives the mode around it.
// CHECK-LABEL: imperative.func @nested
imperative.func @nested(%x: !imperative.object) -> !imperative.object attributes {entry} {
  // CHECK: %[[A:.*]] = imperative.constant false
  // CHECK-NEXT: imperative.library_call "torch._C._set_grad_enabled"(%[[A]])
  %0 = imperative.library_call "torch.no_grad.__enter__"() : () -> !imperative.none
  // CHECK: %[[B:.*]] = imperative.constant true
  // CHECK-NEXT: imperative.library_call "torch._C._set_grad_enabled"(%[[B]])
  %1 = imperative.library_call "torch.enable_grad.__enter__"() : () -> !imperative.none
  // CHECK: %[[C:.*]] = imperative.constant false
  // CHECK-NEXT: imperative.library_call "torch._C._set_grad_enabled"(%[[C]])
  %2 = imperative.library_call "torch.enable_grad.__exit__"() : () -> !imperative.none
  // CHECK: %[[D:.*]] = imperative.constant true
  // CHECK-NEXT: imperative.library_call "torch._C._set_grad_enabled"(%[[D]])
  %3 = imperative.library_call "torch.no_grad.__exit__"() : () -> !imperative.none
  imperative.return %x : !imperative.object
}

// Each branch starts in the mode around it; both must end in the same.
// CHECK-LABEL: imperative.func @branches
imperative.func @branches(%x: !imperative.object, %c: !imperative.bool) -> !imperative.object attributes {entry} {
  %0 = imperative.library_call "torch.no_grad.__enter__"() : () -> !imperative.none
  // CHECK: imperative.if
  imperative.if %c {
    // CHECK-NEXT: %[[A:.*]] = imperative.constant false
    // CHECK-NEXT: imperative.library_call "torch._C._set_grad_enabled"(%[[A]])
    // CHECK-NEXT: %[[B:.*]] = imperative.constant true
    // CHECK-NEXT: imperative.library_call "torch._C._set_grad_enabled"(%[[B]])
    %1 = imperative.library_call "torch.no_grad.__exit__"() : () -> !imperative.none
  } else {
    // CHECK: %[[C:.*]] = imperative.constant false
    // CHECK-NEXT: imperative.library_call "torch._C._set_grad_enabled"(%[[C]])
    %1 = imperative.library_call "torch.no_grad.__exit__"() : () -> !imperative.none
  }
  imperative.return %x : !imperative.object
}

// CHECK-LABEL: imperative.func @undecided
imperative.func @undecided(%x: !imperative.object, %c: !imperative.bool) -> !imperative.object attributes {entry} {
  imperative.if %c {
    // CHECK: imperative.library_call "torch.no_grad.__enter__"
    %0 = imperative.library_call "torch.no_grad.__enter__"() : () -> !imperative.none
  }
  imperative.return %x : !imperative.object
}
