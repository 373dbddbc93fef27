//===- InferResult.cpp - the typing rule: emission on a scratch block -----===//

#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "janus/Dialect/Janus/IR/Janus.h"
#include "janus/Library/Elements.h"
#include "janus/Library/Emitter.h"
#include "janus/Library/NumberLists.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;
using namespace janus::library;

Type library::typeOfConstant(Attribute constant) {
  MLIRContext *context = constant.getContext();
  return llvm::TypeSwitch<Attribute, Type>(constant)
      .Case([&](IntegerAttr value) -> Type {
        if (value.getType().isInteger(1))
          return PyBoolType::get(context);
        return PyIntType::get(context);
      })
      .Case([&](FloatAttr) -> Type { return PyFloatType::get(context); })
      .Case([&](StringAttr) -> Type { return PyStrType::get(context); })
      .Case([&](NoneAttr) -> Type { return PyNoneType::get(context); })
      .Case([&](ArrayAttr elements) -> Type {
        return PyTupleType::get(context, llvm::map_to_vector(elements, typeOfConstant));
      })
      .Case([&](BuiltinAttr builtin) -> Type { return PyFunctionType::get(context, builtin); })
      .Default([&](Attribute) -> Type { return PyObjectType::get(context); });
}

Known Known::fromConstant(Attribute constant) { return Known(typeOfConstant(constant), constant); }

Known Known::sequence(MLIRContext *context, std::vector<Known> elements, Operand::SequenceKind kind) {
  Known result;
  result.sequenceKind = kind;
  SmallVector<Type> types = llvm::map_to_vector(elements, [](const Known &element) { return element.type; });
  if (kind == Operand::SequenceKind::Slice)
    result.type = PySliceType::get(context);
  else if (kind != Operand::SequenceKind::List)
    result.type = PyTupleType::get(context, types);
  else if (!types.empty() && llvm::all_equal(types))
    result.type = PyListType::get(context, types.front());
  else
    result.type = PyListType::get(context, PyObjectType::get(context));
  result.elements = std::move(elements);
  return result;
}

namespace {
/// A block to emit into that is thrown away.
struct Scratch {
  explicit Scratch(MLIRContext *context) : builder(context), loc(builder.getUnknownLoc()) {
    builder.setInsertionPointToEnd(&block);
  }
  ~Scratch() {
    block.dropAllDefinedValueUses();
    block.clear();
  }

  /// A constant; tuples are sequences of constants.
  static Operand operandOf(Attribute constant) {
    auto elements = dyn_cast<ArrayAttr>(constant);
    if (!elements)
      return Operand(constant);
    std::vector<Operand> parts;
    for (Attribute element : elements)
      parts.push_back(operandOf(element));
    return Operand(std::move(parts));
  }

  /// The value-level type of one value; null for what has none.
  Type valueTypeOf(Type type) {
    return llvm::TypeSwitch<Type, Type>(type)
        .Case([](PyTensorType tensor) -> Type { return tensor.getValueType(); })
        .Case([&](PyIntType) { return builder.getI64Type(); })
        .Case([&](PyFloatType) { return builder.getF64Type(); })
        .Case([&](PyBoolType) { return builder.getI1Type(); })
        .Default(Type());
  }

