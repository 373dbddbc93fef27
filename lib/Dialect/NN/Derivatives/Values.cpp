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

/// The sizes etc. of a slice, in a builder's argument order.
Value extract(Emit &e, RankedTensorType type, Value from, OffsetSizeAndStrideOpInterface window) {
  return tensor::ExtractSliceOp::create(e.b, e.loc, type, from, window.getMixedOffsets(), window.getMixedSizes(),
                                        window.getMixedStrides());
}
Value insert(Emit &e, Value source, Value into, OffsetSizeAndStrideOpInterface window) {
  return tensor::InsertSliceOp::create(e.b, e.loc, source, into, window.getMixedOffsets(), window.getMixedSizes(),
                                       window.getMixedStrides());
}

Adjoints add(arith::AddFOp, Value dy, Emit &) { return {dy, dy}; }

Adjoints sub(arith::SubFOp, Value dy, Emit &e) { return {dy, e.neg(dy)}; }

Adjoints mul(arith::MulFOp op, Value dy, Emit &e) { return {e.mul(dy, op.getRhs()), e.mul(dy, op.getLhs())}; }

Adjoints div(arith::DivFOp op, Value dy, Emit &e) {
  return {e.div(dy, op.getRhs()), e.mul(e.neg(dy), e.div(op.getResult(), op.getRhs()))};
}

Adjoints neg(arith::NegFOp, Value dy, Emit &e) { return {e.neg(dy)}; }

Adjoints extend(arith::ExtFOp op, Value dy, Emit &e) { return {e.cast(dy, elementTypeOf(op.getIn()))}; }

Adjoints truncate(arith::TruncFOp op, Value dy, Emit &e) { return {e.cast(dy, elementTypeOf(op.getIn()))}; }

Adjoints select(arith::SelectOp op, Value dy, Emit &e) {
  Value zero = e.zero(dy);
  return {Value(), arith::SelectOp::create(e.b, e.loc, op.getCondition(), dy, zero),
          arith::SelectOp::create(e.b, e.loc, op.getCondition(), zero, dy)};
}

Adjoints cast(tensor::CastOp op, Value dy, Emit &e) {
  return {tensor::CastOp::create(e.b, e.loc, op.getSource().getType(), dy)};
}

/// The gradient of a slice is a tensor of zeros with the slice put in.
Adjoints extractSlice(tensor::ExtractSliceOp op, Value dy, Emit &e) {
  Adjoints adjoints(op->getNumOperands());
  adjoints[0] = insert(e, dy, e.zero(op.getSource()), op);
  return adjoints;
}

Adjoints insertSlice(tensor::InsertSliceOp op, Value dy, Emit &e) {
  Adjoints adjoints(op->getNumOperands());
  adjoints[0] = extract(e, op.getSourceType(), dy, op);
  adjoints[1] = insert(e, e.zero(op.getSource()), dy, op);
  return adjoints;
}

Adjoints collapse(tensor::CollapseShapeOp op, Value dy, Emit &e) {
  return {tensor::ExpandShapeOp::create(e.b, e.loc, op.getSrcType(), dy, op.getReassociationIndices(),
                                        e.sizes(op.getSrc()))};
}

Adjoints expand(tensor::ExpandShapeOp op, Value dy, Emit &e) {
  Adjoints adjoints(op->getNumOperands());
  adjoints[0] = tensor::CollapseShapeOp::create(e.b, e.loc, op.getSrcType(), dy, op.getReassociationIndices());
  return adjoints;
}

} // namespace

void nn::attachValueRules(MLIRContext *context) {
  attachRule<arith::AddFOp, add>(context);
  attachRule<arith::DivFOp, div>(context);
  attachRule<arith::ExtFOp, extend>(context);
  attachRule<arith::MulFOp, mul>(context);
  attachRule<arith::NegFOp, neg>(context);
  attachRule<arith::SelectOp, select>(context);
  attachRule<arith::SubFOp, sub>(context);
  attachRule<arith::TruncFOp, truncate>(context);
  attachRule<tensor::CastOp, cast>(context);
  attachRule<tensor::CollapseShapeOp, collapse>(context);
  attachRule<tensor::ExpandShapeOp, expand, 1>(context);
  attachRule<tensor::ExtractSliceOp, extractSlice, 1>(context);
  attachRule<tensor::InsertSliceOp, insertSlice, 3>(context);
}
