//===- Scan.cpp - what depends on all elements before ---------------------===//

#include "Lowerings.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace janus;
using namespace janus::nn;

namespace {
/// The slices of a tensor along a dimension, one position after the other.
struct Slices {
  Slices(LinalgBuilder &b, Value tensor, int64_t dim)
      : sizes(b.sizes(tensor)), line(sizes), offsets(sizes.size(), b.builder.getIndexAttr(0)),
        steps(sizes.size(), b.builder.getIndexAttr(1)), dim(dim) {
    line[dim] = b.builder.getIndexAttr(1);
  }
  Value read(LinalgBuilder &b, Value tensor, Value position) {
    offsets[dim] = position;
    return tensor::ExtractSliceOp::create(b.builder, b.loc, tensor, offsets, line, steps);
  }
  Value write(LinalgBuilder &b, Value slice, Value tensor, Value position) {
    offsets[dim] = position;
    return tensor::InsertSliceOp::create(b.builder, b.loc, slice, tensor, offsets, line, steps);
  }
  Sizes sizes, line, offsets, steps;
  int64_t dim;
};
} // namespace

/// Goes along the slices of `tensor` with a state; `body` gives the next one.
static ValueRange alongSlices(LinalgBuilder &b, Slices &slices, ValueRange initial,
                              llvm::function_ref<SmallVector<Value>(LinalgBuilder &, Value, ValueRange)> body) {
  Value zero = b.indexValue(b.builder.getIndexAttr(0)), one = b.indexValue(b.builder.getIndexAttr(1));
  auto loop = scf::ForOp::create(b.builder, b.loc, zero, b.indexValue(slices.sizes[slices.dim]), one, initial,
                                 [&](OpBuilder &builder, Location loc, Value i, ValueRange state) {
                                   LinalgBuilder inner(builder, loc);
                                   scf::YieldOp::create(builder, loc, body(inner, i, state));
                                 });
  return loop.getResults();
}

using Combine = Value (*)(Scalars &, Value, Value);

/// The scan of one function, in the accumulator's type.
template <typename OpTy> static Value scan(OpTy op, LinalgBuilder &b, Value initial, Combine combine) {
  Value input = op.getInput();
  Type type = typeOf(input).getElementType(), wide = initial.getType();
  Slices slices(b, input, op.getDim());
  ValueRange results = alongSlices(b, slices, {b.empty(slices.sizes, type), b.fill(slices.line, initial)},
                                   [&](LinalgBuilder &inner, Value i, ValueRange state) -> SmallVector<Value> {
                                     Value slice = slices.read(inner, input, i);
                                     Value next = inner.update(inner.all(slice), state[1],
                                                               [&](OpBuilder &nested, Location loc, ValueRange x) {
                                                                 Scalars s(nested, loc);
                                                                 return combine(s, x[1], s.toFloatType(x[0], wide));
                                                               });
                                     return {slices.write(inner, inner.convert(next, type), state[0], i), next};
                                   });
  return results.front();
}

template <typename OpTy> static Type wideType(OpTy op) {
  return accumulatorType(typeOf(op.getInput()).getElementType());
}

static Value lowerCumsum(CumsumOp op, LinalgBuilder &b) {
  return scan(op, b, b.constant(wideType(op), 0), [](Scalars &s, Value sum, Value x) { return s.add(sum, x); });
}

static Value lowerCumprod(CumprodOp op, LinalgBuilder &b) {
  return scan(op, b, b.constant(wideType(op), 1), [](Scalars &s, Value product, Value x) { return s.mul(product, x); });
}

/// max + log1p(exp(min - max)); equal infinities stay what they are.
static Value logAddExp(Scalars &s, Value a, Value b) {
  Value high = s.maximum(a, b), low = s.minimum(a, b);
  Value sum = s.add(high, s.create<math::Log1pOp>(s.exp(s.sub(low, high))));
  Value infinite = s.eq(s.create<math::AbsFOp>(high), s.highest(high.getType()));
  return s.select(infinite, high, sum);
}

static Value lowerLogcumsumexp(LogcumsumexpOp op, LinalgBuilder &b) {
  return scan(op, b, Scalars(b.builder, b.loc).lowest(wideType(op)), logAddExp);
}

/// The position of the last element so far that none before is `better` than.
template <typename OpTy> static Value lowerArgScan(OpTy op, LinalgBuilder &b, bool greatest) {
  Value input = op.getInput();
  Type type = typeOf(input).getElementType(), i64 = b.builder.getI64Type();
  Scalars outside(b.builder, b.loc);
  Slices slices(b, input, op.getDim());
  Value start = greatest ? outside.lowest(type) : outside.highest(type);
  auto better = [&](Scalars &s, Value x, Value best) {
    Value wins = greatest ? s.ge(x, best) : s.le(x, best);
    return isa<FloatType>(type) ? s.either(wins, s.isNan(x)) : wins;
  };
  ValueRange results =
      alongSlices(b, slices, {b.empty(slices.sizes, i64), b.fill(slices.line, start), b.fill(slices.line, i64, 0)},
                  [&](LinalgBuilder &inner, Value i, ValueRange state) -> SmallVector<Value> {
                    Value slice = slices.read(inner, input, i), best = state[1];
                    Value place = inner.update({inner.all(slice), inner.all(best)}, state[2],
                                               [&](OpBuilder &nested, Location loc, ValueRange x) {
                                                 Scalars s(nested, loc);
                                                 Value here = s.create<arith::IndexCastOp>(i64, i);
                                                 return s.select(better(s, x[0], x[1]), here, x[2]);
                                               });
                    best = inner.update(inner.all(slice), best, [&](OpBuilder &nested, Location loc, ValueRange x) {
                      Scalars s(nested, loc);
                      return s.select(better(s, x[0], x[1]), x[0], x[1]);
                    });
                    return {slices.write(inner, place, state[0], i), best, place};
                  });
  return results.front();
}

static Value lowerArgcummax(ArgcummaxOp op, LinalgBuilder &b) { return lowerArgScan(op, b, true); }
static Value lowerArgcummin(ArgcumminOp op, LinalgBuilder &b) { return lowerArgScan(op, b, false); }

void janus::attachScanLowerings(MLIRContext *context) {
  attachLowering<CumsumOp, lowerCumsum>(context);
  attachLowering<CumprodOp, lowerCumprod>(context);
  attachLowering<LogcumsumexpOp, lowerLogcumsumexp>(context);
  attachLowering<ArgcummaxOp, lowerArgcummax>(context);
  attachLowering<ArgcumminOp, lowerArgcummin>(context);
}
