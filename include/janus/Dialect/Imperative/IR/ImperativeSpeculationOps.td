//===- ImperativeSpeculationOps.td - assume and commit -----*- tablegen -*-===//

#ifndef JANUS_IMPERATIVE_SPECULATION_OPS
#define JANUS_IMPERATIVE_SPECULATION_OPS

include "janus/Dialect/Imperative/IR/ImperativeOpBase.td"

def Imperative_AssumeOp : Imperative_Op<"assume", [Imperative_Effects]> {
  let summary = "leaves native code when the condition is false";
  let description = [{
    Nothing has been committed since the last `imperative.commit` (or the
    start), so the call goes on from there in the interpreter. `what` names the
    assumption for people and for `explain`.

    ```mlir
    imperative.assume %c, "x.shape[0] == y.shape[0]"
    ```
  }];
  let arguments = (ins Imperative_BoolType:$condition, StrAttr:$what);
  let assemblyFormat = "$condition `,` $what attr-dict";
}

def Imperative_CommitOp : Imperative_Op<"commit", [Imperative_Effects]> {
  let summary = "the point where deferred effects become visible";
  let description = [{
    Holds what the interpreter needs to go on from here: the line that comes
    next (the op's location), the names and values of the live locals, open
    iterators and handlers.

    ```mlir
    imperative.commit (%x, %n) names ["x", "n"] : !imperative.object, !imperative.int
    ```
  }];
  let arguments = (ins Variadic<Imperative_AnyObject>:$live, StrArrayAttr:$names);
  let assemblyFormat = "(`(` $live^ `)`)? `names` $names (`:` type($live)^)? attr-dict";
  let hasVerifier = 1;
}

#endif // JANUS_IMPERATIVE_SPECULATION_OPS
