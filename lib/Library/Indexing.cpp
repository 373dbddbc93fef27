//===- Indexing.cpp - tensor[key], and elements chosen by index -----------===//

#include "Selection.h"
#include "Sizes.h"
#include "Table.h"
#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "janus/Dialect/NN/IR/NN.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

namespace {
/// An index tensor of a key: it replaces `span` dimensions from `dim` on, into
/// which, in row-major order, it points.
struct Index {
  int64_t dim, span;
  Value places;
};

/// A key taken apart: a window of the tensor, the sizes its basic parts leave,
/// and the index tensors, by dimensions of those sizes.
struct Key {
  SmallVector<Operand> offsets, lengths;
  SmallVector<int64_t> steps;
  SmallVector<Operand> sizes;
  SmallVector<Index> indices;
  /// Whether dimensions fall away or are put in; as many of one as of the other leave the rank as it was.
  bool reshapes = false;
  /// Numbers, and those that come before all else.
  size_t numbers = 0, leading = 0;
};
} // namespace

static bool isEllipsis(const Operand &item) {
  return item.isConstant() && isa_and_nonnull<imperative::EllipsisAttr>(item.getConstant());
}

static bool isMask(const Operand &item) {
  return item.isTensor() && Emitter::elementType(item.getValue()).isInteger(1);
}

/// How many dimensions of the tensor an item of a key takes.
static int64_t dimensionsTaken(const Operand &item) {
  if (isMask(item))
    return Emitter::tensorType(item.getValue()).getRank();
  return !item.isNone() && !isEllipsis(item);
}

/// A tensor of ints without dimensions stands for the int, in slices, too.
static Operand asNumber(Emitter &emitter, const Operand &item) {
  if (item.isSlice()) {
    std::vector<Operand> parts;
    for (const Operand &part : item.getElements())
      parts.push_back(asNumber(emitter, part));
    return Operand(std::move(parts), Operand::SequenceKind::Slice);
  }
  if (!item.isTensor())
    return item;
  RankedTensorType type = Emitter::tensorType(item.getValue());
  if (type.getRank() != 0 || !type.getElementType().isSignlessInteger() || type.getElementType().isInteger(1))
    return item;
  Value element = emitter.create<tensor::ExtractOp>(item.getValue(), ValueRange());
  if (!type.getElementType().isInteger(64))
    element = emitter.create<arith::ExtSIOp>(emitter.builder.getI64Type(), element);
  return Operand(element);
}

/// Assumes lhs <= rhs.
static LogicalResult assumeOrder(Emitter &emitter, const Operand &lhs, const Operand &rhs, StringRef what) {
  return assumeAtLeast(emitter, emitter.sub(rhs, lhs), 0, what);
}

/// An int between 0 and `limit`: what is below counts from the end, what is outside is cut.
static Operand clampToSize(Emitter &emitter, const Operand &number, const Operand &limit) {
  Value zero = emitter.toI64(emitter.integer(0)), size = emitter.toI64(limit), position = emitter.toI64(number);
  Value isNegative = emitter.create<arith::CmpIOp>(arith::CmpIPredicate::slt, position, zero);
  Value fromEnd = emitter.create<arith::AddIOp>(position, size);
  position = emitter.create<arith::SelectOp>(isNegative, fromEnd, position);
  position = emitter.create<arith::MaxSIOp>(position, zero);
  return Operand(emitter.create<arith::MinSIOp>(position, size).getResult());
}

/// A bound of a slice: counted from the end if negative, and cut to the size. Where it is known and the size is not, or
/// the other way round, it is assumed to lie inside.
static FailureOr<Operand> sliceBound(Emitter &emitter, const Operand &bound, const Operand &size,
                                     const Operand &missing) {
  if (bound.isNone())
    return missing;
  if (!bound.isNumber() || (bound.isValue() ? isa<FloatType>(bound.getValue().getType()) : !emitter.asInt(bound)))
    return emitter.fail("a slice's bounds must be ints");
  std::optional<int64_t> value = emitter.asInt(bound), extent = emitter.asInt(size);
  if (value && extent) {
    int64_t wrapped = *value < 0 ? *value + *extent : *value;
    return emitter.integer(std::clamp<int64_t>(wrapped, 0, *extent));
  }
  if (!value && !extent)
    return clampToSize(emitter, bound, size);
  Operand position = value && *value < 0 ? emitter.add(size, bound) : bound;
  if (failed(assumeAtLeast(emitter, position, 0, "a slice starts inside the tensor")) ||
      failed(assumeOrder(emitter, position, size, "a slice ends inside the tensor")))
    return failure();
  return position;
}

