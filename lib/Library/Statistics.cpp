//===- Statistics.cpp - moments, counts, differences and integrals --------===//

#include "Formula.h"
#include "NumberLists.h"
#include "Sizes.h"
#include "Table.h"
#include <cmath>

using namespace mlir;
using namespace janus;
using namespace janus::library;

/// The dimensions of a reduction; None and nothing are all of them.
static FailureOr<SmallVector<int64_t>> dimsOf(Emitter &emitter, const Operand &operand, const Formula &x) {
  if (x.isFailed())
    return failure();
  if (operand.isNone())
    return allDims(x);
  FailureOr<SmallVector<int64_t>> dims = dimensions(emitter, operand, x.rank());
  if (failed(dims))
    return failure();
  return dims->empty() || x.rank() == 0 ? allDims(x) : *dims;
}

/// var_mean, std_mean(input, dim, unbiased, keepdim, *, correction)
template <bool deviation> static Failable emitMoments(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = floatTensor(emitter, operands[0]);
  Operand dim = operands[1];
  if (dim.isConstant() && isa_and_nonnull<BoolAttr>(dim.getConstant()))
    dim = emitter.none();
  FailureOr<SmallVector<int64_t>> dims = dimsOf(emitter, dim, x);
  FailureOr<bool> keepdim = emitter.requireBool(operands[3], "keepdim");
  Failable spread = call(emitter, deviation ? "torch.std" : "torch.var", operands);
  if (failed(dims) || failed(keepdim) || failed(spread))
    return failure();
  Formula average = mean(x, *dims, *keepdim);
  if (average.isFailed())
    return failure();
  return Operand({*spread, average.get()});
}

/// nansum, nanmean(input, dim, keepdim, *, dtype)
template <bool average> static Failable emitNanSum(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<Type> type = emitter.dtype(operands[3]);
  FailureOr<bool> keepdim = emitter.requireBool(operands[2], "keepdim");
  FailureOr<SmallVector<int64_t>> dims = dimsOf(emitter, operands[1], x);
  if (x.isFailed() || failed(type) || failed(keepdim) || failed(dims))
    return failure();
  if (average && !Emitter::isFloat(x.value()))
    return emitter.fail("nanmean(): expected input to have floating point dtype");
  if (!*type && !Emitter::isFloat(x.value()))
    type = emitter.builder.getI64Type();
  Formula missing = isNan(x), kept = select(missing, x.number(0.0), x);
  if (!Emitter::isFloat(x.value()))
    kept = x;
  if (*type)
    kept = kept.cast(*type);
  Formula total = sum(kept, *dims, *keepdim);
  if (!average || total.isFailed())
    return total;
  return total / sum((!missing).cast(total.type()), *dims, *keepdim);
}

/// count_nonzero(input, dim)
static Failable emitCountNonzero(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<SmallVector<int64_t>> dims = dimsOf(emitter, operands[1], x);
  if (failed(dims))
    return failure();
  Formula there = x.type().isInteger(1) ? x : x != 0;
  return sum(there.cast(emitter.builder.getI64Type()), *dims);
}

/// aminmax(input, *, dim, keepdim)
static Failable emitAminmax(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<bool> keepdim = emitter.requireBool(operands[2], "keepdim");
  if (x.isFailed() || failed(keepdim))
    return failure();
  SmallVector<int64_t> dims = allDims(x);
  if (!operands[1].isNone()) {
    FailureOr<int64_t> dim = emitter.requireInt(operands[1], "dim");
    if (failed(dim) || failed(dim = emitter.wrapDim(*dim, x.rank())))
      return failure();
    if (x.rank())
      dims = {*dim};
  }
  for (int64_t dim : dims)
    if (failed(assumeAtLeast(emitter, x.sizes()[dim], 1, "a reduced dimension is not empty")))
      return failure();
  Formula low = reduce<nn::AminOp>(x, dims, *keepdim), high = reduce<nn::AmaxOp>(x, dims, *keepdim);
  if (low.isFailed() || high.isFailed())
    return failure();
  return Operand({low.get(), high.get()}, "torch.return_types.aminmax", Operand::SequenceKind::Extremes);
}

