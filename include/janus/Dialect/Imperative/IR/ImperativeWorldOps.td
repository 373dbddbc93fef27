//===- ImperativeWorldOps.td - functions, objects, state ---*- tablegen -*-===//
//
// The closed world a program is lowered in. The frontend writes these; passes
// only read them.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_IMPERATIVE_WORLD_OPS
#define JANUS_IMPERATIVE_WORLD_OPS

include "janus/Dialect/Imperative/IR/ImperativeOpBase.td"

def Imperative_FuncOp : Imperative_Op<"func", [
    FunctionOpInterface, IsolatedFromAbove, AutomaticAllocationScope,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a Python function";
  let description = [{
    One region with one block; the block's arguments are the parameters in
    signature order, then the captured cells. `globals` names the
    `imperative.object` that describes the module the function was defined in.

    A `generic` function stands for a code object: it has no arguments, its
    variables are in the frame. `instructions` says which instruction of the code
    stands for a place: line, column and offset in bytes, in turn.

    ```mlir
    imperative.func @body() -> !imperative.object attributes {generic, instructions = array<i32: 12, 5, 4>} {
      %x_cell = imperative.cell "x" {slot = 0}
      %x = imperative.load %x_cell : !imperative.object
      imperative.return %x : !imperative.object
    }
    imperative.object @m class "module" path "m"
    imperative.func @f(%x: !imperative.object) -> !imperative.object
        attributes {params = [#imperative.param<"x", positional>], globals = @m} {
      imperative.return %x : !imperative.object
    }
    ```
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    TypeAttrOf<FunctionType>:$function_type,
    OptionalAttr<ArrayAttr>:$params,
    OptionalAttr<FlatSymbolRefAttr>:$globals,
    OptionalAttr<StrArrayAttr>:$captures,
    UnitAttr:$generic,
    OptionalAttr<DenseI32ArrayAttr>:$instructions,
    OptionalAttr<StrAttr>:$sym_visibility,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region AnyRegion:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
  }];
}

def Imperative_ObjectOp : Imperative_Op<"object", [Symbol, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "an object that exists before the call";
  let description = [{
    What is known, and guarded, of an object the program looks into: an
    instance, an `nn.Module`, a Python module's globals, a list, tuple or dict.
    `fields` holds the resolved attributes (a method is an
    `#imperative.method`), `items` the elements of a sequence, `entries` those
    of a mapping with string keys. `path` is how the object is reached from the
    call's arguments, closure and globals, as a Python expression.
    `call` is what calling the object runs, where that is known
    (an `nn.Module` without hooks: its `forward`).

    ```mlir
    imperative.func private @digits.LeNet.forward(!imperative.object, !imperative.object) -> !imperative.object
    imperative.object @net.conv1 class "torch.nn.Conv2d" path "net.conv1"
    imperative.object @net class "digits.LeNet" path "net" {
      fields = {conv1 = #imperative.ref<@net.conv1>, training = true},
      call = #imperative.method<#imperative.ref<@digits.LeNet.forward>, #imperative.ref<@net>>
    }
    ```
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    StrAttr:$class_name,
    StrAttr:$path,
    DefaultValuedAttr<DictionaryAttr, "{}">:$fields,
    OptionalAttr<ArrayAttr>:$items,
    OptionalAttr<DictionaryAttr>:$entries,
    OptionalAttr<AnyAttr>:$call);
  let assemblyFormat = "$sym_name `class` $class_name `path` $path attr-dict";
}

def Imperative_StateOp : Imperative_Op<"state", [Symbol]> {
  let summary = "a tensor or number that an object holds and a call may read and write";
  let description = [{
    Parameters and buffers of modules, optimiser state, learning rates. Its
    value is read at each call; its type is guarded. `grad` says what its
    `.grad` holds when the call starts: absent means None, present means a
    tensor of the same type.

    ```mlir
    imperative.state @net.conv1.weight : !imperative.tensor<6x1x5x5xf32> path "net.conv1.weight" {requires_grad}
    ```
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    TypeAttr:$type,
    StrAttr:$path,
    UnitAttr:$requires_grad,
    UnitAttr:$grad);
  let assemblyFormat = "$sym_name `:` $type `path` $path attr-dict";
  let hasVerifier = 1;
}

def Imperative_EntryOp : Imperative_Op<"entry", [Symbol, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a call that is wanted: a function and what is known of its arguments";
  let description = [{
    One entry of `arguments` for each parameter of `callee`, after binding: a
    type (the argument is passed at run time), or a constant or reference (it is
    guarded). Specialisation turns it into an `imperative.func` of typed level
    with the entry's name, that takes the run-time arguments only.

    ```mlir
    imperative.func private @digits.train_step(!imperative.object, !imperative.object) -> !imperative.object
    imperative.object @net class "digits.LeNet" path "net"
    imperative.entry @step calls @digits.train_step [
      #imperative.ref<@net>, !imperative.tensor<?x1x8x8xf32>]
    ```
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    FlatSymbolRefAttr:$callee,
    ArrayAttr:$arguments);
  let assemblyFormat = "$sym_name `calls` $callee $arguments attr-dict";
  let hasVerifier = 1;
}

#endif // JANUS_IMPERATIVE_WORLD_OPS
