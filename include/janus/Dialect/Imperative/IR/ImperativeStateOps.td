//===- ImperativeStateOps.td - variables, attributes, items -*- tablegen -*-===//

#ifndef JANUS_IMPERATIVE_STATE_OPS
#define JANUS_IMPERATIVE_STATE_OPS

include "janus/Dialect/Imperative/IR/ImperativeOpBase.td"

def Imperative_CellOp : Imperative_Op<"cell", [Imperative_Named]> {
  let summary = "a new, unbound variable";
  let description = [{
    Every local name is a cell; nested functions capture the cell, so late
    binding is Python's. `always_bound` promises that no read comes before the
    first store.

    In a generic function `slot` is the variable's place in the frame; a cell
    without one is the body's own. `shared` says that it is a cell object, which
    nested functions capture.

    ```mlir
    %x = imperative.cell "x"
    %y = imperative.cell "y" {shared, slot = 3}
    ```
  }];
  let arguments = (ins StrAttr:$name, UnitAttr:$always_bound, OptionalAttr<I64Attr>:$slot, UnitAttr:$shared);
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name), [{
    build($_builder, $_state, CellType::get($_builder.getContext()), name, /*always_bound=*/false,
          /*slot=*/::mlir::IntegerAttr(), /*shared=*/false);
  }]>, OpBuilder<(ins "::llvm::StringRef":$name, "bool":$always_bound), [{
    build($_builder, $_state, CellType::get($_builder.getContext()), name, always_bound,
          /*slot=*/::mlir::IntegerAttr(), /*shared=*/false);
  }]>];
  let results = (outs Res<Imperative_CellType, "", [MemAlloc<Imperative_Variable>]>:$cell);
  let assemblyFormat = "$name (`always_bound` $always_bound^)? attr-dict";
  let hasVerifier = 1;
}

def Imperative_LoadOp : Imperative_Op<"load", [Imperative_Effects, Imperative_Named]> {
  let summary = "reads a variable; UnboundLocalError (NameError for a captured one) if it is unbound";
  let description = [{
    ```mlir
    %x = imperative.load %x_cell : !imperative.object
    ```
  }];
  let arguments = (ins Imperative_CellType:$cell);
  let results = (outs Imperative_AnyObject:$value);
  let assemblyFormat = "$cell `:` type($value) attr-dict";
}

def Imperative_StoreOp : Imperative_Op<"store", [Imperative_Effects]> {
  let summary = "binds a variable";
  let description = [{
    ```mlir
    imperative.store %x, %x_cell : !imperative.object
    ```
  }];
  let arguments = (ins Imperative_AnyObject:$value, Imperative_CellType:$cell);
  let assemblyFormat = "$value `,` $cell `:` type($value) attr-dict";
}

def Imperative_DeleteOp : Imperative_Op<"delete", [Imperative_Effects]> {
  let summary = "del of a variable";
  let description = [{
    The variable is unbound afterwards; UnboundLocalError if it was before.

    ```mlir
    imperative.delete %x_cell
    ```
  }];
  let arguments = (ins Imperative_CellType:$cell);
  let assemblyFormat = "$cell attr-dict";
}

def Imperative_UnboundOp : Imperative_Op<"unbound", [Pure, Imperative_Named]> {
  let summary = "what a variable holds before it is bound";
  let description = [{
    No program looks at it: each read that might see it is behind an
    `imperative.check_bound`. So it joins with any value: in inference it is
    bottom, at the value level any value of the type found for the variable.

    ```mlir
    %u = imperative.unbound "x" : !imperative.object
    ```
  }];
  let arguments = (ins StrAttr:$name);
  let results = (outs Imperative_AnyObject:$value);
  let assemblyFormat = "$name `:` type($value) attr-dict";
}

def Imperative_CheckBoundOp : Imperative_Op<"check_bound", [Imperative_Effects]> {
  let summary = "UnboundLocalError for a variable that is not bound";
  let description = [{
    What is left of reading a variable that may be unbound once the variable is
    a value: `bound` says whether it holds one. Where it does not, the value is
    `imperative.unbound`, and this op raises before anything can look at it.

    ```mlir
    imperative.check_bound %b, "x"
    ```
  }];
  let arguments = (ins Imperative_BoolType:$bound, StrAttr:$name);
  let assemblyFormat = "$bound `,` $name attr-dict";
  let hasCanonicalizeMethod = 1;
}

def Imperative_GetGlobalOp : Imperative_Op<"get_global", [Imperative_Effects, Imperative_Named]> {
  let summary = "reads a global name, then builtins, of the function's module";
  let description = [{
    NameError if neither has it.

    ```mlir
    %f = imperative.get_global "F" : !imperative.object
    ```
  }];
  let arguments = (ins StrAttr:$name);
  let results = (outs Imperative_AnyObject:$value);
  let assemblyFormat = "$name `:` type($value) attr-dict";
}

