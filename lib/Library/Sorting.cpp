//===- Sorting.cpp - order, scans and quantiles ---------------------------===//

#include "Formula.h"
#include "Sizes.h"
#include "Table.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

namespace {
/// A tensor and one of its dimensions.
struct Along {
  Formula x;
  int64_t dim;
};
} // namespace

/// The operands of a function along a dimension; a 0-d tensor is one of one element, of which `isScalar` tells.
static FailureOr<Along> alongOf(Emitter &emitter, const Operand &input, const Operand &dimension, bool &isScalar) {
  Formula x = tensorOf(emitter, input);
  FailureOr<int64_t> dim = emitter.requireInt(dimension, "dim");
  if (x.isFailed() || failed(dim) || failed(dim = emitter.wrapDim(*dim, x.rank())))
    return failure();
  isScalar = x.rank() == 0;
  if (isScalar)
    x = x.unsqueeze(0);
  if (x.isFailed())
    return failure();
  return Along{x, *dim};
}

static Formula unscaled(const Formula &x, bool isScalar) { return isScalar ? x.squeeze(0) : x; }

static Formula argsort(const Formula &x, int64_t dim, bool descending) {
  Builder &builder = x.emitter->builder;
  return apply<nn::ArgsortOp>(x, builder.getI64IntegerAttr(dim), descending ? builder.getUnitAttr() : UnitAttr());
}

/// (values, indices), under the name of the class that PyTorch gives.
static Failable pairOf(const Formula &values, const Formula &indices, StringRef className) {
  if (values.isFailed() || indices.isFailed())
    return failure();
  return Operand({values.get(), indices.get()}, className);
}

static Failable emitMsort(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  if (x.isFailed() || x.rank() == 0)
    return x;
  return x.gather(0, argsort(x, 0, false));
}

/// Assumes that a sorted tensor has no equal neighbours, whose order PyTorch leaves open.
static LogicalResult assumeDistinct(const Formula &sorted, int64_t dim) {
  if (sorted.isFailed())
    return failure();
  Emitter &emitter = *sorted.emitter;
  std::optional<int64_t> count = emitter.asInt(sorted.sizes()[dim]);
  if (!count)
    return emitter.fail("elements along a dimension of unknown size");
  if (*count < 2)
    return success();
  auto part = [&](int64_t start) { return sorted.slice(dim, emitter.integer(start), emitter.integer(*count - 1)); };
  Formula left = part(0), right = part(1);
  Formula differ = (left != right) & !(isNan(left) & isNan(right));
  return differ.isFailed() ? failure() : emitter.assumeAll(differ.value(), "no two of the chosen elements are equal");
}

/// The element in place `position` of the order along a dimension, and its index; NaN counts as greatest.
static Failable chosen(const Along &along, bool isScalar, const Formula &order, int64_t position, bool keepdim,
                       StringRef className) {
  Emitter &emitter = *along.x.emitter;
  Formula index = order.slice(along.dim, emitter.integer(position), emitter.integer(1));
  Formula value = along.x.gather(along.dim, index);
  emitter.contiguousResult = true;
  if (!keepdim || isScalar) {
    index = index.squeeze(along.dim);
    value = value.squeeze(along.dim);
  }
  return pairOf(value, index, className);
}

/// kthvalue(input, k, dim, keepdim)
static Failable emitKthvalue(Emitter &emitter, ArrayRef<Operand> operands) {
  bool isScalar;
  FailureOr<Along> along = alongOf(emitter, operands[0], operands[2], isScalar);
  FailureOr<int64_t> k = emitter.requireInt(operands[1], "k");
  FailureOr<bool> keepdim = emitter.requireBool(operands[3], "keepdim");
  if (failed(along) || failed(k) || failed(keepdim))
    return failure();
  std::optional<int64_t> count = emitter.asInt(along->x.sizes()[along->dim]);
  if (!count)
    return emitter.fail("kthvalue along a dimension of unknown size");
  if (*k < 1 || *k > *count)
    return emitter.fail("selected number k out of range");
  Formula order = argsort(along->x, along->dim, false);
  if (failed(assumeDistinct(along->x.gather(along->dim, order), along->dim)))
    return failure();
  return chosen(*along, isScalar, order, *k - 1, *keepdim, "torch.return_types.kthvalue");
}

