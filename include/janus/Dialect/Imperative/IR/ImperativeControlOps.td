//===- ImperativeControlOps.td - control flow --------------*- tablegen -*-===//
//
// Structured as Python's own. At the dynamic level no loop has results and
// `break`, `continue`, `return` and `raise` may end any block inside; the
// passes `imperative-raise-early-exits` and `imperative-promote-cells` bring
// it to the form of scf: one exit per region, values carried as operands.
//
// The region branch interface knows yields and conditions only, so dataflow
// analyses are right once early exits have been raised.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_IMPERATIVE_CONTROL_OPS
#define JANUS_IMPERATIVE_CONTROL_OPS

include "janus/Dialect/Imperative/IR/ImperativeOpBase.td"

// Carried values are named by their locations.
def Imperative_LoopNames : DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames", "getAsmBlockArgumentNames"]>;

class Imperative_RegionOp<string mnemonic, list<string> methods = [], list<Trait> traits = []>
    : Imperative_Op<mnemonic, !listconcat([
        DeclareOpInterfaceMethods<RegionBranchOpInterface, !listconcat(methods, ["areTypesCompatible"])>,
        RecursiveMemoryEffects], traits)>;

def Imperative_IfOp : Imperative_RegionOp<"if", ["getEntrySuccessorRegions", "getRegionInvocationBounds"], [NoRegionArguments]> {
  let summary = "if / else, conditional expression, and / or";
  let description = [{
    ```mlir
    imperative.if %c {
      imperative.store %x, %cell : !imperative.object
    } else {
    }
    %r = imperative.if %c -> !imperative.int {
      imperative.yield %a : !imperative.int
    } else {
      imperative.yield %b : !imperative.int
    }
    ```
  }];
  let arguments = (ins Imperative_BoolType:$condition);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$then_region, SizedRegion<1>:$else_region);
  let hasCustomAssemblyFormat = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Imperative_WhileOp : Imperative_RegionOp<"while", ["getEntrySuccessorOperands"], [Imperative_LoopNames]> {
  let summary = "while / else";
  let description = [{
    The condition region ends in `imperative.condition`; the values it passes
    are the arguments of the body and, when it is false, the op's results.
    `else` runs when the loop ends without `break`.

    ```mlir
    imperative.while {
      %v = imperative.load %n : !imperative.object
      %c = imperative.truth %v : !imperative.object
      imperative.condition %c
    } do {
      imperative.yield
    } else {
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inits);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$condition_region, SizedRegion<1>:$body, MaxSizedRegion<1>:$else_region);
  let hasCustomAssemblyFormat = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Imperative_ForOp : Imperative_RegionOp<"for", ["getEntrySuccessorOperands"], [Imperative_Effects, Imperative_LoopNames]> {
  let summary = "for / else over any iterable";
  let description = [{
    Takes `iter(iterable)` and runs the body for each item; the first argument
    of the body is the item, the others are carried values. A body ends in
    `imperative.yield`, or in `imperative.condition`: then the loop stops where
    the condition is false, without asking the iterator for another item. That
    is what is left of a `break` once early exits have been raised. `else` runs
    when the loop ends without `break`.

    ```mlir
    imperative.for %i : !imperative.object in %range : !imperative.object {
      imperative.store %i, %cell : !imperative.object
    } else {
    }
    %sum = imperative.for %i : !imperative.int in %range : !imperative.object carry (%s = %zero) : !imperative.int {
      %t = imperative.binary add %s, %i : (!imperative.int, !imperative.int) -> !imperative.int
      %more = imperative.compare lt %t, %limit : (!imperative.int, !imperative.int) -> !imperative.bool
      imperative.condition %more, %t : !imperative.int
    }
    ```
  }];
  let arguments = (ins Imperative_AnyObject:$iterable, Variadic<AnyType>:$inits);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body, MaxSizedRegion<1>:$else_region);
  let hasCustomAssemblyFormat = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The carried values at the end of the body; empty where the body ends otherwise
    /// than by `imperative.yield` or `imperative.condition`.
    ::mlir::OperandRange getNextCarried();
    /// Whether to go on to the next item; null where the loop always does.
    ::mlir::Value getGoOn();
  }];
}

def Imperative_TryOp : Imperative_RegionOp<"try"> {
  let summary = "try / except / else / finally";
  let description = [{
    The handler region has the exception as its argument and contains the chain
    of tests that the except clauses make; what it does not handle it raises
    again with `imperative.reraise`. Absent parts are empty regions.

    ```mlir
    imperative.try {
      imperative.yield
    } except {
    ^bb0(%e: !imperative.object):
      imperative.yield
    } else {
    } finally {
    }
    ```
  }];
  let regions = (region SizedRegion<1>:$body, MaxSizedRegion<1>:$handler,
                        MaxSizedRegion<1>:$else_region, MaxSizedRegion<1>:$finally_region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

class Imperative_ExitOp<string mnemonic, list<Trait> traits = []>
    : Imperative_Op<mnemonic, !listconcat([Terminator], traits)>;

def Imperative_YieldOp : Imperative_ExitOp<"yield", [Pure, ReturnLike, ParentOneOf<["IfOp", "WhileOp", "ForOp", "SpeculateOp", "TryOp"]>]> {
  let summary = "ends a region normally";
  let description = [{
    ```mlir
    %r = imperative.if %c -> !imperative.object {
      imperative.yield %a : !imperative.object
    } else {
      imperative.yield %b : !imperative.object
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
  let builders = [OpBuilder<(ins), [{ (void)$_state; }]>];
}

def Imperative_ConditionOp : Imperative_ExitOp<"condition", [
    Pure, ParentOneOf<["WhileOp", "ForOp"]>, DeclareOpInterfaceMethods<RegionBranchTerminatorOpInterface>]> {
  let summary = "ends the condition of a while, or the body of a for that may stop early";
  let description = [{
    ```mlir
    imperative.for %i : !imperative.object in %range : !imperative.object {
      %more = imperative.truth %i : !imperative.object
      imperative.condition %more
    }
    ```
  }];
  let arguments = (ins Imperative_BoolType:$condition, Variadic<AnyType>:$values);
  let assemblyFormat = "$condition (`,` $values^ `:` type($values))? attr-dict";
}

def Imperative_BreakOp : Imperative_ExitOp<"break"> {
  let summary = "leaves the innermost loop, skipping its else";
  let description = [{
    ```mlir
    imperative.for %i : !imperative.object in %range : !imperative.object {
      imperative.break
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def Imperative_ContinueOp : Imperative_ExitOp<"continue"> {
  let summary = "goes to the innermost loop's next iteration";
  let description = [{
    ```mlir
    imperative.for %i : !imperative.object in %range : !imperative.object {
      imperative.continue
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def Imperative_ReturnOp : Imperative_ExitOp<"return", [ReturnLike]> {
  let summary = "leaves the function, from any depth";
  let description = [{
    ```mlir
    imperative.func @identity(%x: !imperative.object) -> !imperative.object {
      imperative.return %x : !imperative.object
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
  let hasVerifier = 1;
}

def Imperative_RaiseOp : Imperative_ExitOp<"raise", [Imperative_Effects]> {
  let summary = "raise exception [from cause]";
  let description = [{
    The exception is a class or an instance, as in Python.

    ```mlir
    imperative.if %c {
      imperative.raise %error from %cause : !imperative.object, !imperative.object
    }
    ```
  }];
  let arguments = (ins Imperative_AnyObject:$exception, Optional<Imperative_AnyObject>:$cause);
  let assemblyFormat = "$exception (`from` $cause^)? `:` type($exception) (`,` type($cause)^)? attr-dict";
}

def Imperative_ReraiseOp : Imperative_ExitOp<"reraise", [Imperative_Effects]> {
  let summary = "raise without operand: the exception being handled goes on";
  let description = [{
    ```mlir
    imperative.try {
    } except {
    ^bb0(%e: !imperative.object):
      imperative.reraise
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // JANUS_IMPERATIVE_CONTROL_OPS
