//===- NumberLists.cpp - tensors from and to Python's numbers -------------===//

#include "NumberLists.h"
#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "janus/Dialect/NN/IR/NN.h"
#include "janus/Library/NumberLists.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

/// More numbers that are not constants are passed as a list.
static constexpr size_t maxNumbers = 64;

//===----------------------------------------------------------------------===//
// Lists as arrays
//===----------------------------------------------------------------------===//

bool library::takesNumberLists(const Function &function) { return function.name == "torch.tensor"; }

bool library::givesNumberList(const Function &function) { return function.name == "torch.Tensor.tolist"; }

RankedTensorType library::arrayOfList(Type list) {
  SmallVector<int64_t> shape;
  while (auto outer = dyn_cast<imperative::PyListType>(list)) {
    shape.push_back(ShapedType::kDynamic);
    list = outer.getElement();
  }
  Builder builder(list.getContext());
  Type element = llvm::TypeSwitch<Type, Type>(list)
                     .Case([&](imperative::PyFloatType) { return builder.getF64Type(); })
                     .Case([&](imperative::PyIntType) { return builder.getI64Type(); })
                     .Case([&](imperative::PyBoolType) { return builder.getI1Type(); })
                     .Default(Type());
  return element && !shape.empty() ? RankedTensorType::get(shape, element) : RankedTensorType();
}

Type library::listOfArray(RankedTensorType array) {
  MLIRContext *context = array.getContext();
  Type element = array.getElementType();
  Type list = isa<FloatType>(element) ? Type(imperative::PyFloatType::get(context))
              : element.isInteger(1)  ? Type(imperative::PyBoolType::get(context))
                                      : Type(imperative::PyIntType::get(context));
  for (int64_t dim = 0; dim < array.getRank(); ++dim)
    list = imperative::PyListType::get(context, list);
  return list;
}

//===----------------------------------------------------------------------===//
// torch.tensor
//===----------------------------------------------------------------------===//

namespace {
/// What torch.tensor() is given, in row-major order: numbers, or lists that are passed as arrays.
struct Data {
  SmallVector<int64_t> shape; // of the lists around the leaves
  SmallVector<Operand> leaves;
  bool areArrays = false;
};
} // namespace

static LogicalResult collect(Emitter &emitter, const Operand &operand, unsigned depth, Data &data) {
  SmallVector<Operand> elements;
  bool isArray = operand.isTensor();
  if (operand.isSequence()) {
    elements.assign(operand.getElements().begin(), operand.getElements().end());
  } else if (auto array = operand.isConstant() ? dyn_cast_or_null<ArrayAttr>(operand.getConstant()) : ArrayAttr()) {
    elements.assign(array.begin(), array.end());
  } else if ((operand.isNumber() || isArray) && depth == data.shape.size() &&
             (data.leaves.empty() || data.areArrays == isArray)) {
    data.areArrays = isArray;
    data.leaves.push_back(operand);
    return success();
  } else {
    return emitter.fail("tensor() of anything but numbers in lists");
  }
  if (depth == data.shape.size() && data.leaves.empty())
    data.shape.push_back(elements.size());
  if (depth >= data.shape.size() || data.shape[depth] != int64_t(elements.size()) || elements.empty())
    return emitter.fail("tensor() of lists of different lengths");
  for (const Operand &element : elements)
    if (failed(collect(emitter, element, depth + 1, data)))
      return failure();
  return success();
}

/// The leaves' element types as numbers of Python.
static Type naturalType(Emitter &emitter, const Data &data) {
  auto typeOf = [&](const Operand &leaf) {
    if (!data.areArrays)
      return numberType(emitter, leaf);
    Type type = Emitter::elementType(leaf.getValue());
    return isa<FloatType>(type) ? emitter.defaultDtype() : type;
  };
  if (llvm::any_of(data.leaves, [&](const Operand &leaf) { return isa<FloatType>(typeOf(leaf)); }))
    return emitter.defaultDtype();
  if (llvm::all_of(data.leaves, [&](const Operand &leaf) { return typeOf(leaf).isInteger(1); }))
    return emitter.builder.getI1Type();
  return emitter.builder.getI64Type();
}

