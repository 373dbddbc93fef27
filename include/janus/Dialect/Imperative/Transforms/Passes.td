//===- Passes.td - passes of the imperative dialect --------*- tablegen -*-===//

#ifndef JANUS_DIALECT_IMPERATIVE_TRANSFORMS_PASSES
#define JANUS_DIALECT_IMPERATIVE_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def AssumeBranches : Pass<"imperative-assume-branches", "::mlir::ModuleOp"> {
  let summary = "assumes the longer of two branches that give values of no common native type";
  let description = [{
    Works on the functions of entries, once all that can be inferred is. Both
    branches must be native but for what they give together.

    ```mlir
    %x = imperative.if %c -> !imperative.object {
      imperative.yield %empty : !imperative.tensor<0x3xf64>
    } else {
      %y = imperative.library_call "torch.relu"(%z) : (!imperative.tensor<?xf32>) -> !imperative.tensor<?xf32>
      imperative.yield %y : !imperative.tensor<?xf32>
    }
    ```

    becomes

    ```mlir
    %n = imperative.unary not %c : (!imperative.bool) -> !imperative.bool
    imperative.assume %n, "the longer of two branches that give different types is taken"
    %y = imperative.library_call "torch.relu"(%z) : (!imperative.tensor<?xf32>) -> !imperative.tensor<?xf32>
    ```
  }];
}

def AssumeNoException : Pass<"imperative-assume-no-exception", "::janus::imperative::FuncOp"> {
  let summary = "replaces try statements by what they do when nothing is raised";
  let description = [{
    An exception leaves native code for the interpreter, which runs the call
    again. So in native code a try statement is its body, then its else, then its
    finally, which also runs before each return, break and continue that leaves
    it. A try in which something is raised for certain stays.

    ```mlir
    imperative.try {
      imperative.store %a, %x : !imperative.object
    } except {
    ^bb0(%e: !imperative.object):
      imperative.reraise
    } finally {
      imperative.delete %y
    }
    ```

    becomes

    ```mlir
    imperative.store %a, %x : !imperative.object
    imperative.delete %y
    ```
  }];
}

def AssumeNoRaise : Pass<"imperative-assume-no-raise", "::janus::imperative::FuncOp"> {
  let summary = "assumes that branches that only raise are not taken";
  let description = [{
    A raise leaves native code for the interpreter, which runs the call again and
    raises. So an `imperative.if` with one branch that ends in `imperative.raise`
    becomes an `imperative.assume` followed by the other branch.

    ```mlir
    imperative.if %c {
      imperative.raise %e : !imperative.object
    }
    ```

    becomes

    ```mlir
    %n = imperative.unary not %c : (!imperative.bool) -> !imperative.bool
    imperative.assume %n, "nothing is raised at net.py:12"
    ```
  }];
}

def ForwardLoads : Pass<"imperative-forward-loads", "::janus::imperative::FuncOp"> {
  let summary = "replaces reads of variables that are captured only later by what they hold";
  let description = [{
    A variable that a closure captures stays a cell. Until the closure is made nobody
    but this function has it.

    ```mlir
    imperative.store %a, %x : !imperative.object
    %v = imperative.load %x : !imperative.object
    %f = imperative.make_function @inner captures(%x)
    ```

    Here `%a` takes the place of `%v`.
  }];
}

def GrowLists : Pass<"imperative-grow-lists", "::mlir::ModuleOp"> {
  let summary = "makes values of the elements of lists that loops append to";
  let description = [{
    For a list that is made in an entry, that nobody else has, and that is only
    appended to and looked at. The list becomes a variable that holds its elements;
    `imperative-promote-cells` then makes that a value that loops carry.

    ```mlir
    %list = imperative.build_list() : () -> !imperative.list<!imperative.object>
    imperative.for %x : !imperative.int in %range : !imperative.object {
      %append = imperative.get_attr %list, "append" : (!imperative.list<!imperative.object>) -> !imperative.object
      %none = imperative.call %append(%x) : (!imperative.object, !imperative.int) -> !imperative.object
      imperative.yield
    }
    ```

    becomes

    ```mlir
    %list = imperative.cell "list"
    %empty = imperative.elements() : () -> !imperative.object
    imperative.store %empty, %list : !imperative.object
    imperative.for %x : !imperative.int in %range : !imperative.object {
      %before = imperative.load %list : !imperative.object
      %after = imperative.append %x to %before : !imperative.int, !imperative.object -> !imperative.object
      imperative.store %after, %list : !imperative.object
      imperative.yield
    }
    ```
  }];
}