static LogicalResult addSlice(Emitter &emitter, Key &key, const Operand &slice, const Operand &size) {
  ArrayRef<Operand> parts = slice.getElements();
  int64_t step = 1;
  if (!parts[2].isNone()) {
    FailureOr<int64_t> given = emitter.requireInt(parts[2], "a slice's step");
    if (failed(given))
      return failure();
    step = *given;
  }
  if (step <= 0)
    return emitter.fail("slice step must be positive");
  FailureOr<Operand> start = sliceBound(emitter, parts[0], size, emitter.integer(0)),
                     stop = sliceBound(emitter, parts[1], size, size);
  if (failed(start) || failed(stop))
    return failure();
  auto isKnown = [&](const Operand &bound) { return bound.isNone() || emitter.asInt(bound); };
  Operand length = emitter.sub(*stop, *start);
  if (std::optional<int64_t> known = emitter.asInt(length))
    length = emitter.integer(std::max<int64_t>(*known, 0));
  else if (emitter.asInt(*start) != 0 && !emitter.asInt(size) && !(isKnown(parts[0]) && isKnown(parts[1])))
    length =
        Operand(emitter.create<arith::MaxSIOp>(emitter.toI64(length), emitter.toI64(emitter.integer(0))).getResult());
  else if (emitter.asInt(*start) != 0 &&
           failed(assumeAtLeast(emitter, length, 0, "a slice does not end before it starts")))
    return failure();
  if (step != 1)
    length = emitter.div(emitter.add(length, emitter.integer(step - 1)), emitter.integer(step));
  key.offsets.push_back(*start);
  key.lengths.push_back(length);
  key.steps.push_back(step);
  key.sizes.push_back(length);
  return success();
}

static LogicalResult addInt(Emitter &emitter, Key &key, const Operand &index, const Operand &size) {
  std::optional<int64_t> value = emitter.asInt(index);
  Operand position = value && *value < 0 ? emitter.add(size, index) : index;
  if (failed(assumeAtLeast(emitter, position, 0, "index is out of bounds")) ||
      failed(assumeOrder(emitter, emitter.add(position, emitter.integer(1)), size, "index is out of bounds")))
    return failure();
  key.leading += key.numbers == key.lengths.size();
  ++key.numbers;
  key.offsets.push_back(position);
  key.lengths.push_back(emitter.integer(1));
  key.steps.push_back(1);
  key.reshapes = true;
  return success();
}

/// Indices counted from the start, assumed to be inside.
static FailureOr<Value> wrappedIndices(Emitter &emitter, Value index, const Operand &size) {
  if (Emitter::elementType(index).isInteger(1) || Emitter::isFloat(index))
    return emitter.fail("an index tensor that is not of integers");
  index = emitter.cast(index, emitter.builder.getI64Type());
  FailureOr<SmallVector<Value>> values =
      emitter.elementwise({Operand(index), size, emitter.integer(0)}, emitter.builder.getI64Type());
  if (failed(values))
    return failure();
  FailureOr<Value> negative = emitter.op<nn::CompareOp>(nn::CompareKind::Lt, (*values)[0], (*values)[2]),
                   shifted = emitter.op<nn::AddOp>((*values)[0], (*values)[1]);
  if (failed(negative) || failed(shifted))
    return failure();
  FailureOr<Value> wrapped = emitter.op<nn::SelectOp>(*negative, *shifted, (*values)[0]);
  if (failed(wrapped))
    return failure();
  FailureOr<Value> low = emitter.op<nn::CompareOp>(nn::CompareKind::Ge, *wrapped, (*values)[2]),
                   high = emitter.op<nn::CompareOp>(nn::CompareKind::Lt, *wrapped, (*values)[1]);
  if (failed(low) || failed(high))
    return failure();
  FailureOr<Value> inside = emitter.op<nn::AndOp>(*low, *high);
  if (failed(inside) || failed(emitter.assumeAll(*inside, "indices are inside the tensor")))
    return failure();
  return wrapped;
}