/// sum_to_size(*size): summed where it would be broadcast.
static Failable emitSumToSize(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<SmallVector<Operand>> sizes = sizesOf(emitter, operands[1]);
  if (x.isFailed() || failed(sizes))
    return failure();
  int64_t extra = x.rank() - int64_t(sizes->size());
  if (extra < 0)
    return emitter.fail("size is not expandable to the tensor's");
  SmallVector<int64_t> dims;
  SmallVector<Operand> have = x.sizes();
  for (int64_t dim = 0; dim < x.rank(); ++dim) {
    bool one = dim >= extra && emitter.asInt((*sizes)[dim - extra]) == 1;
    if (dim < extra || (one && emitter.asInt(have[dim]) != 1))
      dims.push_back(dim);
    else if (failed(emitter.assumeEqual(have[dim], (*sizes)[dim - extra], "size is expandable to the tensor's")))
      return failure();
  }
  if (dims.empty() && !sizes->empty()) {
    emitter.aliasing = Aliasing::Same;
    return operands[0];
  }
  if (!Emitter::isFloat(x.value()))
    return emitter.fail("sum_to_size of an integer tensor");
  emitter.aliasing = Aliasing::Fresh;
  return x.rank() ? sum(x, dims).reshape(*sizes) : x;
}

//===----------------------------------------------------------------------===//
// Covariance
//===----------------------------------------------------------------------===//

/// cov(input, *, correction, fweights, aweights)
static Formula covariance(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = floatTensor(emitter, operands[0], "input", /*promote=*/true);
  FailureOr<int64_t> correction = emitter.requireInt(operands[1], "correction");
  if (x.isFailed() || failed(correction))
    return Formula(emitter, Failable(failure()));
  if (!operands[2].isNone() || !operands[3].isNone())
    return x.failure("cov with weights");
  if (x.rank() > 2)
    return x.failure("cov(): expected input to have two or fewer dimensions");
  bool matrix = x.rank() == 2 && emitter.asInt(x.sizes()[0]) != 1;
  if (matrix && !emitter.asInt(x.sizes()[0]))
    return x.failure("cov of a matrix of unknown size");
  if (x.rank() < 2)
    x = x.reshape({emitter.integer(1), emitter.product(x.sizes())});
  if (x.isFailed())
    return x;
  Operand count = x.sizes()[1];
  std::optional<int64_t> known = emitter.asInt(count);
  if (!known)
    return x.failure("cov of a matrix of unknown size");
  if (*known - *correction <= 0)
    return x.failure("cov(): degrees of freedom is <= 0");
  Formula centred = x - mean(x, {1}, true), turned = centred.permute({1, 0});
  if (turned.isFailed())
    return turned;
  Formula result = call(emitter, "torch.matmul", {centred.get(), turned.get()}) / double(*known - *correction);
  emitter.contiguousResult = true;
  return matrix ? result : result.reshape({});
}

static Failable emitCov(Emitter &emitter, ArrayRef<Operand> operands) { return covariance(emitter, operands); }

/// corrcoef(input): cov divided by the deviations, cut to -1 and 1.
static Failable emitCorrcoef(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula c = covariance(emitter, {operands[0], emitter.integer(1), emitter.none(), emitter.none()});
  if (c.isFailed())
    return failure();
  if (c.rank() == 0)
    return c / c;
  Formula diagonal =
      call(emitter, "torch.diagonal", {c.get(), emitter.integer(0), emitter.integer(0), emitter.integer(1)});
  emitter.strided.clear();
  Formula deviation = sqrt(diagonal);
  return clamp(c / deviation.unsqueeze(1) / deviation, -1.0, 1.0);
}

//===----------------------------------------------------------------------===//
// Differences and integrals
//===----------------------------------------------------------------------===//

/// Elements of a dimension but the first or the last.
static Formula neighbours(const Formula &x, int64_t dim, bool right) {
  if (x.isFailed())
    return x;
  Emitter &emitter = *x.emitter;
  Operand count = emitter.sub(x.sizes()[dim], emitter.integer(1));
  if (failed(assumeAtLeast(emitter, count, 0, "a difference is of a dimension that is not empty")))
    return Formula(emitter, Failable(failure()));
  return x.slice(dim, emitter.integer(right), count);
}

