//===- Binary.cpp - functions of two and three elements -------------------===//

#include "Lowerings.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace janus;
using namespace janus::nn;

static bool isFloat(Value value) { return isa<FloatType>(value.getType()); }

static Value scalar(AddOp op, Scalars &s, ValueRange x) { return s.add(x[0], x[1]); }
static Value scalar(SubOp op, Scalars &s, ValueRange x) { return s.sub(x[0], x[1]); }
static Value scalar(MulOp op, Scalars &s, ValueRange x) { return s.mul(x[0], x[1]); }
static Value scalar(DivOp op, Scalars &s, ValueRange x) { return s.div(x[0], x[1]); }
static Value scalar(Atan2Op op, Scalars &s, ValueRange x) { return s.create<math::Atan2Op>(x[0], x[1]); }
static Value scalar(MaximumOp op, Scalars &s, ValueRange x) { return s.maximum(x[0], x[1]); }
static Value scalar(MinimumOp op, Scalars &s, ValueRange x) { return s.minimum(x[0], x[1]); }
static Value scalar(AndOp op, Scalars &s, ValueRange x) { return s.both(x[0], x[1]); }
static Value scalar(OrOp op, Scalars &s, ValueRange x) { return s.either(x[0], x[1]); }
static Value scalar(XorOp op, Scalars &s, ValueRange x) { return s.create<arith::XOrIOp>(x[0], x[1]); }
static Value scalar(SelectOp op, Scalars &s, ValueRange x) { return s.select(x[0], x[1], x[2]); }

static Value scalar(CompareOp op, Scalars &s, ValueRange x) {
  switch (op.getKind()) {
  case CompareKind::Eq:
    return s.eq(x[0], x[1]);
  case CompareKind::Ne:
    return s.ne(x[0], x[1]);
  case CompareKind::Lt:
    return s.lt(x[0], x[1]);
  case CompareKind::Le:
    return s.le(x[0], x[1]);
  case CompareKind::Gt:
    return s.gt(x[0], x[1]);
  case CompareKind::Ge:
    return s.ge(x[0], x[1]);
  }
  llvm_unreachable("every comparison is handled");
}

/// What is left of a division that rounds towards zero, and whether it must be
/// corrected because its sign is not the divisor's.
static std::pair<Value, Value> truncatedRemainder(Scalars &s, Value a, Value b) {
  Value zero = s.constant(a.getType(), 0);
  Value rest = isFloat(a) ? s.create<arith::RemFOp>(a, b) : s.create<arith::RemSIOp>(a, b);
  Value signsDiffer = s.create<arith::XOrIOp>(s.lt(b, zero), s.lt(rest, zero));
  return {rest, s.both(s.ne(rest, zero), signsDiffer)};
}

static Value scalar(FmodOp op, Scalars &s, ValueRange x) {
  return isFloat(x[0]) ? s.create<arith::RemFOp>(x[0], x[1]) : s.create<arith::RemSIOp>(x[0], x[1]);
}

static Value scalar(RemainderOp op, Scalars &s, ValueRange x) {
  auto [rest, wrong] = truncatedRemainder(s, x[0], x[1]);
  return s.select(wrong, s.add(rest, x[1]), rest);
}

static Value scalar(FloorDivOp op, Scalars &s, ValueRange x) {
  Value a = x[0], b = x[1];
  Type type = a.getType();
  auto [rest, wrong] = truncatedRemainder(s, a, b);
  if (!isFloat(a)) {
    Value quotient = s.create<arith::DivSIOp>(a, b);
    return s.select(wrong, s.sub(quotient, s.constant(type, 1)), quotient);
  }
  // As CPython's float floor division, which PyTorch follows: exact where
  // floor(a / b) would be off by a rounding.
  Value zero = s.constant(type, 0), one = s.constant(type, 1);
  Value quotient = s.div(s.sub(a, rest), b);
  quotient = s.select(wrong, s.sub(quotient, one), quotient);
  Value floor = s.create<math::FloorOp>(quotient);
  Value offByOne = s.gt(s.sub(quotient, floor), s.constant(type, 0.5));
  floor = s.select(offByOne, s.add(floor, one), floor);
  Value whole = s.div(a, b);
  Value signedZero = s.create<math::CopySignOp>(zero, whole);
  Value result = s.select(s.ne(quotient, zero), floor, signedZero);
  return s.select(s.eq(b, zero), whole, result);
}

/// base ** exponent by squaring; negative exponents as PyTorch has them.
static Value integerPower(Scalars &s, Value base, Value exponent) {
  Type type = base.getType();
  Value zero = s.constant(type, 0), one = s.constant(type, 1);
  auto loop = scf::WhileOp::create(
      s.builder, s.loc, TypeRange{type, type, type}, ValueRange{one, base, exponent},
      [&](OpBuilder &b, Location loc, ValueRange state) {
        scf::ConditionOp::create(b, loc, Scalars(b, loc).gt(state[2], zero), state);
      },
      [&](OpBuilder &b, Location loc, ValueRange state) {
        Scalars t(b, loc);
        Value odd = t.ne(t.both(state[2], one), zero);
        Value result = t.select(odd, t.mul(state[0], state[1]), state[0]);
        Value rest = t.create<arith::ShRUIOp>(state[2], one);
        scf::YieldOp::create(b, loc, ValueRange{result, t.mul(state[1], state[1]), rest});
      });
  Value minusOne = s.constant(type, -1);
  Value odd = s.ne(s.both(exponent, one), zero);
  Value inverse = s.select(s.eq(base, one), one, s.select(s.eq(base, minusOne), s.select(odd, minusOne, one), zero));
  return s.select(s.lt(exponent, zero), inverse, loop.getResult(0));
}

static Value scalar(PowOp op, Scalars &s, ValueRange x) {
  if (isFloat(x[0]))
    return s.create<math::PowFOp>(x[0], x[1]);
  // On truth values: only false to the power of true is false.
  if (x[0].getType().isInteger(1))
    return s.either(x[0], s.eq(x[1], s.boolean(false)));
  return integerPower(s, x[0], x[1]);
}

template <typename... OpTys> static void attachScalars(MLIRContext *context) {
  (attachElementwise<OpTys, scalar>(context), ...);
}

void janus::attachBinaryLowerings(MLIRContext *context) {
  attachScalars<AddOp, SubOp, MulOp, DivOp, FloorDivOp, FmodOp, RemainderOp, PowOp, Atan2Op>(context);
  attachScalars<MaximumOp, MinimumOp, AndOp, OrOp, XorOp, CompareOp, SelectOp>(context);
}
