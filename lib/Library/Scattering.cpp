//===- Scattering.cpp - elements put to places given by indices -----------===//

#include "Formula.h"
#include "Sizes.h"
#include "Table.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

/// Assumes that indices are inside a dimension; negative ones counted from the end where `wraps`.
static Formula checkedIndex(const Formula &index, const Operand &size, bool wraps) {
  if (index.isFailed())
    return index;
  Emitter &emitter = *index.emitter;
  if (!index.type().isInteger(64) && !index.type().isInteger(32))
    return index.failure("an index must be of int64 or int32");
  Formula wide = index.cast(emitter.builder.getI64Type()), extent(emitter, size);
  if (wraps)
    wide = select(wide < 0, wide + extent, wide);
  Formula inside = (wide >= 0) & (wide < extent);
  if (inside.isFailed() || failed(emitter.assumeAll(inside.value(), "indices are inside the tensor")))
    return Formula(emitter, Failable(failure()));
  return wide;
}

namespace {
/// What a scatter works on, 0-d tensors made vectors.
struct Scatter {
  Formula x, index;
  int64_t dim;
  bool isScalar;
};
} // namespace

/// The operands of a scatter, the index as it is given.
static FailureOr<Scatter> vectorized(Emitter &emitter, const Operand &input, const Operand &dimension,
                                     const Operand &indices) {
  Formula x = tensorOf(emitter, input), index = tensorOf(emitter, indices, "index");
  FailureOr<int64_t> dim = emitter.requireInt(dimension, "dim");
  if (x.isFailed() || index.isFailed() || failed(dim) || failed(dim = emitter.wrapDim(*dim, x.rank())))
    return failure();
  bool isScalar = x.rank() == 0;
  if (isScalar)
    x = x.unsqueeze(0);
  if (index.rank() == 0)
    index = index.unsqueeze(0);
  if (x.isFailed() || index.isFailed())
    return failure();
  return Scatter{x, index, *dim, isScalar};
}

static FailureOr<Scatter> scatterOf(Emitter &emitter, const Operand &input, const Operand &dimension,
                                    const Operand &indices) {
  FailureOr<Scatter> given = vectorized(emitter, input, dimension, indices);
  if (failed(given))
    return failure();
  auto &[x, index, dim, isScalar] = *given;
  if (x.rank() != index.rank())
    return emitter.fail("Index tensor must have the same number of dimensions as self tensor");
  if (!index.type().isInteger(64))
    return emitter.fail("scatter(): Expected dtype int64 for index");
  SmallVector<Operand> sizes = x.sizes(), have = index.sizes();
  for (int64_t other = 0; other < x.rank(); ++other)
    if (other != dim && failed(assumeAtLeast(emitter, emitter.sub(sizes[other], have[other]), 0,
                                             "an index is not larger than the tensor it points into")))
      return failure();
  index = checkedIndex(index, sizes[dim], false);
  if (index.isFailed())
    return failure();
  return given;
}

/// The elements of a source that an index has places for.
static Formula sourceOf(Emitter &emitter, const Operand &operand, const Scatter &scatter) {
  if (!operand.isTensor()) {
    FailureOr<Value> value = emitter.full(scatter.index.sizes(), scatter.x.type(), operand);
    return Formula(emitter, value);
  }
  Formula source = tensorOf(emitter, operand, "src");
  if (!source.isFailed() && source.rank() == 0)
    source = source.unsqueeze(0);
  if (source.isFailed())
    return source;
  if (source.type() != scatter.x.type())
    return source.failure("scatter(): Expected self.dtype to be equal to src.dtype");
  if (source.rank() != scatter.index.rank())
    return source.failure("src must have as many dimensions as index");
  for (auto [dim, wanted] : llvm::enumerate(scatter.index.sizes())) {
    Operand size = source.sizes()[dim];
    if (sameSize(emitter, size, wanted))
      continue;
    if (failed(assumeAtLeast(emitter, emitter.sub(size, wanted), 0, "an index is not larger than its source")))
      return Formula(emitter, Failable(failure()));
    source = source.slice(dim, emitter.integer(0), wanted);
    if (source.isFailed())
      return source;
  }
  return source;
}

