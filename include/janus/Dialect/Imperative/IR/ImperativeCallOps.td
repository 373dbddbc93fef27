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

def Imperative_MakeClosureOp : Imperative_Op<"make_closure", [AttrSizedOperandSegments, Imperative_Effects]> {
  let summary = "def, lambda or class body in a generic function: a new function object from its code object";
  let description = [{
    The code object is a constant; its name and qualified name are in it.
    `captures` are shared cells in the order of its `co_freevars`. `defaults` is a
    tuple, `kwdefaults` a dict, `annotations` a tuple of names and values in
    turn; None or left out where there are none.

    ```mlir
    %code = imperative.constant #imperative.literal<"code", "inner"> -> !imperative.object {index = 2}
    %x_cell = imperative.cell "x" {shared, slot = 0}
    %inner = imperative.make_closure %code captures(%x_cell) defaults %defaults annotations %hints
      : (!imperative.object, !imperative.cell, !imperative.object, !imperative.object) -> !imperative.object
    ```
  }];
  let arguments = (ins Imperative_AnyObject:$code, Variadic<Imperative_CellType>:$captures,
                       Optional<Imperative_AnyObject>:$defaults, Optional<Imperative_AnyObject>:$kwdefaults,
                       Optional<Imperative_AnyObject>:$annotations);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = [{
    $code (`captures` `(` $captures^ `)`)? (`defaults` $defaults^)? (`kwdefaults` $kwdefaults^)?
    (`annotations` $annotations^)? `:` functional-type(operands, results) attr-dict
  }];
  let hasVerifier = 1;
}

def Imperative_ImportOp : Imperative_Op<"import", [Imperative_Effects, Imperative_Named]> {
  let summary = "import of a module, by the builtins' __import__";
  let description = [{
    What `import a.b` binds to `a`, or with `names`, the tuple of names that
    `from a.b import …` asks for, what `imperative.import_from` looks into.

    ```mlir
    %os = imperative.import "os.path" level 0 from %none : (!imperative.object) -> !imperative.object
    %here = imperative.import "" level 1 from %names : (!imperative.object) -> !imperative.object
    ```
  }];
  let arguments = (ins StrAttr:$name, I64Attr:$level, Imperative_AnyObject:$names);
  let results = (outs Imperative_AnyObject:$value);
  let assemblyFormat = "$name `level` $level `from` $names `:` functional-type(operands, results) attr-dict";
}

def Imperative_ImportFromOp : Imperative_Op<"import_from", [Imperative_Effects, Imperative_Named]> {
  let summary = "one name of from … import …";
  let description = [{
    The attribute, or the submodule of that name; ImportError if there is neither.

    ```mlir
    %path = imperative.import_from %os, "path" : (!imperative.object) -> !imperative.object
    ```
  }];
  let arguments = (ins Imperative_AnyObject:$module, StrAttr:$name);
  let results = (outs Imperative_AnyObject:$value);
  let assemblyFormat = "$module `,` $name `:` functional-type(operands, results) attr-dict";
}

def Imperative_IterOp : Imperative_Op<"iter", [Imperative_Effects]> {
  let summary = "iter(value), as a generator expression does of its first iterable";
  let description = [{
    ```mlir
    %items = imperative.iter %list : (!imperative.object) -> !imperative.object
    ```
  }];
  let arguments = (ins Imperative_AnyObject:$value);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "$value `:` functional-type(operands, results) attr-dict";
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
