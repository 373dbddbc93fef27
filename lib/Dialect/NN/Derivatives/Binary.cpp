//===- Binary.cpp - derivatives of functions of two tensors ---------------===//

#include "Rule.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

namespace {

Adjoints add(AddOp, Value dy, Emit &) { return {dy, dy}; }

Adjoints sub(SubOp, Value dy, Emit &e) { return {dy, e.neg(dy)}; }

Adjoints mul(MulOp op, Value dy, Emit &e) { return {e.mul(dy, op.getRhs()), e.mul(dy, op.getLhs())}; }

/// The divisor's is -dy * ((a / b) / b).
/// Whether all elements of a tensor are one number that is no tensor's.
bool isNumber(Value tensor) {
  while (auto view = tensor.getDefiningOp<BroadcastToOp>())
    tensor = view.getInput();
  Operation *definition = tensor.getDefiningOp();
  return definition && (definition->hasTrait<OpTrait::ConstantLike>() || isa<FullOp>(definition));
}

/// Eager keeps the operands of a division, and the result where a number is divided (a reciprocal).
Adjoints div(DivOp op, Value dy, Emit &e) {
  Value byLhs = e.div(dy, op.getRhs());
  if (isNumber(op.getLhs()))
    return {byLhs, e.mul(e.neg(dy), e.div(op.getResult(), op.getRhs()))};
  return {byLhs, e.neg(e.div(e.mul(byLhs, op.getLhs()), op.getRhs()))};
}

Adjoints remainder(RemainderOp op, Value dy, Emit &e) {
  Value quotient = FloorDivOp::create(e.b, e.loc, op.getLhs(), op.getRhs());
  return {dy, e.mul(e.neg(dy), quotient)};
}

Adjoints fmod(FmodOp op, Value dy, Emit &e) {
  Value quotient = TruncOp::create(e.b, e.loc, e.div(op.getLhs(), op.getRhs()));
  return {dy, e.mul(e.neg(dy), quotient)};
}

Adjoints hypot(HypotOp op, Value dy, Emit &e) {
  Value y = op.getResult();
  return {e.mul(dy, e.div(op.getLhs(), y)), e.mul(dy, e.div(op.getRhs(), y))};
}

/// Zero where there is nothing to give the sign to.
Adjoints copysign(CopysignOp op, Value dy, Emit &e) {
  Value ratio = e.div(op.getResult(), op.getLhs());
  Value none = e.compare(CompareKind::Eq, op.getLhs(), 0.0);
  return {e.mul(dy, e.select(none, e.zero(dy), ratio)), e.zero(dy)};
}

/// By the base zero where the exponent is zero; by the exponent zero where 0 is
/// raised to a power that is not negative.
Adjoints pow(PowOp op, Value dy, Emit &e) {
  Value x = op.getLhs(), p = op.getRhs(), zero = e.zero(dy);
  Value less = PowOp::create(e.b, e.loc, x, e.addScalar(p, -1.0));
  Value byBase = e.select(e.compare(CompareKind::Eq, p, 0.0), zero, e.mul(dy, e.mul(p, less)));
  Value flat = e.mul(e.compare(CompareKind::Eq, x, 0.0), e.compare(CompareKind::Ge, p, 0.0));
  Value slope = e.mul(op.getResult(), LogOp::create(e.b, e.loc, x));
  return {byBase, e.mul(dy, e.select(flat, zero, slope))};
}

/// Zero at the origin.
Adjoints atan2(Atan2Op op, Value dy, Emit &e) {
  Value y = op.getLhs(), x = op.getRhs();
  Value square = e.add(e.mul(y, y), e.mul(x, x));
  Value inverse = ReciprocalOp::create(e.b, e.loc, square);
  inverse = e.select(e.compare(CompareKind::Eq, square, 0.0), e.zero(square), inverse);
  return {e.mul(dy, e.mul(x, inverse)), e.mul(dy, e.mul(e.neg(y), inverse))};
}

/// Equal elements get a half each; `loses` says which comparison gives an
/// element nothing. A NaN lets the gradient pass on both sides.
Adjoints extremum(Value lhs, Value rhs, CompareKind loses, CompareKind wins, Value dy, Emit &e) {
  Value shared = e.select(e.compare(CompareKind::Eq, lhs, rhs), e.mulScalar(dy, 0.5), dy);
  Value zero = e.zero(dy);
  return {e.select(e.compare(loses, lhs, rhs), zero, shared), e.select(e.compare(wins, lhs, rhs), zero, shared)};
}
Adjoints maximum(MaximumOp op, Value dy, Emit &e) {
  return extremum(op.getLhs(), op.getRhs(), CompareKind::Lt, CompareKind::Gt, dy, e);
}
Adjoints minimum(MinimumOp op, Value dy, Emit &e) {
  return extremum(op.getLhs(), op.getRhs(), CompareKind::Gt, CompareKind::Lt, dy, e);
}

Adjoints withSlope(WithSlopeOp op, Value dy, Emit &e) { return {dy, e.mul(dy, op.getSlope()), Value()}; }

Adjoints select(SelectOp op, Value dy, Emit &e) {
  Value zero = e.zero(dy);
  return {Value(), e.select(op.getCondition(), dy, zero), e.select(op.getCondition(), zero, dy)};
}

} // namespace

void nn::attachBinaryRules(MLIRContext *context) {
  attachRule<AddOp, add>(context);
  attachRule<Atan2Op, atan2>(context);
  attachRule<CopysignOp, copysign>(context);
  attachRule<DivOp, div>(context);
  attachRule<FmodOp, fmod>(context);
  attachRule<HypotOp, hypot>(context);
  attachRule<MaximumOp, maximum>(context);
  attachRule<MinimumOp, minimum>(context);
  attachRule<MulOp, mul>(context);
  attachRule<PowOp, pow>(context);
  attachRule<RemainderOp, remainder>(context);
  attachRule<SelectOp, select>(context);
  attachRule<SubOp, sub>(context);
  attachRule<WithSlopeOp, withSlope, 3>(context);
  attachNoGradient<CompareOp, FloorDivOp>(context);
}