static Formula finished(const Formula &result, const Scatter &scatter) {
  return scatter.isScalar ? result.squeeze(0) : result;
}

static Formula scattered(nn::ScatterKind kind, const Scatter &scatter, const Formula &x, const Formula &source) {
  if (source.isFailed() || x.isFailed())
    return source.isFailed() ? source : x;
  Emitter &emitter = *x.emitter;
  return Formula(emitter, emitter.op<nn::ScatterOp>(kind, source.value(), x.value(), scatter.index.value(),
                                                    uint64_t(scatter.dim)));
}

static Formula added(const Scatter &scatter, const Formula &x, const Formula &source) {
  if (source.isFailed() || x.isFailed())
    return source.isFailed() ? source : x;
  Emitter &emitter = *x.emitter;
  return Formula(emitter, emitter.op<nn::ScatterAddOp>(source.value(), x.value(), scatter.index.value(),
                                                       emitter.builder.getI64IntegerAttr(scatter.dim)));
}

/// scatter(input, dim, index, src, value, reduce): `src` may be a number, too.
static Failable emitScatter(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Scatter> scatter = scatterOf(emitter, operands[0], operands[1], operands[2]);
  if (failed(scatter))
    return failure();
  const Operand &given = operands[3].isNone() ? operands[4] : operands[3];
  if (given.isNone())
    return emitter.fail("scatter without a source");
  if (!Emitter::isFloat(scatter->x.value()) && given.isNumber() && !emitter.asInt(given))
    return emitter.fail("a float is scattered into integers");
  Formula source = sourceOf(emitter, given, *scatter);
  std::optional<StringRef> reduction = emitter.asString(operands[5]);
  if (operands[5].isNone())
    return finished(scattered(nn::ScatterKind::Replace, *scatter, scatter->x, source), *scatter);
  if (reduction == "add")
    return finished(added(*scatter, scatter->x, source), *scatter);
  if (reduction == "multiply")
    return finished(scattered(nn::ScatterKind::Multiply, *scatter, scatter->x, source), *scatter);
  return emitter.fail("reduce argument must be either add or multiply");
}

static Failable emitScatterAdd(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Scatter> scatter = scatterOf(emitter, operands[0], operands[1], operands[2]);
  if (failed(scatter))
    return failure();
  if (!operands[3].isTensor())
    return emitter.fail("src must be a tensor");
  return finished(added(*scatter, scatter->x, sourceOf(emitter, operands[3], *scatter)), *scatter);
}

/// Combines elements that meet in one place, and with what is there if it is included.
static Formula combined(const Scatter &scatter, const Formula &source, StringRef reduction, bool includeSelf) {
  Formula x = scatter.x;
  if (source.isFailed())
    return source;
  Emitter &emitter = *x.emitter;
  Formula ones(emitter, emitter.full(scatter.index.sizes(), x.type(), emitter.integer(1)));
  // 1. Where something is put, what was there is replaced by what changes nothing.
  if (!includeSelf) {
    bool isFloat = Emitter::isFloat(x.value());
    double infinity = std::numeric_limits<double>::infinity();
    Operand neutral = reduction == "prod" ? emitter.integer(1) : emitter.integer(0);
    if (reduction == "amax" || reduction == "amin") {
      if (!isFloat)
        return x.failure("the extreme of integers without those that are there");
      neutral = emitter.floating(reduction == "amax" ? -infinity : infinity);
    }
    Formula start(emitter, emitter.full(scatter.index.sizes(), x.type(), neutral));
    x = scattered(nn::ScatterKind::Replace, scatter, x, start);
  }
  // 2. Put them there.
  if (reduction == "sum" || reduction == "mean")
    x = added(scatter, x, source);
  else if (reduction == "prod")
    x = scattered(nn::ScatterKind::Multiply, scatter, x, source);
  else if (reduction == "amax")
    x = scattered(nn::ScatterKind::Maximum, scatter, x, source);
  else if (reduction == "amin")
    x = scattered(nn::ScatterKind::Minimum, scatter, x, source);
  else
    return x.failure("reduce argument must be either sum, prod, mean, amax or amin");
  if (reduction != "mean" || x.isFailed())
    return x;
  // 3. A mean counts them.
  if (!Emitter::isFloat(x.value()))
    return x.failure("the mean of integers");
  Formula counts(emitter, emitter.full(x.sizes(), x.type(), emitter.integer(includeSelf ? 1 : 0)));
  counts = added(scatter, counts, ones);
  return x / select(counts == 0.0, counts.number(1.0), counts);
}

