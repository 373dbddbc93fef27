//===- ImperativeTypes.td - Python's types -----------------*- tablegen -*-===//
//
// `object` is top; every other type refines it. The C++ classes are called Py...
// because mlir has a TensorType, a NoneType, ... of its own.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_IMPERATIVE_TYPES
#define JANUS_IMPERATIVE_TYPES

include "janus/Dialect/Imperative/IR/ImperativeDialect.td"
include "mlir/IR/AttrTypeBase.td"

class Imperative_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Imperative_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def Imperative_ObjectType : Imperative_Type<"PyObject", "object"> {
  let summary = "any Python object";
}

def Imperative_NoneType : Imperative_Type<"PyNone", "none"> {
  let summary = "None";
}

def Imperative_BoolType : Imperative_Type<"PyBool", "bool"> {
  let summary = "a Python bool";
}

def Imperative_IntType : Imperative_Type<"PyInt", "int"> {
  let summary = "a Python int; native code holds it in 64 bits and leaves the fast path on overflow";
}

def Imperative_FloatType : Imperative_Type<"PyFloat", "float"> {
  let summary = "a Python float (IEEE double)";
}

def Imperative_StrType : Imperative_Type<"PyStr", "str"> {
  let summary = "a Python string";
}

def Imperative_TensorType : Imperative_Type<"PyTensor", "tensor"> {
  let summary = "a torch.Tensor: a mutable handle that may alias others, not a value";
  let description = [{
    Shape and element type are what is known of it. `?` is an unknown size,
    `*` an unknown rank, `none` as element type an unknown dtype.

    ```mlir
    !imperative.tensor<?x4xf32>
    !imperative.tensor<*xf32>
    ```

    With `numpy` it is a numpy.ndarray, which has the same kind of storage and
    other functions; one without dimensions may be a number of numpy's.
  }];
  let parameters = (ins
    "bool":$ranked,
    ArrayRefParameter<"int64_t">:$shape,
    "::mlir::Type":$elementType,
    "bool":$isArray);
  let builders = [
    TypeBuilder<(ins "bool":$ranked, "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType), [{
      return $_get($_ctxt, ranked, shape, elementType, /*isArray=*/false);
    }]>];
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// The value-level type; null while rank or dtype is unknown.
    ::mlir::RankedTensorType getValueType() const;
    static PyTensorType get(::mlir::RankedTensorType valueType, bool isArray = false);
  }];
}

def Imperative_TupleType : Imperative_Type<"PyTuple", "tuple"> {
  let summary = "a tuple of known length";
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$elements);
  let hasCustomAssemblyFormat = 1;
}

def Imperative_ListType : Imperative_Type<"PyList", "list"> {
  let summary = "a list whose elements all have the given type";
  let parameters = (ins "::mlir::Type":$element);
  let assemblyFormat = "`<` $element `>`";
}

def Imperative_SequenceType : Imperative_Type<"PySequence", "sequence"> {
  let summary = "the elements of a list that nobody else has, as a value: any number of the given type";
  let description = [{
    What a list is while only known code appends to it and looks at it. Elements
    of the type `!imperative.union<>` are none yet.
  }];
  let parameters = (ins "::mlir::Type":$element);
  let assemblyFormat = "`<` $element `>`";
}

def Imperative_DictType : Imperative_Type<"PyDict", "dict"> {
  let summary = "a dict from one type to another";
  let parameters = (ins "::mlir::Type":$key, "::mlir::Type":$value);
  let assemblyFormat = "`<` $key `,` $value `>`";
}

def Imperative_SliceType : Imperative_Type<"PySlice", "slice"> {
  let summary = "a slice object";
}

def Imperative_InstanceType : Imperative_Type<"PyInstance", "instance"> {
  let summary = "exactly the object that an `imperative.object` describes";
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$object);
  let assemblyFormat = "`<` $object `>`";
}

def Imperative_FunctionType : Imperative_Type<"PyFunction", "function"> {
  let summary = "a callable known by reference: a user function, a bound method, a library function or class";
  let description = [{
    `callee` is the reference (`#imperative.ref`, `#imperative.method` or
    `#imperative.builtin`). Closures keep their cells as operands of
    `imperative.make_function`.
  }];
  let parameters = (ins "::mlir::Attribute":$callee);
  let assemblyFormat = "`<` $callee `>`";
}

def Imperative_UnionType : Imperative_Type<"PyUnion", "union"> {
  let summary = "one of several types; of none: no value";
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$alternatives);
  let hasCustomAssemblyFormat = 1;
}

def Imperative_CellType : Imperative_Type<"Cell", "cell"> {
  let summary = "a variable: it holds an object or is unbound";
}

#endif // JANUS_IMPERATIVE_TYPES
