//===- Python.td - generic versions in block form ----------*- tablegen -*-===//
//
// What --imperative-to-python makes: blocks, calls of the runtime (Python.def)
// with their exceptional edges, variables of the frame. Objects are
// `!imperative.object`, variables `!imperative.cell`, conditions `i1`.
//
// Every reference has one owner. A value is owned by the block that it is
// computed in or passed to; branches and returns pass it on; calls borrow. Ops
// whose results are borrowed say so.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_PYTHON
#define JANUS_PYTHON

include "janus/Dialect/Imperative/IR/ImperativeTypes.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Python_Dialect : Dialect {
  let name = "python";
  let cppNamespace = "::janus::python";
  let summary = "machine code's view of CPython: calls of its runtime, exceptional edges, references";
  let dependentDialects = ["::janus::imperative::ImperativeDialect", "::mlir::cf::ControlFlowDialect"];
}

class Python_Op<string mnemonic, list<Trait> traits = []> : Op<Python_Dialect, mnemonic, traits>;

// An op that ends a block and makes values for the first of its successors.
class Python_BranchOp<string mnemonic, list<Trait> traits = []>
    : Python_Op<mnemonic, !listconcat([
        Terminator, DeclareOpInterfaceMethods<BranchOpInterface, ["getSuccessorOperands"]>], traits)>;

def Python_Reference : AnyTypeOf<[Imperative_ObjectType, Imperative_CellType], "reference">;

def Python_Singleton : I32EnumAttr<"Singleton", "an object that lives as long as the interpreter", [
    I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"True", 1, "true">,
    I32EnumAttrCase<"False", 2, "false">, I32EnumAttrCase<"Ellipsis", 3, "ellipsis">]> {
  let cppNamespace = "::janus::python";
}

