//===- ImperativeCallOps.td - calls, functions, islands ----*- tablegen -*-===//

#ifndef JANUS_IMPERATIVE_CALL_OPS
#define JANUS_IMPERATIVE_CALL_OPS

include "janus/Dialect/Imperative/IR/ImperativeOpBase.td"

def Imperative_CallOp : Imperative_Op<"call", [Imperative_Effects]> {
  let summary = "callee(arguments)";
  let description = [{
    `names` has one string for each argument: `""` positional, `"*"` and `"**"`
    unpacked, else the keyword. Absent: all positional. Effects are unknown, so
    a call is a barrier until its callee is known. The callee is a value, not a
    symbol: which function it is, is what inference finds out, so the op
    has no part in MLIR's call interface.

    ```mlir
    %r = imperative.call %f(%x, %d) names ["", "dim"] : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
    ```
  }];
  let arguments = (ins Imperative_AnyObject:$callee, Variadic<Imperative_AnyObject>:$arguments,
                       OptionalAttr<StrArrayAttr>:$names);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "$callee `(` $arguments `)` (`names` $names^)? `:` functional-type(operands, results) attr-dict";
  let hasVerifier = 1;
}

def Imperative_LibraryCallOp : Imperative_Op<"library_call", [Imperative_Effects]> {
  let summary = "a call of a library function from the table, arguments bound (typed level)";
  let description = [{
    `callee` is the table entry's canonical name. There is one operand for each
    parameter of its signature, defaults filled in with constants.

    ```mlir
    %r = imperative.library_call "torch.relu"(%x) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32>
    ```
  }];
  let arguments = (ins StrAttr:$callee, Variadic<Imperative_AnyObject>:$arguments);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "$callee `(` $arguments `)` `:` functional-type(operands, results) attr-dict";
}

def Imperative_MakeFunctionOp : Imperative_Op<"make_function", [AttrSizedOperandSegments, DeclareOpInterfaceMethods<SymbolUserOpInterface>, Imperative_Named]> {
  let summary = "def or lambda: a new function object over captured cells";
  let description = [{
    Default values are evaluated here: `defaults` are those of the last
    parameters that have one, in signature order.

    ```mlir
    imperative.func @outer.inner(%x_cell: !imperative.cell) -> !imperative.object
        attributes {params = [], captures = ["x"]} {
      %x = imperative.load %x_cell : !imperative.object
      imperative.return %x : !imperative.object
    }
    imperative.func @outer() -> !imperative.object {
      %x_cell = imperative.cell "x"
      %inner = imperative.make_function @outer.inner captures(%x_cell) defaults() : () -> !imperative.object
      imperative.return %inner : !imperative.object
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$function, Variadic<Imperative_CellType>:$captures,
                       Variadic<Imperative_AnyObject>:$defaults);
  let results = (outs Res<Imperative_AnyObject, "", [MemAlloc<Imperative_Heap>]>:$result);
  let assemblyFormat = "$function `captures` `(` $captures `)` `defaults` `(` $defaults `)` `:` functional-type($defaults, $result) attr-dict";
}

def Imperative_PythonOp : Imperative_Op<"python", [Imperative_Effects]> {
  let summary = "an island: Python statements that the interpreter runs";
  let description = [{
    `source` is compiled by Python itself from the user's own AST, with its
    file, line and globals. It reads and writes the cells it names. `reason`
    says why it is not compiled.

    ```mlir
    imperative.python "with open(p) as f: n = len(f.read())" because "with statement" cells(%p, %n) names ["p", "n"]
    ```
  }];
  let arguments = (ins StrAttr:$source, StrAttr:$reason, Variadic<Imperative_CellType>:$cells, StrArrayAttr:$names);
  let assemblyFormat = "$source `because` $reason `cells` `(` $cells `)` `names` $names attr-dict";
  let hasVerifier = 1;
}

#endif // JANUS_IMPERATIVE_CALL_OPS
