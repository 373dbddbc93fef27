//===- Values.cpp - derivatives of arith and tensor ops -------------------===//
//
// The ops of other dialects that value level uses on tensors. Numbers carry no
// gradient: what was read out of a tensor left autograd in PyTorch too.
//
//===----------------------------------------------------------------------===//

#include "Rule.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

namespace {

Value mul(OpBuilder &b, Location loc, Value lhs, Value rhs) {
  return arith::MulFOp::create(b, loc, lhs, rhs);
}
Value neg(OpBuilder &b, Location loc, Value v) {
  return arith::NegFOp::create(b, loc, v);
}

Adjoints add(arith::AddFOp, Value dy, OpBuilder &, Location) {
  return {dy, dy};
}

Adjoints sub(arith::SubFOp, Value dy, OpBuilder &b, Location loc) {
  return {dy, neg(b, loc, dy)};
}

Adjoints mulRule(arith::MulFOp op, Value dy, OpBuilder &b, Location loc) {
  return {mul(b, loc, dy, op.getRhs()), mul(b, loc, dy, op.getLhs())};
}

/// -dy * ((a / b) / b), in PyTorch's order.
Adjoints div(arith::DivFOp op, Value dy, OpBuilder &b, Location loc) {
  Value quotient = arith::DivFOp::create(b, loc, op.getResult(), op.getRhs());
  return {arith::DivFOp::create(b, loc, dy, op.getRhs()),
          mul(b, loc, neg(b, loc, dy), quotient)};
}

Adjoints negRule(arith::NegFOp, Value dy, OpBuilder &b, Location loc) {
  return {neg(b, loc, dy)};
}

Adjoints extend(arith::ExtFOp op, Value dy, OpBuilder &b, Location loc) {
  return {arith::TruncFOp::create(b, loc, op.getIn().getType(), dy)};
}

Adjoints truncate(arith::TruncFOp op, Value dy, OpBuilder &b, Location loc) {
  return {arith::ExtFOp::create(b, loc, op.getIn().getType(), dy)};
}

Adjoints select(arith::SelectOp op, Value dy, OpBuilder &b, Location loc) {
  Value zero = buildZeroLike(b, loc, dy);
  Value onTrue = arith::SelectOp::create(b, loc, op.getCondition(), dy, zero);
  Value onFalse = arith::SelectOp::create(b, loc, op.getCondition(), zero, dy);
  return {Value(), onTrue, onFalse};
}

Adjoints cast(tensor::CastOp op, Value dy, OpBuilder &b, Location loc) {
  return {tensor::CastOp::create(b, loc, op.getSource().getType(), dy)};
}

/// The gradient of a slice is a tensor of zeros with the slice put in.
Adjoints extractSlice(tensor::ExtractSliceOp op, Value dy, OpBuilder &b,
                      Location loc) {
  Adjoints adjoints(op->getNumOperands());
  adjoints[0] = tensor::InsertSliceOp::create(
      b, loc, dy, buildZeroLike(b, loc, op.getSource()), op.getMixedOffsets(),
      op.getMixedSizes(), op.getMixedStrides());
  return adjoints;
}

Adjoints insertSlice(tensor::InsertSliceOp op, Value dy, OpBuilder &b,
                     Location loc) {
  Adjoints adjoints(op->getNumOperands());
  adjoints[0] = tensor::ExtractSliceOp::create(
      b, loc, op.getSourceType(), dy, op.getMixedOffsets(), op.getMixedSizes(),
      op.getMixedStrides());
  adjoints[1] = tensor::InsertSliceOp::create(
      b, loc, buildZeroLike(b, loc, op.getSource()), dy, op.getMixedOffsets(),
      op.getMixedSizes(), op.getMixedStrides());
  return adjoints;
}

Adjoints collapse(tensor::CollapseShapeOp op, Value dy, OpBuilder &b,
                  Location loc) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, op.getSrc());
  return {tensor::ExpandShapeOp::create(b, loc, op.getSrcType(), dy,
                                        op.getReassociationIndices(), sizes)};
}

Adjoints expand(tensor::ExpandShapeOp op, Value dy, OpBuilder &b,
                Location loc) {
  Adjoints adjoints(op->getNumOperands());
  adjoints[0] = tensor::CollapseShapeOp::create(b, loc, op.getSrcType(), dy,
                                                op.getReassociationIndices());
  return adjoints;
}

} // namespace

void nn::attachValueRules(MLIRContext *context) {
  attachRule<arith::AddFOp, add>(context);
  attachRule<arith::DivFOp, div>(context);
  attachRule<arith::ExtFOp, extend>(context);
  attachRule<arith::MulFOp, mulRule>(context);
  attachRule<arith::NegFOp, negRule>(context);
  attachRule<arith::SelectOp, select>(context);
  attachRule<arith::SubFOp, sub>(context);
  attachRule<arith::TruncFOp, truncate>(context);
  attachRule<tensor::CastOp, cast>(context);
  attachRule<tensor::CollapseShapeOp, collapse>(context);
  attachRule<tensor::ExpandShapeOp, expand, 1>(context);
  attachRule<tensor::ExtractSliceOp, extractSlice, 1>(context);
  attachRule<tensor::InsertSliceOp, insertSlice, 3>(context);
  attachNoGradient<DetachOp>(context);
}
