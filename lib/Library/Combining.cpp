//===- Combining.cpp - tensors joined, cut and padded ---------------------===//

#include "Sizes.h"
#include "Table.h"
#include "janus/Dialect/NN/IR/NN.h"
#include "janus/Library/Elements.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

/// The tensors of a sequence, in their common dtype.
static FailureOr<SmallVector<Value>> tensorsOf(Emitter &emitter, const Operand &operand) {
  if (!operand.isSequence() || operand.getElements().empty())
    return emitter.fail("expected a non-empty list of tensors");
  FailureOr<Type> type = emitter.resultType(operand.getElements());
  if (failed(type))
    return failure();
  SmallVector<Value> tensors;
  for (const Operand &element : operand.getElements()) {
    FailureOr<Value> tensor = emitter.requireTensor(element, "an element of tensors");
    if (failed(tensor))
      return failure();
    tensors.push_back(emitter.cast(*tensor, *type));
  }
  return tensors;
}

static Failable makeConcat(Emitter &emitter, SmallVector<Value> tensors, int64_t dim) {
  // The other sizes are equal: what is not known is assumed.
  for (Value tensor : ArrayRef(tensors).drop_front())
    for (int64_t other = 0; other < Emitter::tensorType(tensor).getRank(); ++other)
      if (other != dim && failed(emitter.assumeEqual(emitter.size(tensor, other), emitter.size(tensors[0], other),
                                                     "joined tensors have the same size in dimension " + Twine(other))))
        return failure();
  // The result takes over channels-last order, which fewer dimensions do not have.
  emitter.contiguousResult = Emitter::tensorType(tensors.front()).getRank() <= 3;
  return emitter.emit<nn::ConcatOp>(ValueRange(tensors), emitter.builder.getI64IntegerAttr(dim));
}

/// cat, stack of a list of open length: in dimension 0.
static Failable joinElements(Emitter &emitter, const Elements &elements, const Operand &dimension,
                             FailureOr<Value> (*join)(Emitter &, const Elements &)) {
  FailureOr<int64_t> dim = emitter.requireInt(dimension, "dim");
  if (failed(dim))
    return failure();
  if (*dim != 0)
    return emitter.fail("joining a list of open length in another dimension than 0");
  FailureOr<Value> result = join(emitter, elements);
  return failed(result) ? Failable(failure()) : Failable(Operand(*result));
}

static Failable emitCat(Emitter &emitter, ArrayRef<Operand> operands) {
  if (std::optional<Elements> elements = elementsOf(operands[0]))
    return joinElements(emitter, *elements, operands[1], concatElements);
  FailureOr<SmallVector<Value>> tensors = tensorsOf(emitter, operands[0]);
  FailureOr<int64_t> dim = emitter.requireInt(operands[1], "dim");
  if (failed(tensors) || failed(dim))
    return failure();
  int64_t rank = Emitter::tensorType(tensors->front()).getRank();
  if (rank == 0)
    return emitter.fail("zero-dimensional tensor cannot be concatenated");
  for (Value tensor : *tensors)
    if (Emitter::tensorType(tensor).getRank() != rank)
      return emitter.fail("cat of tensors with different numbers of dimensions");
  if (failed(dim = emitter.wrapDim(*dim, rank)))
    return failure();
  return makeConcat(emitter, *tensors, *dim);
}

static Failable emitStack(Emitter &emitter, ArrayRef<Operand> operands) {
  if (std::optional<Elements> elements = elementsOf(operands[0]))
    return joinElements(emitter, *elements, operands[1], stackElements);
  FailureOr<SmallVector<Value>> tensors = tensorsOf(emitter, operands[0]);
  FailureOr<int64_t> dim = emitter.requireInt(operands[1], "dim");
  if (failed(tensors) || failed(dim))
    return failure();
  int64_t rank = Emitter::tensorType(tensors->front()).getRank();
  if (failed(dim = emitter.wrapDim(*dim, rank + 1)))
    return failure();
  for (Value &tensor : *tensors) {
    if (Emitter::tensorType(tensor).getRank() != rank)
      return emitter.fail("stack expects each tensor to be equal size");
    SmallVector<Operand> sizes = emitter.sizes(tensor);
    sizes.insert(sizes.begin() + *dim, emitter.integer(1));
    FailureOr<Value> reshaped = emitter.op<nn::ReshapeOp>(tensor, ArrayRef<OpFoldResult>(emitter.toFoldResults(sizes)));
    if (failed(reshaped))
      return failure();
    tensor = *reshaped;
  }
  Operand first = emitter.size(tensors->front(), *dim);
  return makeConcat(emitter, *tensors, *dim);
}

