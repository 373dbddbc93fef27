//===- Reduction.cpp - many elements to one -------------------------------===//

#include "Lowerings.h"

using namespace mlir;
using namespace janus;
using namespace janus::nn;

SmallVector<int64_t> janus::without(int64_t rank, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> kept;
  for (int64_t i = 0; i < rank; ++i)
    if (!llvm::is_contained(dims, i))
      kept.push_back(i);
  return kept;
}

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

using Combine = Value (Scalars::*)(Value, Value);

/// Folds dimensions with one function of Scalars; the result has init's type.
static Value foldOver(LinalgBuilder &b, Value tensor, ArrayRef<int64_t> dims, Value init, Combine combine) {
  return b.reduce(b.all(tensor), dims, init, [&](OpBuilder &builder, Location loc, ValueRange x) {
    Scalars s(builder, loc);
    return (s.*combine)(x[1], s.toFloatType(x[0], init.getType()));
  });
}

Value janus::sumOver(LinalgBuilder &b, Value tensor, ArrayRef<int64_t> dims) {
  return foldOver(b, tensor, dims, b.constant(accumulatorType(typeOf(tensor).getElementType()), 0), &Scalars::add);
}

Value janus::maxOver(LinalgBuilder &b, Value tensor, ArrayRef<int64_t> dims) {
  Value init = Scalars(b.builder, b.loc).lowest(accumulatorType(typeOf(tensor).getElementType()));
  return foldOver(b, tensor, dims, init, &Scalars::maximum);
}

/// Applies a scalar function to every element.
static Value mapEach(LinalgBuilder &b, Value tensor, llvm::function_ref<Value(Scalars &, Value)> function) {
  return b.map(b.all(tensor), b.sizes(tensor), typeOf(tensor).getElementType(),
               [&](OpBuilder &builder, Location loc, ValueRange x) {
                 Scalars s(builder, loc);
                 return function(s, x[0]);
               });
}

/// The number of elements that are folded into one.
static OpFoldResult countOver(LinalgBuilder &b, Value tensor, ArrayRef<int64_t> dims) {
  Sizes sizes = b.sizes(tensor), folded;
  for (int64_t dim : dims)
    folded.push_back(sizes[dim]);
  return b.multiply(folded);
}

static Value meanOver(LinalgBuilder &b, Value tensor, ArrayRef<int64_t> dims) {
  Value sum = sumOver(b, tensor, dims);
  Value count = b.toFloat(countOver(b, tensor, dims), typeOf(sum).getElementType());
  return mapEach(b, sum, [&](Scalars &s, Value x) { return s.div(x, count); });
}

std::pair<Value, Value> janus::momentsOver(LinalgBuilder &b, Value tensor, ArrayRef<int64_t> dims, double correction) {
  Value mean = meanOver(b, tensor, dims);
  Type type = typeOf(mean).getElementType();
  SmallVector<int64_t> kept = without(typeOf(tensor).getRank(), dims);
  Value squares = b.reduce({b.all(tensor), {mean, kept}}, dims, b.constant(type, 0),
                           [&](OpBuilder &builder, Location loc, ValueRange x) {
                             Scalars s(builder, loc);
                             Value difference = s.sub(s.toFloatType(x[0], type), x[1]);
                             return s.add(x[2], s.mul(difference, difference));
                           });
  Scalars s(b.builder, b.loc);
  Value count = b.toFloat(countOver(b, tensor, dims), type);
  if (correction != 0)
    count = s.maximum(s.sub(count, s.constant(type, correction)), s.constant(type, 0));
  return {mean, mapEach(b, squares, [&](Scalars &s, Value x) { return s.div(x, count); })};
}

/// Gives a reduction its element type and, with keepdim, its dimensions back.
template <typename OpTy> static Value finish(OpTy op, LinalgBuilder &b, Value reduced, ArrayRef<int64_t> dims) {
  reduced = b.convert(reduced, typeOf(op.getResult()).getElementType());
  return op.getKeepdim() ? b.keepDims(reduced, dims) : reduced;
}

static Value lowerSum(SumOp op, LinalgBuilder &b) {
  return finish(op, b, sumOver(b, op.getInput(), op.getDims()), op.getDims());
}
static Value lowerMean(MeanOp op, LinalgBuilder &b) {
  return finish(op, b, meanOver(b, op.getInput(), op.getDims()), op.getDims());
}
static Value lowerAmax(AmaxOp op, LinalgBuilder &b) {
  return finish(op, b, maxOver(b, op.getInput(), op.getDims()), op.getDims());
}
static Value lowerAmin(AminOp op, LinalgBuilder &b) {
  Value init = Scalars(b.builder, b.loc).highest(accumulatorType(typeOf(op.getInput()).getElementType()));
  return finish(op, b, foldOver(b, op.getInput(), op.getDims(), init, &Scalars::minimum), op.getDims());
}
static Value lowerProd(ProdOp op, LinalgBuilder &b) {
  Value init = b.constant(accumulatorType(typeOf(op.getInput()).getElementType()), 1);
  return finish(op, b, foldOver(b, op.getInput(), op.getDims(), init, &Scalars::mul), op.getDims());
}
static Value lowerAny(AnyOp op, LinalgBuilder &b) {
  Value init = b.constant(b.builder.getI1Type(), 0);
  return finish(op, b, foldOver(b, op.getInput(), op.getDims(), init, &Scalars::either), op.getDims());
}
static Value lowerAll(AllOp op, LinalgBuilder &b) {
  Value init = b.constant(b.builder.getI1Type(), 1);
  return finish(op, b, foldOver(b, op.getInput(), op.getDims(), init, &Scalars::both), op.getDims());
}

