//===- OpenLists.cpp - lists that grow while the program runs, and loops --===//
//
// The elements of such a list are a few tensors (janus/Library/Elements.h). A list
// of tuples is a tuple of lists. Nobody but the function has the list, but its
// elements may be known elsewhere, so that their storages are frozen.
//
//===----------------------------------------------------------------------===//

#include "Functionalizer.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;
using library::Elements;
using library::Emitter;
using library::Operand;

/// The value-level type of a list's elements; null where a list cannot hold them.
static Type elementTypeOf(Type type) {
  MLIRContext *context = type.getContext();
  if (auto tensor = dyn_cast<PyTensorType>(type))
    return tensor.getValueType();
  if (isa<PyIntType>(type))
    return IntegerType::get(context, 64);
  if (isa<PyBoolType>(type))
    return IntegerType::get(context, 1);
  return isa<PyFloatType>(type) ? Type(Float64Type::get(context)) : Type();
}

static bool isNever(Type type) {
  auto choice = dyn_cast<PyUnionType>(type);
  return choice && choice.getAlternatives().empty();
}

FailureOr<PyValue> Functionalizer::emptyList(Type element, Location loc) {
  PyValue list;
  list.isOpenList = true;
  if (isNever(element))
    return list;
  if (auto tuple = dyn_cast<PyTupleType>(element)) {
    for (Type part : tuple.getElements()) {
      FailureOr<PyValue> column = emptyList(part, loc);
      if (failed(column))
        return failure();
      list.elements.push_back(*column);
    }
    return list;
  }
  Type type = elementTypeOf(element);
  if (!type) {
    std::string text;
    llvm::raw_string_ostream(text) << element;
    return refuse(loc, "a list of open length of values of type " + text);
  }
  Emitter emitter(builder, loc);
  list.items = library::noElements(emitter, type);
  return list;
}

/// What is appended decides what an empty list is a list of.
LogicalResult Functionalizer::settleList(PyValue &list, Type element, Location loc) {
  if (list.items || !list.elements.empty())
    return success();
  bool world = list.itemsMayBeWorld, strided = list.itemsMayBeStrided;
  FailureOr<PyValue> settled = emptyList(element, loc);
  if (failed(settled))
    return failure();
  list = *settled;
  list.itemsMayBeWorld = world;
  list.itemsMayBeStrided = strided;
  return success();
}

/// Appends a value of type `type` to a list whose element type is `element`.
FailureOr<PyValue> Functionalizer::appendTo(PyValue list, const PyValue &value, Type element, Location loc) {
  if (failed(settleList(list, element, loc)))
    return failure();
  freeze(value);
  list.itemsMayBeWorld |= mayBeWorld(value);
  list.itemsMayBeStrided |= mayBeStrided(value);
  if (auto tuple = dyn_cast<PyTupleType>(element)) {
    if (!value.isSequence || value.isDict || value.elements.size() != list.elements.size())
      return refuse(loc, "values that are not one kind of tuple are appended to a list");
    for (auto [column, part, type] : llvm::zip(list.elements, value.elements, tuple.getElements())) {
      FailureOr<PyValue> next = appendTo(column, part, type, loc);
      if (failed(next))
        return failure();
      column = *next;
    }
    return list;
  }
  SmallVector<Value> values;
  if (failed(flatten(value, element, values, loc)))
    return failure();
  Emitter emitter(builder, loc);
  FailureOr<Elements> next = library::append(emitter, *list.items, values.front());
  if (failed(next))
    return refuse(loc, emitter.getReason());
  list.items = *next;
  return list;
}

LogicalResult Functionalizer::convertAppend(AppendOp op) {
  Location loc = op.getLoc();
  auto type = dyn_cast<PySequenceType>(op.getType());
  FailureOr<PyValue> list = lookup(op.getList(), loc), value = lookup(op.getElement(), loc);
  if (failed(list) || failed(value))
    return failure();
  if (!type || !list->isOpenList)
    return refuse(loc, "something is appended to a list that is not known");
  FailureOr<PyValue> next = appendTo(*list, *value, type.getElement(), loc);
  if (succeeded(next))
    environment[op.getResult()] = *next;
  return next;
}

LogicalResult Functionalizer::convertElements(ElementsOp op) {
  auto type = dyn_cast<PySequenceType>(op.getType());
  FailureOr<PyValue> list = emptyList(type ? type.getElement() : op.getType(), op.getLoc());
  if (failed(list))
    return failure();
  for (Value operand : op.getElements()) {
    FailureOr<PyValue> value = lookup(operand, op.getLoc());
    if (failed(value) || failed(list = appendTo(*list, *value, type.getElement(), op.getLoc())))
      return failure();
  }
  environment[op.getResult()] = *list;
  return success();
}

/// How many elements a list has (i64).
Value Functionalizer::listLength(const PyValue &list, Location loc) {
  if (list.numbers) {
    Emitter emitter(builder, loc);
    return emitter.toI64(emitter.size(list.numbers, 0));
  }
  if (list.items)
    return list.items->count;
  if (!list.elements.empty())
    return listLength(list.elements.front(), loc);
  return arith::ConstantIntOp::create(builder, loc, 0, 64);
}