/// Parts of one shape as a tensor of the shape around them.
static FailureOr<Value> assemble(Emitter &emitter, SmallVector<Value> parts, ArrayRef<int64_t> shape) {
  SmallVector<Operand> inner = emitter.sizes(parts.front());
  SmallVector<Operand> row = inner;
  row.insert(row.begin(), emitter.integer(1));
  for (Value &part : parts) {
    for (auto [dim, size] : llvm::enumerate(inner))
      if (failed(emitter.assumeEqual(emitter.size(part, dim), size, "lists in a list have one length")))
        return failure();
    FailureOr<Value> reshaped = emitter.reshape(part, row);
    if (failed(reshaped))
      return failure();
    part = *reshaped;
  }
  FailureOr<Value> joined = parts.front();
  if (parts.size() > 1)
    joined = emitter.op<nn::ConcatOp>(ValueRange(parts), emitter.builder.getI64IntegerAttr(0));
  if (failed(joined))
    return failure();
  SmallVector<Operand> sizes;
  for (int64_t size : shape)
    sizes.push_back(emitter.integer(size));
  sizes.append(inner);
  return emitter.reshape(*joined, sizes);
}

/// Numbers of Python as elements of a dtype. Eager goes through double to a float, and checks the range of ints.
static FailureOr<Value> convert(Emitter &emitter, Value numbers, Type type) {
  Type from = Emitter::elementType(numbers);
  if (isa<FloatType>(from) ? !isa<FloatType>(type) : !isa<FloatType>(type) && from != type && !from.isInteger(1))
    return emitter.fail("tensor() of numbers that may not fit into the dtype");
  if (from.isInteger(64) && isa<FloatType>(type))
    numbers = emitter.cast(numbers, emitter.builder.getF64Type());
  return emitter.cast(numbers, type);
}

/// tensor(data, *, dtype, device, requires_grad)
static Failable emitTensor(Emitter &emitter, ArrayRef<Operand> operands) {
  if (operands[0].isNumber()) {
    FailureOr<Type> type = factoryType(emitter, operands.drop_front(1), numberType(emitter, operands[0]));
    FailureOr<Value> value = failed(type) ? FailureOr<Value>(failure()) : emitter.full({}, *type, operands[0]);
    return failed(value) ? Failable(failure()) : Operand(*value);
  }
  Data data;
  if (failed(collect(emitter, operands[0], 0, data)))
    return failure();
  FailureOr<Type> type = factoryType(emitter, operands.drop_front(1), naturalType(emitter, data));
  if (failed(type))
    return failure();
  if (data.areArrays) {
    SmallVector<Value> parts;
    for (const Operand &leaf : data.leaves)
      parts.push_back(leaf.getValue());
    FailureOr<Value> whole = assemble(emitter, parts, data.shape);
    if (failed(whole) || failed(whole = convert(emitter, *whole, *type)))
      return failure();
    return Operand(*whole);
  }
  if (llvm::all_of(data.leaves, [](const Operand &leaf) { return leaf.isConstant(); })) {
    SmallVector<Attribute> elements;
    for (const Operand &number : data.leaves) {
      FailureOr<Value> value = emitter.scalar(number, *type);
      if (failed(value))
        return failure();
      elements.push_back((*value).getDefiningOp<arith::ConstantOp>().getValue());
    }
    auto dense = DenseElementsAttr::get(RankedTensorType::get(data.shape, *type), elements);
    return Operand(emitter.create<arith::ConstantOp>(dense).getResult());
  }
  if (data.leaves.size() > maxNumbers)
    return emitter.fail("tensor() of many numbers that are not constants");
  SmallVector<Value> parts;
  for (const Operand &number : data.leaves) {
    FailureOr<Value> value = emitter.full({}, *type, number);
    if (failed(value))
      return failure();
    parts.push_back(*value);
  }
  FailureOr<Value> whole = assemble(emitter, parts, data.shape);
  return failed(whole) ? Failable(failure()) : Operand(*whole);
}

//===----------------------------------------------------------------------===//
// tolist
//===----------------------------------------------------------------------===//

/// The elements as Python's floats, ints or bools: an array, or a number where there is no dimension.
static Failable emitToList(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "self");
  if (failed(self))
    return failure();
  Type type = Emitter::elementType(*self);
  if (isa<FloatType>(type)) {
    FailureOr<Value> detached = emitter.op<nn::DetachOp>(*self);
    if (failed(detached))
      return failure();
    self = emitter.cast(*detached, emitter.builder.getF64Type());
  } else if (!type.isInteger(1)) {
    self = emitter.cast(*self, emitter.builder.getI64Type());
  }
  if (Emitter::tensorType(*self).getRank() == 0)
    return Operand(emitter.create<tensor::ExtractOp>(*self, ValueRange()).getResult());
  emitter.contiguousResult = true;
  return Operand(*self);
}

void library::addNumberLists(Table &table) {
  table.add("torch.tensor", "(data, *, dtype=None, device=None, requires_grad=False)", emitTensor);
  table.add("torch.Tensor.tolist", "(self)", emitToList);
}
