//===- Unary.cpp - functions of one element -------------------------------===//

#include "Lowerings.h"

using namespace mlir;
using namespace janus;
using namespace janus::nn;

//===----------------------------------------------------------------------===//
// Functions that math has
//===----------------------------------------------------------------------===//

/// An op that is one op of math.
template <typename OpTy, typename MathOp> static Value viaMath(OpTy op, Scalars &s, ValueRange x) {
  return s.create<MathOp>(x[0]);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static bool isFloat(Value value) { return isa<FloatType>(value.getType()); }

static Value scalar(AbsOp op, Scalars &s, ValueRange x) {
  if (x[0].getType().isInteger(1))
    return x[0];
  return isFloat(x[0]) ? s.create<math::AbsFOp>(x[0]) : s.create<math::AbsIOp>(x[0]);
}

static Value scalar(NegOp op, Scalars &s, ValueRange x) { return s.neg(x[0]); }

static Value scalar(SignOp op, Scalars &s, ValueRange x) {
  Type type = x[0].getType();
  if (type.isInteger(1))
    return x[0];
  Value zero = s.constant(type, 0);
  return s.sub(s.cast(s.gt(x[0], zero), type), s.cast(s.lt(x[0], zero), type));
}

static Value scalar(ReciprocalOp op, Scalars &s, ValueRange x) { return s.div(s.constant(x[0].getType(), 1), x[0]); }

static Value scalar(RsqrtOp op, Scalars &s, ValueRange x) {
  // Not math.rsqrt, which may be an approximation.
  return s.div(s.constant(x[0].getType(), 1), s.create<math::SqrtOp>(x[0]));
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

static Value scalar(ReluOp op, Scalars &s, ValueRange x) { return s.atLeast(x[0], 0); }
static Value scalar(SigmoidOp op, Scalars &s, ValueRange x) { return s.sigmoid(x[0]); }

static Value scalar(SiluOp op, Scalars &s, ValueRange x) {
  return s.div(x[0], s.add(s.constant(x[0].getType(), 1), s.exp(s.neg(x[0]))));
}

static Value scalar(GeluOp op, Scalars &s, ValueRange x) {
  Type type = x[0].getType();
  Value half = s.constant(type, 0.5), one = s.constant(type, 1), inner;
  if (op.getApproximate() == GeluKind::Exact) {
    inner = s.create<math::ErfOp>(s.mul(x[0], s.constant(type, M_SQRT1_2)));
  } else {
    Value cube = s.mul(s.mul(x[0], x[0]), x[0]);
    Value sum = s.add(x[0], s.mul(s.constant(type, 0.044715), cube));
    inner = s.create<math::TanhOp>(s.mul(s.constant(type, M_SQRT2 * M_2_SQRTPI * 0.5), sum));
  }
  return s.mul(s.mul(half, x[0]), s.add(one, inner));
}

static Value scalar(LeakyReluOp op, Scalars &s, ValueRange x) {
  Type type = x[0].getType();
  Value slope = s.constant(type, op.getSlope().convertToDouble());
  return s.select(s.gt(x[0], s.constant(type, 0)), x[0], s.mul(x[0], slope));
}

static Value scalar(EluOp op, Scalars &s, ValueRange x) {
  Type type = x[0].getType();
  double alpha = op.getAlpha().convertToDouble(), scale = op.getScale().convertToDouble();
  Value below = s.create<math::ExpM1Op>(s.mul(x[0], s.constant(type, op.getInputScale().convertToDouble())));
  return s.select(s.lt(x[0], s.constant(type, 0)), s.mul(below, s.constant(type, alpha * scale)),
                  s.mul(x[0], s.constant(type, scale)));
}

static Value scalar(SoftplusOp op, Scalars &s, ValueRange x) {
  Type type = x[0].getType();
  Value beta = s.constant(type, op.getBeta().convertToDouble());
  Value scaled = s.mul(x[0], beta), threshold = s.constant(type, op.getThreshold().convertToDouble());
  return s.select(s.gt(scaled, threshold), x[0], s.div(s.create<math::Log1pOp>(s.exp(scaled)), beta));
}

static Value scalar(ClampOp op, Scalars &s, ValueRange x) {
  Value result = x[0];
  if (op.getMin())
    result = s.atLeast(result, op.getMin()->convertToDouble());
  if (op.getMax())
    result = s.atMost(result, op.getMax()->convertToDouble());
  return result;
}

//===----------------------------------------------------------------------===//
// Questions, logic, conversion
//===----------------------------------------------------------------------===//

static Value scalar(IsNanOp op, Scalars &s, ValueRange x) { return s.isNan(x[0]); }
static Value scalar(IsInfOp op, Scalars &s, ValueRange x) {
  return s.eq(s.create<math::AbsFOp>(x[0]), s.highest(x[0].getType()));
}
static Value scalar(LogicalNotOp op, Scalars &s, ValueRange x) { return s.eq(x[0], s.constant(x[0].getType(), 0)); }
static Value scalar(BitwiseNotOp op, Scalars &s, ValueRange x) {
  Type type = x[0].getType();
  return s.create<arith::XOrIOp>(x[0], type.isInteger(1) ? s.boolean(true) : s.constant(type, -1));
}
static Value scalar(CastOp op, Scalars &s, ValueRange x) { return s.cast(x[0], accumulatorType(op.getElementType())); }

template <typename... OpTys> static void attachScalars(MLIRContext *context) {
  (attachElementwise<OpTys, scalar>(context), ...);
}

template <typename OpTy, typename MathOp> static void attachMath(MLIRContext *context) {
  attachElementwise<OpTy, viaMath<OpTy, MathOp>>(context);
}

void janus::attachUnaryLowerings(MLIRContext *context) {
  attachScalars<AbsOp, NegOp, SignOp, ReciprocalOp, RsqrtOp>(context);
  attachScalars<ReluOp, SigmoidOp, SiluOp, GeluOp, LeakyReluOp, EluOp, SoftplusOp, ClampOp>(context);
  attachScalars<IsNanOp, IsInfOp, LogicalNotOp, BitwiseNotOp, CastOp>(context);
  attachMath<SqrtOp, math::SqrtOp>(context);
  attachMath<CeilOp, math::CeilOp>(context);
  attachMath<FloorOp, math::FloorOp>(context);
  attachMath<RoundOp, math::RoundEvenOp>(context);
  attachMath<TruncOp, math::TruncOp>(context);
  attachMath<ExpOp, math::ExpOp>(context);
  attachMath<Expm1Op, math::ExpM1Op>(context);
  attachMath<LogOp, math::LogOp>(context);
  attachMath<Log1pOp, math::Log1pOp>(context);
  attachMath<Log2Op, math::Log2Op>(context);
  attachMath<Log10Op, math::Log10Op>(context);
  attachMath<SinOp, math::SinOp>(context);
  attachMath<CosOp, math::CosOp>(context);
  attachMath<TanOp, math::TanOp>(context);
  attachMath<AtanOp, math::AtanOp>(context);
  attachMath<TanhOp, math::TanhOp>(context);
  attachMath<ErfOp, math::ErfOp>(context);
  attachMath<ErfcOp, math::ErfcOp>(context);
  attachMath<Exp2Op, math::Exp2Op>(context);
  attachMath<AsinOp, math::AsinOp>(context);
  attachMath<AcosOp, math::AcosOp>(context);
  attachMath<SinhOp, math::SinhOp>(context);
  attachMath<CoshOp, math::CoshOp>(context);
  attachMath<AsinhOp, math::AsinhOp>(context);
  attachMath<AcoshOp, math::AcoshOp>(context);
  attachMath<AtanhOp, math::AtanhOp>(context);
}