/// A mask over dimensions from `dim` on: the places where it is true.
static LogicalResult addMask(Emitter &emitter, Key &key, Value self, int64_t dim, Value mask) {
  int64_t rank = Emitter::tensorType(mask).getRank();
  if (rank == 0)
    return emitter.fail("a mask without dimensions");
  Operand all({emitter.none(), emitter.none(), emitter.none()}, Operand::SequenceKind::Slice);
  int64_t first = key.sizes.size();
  for (int64_t i = 0; i < rank; ++i) {
    Operand size = emitter.size(self, dim + i);
    if (failed(emitter.assumeEqual(emitter.size(mask, i), size, "a mask has the shape of what it chooses from")) ||
        failed(addSlice(emitter, key, all, size)))
      return failure();
  }
  FailureOr<Value> places = flatPlacesOf(emitter, mask);
  if (failed(places))
    return failure();
  key.indices.push_back({first, rank, *places});
  return success();
}

/// Takes a key apart: ints, slices, None, ... and integer tensors.
static FailureOr<Key> keyOf(Emitter &emitter, Value self, const Operand &operand) {
  SmallVector<Operand> items = {operand};
  if (operand.isSequence() && operand.getSequenceKind() == Operand::SequenceKind::Tuple)
    items.assign(operand.getElements().begin(), operand.getElements().end());
  else if (auto array = operand.isConstant() ? dyn_cast_or_null<ArrayAttr>(operand.getConstant()) : ArrayAttr())
    items.assign(array.begin(), array.end());
  for (Operand &item : items)
    item = asNumber(emitter, item);
  // 1. `...` stands for the dimensions that are left over; so does the end.
  int64_t rank = Emitter::tensorType(self).getRank(), taken = 0;
  for (const Operand &item : items)
    taken += dimensionsTaken(item);
  if (llvm::count_if(items, isEllipsis) > 1)
    return emitter.fail("an index can only have a single ellipsis ('...')");
  if (taken > rank)
    return emitter.fail("too many indices for tensor of dimension " + Twine(rank));
  Operand all({emitter.none(), emitter.none(), emitter.none()}, Operand::SequenceKind::Slice);
  auto *ellipsis = llvm::find_if(items, isEllipsis);
  size_t place = ellipsis - items.begin();
  if (ellipsis != items.end())
    items.erase(ellipsis);
  // SmallVector inserts nothing by moving what is behind onto itself, and a vector is empty after that.
  if (rank != taken)
    items.insert(items.begin() + place, rank - taken, all);
  // 2. One item after the other.
  Key key;
  int64_t dim = 0;
  for (const Operand &item : items) {
    if (item.isNone()) {
      key.sizes.push_back(emitter.integer(1));
      key.reshapes = true;
      continue;
    }
    if (isMask(item)) {
      if (failed(addMask(emitter, key, self, dim, item.getValue())))
        return failure();
      dim += dimensionsTaken(item);
      continue;
    }
    Operand size = emitter.size(self, dim++);
    if (item.isSlice()) {
      if (failed(addSlice(emitter, key, item, size)))
        return failure();
    } else if (item.isTensor()) {
      FailureOr<Value> index = wrappedIndices(emitter, item.getValue(), size);
      if (failed(index))
        return failure();
      key.indices.push_back({int64_t(key.sizes.size()), 1, *index});
      if (failed(addSlice(emitter, key, all, size)))
        return failure();
    } else if (item.isNumber() && !(item.isConstant() && isa<BoolAttr, FloatAttr>(item.getConstant()))) {
      if (failed(addInt(emitter, key, item, size)))
        return failure();
    } else {
      return emitter.fail("a key that is not made of ints, slices, None, ... and integer tensors");
    }
  }
  return key;
}

