//===- RegionValues.cpp - what goes into and comes out of regions ---------===//

#include "Functionalizer.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;
using library::Emitter;
using library::Operand;

//===----------------------------------------------------------------------===//
// Values through region boundaries
//===----------------------------------------------------------------------===//

/// Whether the value stands for a variable that is not bound.
static bool isUnbound(const PyValue &value) { return isa_and_nonnull<UnitAttr>(value.constant); }

/// Adds the SSA values of which a Python value of the given type consists.
LogicalResult Functionalizer::flatten(const PyValue &value, Type type, SmallVectorImpl<Value> &values, Location loc) {
  Emitter emitter(builder, loc, {gradMode, defaultDtype});
  if (auto tuple = dyn_cast<PyTupleType>(type)) {
    if (!isUnbound(value) && (!value.isSequence || value.isDict || value.elements.size() != tuple.getElements().size()))
      return refuse(loc, "values that are not one kind of tuple meet");
    for (auto [index, element] : llvm::enumerate(tuple.getElements()))
      if (failed(flatten(isUnbound(value) ? value : value.elements[index], element, values, loc)))
        return failure();
    return success();
  }
  if (auto list = dyn_cast<PySequenceType>(type)) {
    PyValue settled = value;
    if (isUnbound(value)) {
      settled = PyValue();
      settled.isOpenList = true;
    }
    if (!settled.isOpenList || failed(settleList(settled, list.getElement(), loc)))
      return refuse(loc, "a list of open length meets something else");
    if (settled.items) {
      llvm::append_range(values, library::valuesOf(*settled.items));
      return success();
    }
    auto tuple = dyn_cast<PyTupleType>(list.getElement());
    for (auto [index, column] : llvm::enumerate(settled.elements))
      if (failed(flatten(column, PySequenceType::get(type.getContext(), tuple.getElements()[index]), values, loc)))
        return failure();
    return success();
  }
  if (auto tensor = dyn_cast<PyTensorType>(type)) {
    RankedTensorType valueType = tensor.getValueType();
    if (!valueType)
      return refuse(loc, "tensors of different ranks or dtypes meet");
    FailureOr<Value> current = failure();
    if (isUnbound(value)) {
      SmallVector<Operand> sizes;
      for (int64_t size : valueType.getShape())
        sizes.push_back(emitter.integer(ShapedType::isDynamic(size) ? 0 : size));
      current = emitter.full(sizes, valueType.getElementType(), emitter.integer(0));
    } else if (value.tensor) {
      current = read(value.tensor, loc);
    }
    if (failed(current))
      return refuse(loc, "a tensor meets something else");
    values.push_back(emitter.castShape(*current, valueType));
    if (!layouts)
      return success();
    // Those that are not known are not looked at.
    auto strides = value.tensor ? stridesOf(value.tensor, loc) : std::nullopt;
    for (int64_t dim = 0; dim < valueType.getRank(); ++dim)
      values.push_back(strides ? (*strides)[dim] : emitter.toI64(emitter.integer(0)));
    return success();
  }
  bool isInt = isa<PyIntType>(type), isFloat = isa<PyFloatType>(type), isBool = isa<PyBoolType>(type);
  if (isInt || isFloat || isBool) {
    FailureOr<Value> current =
        isUnbound(value) ? number(fromConstant(builder.getBoolAttr(false)), loc) : number(value, loc);
    if (failed(current))
      return failure();
    if (isInt && current->getType().isInteger(1))
      current = Value(arith::ExtUIOp::create(builder, loc, builder.getI64Type(), *current));
    if (isFloat && isUnbound(value))
      current = toFloat(*current, loc);
    Type wanted = isInt ? Type(builder.getI64Type()) : isFloat ? Type(builder.getF64Type()) : Type(builder.getI1Type());
    if (current->getType() != wanted)
      return refuse(loc, "numbers of different types meet");
    values.push_back(*current);
    return success();
  }
  if (value.tensor || value.scalar || value.numbers || value.isSequence) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    return refuse(loc, "a value of type " + text + " goes through control flow");
  }
  return success(); // a constant, which has no SSA value
}

/// Gives an empty list of the right kind the items that `values` begins with.
static void takeItems(PyValue &list, ValueRange &values) {
  if (list.items) {
    size_t count = library::elementsTypes(list.items->type).size();
    list.items = library::elementsFrom(list.items->type, values.take_front(count));
    values = values.drop_front(count);
  }
  for (PyValue &column : list.elements)
    takeItems(column, values);
}