/// median(input, dim, keepdim): the lower one of two; NaN where there is one.
static Failable emitMedian(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula whole = tensorOf(emitter, operands[0]);
  if (whole.isFailed())
    return failure();
  bool isScalar, flat = operands[1].isNone();
  Operand input = operands[0], dimension = flat ? emitter.integer(0) : operands[1];
  if (flat && whole.rank() != 1) {
    Formula line = whole.reshape({emitter.product(whole.sizes())});
    if (line.isFailed())
      return failure();
    input = line.get();
  }
  FailureOr<Along> along = alongOf(emitter, input, dimension, isScalar);
  FailureOr<bool> keepdim = emitter.requireBool(operands[2], "keepdim");
  if (failed(along) || failed(keepdim))
    return failure();
  std::optional<int64_t> count = emitter.asInt(along->x.sizes()[along->dim]);
  if (!count || *count == 0)
    return emitter.fail("the median along a dimension of unknown size, or of nothing");
  Formula order = argsort(along->x, along->dim, false);
  Formula sorted = along->x.gather(along->dim, order);
  if (!flat && failed(assumeDistinct(sorted, along->dim)))
    return failure();
  if (!flat && Emitter::isFloat(along->x.value())) {
    Formula some = isNan(along->x);
    if (some.isFailed() || failed(emitter.assumeAll((!some).value(), "the elements of a median are no NaN")))
      return failure();
  }
  int64_t middle = (*count - 1) / 2;
  if (!flat)
    return chosen(*along, isScalar, order, middle, *keepdim, "torch.return_types.median");
  // NaN stands at the end.
  Formula last = sorted.slice(0, emitter.integer(*count - 1), emitter.integer(1)).squeeze(0);
  Formula value = sorted.slice(0, emitter.integer(middle), emitter.integer(1)).squeeze(0);
  return select(isNan(last), last, value);
}

/// quantile(input, q, dim, keepdim, *, interpolation) of a number q.
static Failable emitQuantile(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = floatTensor(emitter, operands[0]);
  FailureOr<double> q = emitter.requireFloat(operands[1], "q");
  FailureOr<bool> keepdim = emitter.requireBool(operands[3], "keepdim");
  if (x.isFailed() || failed(q) || failed(keepdim))
    return failure();
  std::optional<StringRef> interpolation = emitter.asString(operands[4]);
  if (*q < 0 || *q > 1 || interpolation != "linear")
    return emitter.fail("quantile is supported for numbers from 0 to 1 and linear interpolation");
  SmallVector<Operand> sizes = x.sizes(), kept(sizes);
  int64_t rank = x.rank();
  FailureOr<int64_t> dim = 0;
  if (operands[2].isNone()) {
    kept.assign(rank, emitter.integer(1));
    x = x.reshape({emitter.product(sizes)});
  } else {
    dim = emitter.requireInt(operands[2], "dim");
    if (failed(dim) || failed(dim = emitter.wrapDim(*dim, rank)))
      return failure();
    if (rank == 0)
      x = x.unsqueeze(0);
    else
      kept[*dim] = emitter.integer(1);
  }
  if (x.isFailed())
    return failure();
  std::optional<int64_t> count = emitter.asInt(x.sizes()[*dim]);
  if (!count || *count == 0)
    return emitter.fail("the quantile along a dimension of unknown size, or of nothing");
  Formula sorted = x.gather(*dim, argsort(x, *dim, false));
  // The place in the precision of the input, as PyTorch has it.
  double place = x.type().isF32() ? double(float(*q) * float(*count - 1)) : *q * double(*count - 1);
  int64_t below = int64_t(std::floor(place)), above = int64_t(std::ceil(place));
  auto at = [&](int64_t index) { return sorted.slice(*dim, emitter.integer(index), emitter.integer(1)); };
  Formula low = at(below), high = at(above), last = at(*count - 1);
  double weight = place - double(below);
  Formula value = weight < 0.5 ? low + (high - low) * weight : high - (high - low) * (1 - weight);
  value = select(isNan(last), last, value);
  emitter.contiguousResult = true;
  if (!*keepdim)
    kept = operands[2].isNone() || rank == 0 ? SmallVector<Operand>() : [&] {
      SmallVector<Operand> rest = sizes;
      rest.erase(rest.begin() + *dim);
      return rest;
    }();
  return value.reshape(kept);
}

