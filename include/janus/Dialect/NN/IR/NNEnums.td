//===- NNEnums.td - choices that nn ops carry --------------*- tablegen -*-===//

#ifndef JANUS_NN_ENUMS
#define JANUS_NN_ENUMS

include "janus/Dialect/NN/IR/NNDialect.td"
include "mlir/IR/EnumAttr.td"

class NN_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::janus::nn";
  let genSpecializedAttr = 0;
}

def NN_LossReduction : NN_Enum<"LossReduction", "how a loss of many elements becomes one", [
    I32EnumAttrCase<"None", 0, "none">,
    I32EnumAttrCase<"Mean", 1, "mean">,
    I32EnumAttrCase<"Sum", 2, "sum">]>;
def NN_LossReductionAttr : EnumAttr<NN_Dialect, NN_LossReduction, "loss_reduction">;

def NN_GeluKind : NN_Enum<"GeluKind", "the formula of gelu", [
    I32EnumAttrCase<"Exact", 0, "exact">,
    I32EnumAttrCase<"Tanh", 1, "tanh">]>;
def NN_GeluKindAttr : EnumAttr<NN_Dialect, NN_GeluKind, "gelu_kind">;

def NN_CompareKind : NN_Enum<"CompareKind", "an ordering or equality", [
    I32EnumAttrCase<"Eq", 0, "eq">,
    I32EnumAttrCase<"Ne", 1, "ne">,
    I32EnumAttrCase<"Lt", 2, "lt">,
    I32EnumAttrCase<"Le", 3, "le">,
    I32EnumAttrCase<"Gt", 4, "gt">,
    I32EnumAttrCase<"Ge", 5, "ge">]>;
def NN_CompareKindAttr : EnumAttr<NN_Dialect, NN_CompareKind, "compare_kind">;

def NN_ScatterKind : NN_Enum<"ScatterKind", "what becomes of an element that another one is put onto", [
    I32EnumAttrCase<"Replace", 0, "replace">,
    I32EnumAttrCase<"Multiply", 1, "multiply">,
    I32EnumAttrCase<"Maximum", 2, "maximum">,
    I32EnumAttrCase<"Minimum", 3, "minimum">]>;
def NN_ScatterKindAttr : EnumAttr<NN_Dialect, NN_ScatterKind, "scatter_kind">;

#endif // JANUS_NN_ENUMS
