//===- EvaluateOperators.cpp - operators, truth and length ----------------===//

#include "janus/Analysis/Evaluator.h"
#include "janus/Analysis/PythonArithmetic.h"
#include "janus/Library/Library.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

static bool isNumber(Type type) { return isa<PyIntType, PyFloatType, PyBoolType>(type); }
static bool isIntegral(Type type) { return isa<PyIntType, PyBoolType>(type); }

Knowledge Evaluator::evaluateUnary(UnaryKind kind, const Knowledge &operand) {
  MLIRContext *context = getContext();
  Type type = operand.getType();
  if (kind == UnaryKind::Not) {
    if (std::optional<bool> truth = getTruth(world, operand))
      return constant(BoolAttr::get(context, !*truth));
    if (!isNumber(type))
      return unknown("the truth of the operand is not known");
    return Knowledge::ofType(PyBoolType::get(context));
  }
  if (operand.getConstant())
    if (Attribute folded = foldUnary(kind, operand.getConstant()))
      return constant(folded);
  if (isArray(type)) {
    auto *function = getArrayOperator(context, stringifyUnaryKind(kind));
    return function ? evaluateLibrary(*function, {operand}) : unknown("this operator on arrays is not known");
  }
  if (isa<PyTensorType>(type))
    if (auto *function = getTensorOperator(context, OperatorFamily::Unary, stringifyUnaryKind(kind)))
      return evaluateLibrary(*function, {operand});
  if (isa<PyFloatType>(type) && kind != UnaryKind::Invert)
    return Knowledge::ofType(type);
  if (isIntegral(type))
    return Knowledge::ofType(PyIntType::get(context));
  return unknown("the unary operator on this type is not known");
}

/// The type of an operator on numbers that are not both constant; null where
/// it depends on their values or does not exist.
static Type getNumberResult(BinaryKind kind, Type lhs, Type rhs) {
  MLIRContext *context = lhs.getContext();
  switch (kind) {
  case BinaryKind::MatMul:
    return {};
  case BinaryKind::TrueDiv:
    return PyFloatType::get(context);
  case BinaryKind::LShift:
  case BinaryKind::RShift:
  case BinaryKind::And:
  case BinaryKind::Or:
  case BinaryKind::Xor:
    if (!isIntegral(lhs) || !isIntegral(rhs))
      return {};
    if (isa<PyBoolType>(lhs) && isa<PyBoolType>(rhs) && kind != BinaryKind::LShift && kind != BinaryKind::RShift)
      return lhs;
    return PyIntType::get(context);
  case BinaryKind::Pow:
    // The sign of the exponent decides between int and float, the sign of the
    // base between float and complex.
    return {};
  default:
    if (isa<PyFloatType>(lhs) || isa<PyFloatType>(rhs))
      return PyFloatType::get(context);
    return PyIntType::get(context);
  }
}

Knowledge Evaluator::evaluateBinary(BinaryKind kind, const Knowledge &lhs, const Knowledge &rhs) {
  MLIRContext *context = getContext();
  if (lhs.getComparable() && rhs.getComparable())
    if (Attribute folded = foldBinary(kind, lhs.getComparable(), rhs.getComparable()))
      return constant(folded);
  if (isArray(lhs.getType()) || isArray(rhs.getType())) {
    auto *function = getArrayOperator(context, stringifyBinaryKind(kind));
    return function ? evaluateLibrary(*function, {lhs, rhs}) : unknown("this operator on arrays is not known");
  }
  if (isa<PyTensorType>(lhs.getType()) || isa<PyTensorType>(rhs.getType())) {
    bool reflected = !isa<PyTensorType>(lhs.getType());
    if (auto *function = getTensorOperator(context, reflected ? OperatorFamily::Reflected : OperatorFamily::Binary,
                                           stringifyBinaryKind(kind)))
      return reflected ? evaluateLibrary(*function, {rhs, lhs}) : evaluateLibrary(*function, {lhs, rhs});
    return unknown("the operator '" + stringifyBinaryKind(kind) + "' on tensors is not in the library table");
  }
  if (isNumber(lhs.getType()) && isNumber(rhs.getType())) {
    if (Type type = getNumberResult(kind, lhs.getType(), rhs.getType()))
      return Knowledge::ofType(type);
    // int ** small constant stays an int.
    std::optional<int64_t> exponent = getIntValue(rhs.getConstant());
    if (kind == BinaryKind::Pow && exponent && *exponent >= 0)
      return Knowledge::ofType(isa<PyFloatType>(lhs.getType()) ? lhs.getType() : PyIntType::get(context));
  }
  if (kind == BinaryKind::Add && isa<PyTupleType>(lhs.getType()) && isa<PyTupleType>(rhs.getType())) {
    std::vector<Knowledge> elements(lhs.getElements());
    llvm::append_range(elements, rhs.getElements());
    return Knowledge::ofElements(context, std::move(elements));
  }
  std::string types;
  llvm::raw_string_ostream(types) << lhs.getType() << " and " << rhs.getType();
  return unknown("there is no native operator '" + stringifyBinaryKind(kind) + "' for " + types);
}