/// diff(input, n, dim, prepend, append)
static Failable emitDiff(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<int64_t> n = emitter.requireInt(operands[1], "n"), dim = emitter.requireInt(operands[2], "dim");
  if (x.isFailed() || failed(n) || failed(dim) || failed(dim = emitter.wrapOwnDim(*dim, x.value())))
    return failure();
  if (*n < 0)
    return emitter.fail("order must be non-negative");
  if (*n == 0)
    return x;
  if (!operands[3].isNone() || !operands[4].isNone()) {
    std::vector<Operand> parts;
    for (const Operand &part : {operands[3], operands[0], operands[4]})
      if (!part.isNone())
        parts.push_back(part);
    x = call(emitter, "torch.cat", {Operand(std::move(parts)), emitter.integer(*dim)});
  }
  for (int64_t i = 0; i < *n && !x.isFailed(); ++i) {
    Formula right = neighbours(x, *dim, true), left = neighbours(x, *dim, false);
    if (x.type().isInteger(1))
      x = combine<nn::XorOp>(right, left);
    else
      x = right - left;
  }
  return x;
}

/// trapezoid(y, x, *, dx, dim), and the sums up to each place.
template <bool cumulative> static Failable emitTrapezoid(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula y = floatTensor(emitter, operands[0], "y");
  FailureOr<int64_t> dim = emitter.requireInt(operands[3], "dim");
  if (y.isFailed() || failed(dim) || failed(dim = emitter.wrapOwnDim(*dim, y.value())))
    return failure();
  Formula width(emitter, Failable(failure()));
  if (operands[1].isTensor()) {
    Formula x = floatTensor(emitter, operands[1], "x");
    if (x.isFailed())
      return failure();
    if (x.rank() == 0 || x.rank() > y.rank())
      return emitter.fail("trapezoid: There must be one `x` value for each sample point");
    // One line of places runs with the dimension; else the last dimensions run together.
    int64_t own = x.rank() == 1 ? 0 : *dim - (y.rank() - x.rank());
    if (own < 0)
      return emitter.fail("trapezoid: There must be one `x` value for each sample point");
    if (failed(emitter.assumeEqual(x.sizes()[own], y.sizes()[*dim], "trapezoid has a place for each sample")))
      return failure();
    width = neighbours(x, own, true) - neighbours(x, own, false);
    if (x.rank() == 1 && !width.isFailed()) {
      SmallVector<Operand> sizes(y.rank(), emitter.integer(1));
      sizes[*dim] = width.sizes().front();
      width = width.reshape(sizes);
    }
  } else if (operands[1].isNone()) {
    FailureOr<double> step = emitter.requireFloat(operands[2], "dx");
    if (failed(step))
      return failure();
    width = y.number(*step);
  } else {
    return emitter.fail("x must be a tensor");
  }
  Formula areas = (neighbours(y, *dim, false) + neighbours(y, *dim, true)) * width / 2.0;
  if (cumulative)
    return apply<nn::CumsumOp>(areas, emitter.builder.getI64IntegerAttr(*dim));
  return sum(areas, {*dim});
}

/// renorm(input, p, dim, maxnorm): slices that are longer are scaled down.
static Failable emitRenorm(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = floatTensor(emitter, operands[0]);
  FailureOr<double> p = emitter.requireFloat(operands[1], "p"), bound = emitter.requireFloat(operands[3], "maxnorm");
  FailureOr<int64_t> dim = emitter.requireInt(operands[2], "dim");
  if (x.isFailed() || failed(p) || failed(bound) || failed(dim) || failed(dim = emitter.wrapDim(*dim, x.rank())))
    return failure();
  if (*p <= 0 || *bound < 0 || x.rank() < 2)
    return emitter.fail("renorm needs a positive p, a maxnorm that is not negative and two dimensions");
  SmallVector<int64_t> dims;
  for (int64_t other = 0; other < x.rank(); ++other)
    if (other != *dim)
      dims.push_back(other);
  Formula norm = normOver(x, *p, dims, true);
  return x * select(norm > *bound, *bound / (norm + 1e-7), norm.number(1.0));
}

//===----------------------------------------------------------------------===//
// Numbers in a row
//===----------------------------------------------------------------------===//