/// scatter_reduce(input, dim, index, src, reduce, *, include_self)
static Failable emitScatterReduce(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Scatter> scatter = scatterOf(emitter, operands[0], operands[1], operands[2]);
  FailureOr<bool> includeSelf = emitter.requireBool(operands[5], "include_self");
  std::optional<StringRef> reduction = emitter.asString(operands[4]);
  if (failed(scatter) || failed(includeSelf))
    return failure();
  if (!reduction || !operands[3].isTensor())
    return emitter.fail("scatter_reduce needs a tensor and the name of a reduction");
  return finished(combined(*scatter, sourceOf(emitter, operands[3], *scatter), *reduction, *includeSelf), *scatter);
}

/// The index of slices along a dimension as one of elements, of the shape of `like`.
static FailureOr<Scatter> slicesOf(Emitter &emitter, const Operand &input, const Operand &dimension,
                                   const Operand &indices) {
  FailureOr<Scatter> given = vectorized(emitter, input, dimension, indices);
  if (failed(given))
    return failure();
  auto &[x, index, dim, isScalar] = *given;
  if (index.rank() != 1)
    return emitter.fail("Index is supposed to be a vector");
  SmallVector<Operand> sizes = x.sizes(), line(sizes.size(), emitter.integer(1));
  index = checkedIndex(index, sizes[dim], true);
  if (index.isFailed())
    return failure();
  line[dim] = sizes[dim] = index.sizes().front();
  index = index.reshape(line).broadcastTo(sizes);
  if (index.isFailed())
    return failure();
  return given;
}

/// The slices that are put somewhere.
static Formula slicesFrom(Emitter &emitter, const Operand &operand, const Scatter &scatter) {
  Formula source = tensorOf(emitter, operand, "source");
  if (source.isFailed())
    return source;
  if (source.type() != scatter.x.type())
    return source.failure("self and source expected to have the same dtype");
  if (source.rank() == 0 && scatter.x.rank() == 1)
    source = source.unsqueeze(0);
  if (source.isFailed() || source.rank() != scatter.index.rank())
    return source.failure("source must have as many dimensions as the tensor it is put into");
  for (auto [have, want] : llvm::zip(source.sizes(), scatter.index.sizes()))
    if (failed(emitter.assumeEqual(have, want, "source has a slice for each index")))
      return Formula(emitter, Failable(failure()));
  return source;
}

/// index_add(input, dim, index, source, *, alpha)
static Failable emitIndexAdd(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Scatter> scatter = slicesOf(emitter, operands[0], operands[1], operands[2]);
  if (failed(scatter))
    return failure();
  Formula source = slicesFrom(emitter, operands[3], *scatter);
  if (source.isFailed())
    return failure();
  if (!Emitter::isFloat(source.value()) && !emitter.asInt(operands[4]))
    return emitter.fail("alpha of integers must be an int");
  if (emitter.asFloat(operands[4]) != 1.0)
    source = source * Formula(emitter, operands[4]);
  return finished(added(*scatter, scatter->x, source), *scatter);
}

static Failable emitIndexCopy(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Scatter> scatter = slicesOf(emitter, operands[0], operands[1], operands[2]);
  if (failed(scatter))
    return failure();
  Formula source = slicesFrom(emitter, operands[3], *scatter);
  return finished(scattered(nn::ScatterKind::Replace, *scatter, scatter->x, source), *scatter);
}