static Value lowerNorm(NormOp op, LinalgBuilder &b) {
  Type type = accumulatorType(typeOf(op.getInput()).getElementType());
  Value squares = b.reduce(b.all(op.getInput()), op.getDims(), b.constant(type, 0),
                           [&](OpBuilder &builder, Location loc, ValueRange x) {
                             Scalars s(builder, loc);
                             Value wide = s.toFloatType(x[0], type);
                             return s.add(x[1], s.mul(wide, wide));
                           });
  Value root = mapEach(b, squares, [&](Scalars &s, Value x) { return s.create<math::SqrtOp>(x); });
  return finish(op, b, root, op.getDims());
}

static Value lowerVar(VarOp op, LinalgBuilder &b) {
  Value variance = momentsOver(b, op.getInput(), op.getDims(), op.getCorrection().convertToDouble()).second;
  return finish(op, b, variance, op.getDims());
}

static Value lowerStd(StdOp op, LinalgBuilder &b) {
  Value variance = momentsOver(b, op.getInput(), op.getDims(), op.getCorrection().convertToDouble()).second;
  Value root = mapEach(b, variance, [&](Scalars &s, Value x) { return s.create<math::SqrtOp>(x); });
  return finish(op, b, root, op.getDims());
}

static Value lowerLogsumexp(LogsumexpOp op, LinalgBuilder &b) {
  ArrayRef<int64_t> dims = op.getDims();
  Type type = accumulatorType(typeOf(op.getInput()).getElementType());
  SmallVector<int64_t> kept = without(typeOf(op.getInput()).getRank(), dims);
  // A line of infinities is not shifted: their difference would be NaN.
  Value shift = mapEach(b, maxOver(b, op.getInput(), dims), [&](Scalars &s, Value x) {
    return s.select(s.eq(s.create<math::AbsFOp>(x), s.highest(type)), s.constant(type, 0), x);
  });
  Value sum = b.reduce({b.all(op.getInput()), {shift, kept}}, dims, b.constant(type, 0),
                       [&](OpBuilder &builder, Location loc, ValueRange x) {
                         Scalars s(builder, loc);
                         return s.add(x[2], s.exp(s.sub(s.toFloatType(x[0], type), x[1])));
                       });
  Value result =
      b.map({b.all(sum), b.all(shift)}, b.sizes(sum), type, [&](OpBuilder &builder, Location loc, ValueRange x) {
        Scalars s(builder, loc);
        return s.add(s.create<math::LogOp>(x[0]), x[1]);
      });
  return finish(op, b, result, dims);
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// The index of the first element that no other is `better` than; a NaN is
/// better than any number.
template <typename OpTy> static Value lowerArg(OpTy op, LinalgBuilder &b, bool greatest) {
  Value input = op.getInput();
  int64_t rank = typeOf(input).getRank(), dim = op.getDim();
  Type type = typeOf(input).getElementType(), i64 = b.builder.getI64Type();
  SmallVector<int64_t> kept = without(rank, dim);
  Sizes sizes = b.sizes(input), keptSizes;
  for (int64_t i : kept)
    keptSizes.push_back(sizes[i]);
  Scalars outside(b.builder, b.loc);
  Value best = b.fill(keptSizes, greatest ? outside.lowest(type) : outside.highest(type));
  Value place = b.fill(keptSizes, i64, 0);
  MLIRContext *context = b.builder.getContext();
  SmallVector<AffineExpr> exprs = llvm::map_to_vector(kept, [&](int64_t i) { return getAffineDimExpr(i, context); });
  AffineMap keptMap = AffineMap::get(rank, 0, exprs, context);
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  iterators[dim] = utils::IteratorType::reduction;
  auto loops = linalg::GenericOp::create(
      b.builder, b.loc, TypeRange{best.getType(), place.getType()}, input, ValueRange{best, place},
      ArrayRef<AffineMap>{b.builder.getMultiDimIdentityMap(rank), keptMap, keptMap}, iterators,
      [&](OpBuilder &builder, Location loc, ValueRange x) {
        Scalars s(builder, loc);
        Value better = greatest ? s.gt(x[0], x[1]) : s.lt(x[0], x[1]);
        if (isa<FloatType>(type)) {
          Value firstNan = s.both(s.isNan(x[0]), s.create<arith::XOrIOp>(s.isNan(x[1]), s.boolean(true)));
          better = s.either(better, firstNan);
        }
        Value index = s.create<arith::IndexCastOp>(i64, s.create<linalg::IndexOp>(dim));
        linalg::YieldOp::create(builder, loc, ValueRange{s.select(better, x[0], x[1]), s.select(better, index, x[2])});
      });
  return finish(op, b, loops.getResult(1), dim);
}

static Value lowerArgmax(ArgmaxOp op, LinalgBuilder &b) { return lowerArg(op, b, true); }
static Value lowerArgmin(ArgminOp op, LinalgBuilder &b) { return lowerArg(op, b, false); }

void janus::attachReductionLowerings(MLIRContext *context) {
  attachLowering<SumOp, lowerSum>(context);
  attachLowering<MeanOp, lowerMean>(context);
  attachLowering<ProdOp, lowerProd>(context);
  attachLowering<AmaxOp, lowerAmax>(context);
  attachLowering<AminOp, lowerAmin>(context);
  attachLowering<AnyOp, lowerAny>(context);
  attachLowering<AllOp, lowerAll>(context);
  attachLowering<NormOp, lowerNorm>(context);
  attachLowering<LogsumexpOp, lowerLogsumexp>(context);
  attachLowering<VarOp, lowerVar>(context);
  attachLowering<StdOp, lowerStd>(context);
  attachLowering<ArgmaxOp, lowerArgmax>(context);
  attachLowering<ArgminOp, lowerArgmin>(context);
}