/// Windows along a dimension, one after the other.
static Failable windows(Emitter &emitter, Value self, int64_t dim, ArrayRef<int64_t> lengths) {
  std::vector<Operand> parts;
  int64_t start = 0;
  for (int64_t length : lengths) {
    FailureOr<Value> part = emitter.slice(self, dim, emitter.integer(start), emitter.integer(length));
    if (failed(part))
      return failure();
    emitter.strided.push_back(*part);
    parts.push_back(Operand(*part));
    start += length;
  }
  return Operand(std::move(parts));
}

/// The tensor, a dimension of known size, and that size.
struct Cut {
  Value self;
  int64_t dim, size;
};
static FailureOr<Cut> cutOf(Emitter &emitter, const Operand &tensor, const Operand &dimension) {
  FailureOr<Value> self = emitter.requireTensor(tensor, "input");
  FailureOr<int64_t> dim = emitter.requireInt(dimension, "dim");
  if (failed(self) || failed(dim) || failed(dim = emitter.wrapDim(*dim, Emitter::tensorType(*self).getRank())))
    return failure();
  std::optional<int64_t> size =
      Emitter::tensorType(*self).getRank() ? emitter.asInt(emitter.size(*self, *dim)) : std::nullopt;
  if (!size)
    return emitter.fail("a tensor is cut along a dimension of unknown size, so the number of parts is not known");
  return Cut{*self, *dim, *size};
}

static SmallVector<int64_t> lengthsOf(int64_t total, int64_t length) {
  SmallVector<int64_t> lengths;
  for (int64_t start = 0; start < total; start += length)
    lengths.push_back(std::min(length, total - start));
  if (lengths.empty())
    lengths.push_back(0);
  return lengths;
}

static Failable emitSplit(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Cut> cut = cutOf(emitter, operands[0], operands[2]);
  if (failed(cut))
    return failure();
  if (std::optional<int64_t> length = emitter.asInt(operands[1])) {
    if (*length <= 0)
      return emitter.fail("split expects split_size be positive");
    return windows(emitter, cut->self, cut->dim, lengthsOf(cut->size, *length));
  }
  FailureOr<SmallVector<int64_t>> lengths = emitter.requireInts(operands[1], "split_size_or_sections");
  if (failed(lengths))
    return failure();
  if (std::accumulate(lengths->begin(), lengths->end(), int64_t(0)) != cut->size)
    return emitter.fail("split_with_sizes expects split_sizes to sum exactly to " + Twine(cut->size));
  return windows(emitter, cut->self, cut->dim, *lengths);
}

static Failable emitChunk(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Cut> cut = cutOf(emitter, operands[0], operands[2]);
  FailureOr<int64_t> chunks = emitter.requireInt(operands[1], "chunks");
  if (failed(cut) || failed(chunks))
    return failure();
  if (*chunks <= 0)
    return emitter.fail("chunk expects `chunks` to be greater than 0");
  int64_t length = (cut->size + *chunks - 1) / *chunks;
  if (length == 0)
    return emitter.fail("chunk of an empty dimension");
  return windows(emitter, cut->self, cut->dim, lengthsOf(cut->size, length));
}

static Failable emitUnbind(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Cut> cut = cutOf(emitter, operands[0], operands[1]);
  if (failed(cut))
    return failure();
  SmallVector<Operand> sizes = emitter.sizes(cut->self);
  sizes.erase(sizes.begin() + cut->dim);
  std::vector<Operand> parts;
  for (int64_t i = 0; i < cut->size; ++i) {
    FailureOr<Value> part = emitter.slice(cut->self, cut->dim, emitter.integer(i), emitter.integer(1));
    if (failed(part) || failed(part = emitter.reshape(*part, sizes)))
      return failure();
    emitter.strided.push_back(*part);
    parts.push_back(Operand(*part));
  }
  return Operand(std::move(parts));
}

/// narrow: `length` elements from `start`.
static Failable emitNarrow(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "input");
  FailureOr<int64_t> dim = emitter.requireInt(operands[1], "dim"), start = emitter.asInt(operands[2]).value_or(0);
  if (!operands[2].isNumber() || !operands[3].isNumber())
    return emitter.fail("narrow needs ints");
  if (failed(self) || failed(dim) || failed(start) || failed(dim = emitter.wrapOwnDim(*dim, *self)))
    return failure();
  if (*start < 0)
    return emitter.fail("narrow from a negative start");
  if (failed(assumeAtLeast(emitter, operands[2], 0, "narrow starts inside the tensor")))
    return failure();
  Operand end = emitter.add(operands[2], operands[3]);
  if (failed(assumeAtLeast(emitter, operands[3], 0, "narrow has a length that is not negative")) ||
      failed(assumeAtLeast(emitter, emitter.sub(emitter.size(*self, *dim), end), 0, "narrow stays inside the tensor")))
    return failure();
  FailureOr<Value> result = emitter.slice(*self, *dim, operands[2], operands[3]);
  if (failed(result))
    return failure();
  emitter.strided.push_back(*result);
  return Operand(*result);
}

