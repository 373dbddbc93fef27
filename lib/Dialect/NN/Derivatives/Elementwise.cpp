//===- Elementwise.cpp - derivatives of functions of one tensor -----------===//
//
// In PyTorch's formulas and order of operations, its choices at corners and NaN
// included.
//
//===----------------------------------------------------------------------===//

#include "Rule.h"
#include <cmath>

using namespace janus;
using namespace janus::nn;
using namespace mlir;

namespace {

Adjoints abs(AbsOp op, Value dy, Emit &e) { return {e.mul(dy, SignOp::create(e.b, e.loc, op.getInput()))}; }

Adjoints neg(NegOp, Value dy, Emit &e) { return {e.neg(dy)}; }

Adjoints reciprocal(ReciprocalOp op, Value dy, Emit &e) {
  return {e.mul(e.neg(dy), e.mul(op.getResult(), op.getResult()))};
}

Adjoints sqrt(SqrtOp op, Value dy, Emit &e) { return {e.div(dy, e.mulScalar(op.getResult(), 2.0))}; }

Adjoints rsqrt(RsqrtOp op, Value dy, Emit &e) {
  Value y = op.getResult();
  return {e.mul(e.mulScalar(dy, -0.5), e.mul(y, e.mul(y, y)))};
}

Adjoints exp(ExpOp op, Value dy, Emit &e) { return {e.mul(dy, op.getResult())}; }

Adjoints expm1(Expm1Op op, Value dy, Emit &e) { return {e.mul(dy, e.addScalar(op.getResult(), 1.0))}; }

Adjoints log(LogOp op, Value dy, Emit &e) { return {e.div(dy, op.getInput())}; }

Adjoints log1p(Log1pOp op, Value dy, Emit &e) { return {e.div(dy, e.addScalar(op.getInput(), 1.0))}; }

Adjoints log2(Log2Op op, Value dy, Emit &e) { return {e.div(dy, e.mulScalar(op.getInput(), M_LN2))}; }

Adjoints log10(Log10Op op, Value dy, Emit &e) { return {e.div(dy, e.mulScalar(op.getInput(), M_LN10))}; }

Adjoints sin(SinOp op, Value dy, Emit &e) { return {e.mul(dy, CosOp::create(e.b, e.loc, op.getInput()))}; }

Adjoints cos(CosOp op, Value dy, Emit &e) {
  Value sine = SinOp::create(e.b, e.loc, op.getInput());
  return {e.mul(dy, e.neg(sine))};
}

Adjoints tan(TanOp op, Value dy, Emit &e) {
  Value square = e.mul(op.getResult(), op.getResult());
  return {e.mul(dy, e.addScalar(square, 1.0))};
}

Adjoints atan(AtanOp op, Value dy, Emit &e) {
  Value square = e.mul(op.getInput(), op.getInput());
  return {e.div(dy, e.addScalar(square, 1.0))};
}

/// dy * (1 - y * y)
Adjoints tanh(TanhOp op, Value dy, Emit &e) {
  Value y = op.getResult();
  return {e.mul(dy, e.sub(e.full(y, 1.0), e.mul(y, y)))};
}

Adjoints erf(ErfOp op, Value dy, Emit &e) {
  Value square = e.mul(op.getInput(), op.getInput());
  return {e.mul(e.mulScalar(e.exp(e.neg(square)), M_2_SQRTPI), dy)};
}

Adjoints exp2(Exp2Op op, Value dy, Emit &e) { return {e.mulScalar(e.mul(dy, op.getResult()), M_LN2)}; }

/// 1 / sqrt(scale * x * x + shift)
Value inverseRoot(Emit &e, Value x, double scale, double shift) {
  Value square = e.addScalar(e.mulScalar(e.mul(x, x), scale), shift);
  return RsqrtOp::create(e.b, e.loc, square);
}

Adjoints asin(AsinOp op, Value dy, Emit &e) { return {e.mul(dy, inverseRoot(e, op.getInput(), -1.0, 1.0))}; }

Adjoints acos(AcosOp op, Value dy, Emit &e) { return {e.mul(dy, e.neg(inverseRoot(e, op.getInput(), -1.0, 1.0)))}; }

Adjoints sinh(SinhOp op, Value dy, Emit &e) { return {e.mul(dy, CoshOp::create(e.b, e.loc, op.getInput()))}; }

Adjoints cosh(CoshOp op, Value dy, Emit &e) { return {e.mul(dy, SinhOp::create(e.b, e.loc, op.getInput()))}; }

Adjoints asinh(AsinhOp op, Value dy, Emit &e) { return {e.mul(dy, inverseRoot(e, op.getInput(), 1.0, 1.0))}; }

Adjoints acosh(AcoshOp op, Value dy, Emit &e) { return {e.mul(dy, inverseRoot(e, op.getInput(), 1.0, -1.0))}; }

Adjoints atanh(AtanhOp op, Value dy, Emit &e) {
  Value x = op.getInput();
  return {e.div(dy, e.sub(e.full(x, 1.0), e.mul(x, x)))};
}

/// 2 / sqrt(pi) * exp(-x * x)
Value errorSlope(Emit &e, Value x) { return e.mulScalar(e.exp(e.neg(e.mul(x, x))), M_2_SQRTPI); }

Adjoints erfc(ErfcOp op, Value dy, Emit &e) { return {e.mul(e.neg(errorSlope(e, op.getInput())), dy)}; }

Adjoints erfcx(ErfcxOp op, Value dy, Emit &e) {
  Value product = e.mulScalar(e.mul(op.getInput(), op.getResult()), 2.0);
  return {e.mul(e.addScalar(product, -M_2_SQRTPI), dy)};
}

Adjoints erfinv(ErfinvOp op, Value dy, Emit &e) {
  Value y = op.getResult();
  return {e.mul(e.mulScalar(e.exp(e.mul(y, y)), 1.0 / M_2_SQRTPI), dy)};
}

Adjoints lgamma(LgammaOp op, Value dy, Emit &e) { return {e.mul(dy, DigammaOp::create(e.b, e.loc, op.getInput()))}; }

Adjoints i0e(I0eOp op, Value dy, Emit &e) {
  Value x = op.getInput();
  Value sign = SignOp::create(e.b, e.loc, x), odd = I1eOp::create(e.b, e.loc, x);
  return {e.mul(dy, e.sub(odd, e.mul(sign, op.getResult())))};
}

/// A half at zero, where the formula divides by it.
Adjoints i1e(I1eOp op, Value dy, Emit &e) {
  Value x = op.getInput(), zero = e.compare(CompareKind::Eq, x, 0.0);
  Value safe = e.select(zero, e.full(x, 1.0), x);
  Value factor = e.add(SignOp::create(e.b, e.loc, safe), ReciprocalOp::create(e.b, e.loc, safe));
  Value slope = e.sub(I0eOp::create(e.b, e.loc, safe), e.mul(op.getResult(), factor));
  return {e.mul(dy, e.select(zero, e.full(x, 0.5), slope))};
}

/// Zero where the result is 0 or less; so a NaN lets the gradient pass.
Adjoints relu(ReluOp op, Value dy, Emit &e) {
  Value off = e.compare(CompareKind::Le, op.getResult(), 0.0);
  return {e.select(off, e.zero(dy), dy)};
}

/// dy * (1 - y) * y
Adjoints sigmoid(SigmoidOp op, Value dy, Emit &e) {
  Value y = op.getResult();
  return {e.mul(e.mul(dy, e.sub(e.full(y, 1.0), y)), y)};
}

/// dy * s * (1 + x * (1 - s)) with s = sigmoid(x)
Adjoints silu(SiluOp op, Value dy, Emit &e) {
  Value x = op.getInput();
  Value s = SigmoidOp::create(e.b, e.loc, x);
  Value slope = e.addScalar(e.mul(x, e.sub(e.full(s, 1.0), s)), 1.0);
  return {e.mul(e.mul(dy, s), slope)};
}

/// Φ(x) + x φ(x)
Value geluSlope(Emit &e, Value x) {
  Value erf = ErfOp::create(e.b, e.loc, e.mulScalar(x, M_SQRT1_2));
  Value cdf = e.mulScalar(e.addScalar(erf, 1.0), 0.5);
  Value bell = e.exp(e.mulScalar(e.mul(x, x), -0.5));
  Value pdf = e.mulScalar(bell, M_2_SQRTPI * M_SQRT1_2 * 0.5);
  return e.add(cdf, e.mul(x, pdf));
}

/// The slope of PyTorch's approximation by tanh.
Value geluTanhSlope(Emit &e, Value x) {
  constexpr double kBeta = M_SQRT2 * M_2_SQRTPI * 0.5;
  constexpr double kKappa = 0.044715;
  Value square = e.mul(x, x);
  Value inner = e.mulScalar(e.add(x, e.mulScalar(e.mul(square, x), kKappa)), kBeta);
  Value t = TanhOp::create(e.b, e.loc, inner);
  Value left = e.mulScalar(e.addScalar(t, 1.0), 0.5);
  Value dTanh = e.sub(e.full(t, 1.0), e.mul(t, t));
  Value dInner = e.mulScalar(e.addScalar(e.mulScalar(square, 3.0 * kKappa), 1.0), kBeta);
  return e.add(left, e.mul(e.mulScalar(x, 0.5), e.mul(dTanh, dInner)));
}

Adjoints gelu(GeluOp op, Value dy, Emit &e) {
  bool exact = op.getApproximate() == GeluKind::Exact;
  return {e.mul(dy, exact ? geluSlope(e, op.getInput()) : geluTanhSlope(e, op.getInput()))};
}

Adjoints leakyRelu(LeakyReluOp op, Value dy, Emit &e) {
  Value on = e.compare(CompareKind::Gt, op.getInput(), 0.0);
  double slope = op.getSlope().convertToDouble();
  return {e.select(on, dy, e.mulScalar(dy, slope))};
}

Adjoints elu(EluOp op, Value dy, Emit &e) {
  double scale = op.getScale().convertToDouble();
  double inner = op.getInputScale().convertToDouble();
  double factor = inner * op.getAlpha().convertToDouble() * scale;
  Value below = e.compare(CompareKind::Le, op.getInput(), 0.0);
  // At zero the power is 1 whatever x does: the second derivative is 0 there.
  Value power = e.exp(e.mulScalar(op.getInput(), inner));
  Value negative = e.compare(CompareKind::Lt, op.getInput(), 0.0);
  power = e.select(negative, power, e.full(power, 1.0));
  return {e.select(below, e.mul(e.mulScalar(dy, factor), power), e.mulScalar(dy, scale))};
}

Adjoints softplus(SoftplusOp op, Value dy, Emit &e) {
  Value scaled = e.mulScalar(op.getInput(), op.getBeta().convertToDouble());
  Value z = e.exp(scaled);
  Value linear = e.compare(CompareKind::Gt, scaled, op.getThreshold().convertToDouble());
  return {e.select(linear, dy, e.div(e.mul(dy, z), e.addScalar(z, 1.0)))};
}

/// The bounds belong to the inside; a NaN does not.
Adjoints clamp(ClampOp op, Value dy, Emit &e) {
  Value x = op.getInput(), inside;
  auto require = [&](CompareKind kind, std::optional<APFloat> bound) {
    if (!bound)
      return;
    Value holds = e.compare(kind, x, bound->convertToDouble());
    inside = inside ? e.mul(inside, holds) : holds;
  };
  require(CompareKind::Ge, op.getMin());
  require(CompareKind::Le, op.getMax());
  return {e.select(inside, dy, e.zero(dy))};
}

Adjoints cast(CastOp op, Value dy, Emit &e) { return {e.cast(dy, elementTypeOf(op.getInput()))}; }

} // namespace