  /// An operand of which only `known` is known; failure for what value level
  /// has no values of.
  FailureOr<Operand> operandOf(const Known &known, std::string &reason, const Function &function) {
    if (takesNumberLists(function)) {
      if (isa<PyTensorType>(known.type)) {
        reason = "a tensor in the place of numbers";
        return failure();
      }
      if (RankedTensorType array = known.elements.empty() ? arrayOfList(known.type) : RankedTensorType())
        return Operand(block.addArgument(array, loc));
    }
    if (known.constant)
      return operandOf(known.constant);
    if (isa<PyTupleType, PyListType, PySliceType>(known.type)) {
      std::vector<Operand> elements;
      std::vector<Known> parts = known.elements;
      if (auto tuple = dyn_cast<PyTupleType>(known.type); tuple && parts.empty())
        parts.assign(tuple.getElements().begin(), tuple.getElements().end());
      else if (isa<PyListType>(known.type) && parts.empty()) {
        reason = "the length of a list is not known";
        return failure();
      } else if (isa<PySliceType>(known.type) && parts.empty()) {
        reason = "the bounds of a slice are not known";
        return failure();
      }
      for (const Known &part : parts) {
        FailureOr<Operand> element = operandOf(part, reason, function);
        if (failed(element))
          return failure();
        elements.push_back(*element);
      }
      return Operand(std::move(elements), known.sequenceKind);
    }
    if (auto sequence = dyn_cast<PySequenceType>(known.type)) {
      Type element = valueTypeOf(sequence.getElement());
      if (!element) {
        reason = "a list of open length whose elements have no common type";
        return failure();
      }
      SmallVector<Type> types = elementsTypes(element);
      SmallVector<Location> locations(types.size(), loc);
      unsigned first = block.getNumArguments();
      block.addArguments(types, locations);
      return toOperand(elementsFrom(element, block.getArguments().drop_front(first)));
    }
    Type type = valueTypeOf(known.type);
    if (isa<PyNoneType>(known.type))
      return Operand(Attribute(NoneAttr::get(builder.getContext())));
    if (auto tensor = dyn_cast_or_null<RankedTensorType>(type); tensor && !isComputedWith(tensor.getElementType())) {
      StringRef name = dtypeName(tensor.getElementType());
      llvm::raw_string_ostream stream(reason);
      stream << "tensors of ";
      name.empty() ? stream << tensor.getElementType() : stream << name;
      stream << " are not computed with";
      return failure();
    }
    if (type)
      return Operand(block.addArgument(type, loc));
    llvm::raw_string_ostream(reason) << "a value of type " << known.type << " cannot be an argument";
    return failure();
  }

  /// What is known of an emitted result.
  Known knownOf(const Operand &operand, bool isArray) {
    if (operand.isConstant())
      return Known::fromConstant(operand.getConstant());
    if (operand.isSequence()) {
      std::vector<Known> elements;
      for (const Operand &element : operand.getElements())
        elements.push_back(knownOf(element, isArray));
      return Known::sequence(builder.getContext(), std::move(elements), operand.getSequenceKind());
    }
    Value value = operand.getValue();
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      return Known(PyTensorType::get(RankedTensorType::get(type.getShape(), type.getElementType()), isArray));
    Attribute constant;
    if (matchPattern(value, m_Constant(&constant)))
      return Known::fromConstant(constant);
    if (value.getType().isInteger(1))
      return Known(PyBoolType::get(builder.getContext()));
    if (value.getType().isF64())
      return Known(PyFloatType::get(builder.getContext()));
    return Known(PyIntType::get(builder.getContext()));
  }

  Block block;
  OpBuilder builder;
  Location loc;
};
} // namespace

FailureOr<Known> library::inferResult(const Function &function, ArrayRef<Known> operands, std::string &reason,
                                      Modes modes) {
  if (operands.empty() && !function.parameters.empty()) {
    reason = "no operands for " + function.name;
    return failure();
  }
  Scratch scratch(function.context);
  std::vector<Operand> values;
  for (const Known &operand : operands) {
    FailureOr<Operand> value = scratch.operandOf(operand, reason, function);
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  Emitter emitter(scratch.builder, scratch.loc, modes);
  if (function.draws)
    emitter.generator = scratch.block.addArgument(generatorType(function.context), scratch.loc);
  Failable result = emitCall(function, emitter, values);
  if (failed(result)) {
    reason = emitter.getReason().empty() ? "the call is not supported with these arguments" : emitter.getReason().str();
    return failure();
  }
  if (givesNumberList(function) && result->isTensor())
    return Known(listOfArray(cast<RankedTensorType>(result->getValue().getType())));
  return scratch.knownOf(*result, function.givesArrays);
}
