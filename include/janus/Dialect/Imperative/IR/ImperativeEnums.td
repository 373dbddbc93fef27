//===- ImperativeEnums.td - operators ----------------------*- tablegen -*-===//

#ifndef JANUS_IMPERATIVE_ENUMS
#define JANUS_IMPERATIVE_ENUMS

include "mlir/IR/EnumAttr.td"

class Imperative_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::janus::imperative";
}

def Imperative_UnaryKind : Imperative_Enum<"UnaryKind", "a unary operator", [
  I32EnumAttrCase<"Neg", 0, "neg">, I32EnumAttrCase<"Pos", 1, "pos">,
  I32EnumAttrCase<"Invert", 2, "invert">, I32EnumAttrCase<"Not", 3, "not">]>;

def Imperative_BinaryKind : Imperative_Enum<"BinaryKind", "a binary operator", [
  I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Sub", 1, "sub">,
  I32EnumAttrCase<"Mul", 2, "mul">, I32EnumAttrCase<"TrueDiv", 3, "truediv">,
  I32EnumAttrCase<"FloorDiv", 4, "floordiv">, I32EnumAttrCase<"Mod", 5, "mod">,
  I32EnumAttrCase<"Pow", 6, "pow">, I32EnumAttrCase<"MatMul", 7, "matmul">,
  I32EnumAttrCase<"LShift", 8, "lshift">, I32EnumAttrCase<"RShift", 9, "rshift">,
  I32EnumAttrCase<"And", 10, "and">, I32EnumAttrCase<"Or", 11, "or">,
  I32EnumAttrCase<"Xor", 12, "xor">]>;

def Imperative_CompareKind : Imperative_Enum<"CompareKind", "a comparison", [
  I32EnumAttrCase<"Lt", 0, "lt">, I32EnumAttrCase<"Le", 1, "le">,
  I32EnumAttrCase<"Eq", 2, "eq">, I32EnumAttrCase<"Ne", 3, "ne">,
  I32EnumAttrCase<"Gt", 4, "gt">, I32EnumAttrCase<"Ge", 5, "ge">,
  I32EnumAttrCase<"Is", 6, "is">, I32EnumAttrCase<"IsNot", 7, "is_not">,
  I32EnumAttrCase<"In", 8, "in">, I32EnumAttrCase<"NotIn", 9, "not_in">]>;

#endif // JANUS_IMPERATIVE_ENUMS
