//===- ImperativeAttrs.td - constants and references -------*- tablegen -*-===//
//
// Constants are builtin attributes where one exists (i64 IntegerAttr for small
// ints, f64 FloatAttr, BoolAttr, StringAttr, ArrayAttr for tuples); the rest is here.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_IMPERATIVE_ATTRS
#define JANUS_IMPERATIVE_ATTRS

include "janus/Dialect/Imperative/IR/ImperativeDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class Imperative_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Imperative_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Imperative_NoneAttr : Imperative_Attr<"None", "none"> {
  let summary = "None";
}

def Imperative_EllipsisAttr : Imperative_Attr<"Ellipsis", "ellipsis"> {
  let summary = "...";
}

def Imperative_LiteralAttr : Imperative_Attr<"Literal", "literal"> {
  let summary = "a constant with no builtin attribute (bytes, complex, big int, frozenset), as its Python repr";
  let parameters = (ins StringRefParameter<"Python type">:$type, StringRefParameter<"repr()">:$repr);
  let assemblyFormat = "`<` $type `,` $repr `>`";
}

def Imperative_BuiltinAttr : Imperative_Attr<"Builtin", "builtin"> {
  let summary = "an object of the library, by qualified name";
  let description = [{
    Modules, functions, classes and constants of Python, torch and other
    packages that janus does not look into: `#imperative.builtin<"torch.relu">`.
    Methods of tensors are `"torch.Tensor.relu"`, dtypes `"torch.float32"`.
  }];
  let parameters = (ins StringRefParameter<"qualified name">:$name);
  let assemblyFormat = "`<` $name `>`";
}

def Imperative_RefAttr : Imperative_Attr<"Ref", "ref"> {
  let summary = "an `imperative.object`, `imperative.func` or `imperative.state` of this module";
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$symbol);
  let assemblyFormat = "`<` $symbol `>`";
}

def Imperative_MethodAttr : Imperative_Attr<"Method", "method"> {
  let summary = "a method bound to a known object";
  let parameters = (ins
    AttrParameter<"::mlir::Attribute", "an imperative.func or library function">:$function,
    AttrParameter<"::mlir::Attribute", "the object it is bound to">:$self);
  let assemblyFormat = "`<` $function `,` $self `>`";
}

def Imperative_ParamKind : I32EnumAttr<"ParamKind", "how a parameter takes its argument", [
    I32EnumAttrCase<"PositionalOnly", 0, "positional_only">,
    I32EnumAttrCase<"Positional", 1, "positional">,
    I32EnumAttrCase<"VarPositional", 2, "var_positional">,
    I32EnumAttrCase<"KeywordOnly", 3, "keyword_only">,
    I32EnumAttrCase<"VarKeyword", 4, "var_keyword">]> {
  let cppNamespace = "::janus::imperative";
  let genSpecializedAttr = 0;
}

def Imperative_ParamAttr : Imperative_Attr<"Param", "param"> {
  let summary = "a parameter of a function: name, kind and default";
  let description = [{
    `#imperative.param<"dim", positional>`,
    `#imperative.param<"eps", keyword_only, 1.0e-5 : f64>`. The default is the
    object that the function holds (a guard), not an expression.
  }];
  let parameters = (ins
    StringRefParameter<"name">:$name,
    EnumParameter<Imperative_ParamKind>:$kind,
    OptionalParameter<"::mlir::Attribute">:$defaultValue);
  let assemblyFormat = "`<` $name `,` $kind (`,` $defaultValue^)? `>`";
}

#endif // JANUS_IMPERATIVE_ATTRS
