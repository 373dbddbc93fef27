// RUN: janus-opt %s --janus-lower-early-returns --split-input-file --verify-diagnostics

func.func @janus_entry_f(%ctx: !llvm.ptr, %args: !llvm.ptr) -> i32 {
  %c = llvm.load %args : !llvm.ptr -> i1
  scf.if %c {
    // expected-error @below {{stands in a region that cannot return from the entry}}
    janus.assume %c, 0, "c"
  }
  %0 = llvm.mlir.constant(0 : i32) : i32
  return %0 : i32
}

// -----

func.func private @helper(%c: i1) {
  // expected-error @below {{stands outside an entry; inline its function first}}
  janus.assume %c, 0, "c"
  return
}