/// index_fill(input, dim, index, value): a number or a tensor of one.
static Failable emitIndexFill(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Scatter> scatter = slicesOf(emitter, operands[0], operands[1], operands[2]);
  if (failed(scatter))
    return failure();
  Formula source(emitter, Failable(failure()));
  if (operands[3].isTensor()) {
    Formula value = tensorOf(emitter, operands[3], "value");
    if (value.isFailed() || value.rank() != 0)
      return emitter.fail("index_fill_ only supports a 0-dimensional value tensor");
    source = value.cast(scatter->x.type()).broadcastTo(scatter->index.sizes());
  } else {
    source = Formula(emitter, emitter.full(scatter->index.sizes(), scatter->x.type(), operands[3]));
  }
  return finished(scattered(nn::ScatterKind::Replace, *scatter, scatter->x, source), *scatter);
}

/// index_reduce(input, dim, index, source, reduce, *, include_self)
static Failable emitIndexReduce(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Scatter> scatter = slicesOf(emitter, operands[0], operands[1], operands[2]);
  FailureOr<bool> includeSelf = emitter.requireBool(operands[5], "include_self");
  std::optional<StringRef> reduction = emitter.asString(operands[4]);
  if (failed(scatter) || failed(includeSelf) || !reduction)
    return emitter.fail("index_reduce needs the name of a reduction");
  return finished(combined(*scatter, slicesFrom(emitter, operands[3], *scatter), *reduction, *includeSelf), *scatter);
}

//===----------------------------------------------------------------------===//
// Of all elements in a row
//===----------------------------------------------------------------------===//

/// take(input, index)
static Failable emitTake(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]), index = tensorOf(emitter, operands[1], "index");
  if (x.isFailed() || index.isFailed())
    return failure();
  if (!index.type().isInteger(64))
    return emitter.fail("take(): Expected a long tensor for index");
  Formula line = x.reshape({emitter.product(x.sizes())});
  if (line.isFailed())
    return failure();
  Formula places = checkedIndex(index, line.sizes().front(), true);
  if (places.isFailed())
    return failure();
  emitter.contiguousResult = true;
  return line.gather(0, places.reshape({emitter.product(index.sizes())})).reshape(index.sizes());
}

/// put(input, index, source, accumulate)
static Failable emitPut(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]), index = tensorOf(emitter, operands[1], "index"),
          source = tensorOf(emitter, operands[2], "source");
  FailureOr<bool> accumulate = emitter.requireBool(operands[3], "accumulate");
  if (x.isFailed() || index.isFailed() || source.isFailed() || failed(accumulate))
    return failure();
  if (!index.type().isInteger(64) || x.type() != source.type())
    return emitter.fail("put needs an int64 index and a source of its dtype");
  Operand count = emitter.product(index.sizes());
  if (failed(emitter.assumeEqual(count, emitter.product(source.sizes()), "put has a source for each index")))
    return failure();
  SmallVector<Operand> sizes = x.sizes();
  Formula line = x.reshape({emitter.product(sizes)});
  if (line.isFailed())
    return failure();
  Formula places = checkedIndex(index, line.sizes().front(), true).reshape({count});
  if (places.isFailed())
    return failure();
  Scatter scatter{line, places, 0, false};
  Formula values = source.reshape({count});
  Formula result =
      *accumulate ? added(scatter, line, values) : scattered(nn::ScatterKind::Replace, scatter, line, values);
  return result.reshape(sizes);
}

/// take_along_dim(input, indices, dim): gather, broadcast but for the dimension.
static Failable emitTakeAlongDim(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]), index = tensorOf(emitter, operands[1], "indices");
  if (x.isFailed() || index.isFailed())
    return failure();
  if (!index.type().isInteger(64))
    return emitter.fail("torch.take_along_dim(): dtype of indices should be Long");
  if (operands[2].isNone()) {
    Formula line = x.reshape({emitter.product(x.sizes())}), places = index.reshape({emitter.product(index.sizes())});
    if (line.isFailed() || places.isFailed())
      return failure();
    return line.gather(0, checkedIndex(places, line.sizes().front(), true));
  }
  FailureOr<int64_t> dim = emitter.requireInt(operands[2], "dim");
  if (failed(dim) || failed(dim = emitter.wrapOwnDim(*dim, x.value())))
    return failure();
  if (x.rank() != index.rank())
    return emitter.fail("torch.take_along_dim(): input and indices should have the same number of dimensions");
  SmallVector<Operand> sizes = x.sizes(), places = index.sizes();
  SmallVector<Operand> one = sizes, other = places;
  one[*dim] = other[*dim] = emitter.integer(1);
  FailureOr<SmallVector<Operand>> common = emitter.broadcastShapes({one, other});
  if (failed(common))
    return failure();
  Operand depth = sizes[*dim], count = places[*dim];
  sizes = places = *common;
  sizes[*dim] = depth;
  places[*dim] = count;
  Formula wide = x.broadcastTo(sizes), chosen = index.broadcastTo(places);
  if (wide.isFailed() || chosen.isFailed())
    return failure();
  emitter.contiguousResult = true;
  return wide.gather(*dim, checkedIndex(chosen, depth, true));
}

