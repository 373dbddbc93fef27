//===- Passes.td - passes of the imperative dialect --------*- tablegen -*-===//

#ifndef JANUS_DIALECT_IMPERATIVE_TRANSFORMS_PASSES
#define JANUS_DIALECT_IMPERATIVE_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def PromoteCells : Pass<"imperative-promote-cells", "::janus::imperative::FuncOp"> {
  let summary = "turns variables into values";
  let description = [{
    Every `imperative.cell` that no closure and no island captures becomes
    values: results of `imperative.if`, carried values of `imperative.while`
    and `imperative.for`, where the variable is read later. A variable that may
    be unbound is `imperative.unbound` until it is bound, with a bool beside it
    that `imperative.check_bound` tests before each read that may fail.

    ```mlir
    %x_cell = imperative.cell "x"
    imperative.if %c {
      imperative.store %a, %x_cell : !imperative.object
    } else {
      imperative.store %b, %x_cell : !imperative.object
    }
    %x = imperative.load %x_cell : !imperative.object
    ```

    becomes

    ```mlir
    %x = imperative.if %c -> !imperative.object {
      imperative.yield %a : !imperative.object
    } else {
      imperative.yield %b : !imperative.object
    }
    ```

    A cell stays a cell where a `try` around a store could leave it half way,
    and a function that still has early exits is left alone.
  }];
  let statistics = [
    Statistic<"numPromoted", "cells-promoted", "Number of variables turned into values">,
    Statistic<"numKept", "cells-kept", "Number of variables kept as cells">];
}

def RaiseEarlyExits : Pass<"imperative-raise-early-exits", "::janus::imperative::FuncOp"> {
  let summary = "gives every region one exit: no break, continue, nested return or loop else";
  let description = [{
    Where one branch of an `imperative.if` always leaves, what follows moves
    into the other branch. Where it is not known whether a region has left, the exit sets a
    flag, a cell with a bool, and what follows is guarded by it. A loop tests
    its flag before it goes on, so that a `break` neither evaluates the condition nor asks the
    iterator once more: the body of a `for` then ends in
    `imperative.condition`.

    ```mlir
    imperative.if %c {
      imperative.return %a : !imperative.object
    }
    imperative.return %b : !imperative.object
    ```

    becomes

    ```mlir
    %result = imperative.cell "result"
    imperative.if %c {
      imperative.store %a, %result : !imperative.object
    } else {
      imperative.store %b, %result : !imperative.object
    }
    %r = imperative.load %result : !imperative.object
    imperative.return %r : !imperative.object
    ```

    A function in which an exit crosses a `try` is left alone, with a remark.
  }];
}

#endif // JANUS_DIALECT_IMPERATIVE_TRANSFORMS_PASSES