/// The window of a key, without index tensors.
static FailureOr<Value> window(Emitter &emitter, Value self, const Key &key) {
  bool whole = true;
  // Numbers, then one range: rows that lie behind each other, as the tensor's do.
  bool isRows = key.numbers == key.leading && key.sizes.size() + key.leading == key.lengths.size();
  for (auto [dim, pair] : llvm::enumerate(llvm::zip(key.offsets, key.lengths))) {
    bool wholeDim = key.steps[dim] == 1 && emitter.asInt(std::get<0>(pair)) == 0 &&
                    sameSize(emitter, std::get<1>(pair), emitter.size(self, dim));
    whole &= wholeDim;
    isRows &= wholeDim || (dim <= key.leading && key.steps[dim] == 1);
  }
  FailureOr<Value> result = self;
  if (!whole)
    result = emitter.op<nn::SliceOp>(self, ArrayRef<OpFoldResult>(emitter.toFoldResults(key.offsets)),
                                     ArrayRef<OpFoldResult>(emitter.toFoldResults(key.lengths)),
                                     ArrayRef<int64_t>(key.steps));
  if (failed(result))
    return failure();
  auto note = [&](Value window) {
    if (!whole)
      (isRows ? emitter.rows : emitter.strided).push_back(window);
  };
  note(*result);
  if (!key.reshapes)
    return result;
  FailureOr<Value> shaped =
      emitter.op<nn::ReshapeOp>(*result, ArrayRef<OpFoldResult>(emitter.toFoldResults(key.sizes)));
  if (succeeded(shaped))
    note(*shaped);
  return shaped;
}

namespace {
/// Index tensors of adjacent dimensions as one: a list of places in the
/// dimensions merged, and the shape that the list stands for.
struct Places {
  int64_t dim, span;
  Value list;
  SmallVector<Operand> shape;
};
} // namespace

static FailureOr<Places> mergeIndices(Emitter &emitter, ArrayRef<Operand> sizes, ArrayRef<Index> indices) {
  int64_t first = indices.front().dim, next = first;
  for (const Index &index : indices) {
    if (index.dim != next)
      return emitter.fail("index tensors that are not in adjacent dimensions");
    next += index.span;
  }
  SmallVector<Value> tensors = llvm::map_to_vector(indices, [](const Index &index) { return index.places; });
  if (failed(emitter.broadcast(tensors)))
    return failure();
  // The place in row-major order.
  FailureOr<Value> place = tensors.front();
  for (size_t i = 1; i < indices.size(); ++i) {
    Operand length = emitter.product(sizes.slice(indices[i].dim, indices[i].span));
    FailureOr<SmallVector<Value>> values = emitter.elementwise({Operand(*place), length}, emitter.builder.getI64Type());
    if (failed(values))
      return failure();
    FailureOr<Value> row = emitter.op<nn::MulOp>((*values)[0], (*values)[1]);
    if (failed(row) || failed(place = emitter.op<nn::AddOp>(*row, tensors[i])))
      return failure();
  }
  SmallVector<Operand> shape = emitter.sizes(*place);
  FailureOr<Value> list = emitter.reshape(*place, {emitter.product(shape)});
  if (failed(list))
    return failure();
  return Places{first, next - first, *list, shape};
}

/// Sizes with those of the merged dimensions replaced.
static SmallVector<Operand> replaceSizes(ArrayRef<Operand> sizes, const Places &places, ArrayRef<Operand> by) {
  SmallVector<Operand> result(sizes.take_front(places.dim));
  result.append(by.begin(), by.end());
  llvm::append_range(result, sizes.drop_front(places.dim + places.span));
  return result;
}

/// Elements at index tensors that replace adjacent dimensions.
static FailureOr<Value> gatherAdjacent(Emitter &emitter, Value self, ArrayRef<Index> indices) {
  SmallVector<Operand> sizes = emitter.sizes(self);
  FailureOr<Places> places = mergeIndices(emitter, sizes, indices);
  if (failed(places))
    return failure();
  Operand merged = emitter.product(ArrayRef(sizes).slice(places->dim, places->span));
  FailureOr<Value> flat = emitter.reshape(self, replaceSizes(sizes, *places, merged));
  if (failed(flat))
    return failure();
  FailureOr<Value> chosen =
      emitter.op<nn::IndexSelectOp>(*flat, places->list, emitter.builder.getI64IntegerAttr(places->dim));
  if (failed(chosen))
    return failure();
  return emitter.reshape(*chosen, replaceSizes(sizes, *places, places->shape));
}