/// linspace, logspace(start, end, steps, ...): from both ends, as PyTorch computes them.
static Formula inRow(Emitter &emitter, ArrayRef<Operand> operands, Type type) {
  FailureOr<double> start = emitter.requireFloat(operands[0], "start"), end = emitter.requireFloat(operands[1], "end");
  FailureOr<int64_t> steps = emitter.requireInt(operands[2], "steps");
  Formula none(emitter, Failable(failure()));
  if (failed(start) || failed(end) || failed(steps))
    return none;
  if (*steps < 0 || !isa<FloatType>(type) || (!type.isF32() && !type.isF64()))
    return none.failure("linspace needs a number of steps that is not negative and float32 or float64");
  SmallVector<double> values;
  auto rounded = [&](double value) { return type.isF32() ? double(float(value)) : value; };
  double first = rounded(*start), last = rounded(*end), step = rounded((last - first) / double(*steps - 1));
  if (type.isF32())
    step = double(float(float(last) - float(first)) / float(*steps - 1));
  for (int64_t i = 0; i < *steps; ++i) {
    if (*steps == 1)
      values.push_back(first);
    else
      values.push_back(i < *steps / 2 ? rounded(first + step * double(i))
                                      : rounded(last - step * double(*steps - 1 - i)));
  }
  return constants(emitter, values, type);
}

static Failable emitLinspace(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Type> type = factoryType(emitter, operands.drop_front(3), emitter.defaultDtype());
  return failed(type) ? Failable(failure()) : Failable(inRow(emitter, operands, *type));
}

static Failable emitLogspace(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<double> base = emitter.requireFloat(operands[3], "base");
  FailureOr<Type> type = factoryType(emitter, operands.drop_front(4), emitter.defaultDtype());
  if (failed(base) || failed(type))
    return failure();
  Formula exponents = inRow(emitter, operands, *type);
  return combine<nn::PowOp>(exponents.number(*base), exponents);
}

/// vander(x, N, increasing): powers of a vector.
static Failable emitVander(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = floatTensor(emitter, operands[0], "x");
  FailureOr<bool> increasing = emitter.requireBool(operands[2], "increasing");
  if (x.isFailed() || failed(increasing))
    return failure();
  if (x.rank() != 1)
    return emitter.fail("x must be a one-dimensional tensor");
  FailureOr<int64_t> count = emitter.requireInt(operands[1].isNone() ? x.sizes().front() : operands[1], "N");
  if (failed(count) || *count < 1)
    return emitter.fail("vander of no powers");
  SmallVector<Formula> columns;
  Formula power(emitter, emitter.full({x.sizes()[0], emitter.integer(1)}, x.type(), emitter.integer(1)));
  for (int64_t i = 0; i < *count; ++i) {
    columns.push_back(power);
    power = power * x.unsqueeze(1);
  }
  if (!*increasing)
    std::reverse(columns.begin(), columns.end());
  emitter.contiguousResult = true;
  return concat(columns, 1);
}

void library::addStatistics(Table &table) {
  StringRef moments = "(input, dim=None, unbiased=None, keepdim=False, *, correction=None)";
  table.add("torch.var_mean", moments, emitMoments<false>);
  table.add("torch.std_mean", moments, emitMoments<true>);
  table.addBoth("nansum", ", dim=None, keepdim=False, *, dtype=None", emitNanSum<false>);
  table.addBoth("nanmean", ", dim=None, keepdim=False, *, dtype=None", emitNanSum<true>);
  table.addBoth("count_nonzero", ", dim=None", emitCountNonzero);
  table.addBoth("aminmax", ", *, dim=None, keepdim=False", emitAminmax);
  table.add("torch.Tensor.sum_to_size", "(self, *size)", emitSumToSize).view();
  table.addBoth("cov", ", *, correction=1, fweights=None, aweights=None", exceptFor(Bools, emitCov));
  table.addBoth("corrcoef", "", exceptFor(Bools, emitCorrcoef));
  table.addBoth("diff", ", n=1, dim=-1, prepend=None, append=None", emitDiff);
  StringRef integral = "(y, x=None, *, dx=1.0, dim=-1)";
  table.add("torch.trapezoid", integral, emitTrapezoid<false>).alias("torch.trapz");
  table.add("torch.cumulative_trapezoid", integral, emitTrapezoid<true>);
  table.addBoth("renorm", ", p, dim, maxnorm", emitRenorm);
  StringRef options = ", *, dtype=None, device=None, requires_grad=False)";
  table.add("torch.linspace", ("(start, end, steps" + options).str(), emitLinspace);
  table.add("torch.logspace", ("(start, end, steps, base=10.0" + options).str(), emitLogspace);
  table.add("torch.vander", "(x, N=None, increasing=False)", emitVander);
}