/// The element at `index` (i64), which there is.
FailureOr<PyValue> Functionalizer::listElement(const PyValue &list, Value index, Location loc) {
  PyValue result;
  if (list.numbers) {
    // A list of numbers, or of lists of numbers, that is an argument.
    Emitter emitter(builder, loc);
    Value place = emitter.toIndex(Operand(index));
    if (Emitter::tensorType(list.numbers).getRank() == 1) {
      result.scalar = tensor::ExtractOp::create(builder, loc, list.numbers, place);
      return result;
    }
    SmallVector<Operand> sizes = emitter.sizes(list.numbers);
    FailureOr<Value> row = emitter.slice(list.numbers, 0, Operand(index), emitter.integer(1));
    if (failed(row) || failed(row = emitter.reshape(*row, ArrayRef(sizes).drop_front())))
      return refuse(loc, emitter.getReason());
    result.numbers = *row;
    return result;
  }
  if (!list.elements.empty()) {
    result.isSequence = true;
    for (const PyValue &column : list.elements) {
      FailureOr<PyValue> part = listElement(column, index, loc);
      if (failed(part))
        return failure();
      describeMerged(*part, list.itemsMayBeWorld, list.itemsMayBeStrided ? Layout::Unknown : Layout::Contiguous);
      result.elements.push_back(*part);
    }
    return result;
  }
  if (!list.items)
    return refuse(loc, "an element of a list that has none");
  Emitter emitter(builder, loc);
  FailureOr<Value> element = library::elementAt(emitter, *list.items, index);
  if (failed(element))
    return refuse(loc, emitter.getReason());
  if (!list.items->ofTensors()) {
    result.scalar = *element;
    return result;
  }
  result.tensor = newTensor(*element, list.itemsMayBeStrided);
  result.tensor->storage->frozen = true;
  result.tensor->storage->mayBeWorld = list.itemsMayBeWorld;
  return result;
}

/// list[key], counted from the end if negative.
FailureOr<PyValue> Functionalizer::listItem(const PyValue &list, const PyValue &key, Location loc) {
  FailureOr<Value> index = number(key, loc);
  if (failed(index))
    return failure();
  if (!index->getType().isInteger(64))
    return refuse(loc, "a list's index is not an int");
  Value zero = arith::ConstantIntOp::create(builder, loc, 0, 64), length = listLength(list, loc);
  Value isNegative = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, *index, zero);
  Value fromEnd = arith::AddIOp::create(builder, loc, *index, length);
  Value place = arith::SelectOp::create(builder, loc, isNegative, fromEnd, *index);
  assume(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, place, length), "a list has the index", loc);
  return listElement(list, place, loc);
}

//===----------------------------------------------------------------------===//
// What loops run over
//===----------------------------------------------------------------------===//

FailureOr<Value> Functionalizer::itemCount(const PyValue &iterable, Location loc) {
  if (iterable.isOpenList)
    return listLength(iterable, loc);
  Emitter emitter(builder, loc);
  if (iterable.tensor) {
    FailureOr<Value> value = read(iterable.tensor, loc);
    if (failed(value))
      return failure();
    if (Emitter::tensorType(*value).getRank() == 0)
      return refuse(loc, "a loop over a 0-d tensor");
    return emitter.toI64(emitter.size(*value, 0));
  }
  if (iterable.isRange) {
    auto step = dyn_cast_or_null<IntegerAttr>(iterable.elements[2].constant);
    FailureOr<Value> start = number(iterable.elements[0], loc), stop = number(iterable.elements[1], loc);
    if (failed(start) || failed(stop) || !step || step.getInt() != 1)
      return refuse(loc, "a range that is iterated over beside something else has another step than 1");
    Value zero = arith::ConstantIntOp::create(builder, loc, 0, 64);
    return extreme(arith::SubIOp::create(builder, loc, *stop, *start), zero, /*greatest=*/true, loc);
  }
  if (iterable.iterator.empty())
    return refuse(loc, "a loop over something that is not a range and was not unrolled");
  ArrayRef<PyValue> parts = iterable.elements;
  if (iterable.iterator == "builtins.enumerate")
    parts = parts.take_front();
  FailureOr<Value> count = failure();
  for (const PyValue &part : parts) {
    FailureOr<Value> other = itemCount(part, loc);
    if (failed(other))
      return failure();
    count = failed(count) ? *other : extreme(*count, *other, /*greatest=*/false, loc);
  }
  return count;
}

FailureOr<PyValue> Functionalizer::itemAt(const PyValue &iterable, Value index, Location loc) {
  if (iterable.isOpenList)
    return listElement(iterable, index, loc);
  PyValue result;
  if (iterable.tensor) {
    result.scalar = index;
    StringRef name = iterable.tensor->isArray ? "numpy.ndarray.__getitem__" : "torch.Tensor.__getitem__";
    return callFunction(*library::lookup(builder.getContext(), name), {iterable, result}, loc);
  }
  auto sum = [&](const PyValue &start) -> FailureOr<PyValue> {
    FailureOr<Value> first = number(start, loc);
    if (failed(first))
      return failure();
    PyValue number;
    number.scalar = arith::AddIOp::create(builder, loc, *first, index);
    return number;
  };
  if (iterable.isRange)
    return sum(iterable.elements[0]);
  if (iterable.iterator == "builtins.reversed") {
    FailureOr<Value> count = itemCount(iterable.elements[0], loc);
    if (failed(count))
      return failure();
    Value one = arith::ConstantIntOp::create(builder, loc, 1, 64);
    Value last = arith::SubIOp::create(builder, loc, *count, one);
    return itemAt(iterable.elements[0], arith::SubIOp::create(builder, loc, last, index), loc);
  }
  result.isSequence = true;
  ArrayRef<PyValue> parts = iterable.elements;
  if (iterable.iterator == "builtins.enumerate") {
    PyValue zero = fromConstant(builder.getI64IntegerAttr(0));
    FailureOr<PyValue> number = sum(parts.size() == 2 ? parts[1] : zero);
    if (failed(number))
      return failure();
    result.elements.push_back(*number);
    parts = parts.take_front();
  }
  for (const PyValue &part : parts) {
    FailureOr<PyValue> item = itemAt(part, index, loc);
    if (failed(item))
      return failure();
    result.elements.push_back(*item);
  }
  return result;
}