/// The reverse: `self` with other elements there.
static FailureOr<Value> scatterAdjacent(Emitter &emitter, Value self, ArrayRef<Index> indices, Value value) {
  SmallVector<Operand> sizes = emitter.sizes(self);
  FailureOr<Places> places = mergeIndices(emitter, sizes, indices);
  if (failed(places))
    return failure();
  Operand merged = emitter.product(ArrayRef(sizes).slice(places->dim, places->span));
  SmallVector<Operand> shape = replaceSizes(sizes, *places, places->shape);
  // Leading dimensions of size 1 that the window does not have fall away.
  SmallVector<Operand> given = emitter.sizes(value);
  while (given.size() > shape.size() && emitter.asInt(given.front()) == 1)
    given.erase(given.begin());
  FailureOr<Value> flat = emitter.reshape(self, replaceSizes(sizes, *places, merged)),
                   values = emitter.reshape(value, given);
  if (failed(flat) || failed(values) || failed(values = emitter.broadcastTo(*values, shape)) ||
      failed(values = emitter.reshape(*values, replaceSizes(sizes, *places, emitter.size(places->list, 0)))))
    return failure();
  FailureOr<Value> put =
      emitter.op<nn::IndexPutOp>(*values, *flat, places->list, emitter.builder.getI64IntegerAttr(places->dim));
  if (failed(put))
    return failure();
  return emitter.reshape(*put, sizes);
}

static Failable emitGetItem(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "self");
  if (failed(self))
    return failure();
  FailureOr<Key> key = keyOf(emitter, *self, operands[1]);
  if (failed(key))
    return failure();
  FailureOr<Value> result = window(emitter, *self, *key);
  if (failed(result))
    return failure();
  if (!key->indices.empty()) {
    emitter.aliasing = Aliasing::Fresh;
    emitter.strided.clear();
    result = gatherAdjacent(emitter, *result, key->indices);
  }
  return failed(result) ? Failable(failure()) : Failable(Operand(*result));
}

static Failable emitSelect(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "input");
  FailureOr<int64_t> dim = emitter.requireInt(operands[1], "dim");
  if (failed(self) || failed(dim) || failed(dim = emitter.wrapDim(*dim, Emitter::tensorType(*self).getRank())))
    return failure();
  Operand all({emitter.none(), emitter.none(), emitter.none()}, Operand::SequenceKind::Slice);
  std::vector<Operand> key(*dim, all);
  key.push_back(operands[2]);
  return emitGetItem(emitter, {operands[0], Operand(std::move(key))});
}

/// self[key] = value
static Failable emitSetItem(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "self");
  if (failed(self))
    return failure();
  Type type = Emitter::elementType(*self);
  FailureOr<Value> value = emitter.toTensor(operands[2], type);
  if (failed(value))
    return failure();
  // A mask chooses elements that a number is written to.
  if (isMask(operands[1]) && Emitter::tensorType(*value).getRank() == 0 &&
      Emitter::tensorType(operands[1].getValue()).getRank() == Emitter::tensorType(*self).getRank()) {
    const Function *fill = lookup(emitter.getContext(), "torch.masked_fill");
    Failable filled = fill->emit(emitter, operands);
    if (failed(filled) || failed(emitInplace(emitter, operands[0], *filled)))
      return failure();
    emitter.aliasing = Aliasing::Fresh;
    return emitter.none();
  }
  FailureOr<Key> key = keyOf(emitter, *self, operands[1]);
  if (failed(key))
    return failure();
  if (!key->indices.empty()) {
    FailureOr<Value> part = window(emitter, *self, *key);
    emitter.strided.clear();
    if (failed(part) || failed(value = scatterAdjacent(emitter, *part, key->indices, *value)))
      return failure();
  }
  // Leading dimensions of size 1 that the window does not have fall away.
  SmallVector<Operand> sizes = emitter.sizes(*value);
  while (sizes.size() > key->sizes.size() && emitter.asInt(sizes.front()) == 1)
    sizes.erase(sizes.begin());
  if (failed(value = emitter.reshape(*value, sizes)) || failed(value = emitter.broadcastTo(*value, key->sizes)) ||
      failed(value = emitter.reshape(*value, key->lengths)))
    return failure();
  FailureOr<Value> result = emitter.op<nn::SliceScatterOp>(
      *value, *self, ArrayRef<OpFoldResult>(emitter.toFoldResults(key->offsets)), ArrayRef<int64_t>(key->steps));
  if (failed(result))
    return failure();
  emitter.update(0, *result);
  return emitter.none();
}