/// index_put(input, indices, values, accumulate): index tensors for the leading dimensions.
static Failable emitIndexPut(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]), values = tensorOf(emitter, operands[2], "values");
  FailureOr<bool> accumulate = emitter.requireBool(operands[3], "accumulate");
  if (x.isFailed() || values.isFailed() || failed(accumulate))
    return failure();
  if (!operands[1].isSequence() || x.type() != values.type())
    return emitter.fail("index_put needs a list of indices and values of its dtype");
  // 1. Indices, one for each leading dimension, in one shape.
  SmallVector<Value> tensors;
  SmallVector<Operand> sizes = x.sizes();
  if (operands[1].getElements().empty() || operands[1].getElements().size() > sizes.size())
    return emitter.fail("too many indices for the tensor, or none");
  for (auto [dim, operand] : llvm::enumerate(operands[1].getElements())) {
    Formula index = tensorOf(emitter, operand, "an index");
    if (index.isFailed())
      return failure();
    index = checkedIndex(index, sizes[dim], true);
    if (index.isFailed())
      return failure();
    tensors.push_back(index.value());
  }
  if (failed(emitter.broadcast(tensors)))
    return failure();
  // 2. The place of each element in row-major order.
  SmallVector<Operand> inner(ArrayRef(sizes).drop_front(tensors.size()));
  Formula place(emitter, tensors.front());
  SmallVector<Operand> shape = place.sizes(), all(shape);
  for (size_t i = 1; i < tensors.size(); ++i)
    place = place * Formula(emitter, sizes[i]) + Formula(emitter, tensors[i]);
  Operand slice = emitter.product(inner), count = emitter.product(shape);
  all.append(inner.begin(), inner.end());
  Formula rows = place.reshape({count, emitter.integer(1)});
  Formula line = rows * Formula(emitter, slice) + countTo(emitter, slice);
  Operand total = emitter.mul(count, slice);
  Formula spread = values.broadcastTo(all).reshape({total});
  Formula flat = x.reshape({emitter.product(sizes)}), places = line.reshape({total});
  if (flat.isFailed() || places.isFailed())
    return failure();
  Scatter scatter{flat, places, 0, false};
  Formula result =
      *accumulate ? added(scatter, flat, spread) : scattered(nn::ScatterKind::Replace, scatter, flat, spread);
  return result.reshape(sizes);
}

void library::addScattering(Table &table) {
  table.addWithInplace("scatter", ", dim, index, src=None, value=None, reduce=None", emitScatter);
  table.addWithInplace("scatter_add", ", dim, index, src", emitScatterAdd);
  table.addWithInplace("scatter_reduce", ", dim, index, src, reduce, *, include_self=True", emitScatterReduce);
  table.addWithInplace("index_add", ", dim, index, source, *, alpha=1", emitIndexAdd);
  table.addWithInplace("index_copy", ", dim, index, source", emitIndexCopy);
  table.addWithInplace("index_fill", ", dim, index, value", emitIndexFill);
  table.addWithInplace("index_reduce", ", dim, index, source, reduce, *, include_self=True", emitIndexReduce);
  table.addWithInplace("put", ", index, source, accumulate=False", emitPut);
  table.addWithInplace("index_put", ", indices, values, accumulate=False", emitIndexPut);
  table.add("torch.take", "(input, index)", emitTake).alias("torch.Tensor.take", "(self, index)");
  table.add("torch.take_along_dim", "(input, indices, dim=None)", emitTakeAlongDim)
      .alias("torch.Tensor.take_along_dim", "(self, indices, dim=None)");
}
