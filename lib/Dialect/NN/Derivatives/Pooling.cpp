//===- Pooling.cpp - derivatives of pooling -------------------------------===//

#include "Rule.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

namespace {

Adjoints maxPool(MaxPoolOp op, Value dy, Emit &e) {
  return {MaxPoolBackwardOp::create(e.b, e.loc, dy, op.getInput(), op.getKernel(), op.getStride(), op.getPadding(),
                                    op.getDilation(), op.getCeilMode(), op.getLayout())};
}

Adjoints avgPool(AvgPoolOp op, Value dy, Emit &e) {
  return {AvgPoolBackwardOp::create(e.b, e.loc, dy, op.getInput(), op.getKernel(), op.getStride(), op.getPadding(),
                                    op.getCeilMode(), op.getCountIncludePad(), op.getDivisorAttr(), op.getLayout())};
}

Adjoints avgPoolBackward(AvgPoolBackwardOp op, Value dz, Emit &e) {
  return {AvgPoolOp::create(e.b, e.loc, dz, op.getKernel(), op.getStride(), op.getPadding(), op.getCeilMode(),
                            op.getCountIncludePad(), op.getDivisorAttr(), op.getLayout()),
          Value()};
}

Adjoints adaptiveAvgPool(AdaptiveAvgPoolOp op, Value dy, Emit &e) {
  Adjoints result(op->getNumOperands());
  result.front() = AdaptiveAvgPoolBackwardOp::create(e.b, e.loc, dy, op.getInput(), op.getLayout());
  return result;
}

Adjoints adaptiveAvgPoolBackward(AdaptiveAvgPoolBackwardOp op, Value dz, Emit &e) {
  SmallVector<OpFoldResult> sizes = e.sizes(op.getGrad());
  int64_t first = op.getLayout() == Layout::ChannelsFirst ? 2 : 1;
  return {AdaptiveAvgPoolOp::create(e.b, e.loc, dz, ArrayRef(sizes).slice(first, sizes.size() - 2), op.getLayout()),
          Value()};
}

} // namespace

void nn::attachPoolingRules(MLIRContext *context) {
  attachRule<AdaptiveAvgPoolBackwardOp, adaptiveAvgPoolBackward, 1>(context);
  attachRule<AdaptiveAvgPoolOp, adaptiveAvgPool, 1>(context);
  attachRule<AvgPoolBackwardOp, avgPoolBackward, 1>(context);
  attachRule<AvgPoolOp, avgPool>(context);
  attachRule<MaxPoolOp, maxPool>(context);
}
