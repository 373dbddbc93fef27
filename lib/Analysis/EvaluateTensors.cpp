//===- EvaluateTensors.cpp - the library table as transfer function -------===//

#include "janus/Analysis/Builtins.h"
#include "janus/Analysis/Evaluator.h"
#include "janus/Library/Library.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

using SequenceKind = Knowledge::SequenceKind;
using TableKind = library::Operand::SequenceKind;

static TableKind toTableKind(SequenceKind kind) {
  switch (kind) {
  case SequenceKind::Size:
    return TableKind::Size;
  case SequenceKind::Named:
    return TableKind::Named;
  case SequenceKind::List:
    return TableKind::List;
  case SequenceKind::Slice:
    return TableKind::Slice;
  default:
    return TableKind::Tuple;
  }
}

static SequenceKind fromTableKind(TableKind kind) {
  switch (kind) {
  case TableKind::Tuple:
    return SequenceKind::Tuple;
  case TableKind::Size:
    return SequenceKind::Size;
  case TableKind::Named:
    return SequenceKind::Named;
  case TableKind::List:
    return SequenceKind::List;
  case TableKind::Slice:
    return SequenceKind::Slice;
  case TableKind::Open: // no entry gives one
    break;
  }
  return SequenceKind::Tuple;
}

static library::Known toKnown(const Knowledge &knowledge) {
  // A constant tuple is handed on element by element, as entries expect.
  if (knowledge.getSequenceKind() == SequenceKind::None)
    return library::Known(knowledge.getType(), knowledge.getConstant());
  std::vector<library::Known> elements;
  for (const Knowledge &element : knowledge.getElements())
    elements.push_back(toKnown(element));
  return library::Known::sequence(knowledge.getType().getContext(), std::move(elements),
                                  toTableKind(knowledge.getSequenceKind()));
}

static Knowledge fromKnown(const library::Known &known) {
  if (known.constant)
    return Knowledge::ofConstant(known.constant);
  if (known.elements.empty())
    return Knowledge::ofType(known.type);
  std::vector<Knowledge> elements;
  for (const library::Known &element : known.elements)
    elements.push_back(fromKnown(element));
  return Knowledge::ofElements(known.type.getContext(), std::move(elements), fromTableKind(known.sequenceKind));
}

Knowledge Evaluator::evaluateLibrary(const library::Function &function, ArrayRef<Knowledge> operands) {
  SmallVector<library::Known> known;
  for (const Knowledge &operand : operands)
    known.push_back(toKnown(operand));
  // An operator passes fewer than the function's parameters (`alpha` of add).
  for (const library::Parameter &parameter : llvm::drop_begin(function.parameters, known.size())) {
    if (!parameter.defaultValue)
      return unknown(function.name + " needs more operands");
    known.push_back(toKnown(constant(parameter.defaultValue)));
  }
  std::string why;
  FailureOr<library::Known> result = library::inferResult(function, known, why, {gradMode, world.getDefaultDtype()});
  if (succeeded(result))
    return fromKnown(*result);
  return unknown(function.name + ": " + why);
}

Knowledge Evaluator::evaluateLibraryCall(LibraryCallOp op, ArrayRef<Knowledge> operands) {
  const library::Function *function = library::lookup(getContext(), op.getCallee());
  if (!function)
    return Knowledge::ofType(op.getResult().getType());
  if (operands.size() != function->parameters.size())
    return unknown(function->name + " takes " + Twine(function->parameters.size()) + " operands");
  return evaluateLibrary(*function, operands);
}

const library::Function *janus::getTensorOperator(MLIRContext *context, OperatorFamily family, StringRef kind) {
  StringRef name = family == OperatorFamily::Inplace     ? library::functionOfInplace(kind)
                   : family == OperatorFamily::Reflected ? library::functionOfReflected(kind)
                   : kind == "getitem"                   ? "torch.Tensor.__getitem__"
                                                         : library::functionOfOperator(kind);
  return name.empty() ? nullptr : library::lookup(context, name);
}

Knowledge Evaluator::getTensorAttribute(const Knowledge &tensor, StringRef name) {
  MLIRContext *context = getContext();
  if (name == "device")
    return constant(LiteralAttr::get(context, "torch.device", "device(type='cpu')"));
  static const llvm::StringSet<> falsePredicates = {"is_cuda",   "is_sparse", "is_quantized", "is_nested",
                                                    "is_mkldnn", "is_meta",   "is_xpu",       "is_mps"};
  if (falsePredicates.contains(name))
    return constant(BoolAttr::get(context, false));
  std::string qualified = ("torch.Tensor." + name).str();
  const library::Function *function = library::lookup(context, qualified);
  if (!function)
    return unknown(qualified + " is not in the library table");
  if (function->isAttribute)
    return evaluateLibrary(*function, {tensor});
  return Knowledge::ofMethod(BuiltinAttr::get(context, qualified), tensor);
}
