//===- Shape.cpp - derivatives of ops that move elements ------------------===//

#include "Rule.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

namespace {

Adjoints broadcastTo(BroadcastToOp op, Value dy, Emit &e) {
  Adjoints adjoints(op->getNumOperands());
  adjoints[0] = e.sumTo(dy, op.getInput());
  return adjoints;
}

Adjoints reshape(ReshapeOp op, Value dy, Emit &e) {
  Adjoints adjoints(op->getNumOperands());
  adjoints[0] = e.reshapeLike(dy, op.getInput());
  return adjoints;
}

Adjoints permute(PermuteOp op, Value dy, Emit &e) {
  ArrayRef<int64_t> permutation = op.getPermutation();
  SmallVector<int64_t> inverse(permutation.size());
  for (auto [i, dim] : llvm::enumerate(permutation))
    inverse[dim] = i;
  return {PermuteOp::create(e.b, e.loc, dy, inverse)};
}

/// The gradient of a window is a tensor of zeros with the window put in.
Adjoints slice(SliceOp op, Value dy, Emit &e) {
  Adjoints adjoints(op->getNumOperands());
  adjoints[0] = SliceScatterOp::create(e.b, e.loc, dy, e.zero(op.getInput()), op.getMixedOffsets(), op.getSteps());
  return adjoints;
}

Adjoints sliceScatter(SliceScatterOp op, Value dy, Emit &e) {
  Value source = op.getSource();
  Adjoints adjoints(op->getNumOperands());
  adjoints[0] = SliceOp::create(e.b, e.loc, dy, op.getMixedOffsets(), e.sizes(source), op.getSteps());
  adjoints[1] = SliceScatterOp::create(e.b, e.loc, e.zero(source), dy, op.getMixedOffsets(), op.getSteps());
  return adjoints;
}

Adjoints concat(ConcatOp op, Value dy, Emit &e) {
  Adjoints adjoints;
  SmallVector<int64_t> steps(rankOf(dy), 1);
  SmallVector<OpFoldResult> offsets(rankOf(dy), e.b.getIndexAttr(0));
  for (Value input : op.getInputs()) {
    SmallVector<OpFoldResult> sizes = e.sizes(input);
    adjoints.push_back(SliceOp::create(e.b, e.loc, dy, offsets, sizes, steps));
    offsets[op.getDim()] = e.sum(offsets[op.getDim()], sizes[op.getDim()]);
  }
  return adjoints;
}

Adjoints pad(PadOp op, Value dy, Emit &e) {
  SmallVector<int64_t> steps(rankOf(dy), 1);
  SmallVector<OpFoldResult> offsets;
  for (int64_t low : op.getLow())
    offsets.push_back(e.b.getIndexAttr(low));
  return {SliceOp::create(e.b, e.loc, dy, offsets, e.sizes(op.getInput()), steps)};
}

} // namespace

void nn::attachShapeRules(MLIRContext *context) {
  attachRule<BroadcastToOp, broadcastTo, 1>(context);
  attachRule<ConcatOp, concat>(context);
  attachRule<PadOp, pad>(context);
  attachRule<PermuteOp, permute>(context);
  attachRule<ReshapeOp, reshape, 1>(context);
  attachRule<SliceOp, slice, 1>(context);
  attachRule<SliceScatterOp, sliceScatter, 3>(context);
  attachNoGradient<FullOp>(context);
}