/// embedding(input, weight, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse)
static Failable emitEmbedding(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> index = emitter.requireTensor(operands[0], "input"),
                   weight = emitter.requireTensor(operands[1], "weight");
  FailureOr<bool> byFrequency = emitter.requireBool(operands[5], "scale_grad_by_freq"),
                  sparse = emitter.requireBool(operands[6], "sparse");
  if (failed(index) || failed(weight) || failed(byFrequency) || failed(sparse))
    return failure();
  if (!operands[3].isNone() || *byFrequency || *sparse)
    return emitter.fail("embedding with max_norm, scale_grad_by_freq or sparse");
  if (Emitter::tensorType(*weight).getRank() != 2)
    return emitter.fail("'weight' must be 2-D");
  Type type = Emitter::elementType(*index);
  if (!type.isInteger(64) && !type.isInteger(32))
    return emitter.fail("embedding indices must be int32 or int64");
  FailureOr<SmallVector<Value>> values =
      emitter.elementwise({Operand(*index), emitter.integer(0), emitter.size(*weight, 0)}, type);
  if (failed(values))
    return failure();
  FailureOr<Value> low = emitter.op<nn::CompareOp>(nn::CompareKind::Ge, (*values)[0], (*values)[1]),
                   high = emitter.op<nn::CompareOp>(nn::CompareKind::Lt, (*values)[0], (*values)[2]);
  if (failed(low) || failed(high))
    return failure();
  FailureOr<Value> inside = emitter.op<nn::AndOp>(*low, *high);
  if (failed(inside) || failed(emitter.assumeAll(*inside, "embedding indices are rows of the weight")))
    return failure();
  emitter.contiguousResult = true;
  FailureOr<Value> rows = emitter.op<nn::EmbeddingOp>(*weight, *index);
  if (failed(rows) || operands[2].isNone())
    return failed(rows) ? Failable(failure()) : Failable(Operand(*rows));
  // Rows of the padding index get no gradient.
  FailureOr<int64_t> padding = emitter.requireInt(operands[2], "padding_idx");
  if (failed(padding))
    return failure();
  std::optional<int64_t> count = emitter.asInt(emitter.size(*weight, 0));
  if (!count)
    return emitter.fail("padding_idx of a weight of unknown size");
  Operand wrapped = emitter.integer(*padding < 0 ? *padding + *count : *padding);
  SmallVector<Operand> sizes = emitter.sizes(*index);
  sizes.push_back(emitter.integer(1));
  FailureOr<Value> column = emitter.op<nn::ReshapeOp>(*index, ArrayRef<OpFoldResult>(emitter.toFoldResults(sizes)));
  FailureOr<Value> detached = emitter.op<nn::DetachOp>(*rows);
  if (failed(column) || failed(detached))
    return failure();
  FailureOr<SmallVector<Value>> compared = emitter.elementwise({Operand(*column), wrapped}, type);
  if (failed(compared))
    return failure();
  FailureOr<Value> padded = emitter.op<nn::CompareOp>(nn::CompareKind::Eq, (*compared)[0], (*compared)[1]);
  if (failed(padded) || failed(padded = emitter.broadcastTo(*padded, emitter.sizes(*rows))))
    return failure();
  return emitter.emit<nn::SelectOp>(*padded, *detached, *rows);
}

static Failable emitIndexSelect(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "input"),
                   index = emitter.requireTensor(operands[2], "index");
  FailureOr<int64_t> dim = emitter.requireInt(operands[1], "dim");
  if (failed(self) || failed(index) || failed(dim) ||
      failed(dim = emitter.wrapDim(*dim, Emitter::tensorType(*self).getRank())))
    return failure();
  if (Emitter::tensorType(*index).getRank() != 1 || Emitter::tensorType(*self).getRank() == 0)
    return emitter.fail("index_select needs an index of one dimension");
  FailureOr<Value> wrapped = wrappedIndices(emitter, *index, emitter.size(*self, *dim));
  if (failed(wrapped))
    return failure();
  emitter.contiguousResult = true;
  return emitter.emit<nn::IndexSelectOp>(*self, *wrapped, emitter.builder.getI64IntegerAttr(*dim));
}