def Python_BodyOp : Python_Op<"body", [Symbol, IsolatedFromAbove]> {
  let summary = "the machine code of a code object, in blocks";
  let description = [{
    Becomes the C function `janus_body_<name>` over a `janus_python_frame`.

    ```mlir
    python.body @f {
      %none = python.singleton none
      python.return %none
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region MinSizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
}

def Python_ConstantOp : Python_Op<"constant", [Pure]> {
  let summary = "an element of the code's constants, borrowed";
  let description = [{
    ```mlir
    python.body @f {
      %c = python.constant 3
      python.return %c
    }
    ```
  }];
  let arguments = (ins I64Attr:$index);
  let results = (outs Imperative_ObjectType:$result);
  let assemblyFormat = "$index attr-dict";
}

def Python_SingletonOp : Python_Op<"singleton", [Pure]> {
  let summary = "None, True, False or Ellipsis, borrowed";
  let description = [{
    ```mlir
    python.body @f {
      %none = python.singleton none
      python.return %none
    }
    ```
  }];
  let arguments = (ins Python_Singleton:$value);
  let results = (outs Imperative_ObjectType:$result);
  let assemblyFormat = "$value attr-dict";
}

def Python_NameOp : Python_Op<"name", [Pure]> {
  let summary = "an interned string, borrowed";
  let description = [{
    ```mlir
    python.body @f {
      %n = python.name "dim"
      python.return %n
    }
    ```
  }];
  let arguments = (ins StrAttr:$name);
  let results = (outs Imperative_ObjectType:$result);
  let assemblyFormat = "$name attr-dict";
}

def Python_VariableOp : Python_Op<"variable", [Pure]> {
  let summary = "a variable of the frame, by its slot; the frame owns it";
  let description = [{
    With `shared` the slot holds a cell object, and the variable is in that.

    ```mlir
    python.body @f {
      %x = python.variable 0 "x"
      %y = python.variable 1 "y" shared
      %none = python.singleton none
      python.store %none, %x
      python.store %none, %y
      python.return %none
    }
    ```
  }];
  let arguments = (ins I64Attr:$slot, StrAttr:$name, UnitAttr:$shared);
  let results = (outs Imperative_CellType:$cell);
  let assemblyFormat = "$slot $name (`shared` $shared^)? attr-dict";
}

def Python_LocalOp : Python_Op<"local"> {
  let summary = "a new variable of the body's own, unbound";
  let description = [{
    Owned: what it holds is released once the variable is not looked at any more.

    ```mlir
    python.body @f {
      %x = python.local "x"
      %none = python.singleton none
      python.store %none, %x
      python.return %none
    }
    ```
  }];
  let arguments = (ins StrAttr:$name);
  let results = (outs Imperative_CellType:$cell);
  let assemblyFormat = "$name attr-dict";
}

def Python_LoadOp : Python_BranchOp<"load"> {
  let summary = "reads a variable; the second successor is for one that is unbound";
  let description = [{
    The value goes to the first successor.

    ```mlir
    python.body @f {
      %x = python.variable 0 "x"
      python.load %x ^bound, ^unbound
    ^bound(%v: !imperative.object):
      python.return %v
    ^unbound:
      python.fail
    }
    ```
  }];
  let arguments = (ins Imperative_CellType:$cell);
  let successors = (successor AnySuccessor:$bound, AnySuccessor:$unbound);
  let assemblyFormat = "$cell $bound `,` $unbound attr-dict";
  let hasVerifier = 1;
}

def Python_StoreOp : Python_Op<"store"> {
  let summary = "binds a variable; takes the reference over and releases what the variable held";
  let description = [{
    ```mlir
    python.body @f {
      %x = python.variable 0 "x"
      %none = python.singleton none
      python.store %none, %x
      python.return %none
    }
    ```
  }];
  let arguments = (ins Imperative_ObjectType:$value, Imperative_CellType:$cell);
  let assemblyFormat = "$value `,` $cell attr-dict";
}

def Python_DeleteOp : Python_BranchOp<"delete"> {
  let summary = "unbinds a variable; the second successor is for one that was unbound";
  let description = [{
    ```mlir
    python.body @f {
      %x = python.variable 0 "x"
      python.delete %x ^deleted, ^unbound
    ^deleted:
      %none = python.singleton none
      python.return %none
    ^unbound:
      python.fail
    }
    ```
  }];
  let arguments = (ins Imperative_CellType:$cell);
  let successors = (successor AnySuccessor:$deleted, AnySuccessor:$unbound);
  let assemblyFormat = "$cell $deleted `,` $unbound attr-dict";
}

def Python_InstructionOp : Python_Op<"instruction"> {
  let summary = "the frame is at this instruction of its code: an offset in bytes";
  let description = [{
    ```mlir
    python.body @f {
      python.instruction 24
      python.fail
    }
    ```
  }];
  let arguments = (ins I64Attr:$offset);
  let assemblyFormat = "$offset attr-dict";
}

def Python_IsOp : Python_Op<"is", [Pure]> {
  let summary = "whether two references are to the same object";
  let description = [{
    ```mlir
    python.body @f {
      %a = python.constant 0
      %b = python.constant 1
      %same = python.is %a, %b
      cf.cond_br %same, ^yes, ^no
    ^yes:
      python.return %a
    ^no:
      python.return %b
    }
    ```
  }];
  let arguments = (ins Imperative_ObjectType:$lhs, Imperative_ObjectType:$rhs);
  let results = (outs I1:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict";
}

class Python_CallTraits {
  dag arguments = (ins StrAttr:$callee, Variadic<AnyTypeOf<[Python_Reference, I1]>>:$operands,
                       OptionalAttr<StrArrayAttr>:$names, OptionalAttr<DenseI32ArrayAttr>:$numbers);
}

def Python_CallOp : Python_Op<"call"> {
  let summary = "a call of the runtime that cannot fail";
  let description = [{
    Operands stand for the letters O, C, V, B, A and S of Python.def, `names` for N
    and K (of which K has all of them), `numbers` for I.

    ```mlir
    python.body @f {
      %e = python.call "handled"() : () -> !imperative.object
      python.return %e
    }
    ```
  }];
  let arguments = Python_CallTraits<>.arguments;
  let results = (outs Optional<Imperative_ObjectType>:$result);
  let assemblyFormat = [{
    $callee `(` $operands `)` (`names` $names^)? (`numbers` $numbers^)? `:` functional-type($operands, $result) attr-dict
  }];
  let hasVerifier = 1;
}

def Python_InvokeOp : Python_BranchOp<"invoke"> {
  let summary = "a call of the runtime that can fail, and where it goes on";
  let description = [{
    The last successor is for an exception. What the function gives are the
    arguments of the first; `Next` has one more between, for the end; `Never` has
    the last only. Names and numbers are as those of `python.call`.

    ```mlir
    python.body @f {
      %a = python.constant 0
      python.invoke "get_attr"(%a) names ["shape"] : !imperative.object ^next, ^failed
    ^next(%shape: !imperative.object):
      python.return %shape
    ^failed:
      python.fail
    }
    ```
  }];
  let arguments = Python_CallTraits<>.arguments;
  let successors = (successor VariadicSuccessor<AnySuccessor>:$destinations);
  let assemblyFormat = [{
    $callee `(` $operands `)` (`names` $names^)? (`numbers` $numbers^)? (`:` type($operands)^)? $destinations attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The line of Python.def; never null in a verified op.
    const ::janus::python::RuntimeFunction *getFunction();
    ::mlir::Block *getUnwind() { return getDestinations().back(); }
  }];
}

def Python_PollOp : Python_BranchOp<"poll"> {
  let summary = "lets signals and other threads in, if any wait; before a loop goes on";
  let description = [{
    The second successor is for an exception.

    ```mlir
    python.body @f {
      python.poll ^next, ^failed
    ^next:
      %none = python.singleton none
      python.return %none
    ^failed:
      python.fail
    }
    ```
  }];
  let successors = (successor AnySuccessor:$next, AnySuccessor:$unwind);
  let assemblyFormat = "$next `,` $unwind attr-dict";
}

def Python_SpeculateOp : Python_BranchOp<"speculate", [AttrSizedOperandSegments]> {
  let summary = "a unit: runs a native version of it, or nothing";
  let description = [{
    `unit` is the element of the constants that has the versions. Successors: it
    has run, and the outputs are bound; it has returned, with the result; no
    version applies; an exception.

    ```mlir
    python.body @f {
      %x = python.variable 0 "x"
      %y = python.variable 1 "y"
      python.speculate 7 (%x) -> (%y) ^done, ^returned, ^generic, ^failed
    ^done:
      %none = python.singleton none
      python.return %none
    ^returned(%result: !imperative.object):
      python.return %result
    ^generic:
      python.fail
    ^failed:
      python.fail
    }
    ```
  }];
  let arguments = (ins I64Attr:$unit, Variadic<Imperative_CellType>:$inputs, Variadic<Imperative_CellType>:$outputs);
  let successors = (successor AnySuccessor:$done, AnySuccessor:$returned, AnySuccessor:$generic, AnySuccessor:$unwind);
  let assemblyFormat = [{
    $unit `(` $inputs `)` `->` `(` $outputs `)` $done `,` $returned `,` $generic `,` $unwind attr-dict
  }];
  let hasVerifier = 1;
}

def Python_RetainOp : Python_Op<"retain"> {
  let summary = "one more reference to the object";
  let description = [{
    ```mlir
    python.body @f {
      %c = python.constant 3
      python.retain %c : !imperative.object
      python.return %c
    }
    ```
  }];
  let arguments = (ins Python_Reference:$value);
  let assemblyFormat = "$value `:` type($value) attr-dict";
}

def Python_ReleaseOp : Python_Op<"release"> {
  let summary = "gives a reference up; of a variable of the body's own, unbinds it";
  let description = [{
    ```mlir
    python.body @f {
      %x = python.local "x"
      python.release %x : !imperative.cell
      python.fail
    }
    ```
  }];
  let arguments = (ins Python_Reference:$value);
  let assemblyFormat = "$value `:` type($value) attr-dict";
}

def Python_ReturnOp : Python_Op<"return", [Terminator]> {
  let summary = "leaves the body with a reference, which it hands over";
  let description = [{
    ```mlir
    python.body @f {
      %none = python.singleton none
      python.return %none
    }
    ```
  }];
  let arguments = (ins Imperative_ObjectType:$value);
  let assemblyFormat = "$value attr-dict";
}

def Python_FailOp : Python_Op<"fail", [Terminator]> {
  let summary = "leaves the body with the exception that is set";
  let description = [{
    ```mlir
    python.body @f {
      python.fail
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // JANUS_PYTHON