/// cummax, cummin(input, dim)
template <typename ArgT> static EmitFn cumulativeExtreme(StringRef className) {
  return [className](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    bool isScalar;
    FailureOr<Along> along = alongOf(emitter, operands[0], operands[1], isScalar);
    if (failed(along))
      return failure();
    Formula index = apply<ArgT>(along->x, emitter.builder.getI64IntegerAttr(along->dim));
    return pairOf(unscaled(along->x.gather(along->dim, index), isScalar), unscaled(index, isScalar), className);
  };
}

/// cumprod, cumsum(input, dim, *, dtype): integers become int64.
template <typename OpT> static Failable emitScan(Emitter &emitter, ArrayRef<Operand> operands) {
  bool isScalar;
  FailureOr<Along> along = alongOf(emitter, operands[0], operands[1], isScalar);
  FailureOr<Type> type = emitter.dtype(operands[2]);
  if (failed(along) || failed(type))
    return failure();
  if (!*type && !Emitter::isFloat(along->x.value()))
    type = emitter.builder.getI64Type();
  Formula x = *type ? along->x.cast(*type) : along->x;
  if (x.isFailed() || x.type().isInteger(1))
    return emitter.fail("a scan of bools");
  return unscaled(apply<OpT>(x, emitter.builder.getI64IntegerAttr(along->dim)), isScalar);
}

static Failable emitLogcumsumexp(Emitter &emitter, ArrayRef<Operand> operands) {
  bool isScalar;
  FailureOr<Along> along = alongOf(emitter, operands[0], operands[1], isScalar);
  if (failed(along))
    return failure();
  if (!Emitter::isFloat(along->x.value()))
    return emitter.fail("not implemented for integer tensors");
  return unscaled(apply<nn::LogcumsumexpOp>(along->x, emitter.builder.getI64IntegerAttr(along->dim)), isScalar);
}

/// searchsorted(sorted_sequence, input, *, out_int32, right): how many of the sequence come before each element.
static Failable countBefore(Emitter &emitter, const Formula &sequence, const Operand &values, bool int32, bool right) {
  if (sequence.isFailed())
    return failure();
  if (sequence.rank() == 0)
    return emitter.fail("boundaries tensor should have at least 1 dimension");
  Formula x(emitter, values);
  if (values.isTensor()) {
    x = tensorOf(emitter, values);
    if (x.isFailed())
      return failure();
    if (x.type() != sequence.type())
      return emitter.fail("boundaries and input of different dtypes");
  } else if (!values.isNumber()) {
    return emitter.fail("input must be a tensor or a number");
  }
  int64_t rank = values.isTensor() ? x.rank() : 0;
  if (sequence.rank() > 1 && rank != sequence.rank())
    return emitter.fail("boundaries and input have different numbers of dimensions");
  // [..., values, 1] beside [..., 1, sequence].
  Formula line = sequence.rank() > 1 ? sequence.unsqueeze(sequence.rank() - 1) : sequence;
  Formula column = values.isTensor() ? x.unsqueeze(rank) : x;
  // A NaN comes after everything.
  Formula before = right ? line <= column : line < column;
  if (Emitter::isFloat(sequence.value()) && values.isTensor()) {
    Formula after = isNan(column);
    before = right ? before | after : before | (after & !isNan(line));
  }
  Type type = int32 ? emitter.builder.getI32Type() : emitter.builder.getI64Type();
  Formula counts = before.cast(type);
  emitter.contiguousResult = true;
  return counts.isFailed() ? counts : sum(counts, {counts.rank() - 1});
}

