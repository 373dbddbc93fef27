//===- Reduction.cpp - derivatives of reductions and scans ----------------===//

#include "Rule.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

namespace {

/// The reduction's result (or a value like it) at every place of its input.
template <typename OpT> Value spread(OpT op, Value reduced, Emit &e) {
  return e.unreduce(reduced, op.getInput(), op.getDims());
}

/// `numerator` divided by a tensor of no dimensions.
Value divideAll(Emit &e, Value numerator, Value number) {
  return e.div(numerator, e.broadcast(number, e.sizes(numerator)));
}

Adjoints sum(SumOp op, Value dy, Emit &e) { return {spread(op, dy, e)}; }

Adjoints mean(MeanOp op, Value dy, Emit &e) {
  Value n = e.count(op.getInput(), op.getDims());
  return {spread(op, divideAll(e, dy, n), e)};
}

/// dy times the product of the others, which is result / x but for zeros: where
/// there is one zero, only its own derivative is not zero.
Adjoints prod(ProdOp op, Value dy, Emit &e) {
  Value x = op.getInput(), zero = e.zero(x), one = e.full(x, 1.0);
  Value isZero = e.compare(CompareKind::Eq, x, 0.0);
  Value zeros = spread(op, e.sum(e.select(isZero, one, zero), op.getDims(), op.getKeepdim()), e);
  Value rest = ProdOp::create(e.b, e.loc, e.select(isZero, one, x), op.getDims(), op.getKeepdim());
  Value only = e.compare(CompareKind::Eq, zeros, 1.0);
  Value none = e.compare(CompareKind::Eq, zeros, 0.0);
  Value safe = e.select(isZero, one, x);
  Value quotient = e.div(spread(op, op.getResult(), e), safe);
  Value others = e.select(isZero, e.select(only, spread(op, rest, e), zero), e.select(none, quotient, zero));
  return {e.mul(spread(op, dy, e), others)};
}

/// Equal extremes share the gradient evenly. A NaN result equals nothing: that
/// gives NaN by division, but where all dimensions are reduced NaNs share it.
template <typename OpT> Adjoints extremum(OpT op, Value dy, Emit &e) {
  Value x = op.getInput();
  Value isTaken = e.compare(CompareKind::Eq, x, spread(op, op.getResult(), e));
  if (int64_t(op.getDims().size()) == rankOf(x)) {
    Value isNan = e.compare(CompareKind::Ne, x, x);
    Value whole = spread(op, op.getResult(), e);
    isTaken = e.add(isTaken, e.mul(isNan, e.compare(CompareKind::Ne, whole, whole)));
  }
  Value mask = e.cast(isTaken, elementTypeOf(x));
  Value count = e.sum(mask, op.getDims(), op.getKeepdim());
  return {e.div(e.mul(spread(op, dy, e), mask), spread(op, count, e))};
}

/// Zero where the norm is zero.
Adjoints norm(NormOp op, Value dy, Emit &e) {
  Value y = op.getResult();
  Value ratio = e.select(e.compare(CompareKind::Eq, y, 0.0), e.zero(y), e.div(dy, y));
  return {e.mul(op.getInput(), spread(op, ratio, e))};
}

Adjoints logsumexp(LogsumexpOp op, Value dy, Emit &e) {
  Value share = e.exp(e.sub(op.getInput(), spread(op, op.getResult(), e)));
  return {e.mul(spread(op, dy, e), share)};
}

/// 2 / (n - correction) * dy * (x - mean)
template <typename OpT> Value varianceSlope(OpT op, Value dy, Emit &e) {
  Value x = op.getInput();
  Value n = e.count(x, op.getDims(), op.getCorrection().convertToDouble());
  Value scaled = divideAll(e, e.mulScalar(dy, 2.0), n);
  Value mean = e.mean(x, op.getDims(), op.getKeepdim());
  return e.mul(spread(op, scaled, e), e.sub(x, spread(op, mean, e)));
}

Adjoints var(VarOp op, Value dy, Emit &e) { return {varianceSlope(op, dy, e)}; }

/// Zero where the deviation is zero.
Adjoints deviation(StdOp op, Value dy, Emit &e) {
  Value y = op.getResult();
  Value byVariance = e.select(e.compare(CompareKind::Eq, y, 0.0), e.zero(y), e.div(dy, e.mulScalar(y, 2.0)));
  return {varianceSlope(op, byVariance, e)};
}

/// `value` with the order along `dim` reversed.
Value flip(Emit &e, Value value, int64_t dim) {
  OpFoldResult size = e.size(value, dim);
  Value count = getValueOrCreateConstantIndexOp(e.b, e.loc, size);
  Value one = arith::ConstantIntOp::create(e.b, e.loc, 1, 64);
  Value minusOne = arith::ConstantIntOp::create(e.b, e.loc, -1, 64);
  Value last = arith::SubIOp::create(e.b, e.loc, arith::IndexCastOp::create(e.b, e.loc, e.b.getI64Type(), count), one);
  Value order = IotaOp::create(e.b, e.loc, last, minusOne, size);
  return IndexSelectOp::create(e.b, e.loc, value, order, dim);
}

/// The scan from the other end.
template <typename OpT> Value backwards(Emit &e, Value value, int64_t dim) {
  Value scanned = OpT::create(e.b, e.loc, flip(e, value, dim), dim);
  return flip(e, scanned, dim);
}

Adjoints cumsum(CumsumOp op, Value dy, Emit &e) { return {backwards<CumsumOp>(e, dy, op.getDim())}; }

/// The sum of dy times the products, divided by x. Behind a zero all products are zero; at the first one they are taken
/// without it.
Adjoints cumprod(CumprodOp op, Value dy, Emit &e) {
  Value x = op.getInput(), zero = e.zero(x), one = e.full(x, 1.0);
  int64_t dim = op.getDim();
  Value isZero = e.compare(CompareKind::Eq, x, 0.0);
  Value zeros = CumsumOp::create(e.b, e.loc, e.select(isZero, one, zero), dim);
  Value isFirst = e.mul(isZero, e.compare(CompareKind::Eq, zeros, 1.0));
  Value isBefore = e.compare(CompareKind::Eq, zeros, 0.0);
  Value plain = e.div(backwards<CumsumOp>(e, e.mul(dy, op.getResult()), dim), e.select(isZero, one, x));
  Value without = CumprodOp::create(e.b, e.loc, e.select(isFirst, one, x), dim);
  Value atFirst = backwards<CumsumOp>(e, e.mul(dy, without), dim);
  return {e.select(isFirst, atFirst, e.select(isBefore, plain, zero))};
}

/// The sum of dy * exp(x - y) over the results that x is in, positive and negative parts by themselves so that none
/// overflows.
Adjoints logcumsumexp(LogcumsumexpOp op, Value dy, Emit &e) {
  auto part = [&](Value positive) -> Value {
    Value size = LogOp::create(e.b, e.loc, MaximumOp::create(e.b, e.loc, positive, e.zero(positive)));
    Value sums = backwards<LogcumsumexpOp>(e, e.sub(size, op.getResult()), op.getDim());
    return e.exp(e.add(sums, op.getInput()));
  };
  return {e.sub(part(dy), part(e.neg(dy)))};
}

} // namespace

void nn::attachReductionRules(MLIRContext *context) {
  attachRule<AmaxOp, extremum<AmaxOp>>(context);
  attachRule<AminOp, extremum<AminOp>>(context);
  attachRule<CumprodOp, cumprod>(context);
  attachRule<CumsumOp, cumsum>(context);
  attachRule<LogcumsumexpOp, logcumsumexp>(context);
  attachRule<LogsumexpOp, logsumexp>(context);
  attachRule<MeanOp, mean>(context);
  attachRule<NormOp, norm>(context);
  attachRule<ProdOp, prod>(context);
  attachRule<StdOp, deviation>(context);
  attachRule<SumOp, sum>(context);
  attachRule<VarOp, var>(context);
  attachNoGradient<ArgcummaxOp, ArgcumminOp, ArgmaxOp, ArgminOp>(context);
}