/// None can only be one type; a value of a type without None never is None.
static std::optional<bool> isNone(const Knowledge &value) {
  if (value.getConstant())
    return isa<NoneAttr>(value.getConstant());
  if (isa<PyObjectType>(value.getType()))
    return std::nullopt;
  if (auto choice = dyn_cast<PyUnionType>(value.getType())) {
    if (llvm::any_of(choice.getAlternatives(), [](Type type) { return isa<PyNoneType, PyObjectType>(type); }))
      return std::nullopt;
  }
  return false;
}

std::optional<bool> janus::isAmong(ArrayRef<Knowledge> elements, Attribute value) {
  // Not a number is among the elements if it is one of them.
  std::optional<double> number = value ? getFloatValue(value) : std::nullopt;
  if (!value || isa<RefAttr>(value) || (number && std::isnan(*number)))
    return std::nullopt;
  bool decided = true;
  for (const Knowledge &element : elements) {
    if (!element.getConstant() || isa<RefAttr>(element.getConstant()))
      return std::nullopt;
    auto equal = dyn_cast_if_present<BoolAttr>(foldCompare(CompareKind::Eq, value, element.getConstant()));
    if (equal && equal.getValue())
      return true;
    decided &= bool(equal);
  }
  return decided ? std::optional(false) : std::nullopt;
}

Knowledge Evaluator::compareTuples(ArrayRef<Knowledge> lhs, ArrayRef<Knowledge> rhs, bool negated) {
  if (lhs.size() != rhs.size())
    return constant(BoolAttr::get(getContext(), negated));
  bool open = false;
  for (auto [a, b] : llvm::zip(lhs, rhs)) {
    auto equal = dyn_cast_if_present<BoolAttr>(evaluateCompare(CompareKind::Eq, a, b).getConstant());
    if (equal && !equal.getValue())
      return constant(BoolAttr::get(getContext(), negated));
    // A float that is not a number equals itself there, if it is the same object.
    if (!equal && !(isa<PyIntType, PyBoolType>(a.getType()) && isa<PyIntType, PyBoolType>(b.getType())))
      return unknown("the comparison of these types is not known");
    open |= !equal;
  }
  return open ? Knowledge::ofType(PyBoolType::get(getContext())) : constant(BoolAttr::get(getContext(), !negated));
}