def InferTypes : Pass<"imperative-infer-types", "::mlir::ModuleOp"> {
  let summary = "gives values their inferred types, and puts constants in place of what is known";
  let description = [{
    Runs the dataflow analysis of `janus/Analysis/TypeInference.h` over each
    function of an entry. Library functions are typed by the library table.

    ```mlir
    %f = imperative.constant #imperative.builtin<"torch.nn.functional"> -> !imperative.object
    %g = imperative.get_attr %f, "relu" : (!imperative.object) -> !imperative.object
    ```

    becomes

    ```mlir
    %g = imperative.constant #imperative.builtin<"torch.nn.functional.relu"> -> !imperative.function<...>
    ```
  }];
}

def InlineCalls : Pass<"imperative-inline-calls", "::mlir::ModuleOp"> {
  let summary = "puts the bodies of known user functions in place of their calls";
  let description = [{
    Works on the functions of entries. Arguments are bound as Python binds them;
    a call that Python would refuse stays, with the reason on it. A function that
    calls itself, directly or not, is inlined once and then called.

    ```mlir
    %r = imperative.call %f(%x) : (!imperative.function<#imperative.ref<@f>>, !imperative.object) -> !imperative.object
    ```

    becomes the body of `@f` on `%x`.
  }];
}

def InstantiateEntries : Pass<"imperative-instantiate-entries", "::mlir::ModuleOp"> {
  let summary = "makes the function that each entry asks for";
  let description = [{
    The entry's function is a copy of its callee that takes the run-time
    arguments only; the others are constants or reads of state. It has the unit
    attribute `entry` and the names of its arguments in `params`.

    ```mlir
    imperative.entry @step calls @f [#imperative.ref<@net>, !imperative.tensor<?x4xf32>]
    ```

    becomes

    ```mlir
    imperative.func @step(%x: !imperative.tensor<?x4xf32>) -> !imperative.object
        attributes {entry, params = [#imperative.param<"x", positional>]} {
      %net = imperative.constant #imperative.ref<@net> -> !imperative.instance<@net>
      ...
    }
    ```
  }];
}



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

def ResolveGradModes : Pass<"imperative-resolve-grad-modes", "::janus::imperative::FuncOp"> {
  let summary = "makes constants of the grad modes that torch.no_grad and torch.enable_grad set";
  let description = [{
    Works on the functions of entries, whose mode at the start is known.

    ```mlir
    %e = imperative.library_call "torch.no_grad.__enter__"() : () -> !imperative.none
    %x = imperative.library_call "torch.no_grad.__exit__"() : () -> !imperative.none
    ```

    becomes

    ```mlir
    %e = imperative.library_call "torch._C._set_grad_enabled"(%false) : (!imperative.bool) -> !imperative.none
    %x = imperative.library_call "torch._C._set_grad_enabled"(%true) : (!imperative.bool) -> !imperative.none
    ```

    Nothing changes where the mode depends on which way was taken.
  }];
}

def ResolveOps : Pass<"imperative-resolve-ops", "::mlir::ModuleOp"> {
  let summary = "rewrites ops whose meaning is settled by what is known of their operands";
  let description = [{
    Calls of library functions become `imperative.library_call` with one operand
    for each parameter; so do operators on tensors and their attributes. Reads of
    attributes that hold state become `imperative.read_state`. Elements of tuples
    are forwarded.

    ```mlir
    %m = imperative.get_attr %x, "relu" : (!imperative.tensor<?x4xf32>) -> !imperative.object
    %r = imperative.call %m() : (!imperative.object) -> !imperative.object
    ```

    becomes

    ```mlir
    %r = imperative.library_call "torch.relu"(%x) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32>
    ```
  }];
}