void nn::attachElementwiseRules(MLIRContext *context) {
  attachRule<AbsOp, abs>(context);
  attachRule<AcosOp, acos>(context);
  attachRule<AcoshOp, acosh>(context);
  attachRule<AsinOp, asin>(context);
  attachRule<AsinhOp, asinh>(context);
  attachRule<AtanOp, atan>(context);
  attachRule<AtanhOp, atanh>(context);
  attachRule<CastOp, cast>(context);
  attachRule<ClampOp, clamp>(context);
  attachRule<CosOp, cos>(context);
  attachRule<CoshOp, cosh>(context);
  attachRule<EluOp, elu>(context);
  attachRule<ErfOp, erf>(context);
  attachRule<ErfcOp, erfc>(context);
  attachRule<ErfcxOp, erfcx>(context);
  attachRule<ErfinvOp, erfinv>(context);
  attachRule<Exp2Op, exp2>(context);
  attachRule<ExpOp, exp>(context);
  attachRule<Expm1Op, expm1>(context);
  attachRule<GeluOp, gelu>(context);
  attachRule<I0eOp, i0e>(context);
  attachRule<I1eOp, i1e>(context);
  attachRule<LeakyReluOp, leakyRelu>(context);
  attachRule<LgammaOp, lgamma>(context);
  attachRule<Log10Op, log10>(context);
  attachRule<Log1pOp, log1p>(context);
  attachRule<Log2Op, log2>(context);
  attachRule<LogOp, log>(context);
  attachRule<NegOp, neg>(context);
  attachRule<ReciprocalOp, reciprocal>(context);
  attachRule<ReluOp, relu>(context);
  attachRule<RsqrtOp, rsqrt>(context);
  attachRule<SigmoidOp, sigmoid>(context);
  attachRule<SiluOp, silu>(context);
  attachRule<SinOp, sin>(context);
  attachRule<SinhOp, sinh>(context);
  attachRule<SoftplusOp, softplus>(context);
  attachRule<SqrtOp, sqrt>(context);
  attachRule<TanOp, tan>(context);
  attachRule<TanhOp, tanh>(context);
  attachZeroGradient<CeilOp, FloorOp, RoundOp, SignOp, TruncOp>(context);
  attachNoGradient<IsInfOp, IsNanOp, LogicalNotOp>(context);
}
