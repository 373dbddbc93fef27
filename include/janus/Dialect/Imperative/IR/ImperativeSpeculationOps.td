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

def Imperative_SpeculateOp : Imperative_Op<"speculate", [AttrSizedOperandSegments, Imperative_Effects]> {
  let summary = "a unit: statements that are native where its guards hold, and generic otherwise";
  let description = [{
    `unit` is the element of the constants that has the unit's versions, `inputs`
    the variables it reads, `outputs` those it binds. Where no version applies
    nothing has happened, and the region runs. A version may also return from
    the function.

    ```mlir
    imperative.speculate 7 (%x_cell) -> (%y_cell) {
      %x = imperative.load %x_cell : !imperative.object
      %y = imperative.binary add %x, %x : (!imperative.object, !imperative.object) -> !imperative.object
      imperative.store %y, %y_cell : !imperative.object
    }
    ```
  }];
  let arguments = (ins I64Attr:$unit, Variadic<Imperative_CellType>:$inputs, Variadic<Imperative_CellType>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

#endif // JANUS_IMPERATIVE_SPECULATION_OPS