/// gather(input, dim, index)
static Failable emitGather(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "input"),
                   index = emitter.requireTensor(operands[2], "index");
  FailureOr<int64_t> dim = emitter.requireInt(operands[1], "dim");
  int64_t rank = succeeded(self) ? Emitter::tensorType(*self).getRank() : 0;
  if (failed(self) || failed(index) || failed(dim) || failed(dim = emitter.wrapDim(*dim, rank)))
    return failure();
  if (Emitter::tensorType(*index).getRank() != rank || rank == 0 || !Emitter::elementType(*index).isInteger(64))
    return emitter.fail("gather needs an int64 index with as many dimensions as the input");
  for (int64_t other = 0; other < rank; ++other)
    if (other != *dim && failed(assumeOrder(emitter, emitter.size(*index, other), emitter.size(*self, other),
                                            "gather's index is not larger than its input")))
      return failure();
  FailureOr<Value> wrapped = wrappedIndices(emitter, *index, emitter.size(*self, *dim));
  if (failed(wrapped))
    return failure();
  emitter.contiguousResult = true;
  return emitter.emit<nn::GatherOp>(*self, *wrapped, emitter.builder.getI64IntegerAttr(*dim));
}

/// one_hot(tensor, num_classes)
static Failable emitOneHot(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "tensor");
  FailureOr<int64_t> classes = emitter.requireInt(operands[1], "num_classes");
  if (failed(self) || failed(classes))
    return failure();
  if (*classes <= 0 || !Emitter::elementType(*self).isInteger(64))
    return emitter.fail("one_hot needs int64 classes and a positive num_classes");
  SmallVector<Operand> sizes = emitter.sizes(*self);
  sizes.push_back(emitter.integer(1));
  FailureOr<Value> column = emitter.op<nn::ReshapeOp>(*self, ArrayRef<OpFoldResult>(emitter.toFoldResults(sizes)));
  FailureOr<Value> numbers =
      emitter.op<nn::IotaOp>(emitter.toI64(emitter.integer(0)), emitter.toI64(emitter.integer(1)),
                             OpFoldResult(emitter.builder.getIndexAttr(*classes)));
  if (failed(column) || failed(numbers))
    return failure();
  FailureOr<SmallVector<Value>> values = emitter.elementwise({Operand(*column), Operand(*numbers)});
  FailureOr<SmallVector<Value>> bounds =
      emitter.elementwise({operands[0], emitter.integer(0), operands[1]}, emitter.builder.getI64Type());
  if (failed(values) || failed(bounds))
    return failure();
  FailureOr<Value> low = emitter.op<nn::CompareOp>(nn::CompareKind::Ge, (*bounds)[0], (*bounds)[1]),
                   high = emitter.op<nn::CompareOp>(nn::CompareKind::Lt, (*bounds)[0], (*bounds)[2]);
  if (failed(low) || failed(high))
    return failure();
  FailureOr<Value> inside = emitter.op<nn::AndOp>(*low, *high);
  if (failed(inside) || failed(emitter.assumeAll(*inside, "one_hot's values are classes")))
    return failure();
  FailureOr<Value> equal = emitter.op<nn::CompareOp>(nn::CompareKind::Eq, (*values)[0], (*values)[1]);
  return failed(equal) ? Failable(failure()) : Failable(Operand(emitter.cast(*equal, emitter.builder.getI64Type())));
}

void library::addIndexing(Table &table) {
  table.add("torch.Tensor.__getitem__", "(self, key)", emitGetItem).view();
  table.add("torch.Tensor.__setitem__", "(self, key, value)", emitSetItem);
  table.add("torch.select", "(input, dim, index)", emitSelect)
      .view()
      .alias("torch.Tensor.select", "(self, dim, index)");
  table.add("torch.index_select", "(input, dim, index)", emitIndexSelect)
      .alias("torch.Tensor.index_select", "(self, dim, index)");
  table.add("torch.gather", "(input, dim, index, *, sparse_grad=False)", emitGather)
      .alias("torch.Tensor.gather", "(self, dim, index)");
  table.add("torch.nn.functional.embedding",
            "(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False)",
            emitEmbedding);
  table.add("torch.nn.functional.one_hot", "(tensor, num_classes=-1)", emitOneHot);
}