/// The reverse: takes SSA values off the front of `values`. Tensors are new
/// handles that may be other tensors too. `same` is what constants are.
FailureOr<PyValue> Functionalizer::unflatten(Type type, ValueRange &values, const PyValue *same, Location loc) {
  PyValue result;
  if (auto tuple = dyn_cast<PyTupleType>(type)) {
    result.isSequence = true;
    for (auto [index, element] : llvm::enumerate(tuple.getElements())) {
      FailureOr<PyValue> part =
          unflatten(element, values, same && same->isSequence ? &same->elements[index] : nullptr, loc);
      if (failed(part))
        return failure();
      result.elements.push_back(*part);
    }
    return result;
  }
  if (auto list = dyn_cast<PySequenceType>(type)) {
    FailureOr<PyValue> shape = emptyList(list.getElement(), loc);
    if (failed(shape))
      return failure();
    takeItems(*shape, values);
    return shape;
  }
  if (isa<PyTensorType>(type)) {
    result.tensor = newTensor(values.front(), /*strided=*/true);
    result.tensor->storage->frozen = true;
    result.tensor->isArray = cast<PyTensorType>(type).getIsArray();
    if (layouts) {
      ValueRange strides = values.drop_front().take_front(Emitter::tensorType(values.front()).getRank());
      result.tensor->strides.assign(strides.begin(), strides.end());
      values = values.drop_front(strides.size());
    }
  } else if (isa<PyIntType, PyFloatType, PyBoolType>(type)) {
    result.scalar = values.front();
  } else {
    if (!same || !same->constant)
      return refuse(loc, "a constant that control flow decides on");
    return *same;
  }
  values = values.drop_front();
  return result;
}

/// Whether the parts of two values that have no SSA value are the same.
bool Functionalizer::sameConstants(const PyValue &lhs, const PyValue &rhs, Type type) {
  if (isUnbound(lhs) || isUnbound(rhs) || isa<PyTensorType, PyIntType, PyFloatType, PyBoolType, PySequenceType>(type))
    return true;
  if (auto tuple = dyn_cast<PyTupleType>(type)) {
    for (auto [index, element] : llvm::enumerate(tuple.getElements()))
      if (!sameConstants(lhs.elements[index], rhs.elements[index], element))
        return false;
    return true;
  }
  return lhs.constant == rhs.constant;
}

void Functionalizer::freeze(const PyValue &value) {
  if (value.tensor)
    value.tensor->storage->frozen = true;
  for (const PyValue &element : value.elements)
    freeze(element);
}

bool Functionalizer::mayBeWorld(const PyValue &value) {
  return (value.tensor && value.tensor->storage->mayBeWorld) || value.itemsMayBeWorld ||
         llvm::any_of(value.elements, [&](const PyValue &element) { return mayBeWorld(element); });
}

/// Whether a tensor in the value may not be contiguous.
bool Functionalizer::mayBeStrided(const PyValue &value) {
  return (value.tensor && value.tensor->strided) || value.itemsMayBeStrided ||
         llvm::any_of(value.elements, mayBeStrided);
}

/// Marks the tensors of a merged value with what those that it may be are.
void Functionalizer::describeMerged(PyValue &merged, bool world, Layout layout) {
  if (merged.tensor) {
    merged.tensor->storage->mayBeWorld = world;
    merged.tensor->strided = layout != Layout::Contiguous;
    merged.tensor->mayBePart = layout == Layout::Part;
    if (layout != Layout::Known && layout != Layout::Part)
      merged.tensor->strides.clear();
  }
  if (merged.isOpenList) {
    merged.itemsMayBeWorld = world;
    merged.itemsMayBeStrided = layout != Layout::Contiguous;
  }
  for (PyValue &element : merged.elements)
    describeMerged(element, world, layout);
}

//===----------------------------------------------------------------------===//
// Storages through region boundaries
//===----------------------------------------------------------------------===//

Functionalizer::Snapshot Functionalizer::save() {
  Snapshot snapshot;
  for (const std::unique_ptr<Storage> &storage : storages)
    snapshot.storages.push_back(*storage);
  return snapshot;
}

void Functionalizer::restore(const Snapshot &snapshot) {
  for (auto [storage, saved] : llvm::zip(storages, snapshot.storages)) {
    bool frozen = storage->frozen;
    *storage = saved;
    storage->frozen |= frozen;
  }
}

SmallVector<Storage *> Functionalizer::changedSince(const Snapshot &snapshot) {
  SmallVector<Storage *> changed;
  for (auto [storage, saved] : llvm::zip(storages, snapshot.storages))
    if (storage->value != saved.value)
      changed.push_back(storage.get());
  return changed;
}

/// Whether `inner` lies in `region`. Either may be under a region that has no
/// op yet, which Region::isAncestor does not expect.
static bool isInside(Region &region, Region *inner) {
  while (inner && inner != &region) {
    Operation *op = inner->getParentOp();
    inner = op ? op->getParentRegion() : nullptr;
  }
  return inner != nullptr;
}

/// Forgets what views showed inside a region.
void Functionalizer::dropCaches(Region &region) {
  for (std::unique_ptr<Tensor> &tensor : tensors)
    if (tensor->cached && isInside(region, tensor->cached.getParentRegion()))
      tensor->cached = {};
}

/// States are read in front of the region op, where all of it sees them.
LogicalResult Functionalizer::readStatesInside(Operation *op) {
  return failure(op->walk([&](ReadStateOp read) { return WalkResult(convertReadState(read)); }).wasInterrupted());
}

/// After a region op: the storages that it wrote hold its results.
void Functionalizer::takeResults(ArrayRef<Storage *> written, ValueRange results) {
  for (auto [storage, value] : llvm::zip(written, results)) {
    storage->earlier.push_back(storage->value);
    storage->value = value;
    ++storage->writes;
  }
}