def Imperative_SetGlobalOp : Imperative_Op<"set_global", [Imperative_Effects]> {
  let summary = "binds a global name";
  let description = [{
    ```mlir
    imperative.set_global "count", %n : !imperative.object
    ```
  }];
  let arguments = (ins StrAttr:$name, Imperative_AnyObject:$value);
  let assemblyFormat = "$name `,` $value `:` type($value) attr-dict";
}

def Imperative_DelGlobalOp : Imperative_Op<"del_global", [Imperative_Effects]> {
  let summary = "del of a global name";
  let description = [{
    ```mlir
    imperative.del_global "count"
    ```
  }];
  let arguments = (ins StrAttr:$name);
  let assemblyFormat = "$name attr-dict";
}

def Imperative_GetAttrOp : Imperative_Op<"get_attr", [Imperative_Effects, Imperative_Named]> {
  let summary = "object.name";
  let description = [{
    The whole of Python's lookup, descriptors and `__getattr__` included, so
    that its effects are unknown unless the object is a tensor.

    ```mlir
    %weight = imperative.get_attr %layer, "weight" : (!imperative.object) -> !imperative.object
    ```
  }];
  let arguments = (ins Imperative_AnyObject:$object, StrAttr:$name);
  let results = (outs Imperative_AnyObject:$value);
  let assemblyFormat = "$object `,` $name `:` functional-type(operands, results) attr-dict";
}

def Imperative_SetAttrOp : Imperative_Op<"set_attr", [Imperative_Effects]> {
  let summary = "object.name = value";
  let description = [{
    ```mlir
    imperative.set_attr %module, "steps", %n : !imperative.object, !imperative.object
    ```
  }];
  let arguments = (ins Imperative_AnyObject:$object, StrAttr:$name, Imperative_AnyObject:$value);
  let assemblyFormat = "$object `,` $name `,` $value `:` type($object) `,` type($value) attr-dict";
}

def Imperative_DelAttrOp : Imperative_Op<"del_attr", [Imperative_Effects]> {
  let summary = "del object.name";
  let description = [{
    ```mlir
    imperative.del_attr %module, "steps" : !imperative.object
    ```
  }];
  let arguments = (ins Imperative_AnyObject:$object, StrAttr:$name);
  let assemblyFormat = "$object `,` $name `:` type($object) attr-dict";
}

def Imperative_GetItemOp : Imperative_Op<"get_item", [Imperative_Effects]> {
  let summary = "object[key]";
  let description = [{
    A tensor's item is a view of it or, with tensors in the key, a new tensor.

    ```mlir
    %row = imperative.get_item %x[%i] : (!imperative.object, !imperative.int) -> !imperative.object
    ```
  }];
  let arguments = (ins Imperative_AnyObject:$object, Imperative_AnyObject:$key);
  let results = (outs Imperative_AnyObject:$value);
  let assemblyFormat = "$object `[` $key `]` `:` functional-type(operands, results) attr-dict";
}

def Imperative_SetItemOp : Imperative_Op<"set_item", [Imperative_Effects]> {
  let summary = "object[key] = value";
  let description = [{
    ```mlir
    imperative.set_item %x[%i], %row : !imperative.object, !imperative.int, !imperative.object
    ```
  }];
  let arguments = (ins Imperative_AnyObject:$object, Imperative_AnyObject:$key, Imperative_AnyObject:$value);
  let assemblyFormat = "$object `[` $key `]` `,` $value `:` type($object) `,` type($key) `,` type($value) attr-dict";
}

def Imperative_DelItemOp : Imperative_Op<"del_item", [Imperative_Effects]> {
  let summary = "del object[key]";
  let description = [{
    ```mlir
    imperative.del_item %x[%i] : !imperative.object, !imperative.int
    ```
  }];
  let arguments = (ins Imperative_AnyObject:$object, Imperative_AnyObject:$key);
  let assemblyFormat = "$object `[` $key `]` `:` type($object) `,` type($key) attr-dict";
}

def Imperative_ReadStateOp : Imperative_Op<"read_state", [
    MemoryEffects<[MemRead<Imperative_Heap>]>, Imperative_Named, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "the tensor or number of an `imperative.state` (typed level)";
  let description = [{
    For a tensor the result is the handle itself, not a copy: in-place ops on it
    change the state.

    ```mlir
    imperative.state @net.conv1.weight : !imperative.tensor<6x1x5x5xf32> path "net.conv1.weight"
    imperative.func @f() -> !imperative.tensor<6x1x5x5xf32> {
      %weight = imperative.read_state @net.conv1.weight : !imperative.tensor<6x1x5x5xf32>
      imperative.return %weight : !imperative.tensor<6x1x5x5xf32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$state);
  let results = (outs Imperative_AnyObject:$value);
  let assemblyFormat = "$state `:` type($value) attr-dict";
}

#endif // JANUS_IMPERATIVE_STATE_OPS