static Failable emitSearchsorted(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<bool> int32 = emitter.requireBool(operands[2], "out_int32"),
                  right = emitter.requireBool(operands[3], "right");
  if (failed(int32) || failed(right))
    return failure();
  std::optional<StringRef> side = emitter.asString(operands[4]);
  if ((!operands[4].isNone() && side != "left" && side != "right") || !operands[5].isNone())
    return emitter.fail("searchsorted with a sorter");
  if (*right && side == "left")
    return emitter.fail("side and right can't be set to opposites");
  return countBefore(emitter, tensorOf(emitter, operands[0], "sorted_sequence"), operands[1], *int32,
                     *right || side == "right");
}

static Failable emitBucketize(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<bool> int32 = emitter.requireBool(operands[2], "out_int32"),
                  right = emitter.requireBool(operands[3], "right");
  Formula boundaries = tensorOf(emitter, operands[1], "boundaries");
  if (failed(int32) || failed(right) || boundaries.isFailed())
    return failure();
  if (boundaries.rank() != 1)
    return emitter.fail("boundaries tensor must be 1 dimension");
  return countBefore(emitter, boundaries, operands[0], *int32, *right);
}

/// isin(elements, test_elements, *, assume_unique, invert)
static Failable emitIsin(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<bool> invert = emitter.requireBool(operands[3], "invert");
  if (failed(invert))
    return failure();
  Formula elements = tensorOf(emitter, operands[0], "elements"), tests(emitter, operands[1]);
  if (elements.isFailed())
    return failure();
  emitter.contiguousResult = true;
  Formula found = elements;
  if (!operands[1].isTensor()) {
    found = elements == tests;
  } else {
    tests = tensorOf(emitter, operands[1], "test_elements");
    if (tests.isFailed())
      return failure();
    Formula equal = elements.unsqueeze(elements.rank()) == tests.reshape({emitter.product(tests.sizes())});
    found = equal.isFailed() ? equal : reduce<nn::AnyOp>(equal, {equal.rank() - 1}, false);
  }
  return *invert ? !found : found;
}

void library::addSorting(Table &table) {
  table.addBoth("msort", "", emitMsort);
  table.addBoth("kthvalue", ", k, dim=-1, keepdim=False", exceptFor(Bools, emitKthvalue));
  table.addBoth("median", ", dim=None, keepdim=False", exceptFor(Bools, emitMedian));
  table.addBoth("quantile", ", q, dim=None, keepdim=False, *, interpolation='linear'", exceptFor(Halves, emitQuantile));
  table.addBoth("cummax", ", dim", cumulativeExtreme<nn::ArgcummaxOp>("torch.return_types.cummax"));
  table.addBoth("cummin", ", dim", cumulativeExtreme<nn::ArgcumminOp>("torch.return_types.cummin"));
  for (auto [name, emit] :
       {std::make_pair("cumsum", emitScan<nn::CumsumOp>), std::make_pair("cumprod", emitScan<nn::CumprodOp>)})
    table.addBoth(name, ", dim, *, dtype=None", emit)
        .inplace((Twine("torch.Tensor.") + name + "_").str(), "(self, dim, *, dtype=None)");
  table.addBoth("logcumsumexp", ", dim", emitLogcumsumexp);
  table.add("torch.searchsorted", "(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None)",
            exceptFor(Bools, emitSearchsorted));
  table.addBoth("bucketize", ", boundaries, *, out_int32=False, right=False", exceptFor(Bools, emitBucketize));
  table.add("torch.isin", "(elements, test_elements, *, assume_unique=False, invert=False)", emitIsin);
}