def Specialize : Pass<"imperative-specialize", "::mlir::ModuleOp"> {
  let summary = "brings the entries of a closed world to typed level";
  let description = [{
    Instantiates the entries, then repeats inference, resolution,
    canonicalisation, unrolling and inlining until nothing changes. What stays
    dynamic gets a remark and an attribute `reason`; the function gets the
    numbers of ops of both kinds as `native_ops` and `dynamic_ops`. Where the
    function grew too large, calls and loops that are left have the attribute
    `unresolved`: nothing is known of them.
  }];
  let options = [
    Option<"unroll", "unroll", "bool", "true", "Unroll loops over known sequences">,
    Option<"maxUnroll", "max-unroll", "int64_t", "1024", "The longest sequence that a loop is unrolled over">,
    Option<"maxUnrolledOps", "max-unrolled-ops", "int64_t", "2048",
           "The most ops that unrolling a loop over a range may give">,
    Option<"maxOps", "max-ops", "int64_t", "16384",
           "A function that has grown to more ops is not unrolled or inlined into any further">,
    Option<"maxRounds", "max-rounds", "int64_t", "100", "Bound on the rounds of the driver">];
}

def PromoteAttributes : Pass<"imperative-promote-attributes", "::mlir::ModuleOp"> {
  let summary = "makes values of attributes that the function assigns to";
  let description = [{
    In program order: what is read after an assignment is the assigned value, what is read before one is what the object
    held when the call started, and an assignment under a condition becomes one after it. It stops at what may assign
    unseen: a call that is not inlined, an object that is not known. `at_commit` marks assignments of which the last one
    is done when the call ends. Only attributes that `writable` of the `imperative.object` lists, for which assigning
    runs no other code. Works on the functions of entries.

    ```mlir
    %n = imperative.get_attr %self, "n" : (!imperative.instance<@self>) -> !imperative.object
    %m = imperative.binary add %n, %1 : (!imperative.object, !imperative.int) -> !imperative.object
    imperative.set_attr %self, "n", %m : !imperative.instance<@self>, !imperative.object
    %again = imperative.get_attr %self, "n" : (!imperative.instance<@self>) -> !imperative.object
    ```

    becomes

    ```mlir
    %n = imperative.read_state @self.n : !imperative.int
    %m = imperative.binary add %n, %1 : (!imperative.int, !imperative.int) -> !imperative.object
    imperative.set_attr %self, "n", %m : !imperative.instance<@self>, !imperative.object {at_commit}
    ```

    and `%m` stands for `%again`.
  }];
}

def PromoteLists : Pass<"imperative-promote-lists", "::mlir::ModuleOp"> {
  let summary = "does while compiling what changes lists that are made here";
  let description = [{
    A list that nothing else can change before it is last looked at is known at each place: what `append`, `pop`, item
    assignment and their like do happens now, and each read gets a list of what it holds then. Where the list goes
    somewhere (it is returned, stored), one list stands for it from there on. Lists that change in a loop or branch
    stay. Works on the functions of entries.

    ```mlir
    %l = imperative.build_list(%x) : (!imperative.int) -> !imperative.list<!imperative.int>
    %append = imperative.get_attr %l, "append" : (!imperative.list<!imperative.int>) -> !imperative.object
    %none = imperative.call %append(%y) : (!imperative.object, !imperative.int) -> !imperative.object
    imperative.return %l : !imperative.list<!imperative.int>
    ```

    becomes

    ```mlir
    %l = imperative.build_list(%x, %y) : (!imperative.int, !imperative.int) -> !imperative.list<!imperative.int>
    imperative.return %l : !imperative.list<!imperative.int>
    ```
  }];
}

def UnrollLoops : Pass<"imperative-unroll-loops", "::mlir::ModuleOp"> {
  let summary = "unrolls loops over known sequences";
  let description = [{
    Tuples, lists of the world (an `nn.ModuleList`), `range` of constants, and
    `zip`, `enumerate` and `reversed` of those; loops over a long `range` stay loops.
    Works on the functions of entries. A loop that may stop early becomes nested `imperative.if`.

    ```mlir
    imperative.for %l : !imperative.object in %layers : !imperative.instance<@layers> {
      ...
    }
    ```

    becomes one copy of the body for each item of `@layers`.
  }];
  let options = [
    Option<"maxUnroll", "max-unroll", "int64_t", "1024", "The longest sequence that a loop is unrolled over">,
    Option<"maxUnrolledOps", "max-unrolled-ops", "int64_t", "2048",
           "The most ops that unrolling a loop over a range may give">];
}

#endif // JANUS_DIALECT_IMPERATIVE_TRANSFORMS_PASSES