/// F.pad with a constant: pairs (before, after) from the last dimension on.
static Failable emitPad(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "input");
  FailureOr<SmallVector<int64_t>> pad = emitter.requireInts(operands[1], "pad");
  if (failed(self) || failed(pad))
    return failure();
  if (std::optional<StringRef> mode = emitter.asString(operands[2]); mode != "constant") {
    if (!mode || !operands[3].isNone())
      return emitter.fail("padding with a value, or in a mode that is not known");
    return emitPadByIndex(emitter, operands[0], *pad, *mode);
  }
  double value = 0;
  if (!operands[3].isNone()) {
    FailureOr<double> given = emitter.requireFloat(operands[3], "value");
    if (failed(given))
      return failure();
    value = *given;
  }
  int64_t rank = Emitter::tensorType(*self).getRank();
  if (pad->size() % 2 || int64_t(pad->size()) > 2 * rank)
    return emitter.fail("padding length must be even and at most twice the number of dimensions of the input");
  SmallVector<int64_t> low(rank, 0), high(rank, 0);
  for (size_t i = 0; i < pad->size() / 2; ++i) {
    low[rank - 1 - i] = (*pad)[2 * i];
    high[rank - 1 - i] = (*pad)[2 * i + 1];
  }
  // Negative padding cuts.
  FailureOr<Value> result = *self;
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t before = std::max<int64_t>(0, -low[dim]), after = std::max<int64_t>(0, -high[dim]);
    if (!before && !after)
      continue;
    Operand length = emitter.sub(emitter.size(*result, dim), emitter.integer(before + after));
    if (failed(assumeAtLeast(emitter, length, 0, "negative padding leaves something")) ||
        failed(result = emitter.slice(*result, dim, emitter.integer(before), length)))
      return failure();
    low[dim] = std::max<int64_t>(0, low[dim]);
    high[dim] = std::max<int64_t>(0, high[dim]);
  }
  Builder &builder = emitter.builder;
  return emitter.emit<nn::PadOp>(*result, builder.getDenseI64ArrayAttr(low), builder.getDenseI64ArrayAttr(high),
                                 builder.getF64FloatAttr(value));
}

/// repeat(*sizes): the tensor as a tile.
static Failable emitRepeat(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "self");
  FailureOr<SmallVector<Operand>> repeats = sizesOf(emitter, operands[1]);
  if (failed(self) || failed(repeats))
    return failure();
  int64_t rank = Emitter::tensorType(*self).getRank(), extra = int64_t(repeats->size()) - rank;
  if (extra < 0)
    return emitter.fail("number of dimensions of repeat dims can not be smaller than number of dimensions of tensor");
  // [a, b] becomes [1, a, 1, b], is repeated in the ones and flattened again.
  SmallVector<Operand> split, repeated, merged;
  for (auto [index, count] : llvm::enumerate(*repeats)) {
    if (failed(assumeAtLeast(emitter, count, 0, "a tensor is repeated a number of times that is not negative")))
      return failure();
    Operand size = int64_t(index) < extra ? emitter.integer(1) : emitter.size(*self, index - extra);
    split.append({emitter.integer(1), size});
    repeated.append({count, size});
    merged.push_back(emitter.mul(count, size));
  }
  FailureOr<Value> result = emitter.reshape(*self, split);
  if (failed(result) || failed(result = emitter.broadcastTo(*result, repeated)) ||
      failed(result = emitter.reshape(*result, merged)))
    return failure();
  emitter.contiguousResult = true;
  return Operand(*result);
}

void library::addCombining(Table &table) {
  table.add("torch.cat", "(tensors, dim=0)", emitCat).alias("torch.concat").alias("torch.concatenate");
  table.add("torch.stack", "(tensors, dim=0)", emitStack);
  auto both = [&](StringRef name, StringRef parameters, EmitFn emit) {
    table.add(("torch." + name).str(), ("(input" + parameters + ")").str(), std::move(emit))
        .view()
        .alias(("torch.Tensor." + name).str(), ("(self" + parameters + ")").str());
  };
  table.add("torch.split", "(tensor, split_size_or_sections, dim=0)", emitSplit).view();
  table.add("torch.Tensor.split", "(self, split_size, dim=0)", emitSplit).view();
  both("chunk", ", chunks, dim=0", emitChunk);
  both("unbind", ", dim=0", emitUnbind);
  both("narrow", ", dim, start, length", emitNarrow);
  table.add("torch.nn.functional.pad", "(input, pad, mode='constant', value=None)", emitPad);
  table.add("torch.constant_pad_nd", "(input, pad, value=0)", [](Emitter &emitter, ArrayRef<Operand> operands) {
    Operand mode(Attribute(emitter.builder.getStringAttr("constant")));
    return emitPad(emitter, {operands[0], operands[1], mode, operands[2]});
  });
  table.add("torch.Tensor.repeat", "(self, *repeats)", emitRepeat);
}
