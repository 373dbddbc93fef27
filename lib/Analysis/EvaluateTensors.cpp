//===- EvaluateTensors.cpp - the library table as transfer function -------===//

#include "janus/Analysis/Builtins.h"
#include "janus/Analysis/Evaluator.h"
#include "janus/Library/Library.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

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
  case SequenceKind::Extremes:
    return TableKind::Extremes;
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
  case TableKind::Extremes:
    return SequenceKind::Extremes;
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

/// Whether an entry knows what to do with arrays among its operands: those of numpy's take nothing but. A condition is
/// made an array of by numpy itself; floats might require grad, which it refuses.
static bool takesArrays(StringRef name, ArrayRef<Knowledge> operands) {
  bool ofNumpy = name.starts_with("numpy.") || name == "torch.from_numpy";
  bool isItem = name.ends_with("__getitem__") || name.ends_with("__setitem__");
  for (auto [index, operand] : llvm::enumerate(operands)) {
    auto tensor = operand.getTypeAs<PyTensorType>();
    bool isCondition =
        name == "numpy.where" && index == 0 && tensor && isa_and_nonnull<IntegerType>(tensor.getElementType());
    if (tensor && tensor.getIsArray() != ofNumpy && !(isItem && index == 1) && !isCondition)
      return false;
  }
  return true;
}

bool janus::isNever(Type type) {
  auto choice = dyn_cast<PyUnionType>(type);
  return choice && choice.getAlternatives().empty();
}

Knowledge Evaluator::evaluateLibrary(const library::Function &function, ArrayRef<Knowledge> operands) {
  // Of a list that nothing has been seen to be appended to, nothing is known yet.
  for (const Knowledge &operand : operands)
    if (auto list = operand.getTypeAs<PySequenceType>(); list && isNever(list.getElement()))
      return {};
  if (!takesArrays(function.name, operands))
    return unknown(function.name + ": numpy's arrays and tensors together");
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
  // One of the lists that a list of tuples is; what it is a list of may be found only later.
  if (op.getCallee() == "janusc.column") {
    auto list = operands[0].getTypeAs<PySequenceType>();
    if (list && isNever(list.getElement()))
      return {};
    auto tuple = list ? dyn_cast<PyTupleType>(list.getElement()) : PyTupleType();
    auto index = operands[1].getConstantAs<IntegerAttr>();
    if (tuple && index && index.getInt() < int64_t(tuple.getElements().size()))
      return Knowledge::ofType(PySequenceType::get(getContext(), tuple.getElements()[index.getInt()]));
    return unknown("a column of something that is no list of tuples");
  }
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

bool janus::isArray(Type type) {
  auto tensor = dyn_cast<PyTensorType>(type);
  return tensor && tensor.getIsArray();
}

const library::Function *janus::getArrayOperator(MLIRContext *context, StringRef kind) {
  StringRef name = llvm::StringSwitch<StringRef>(kind)
                       .Case("add", "numpy.add")
                       .Case("sub", "numpy.subtract")
                       .Case("mul", "numpy.multiply")
                       .Case("truediv", "numpy.true_divide")
                       .Case("and", "numpy.bitwise_and")
                       .Case("or", "numpy.bitwise_or")
                       .Case("neg", "numpy.negative")
                       .Case("invert", "numpy.invert")
                       .Case("eq", "numpy.equal")
                       .Case("ne", "numpy.not_equal")
                       .Case("lt", "numpy.less")
                       .Case("le", "numpy.less_equal")
                       .Case("gt", "numpy.greater")
                       .Case("ge", "numpy.greater_equal")
                       .Case("getitem", "numpy.ndarray.__getitem__")
                       .Default("");
  return name.empty() ? nullptr : library::lookup(context, name);
}

StringRef janus::getTensorClass(Type type) { return isArray(type) ? "numpy.ndarray." : "torch.Tensor."; }

StringRef janus::getArrayFunction(StringRef name, Type first) {
  return name == "torch.as_tensor" && isArray(first) ? "torch.from_numpy" : name;
}

Knowledge Evaluator::getTensorAttribute(const Knowledge &tensor, StringRef name) {
  MLIRContext *context = getContext();
  if (isArray(tensor.getType())) {
    std::string qualified = ("numpy.ndarray." + name).str();
    const library::Function *function = library::lookup(context, qualified);
    if (!function)
      return unknown(qualified + " is not in the library table");
    return function->isAttribute ? evaluateLibrary(*function, {tensor})
                                 : Knowledge::ofMethod(BuiltinAttr::get(context, qualified), tensor);
  }
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