Knowledge Evaluator::evaluateCompare(CompareKind kind, const Knowledge &lhs, const Knowledge &rhs) {
  MLIRContext *context = getContext();
  if (lhs.getComparable() && rhs.getComparable())
    if (Attribute folded = foldCompare(kind, lhs.getComparable(), rhs.getComparable()))
      return constant(folded);
  bool identity = kind == CompareKind::Is || kind == CompareKind::IsNot;
  bool negated = kind == CompareKind::IsNot || kind == CompareKind::Ne;
  bool againstNone = isa<PyNoneType>(lhs.getType()) || isa<PyNoneType>(rhs.getType());
  bool tensors = isa<PyTensorType>(lhs.getType()) || isa<PyTensorType>(rhs.getType());
  if (againstNone && (identity || ((kind == CompareKind::Eq || kind == CompareKind::Ne) && !tensors))) {
    std::optional<bool> none = isNone(isa<PyNoneType>(rhs.getType()) ? lhs : rhs);
    if (none)
      return constant(BoolAttr::get(context, *none != negated));
  }
  if (kind == CompareKind::In || kind == CompareKind::NotIn) {
    if (auto dict = world.lookup<ObjectOp>(rhs.getConstant()); dict && dict.getEntries()) {
      if (auto name = lhs.getConstantAs<StringAttr>()) {
        bool contains = dict.getEntries()->contains(name.getValue());
        return constant(BoolAttr::get(context, contains != (kind == CompareKind::NotIn)));
      }
    }
    if (auto elements = getElements(world, rhs))
      if (std::optional<bool> contains = isAmong(*elements, lhs.getConstant()))
        return constant(BoolAttr::get(context, *contains != (kind == CompareKind::NotIn)));
    return unknown("what the container holds is not known");
  }
  if (identity)
    return unknown("the identity of the operands is not known");
  if (isArray(lhs.getType()) || isArray(rhs.getType())) {
    auto *function = getArrayOperator(context, stringifyCompareKind(kind));
    return function ? evaluateLibrary(*function, {lhs, rhs}) : unknown("this comparison of arrays is not known");
  }
  if (tensors) {
    bool reflected = !isa<PyTensorType>(lhs.getType());
    if (auto *function = getTensorOperator(context, reflected ? OperatorFamily::Reflected : OperatorFamily::Binary,
                                           stringifyCompareKind(kind)))
      return reflected ? evaluateLibrary(*function, {rhs, lhs}) : evaluateLibrary(*function, {lhs, rhs});
    return unknown("this comparison of tensors is not in the library table");
  }
  if (isNumber(lhs.getType()) && isNumber(rhs.getType()))
    return Knowledge::ofType(PyBoolType::get(context));
  if ((kind == CompareKind::Eq || kind == CompareKind::Ne) && isa<PyTupleType>(lhs.getType()) &&
      isa<PyTupleType>(rhs.getType()))
    return compareTuples(lhs.getElements(), rhs.getElements(), kind == CompareKind::Ne);
  return unknown("the comparison of these types is not known");
}

std::optional<int64_t> janus::getLength(World &world, const Knowledge &value) {
  if (auto text = value.getConstantAs<StringAttr>()) {
    bool ascii = llvm::all_of(text.getValue(), [](char c) { return static_cast<signed char>(c) >= 0; });
    return ascii ? std::optional<int64_t>(text.size()) : std::nullopt;
  }
  if (auto object = world.lookup<ObjectOp>(value.getConstant()); object && object.getEntries())
    return object.getEntries()->size();
  if (std::optional<std::vector<Knowledge>> elements = getElements(world, value))
    return elements->size();
  return std::nullopt;
}

std::optional<bool> janus::getTruth(World &world, const Knowledge &value) {
  if (Attribute constant = value.getComparable()) {
    if (std::optional<bool> truth = foldTruth(constant))
      return truth;
    if (world.lookup<FuncOp>(constant))
      return true;
    auto object = world.lookup<ObjectOp>(constant);
    if (object && (object.getItems() || object.getEntries()))
      return *getLength(world, value) != 0;
    // A class without __len__ and __bool__ is true; the world says so by not
    // naming either.
    if (object && object.getClassName() != "module" && !object.getFields().contains("__len__") &&
        !object.getFields().contains("__bool__") && object.getCall())
      return true;
    return std::nullopt;
  }
  if (isa<PyFunctionType>(value.getType()))
    return true;
  if (value.getSequenceKind() != Knowledge::SequenceKind::None)
    return !value.getElements().empty();
  return std::nullopt;
}

Knowledge Evaluator::evaluateTruth(const Knowledge &value) {
  MLIRContext *context = getContext();
  if (std::optional<bool> truth = getTruth(world, value))
    return constant(BoolAttr::get(context, *truth));
  if (!isNumber(value.getType()) && !isa<PySequenceType>(value.getType()))
    unknown("the truth of a value of this type is not known");
  return Knowledge::ofType(PyBoolType::get(context));
}
