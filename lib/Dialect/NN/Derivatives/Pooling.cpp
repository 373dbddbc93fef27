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
  return {AdaptiveAvgPoolBackwardOp::create(e.b, e.loc, dy, op.getInput(), op.getLayout())};
}

Adjoints adaptiveAvgPoolBackward(AdaptiveAvgPoolBackwardOp op, Value dz, Emit &e) {
  auto type = mlir::cast<RankedTensorType>(op.getGrad().getType());
  int64_t first = op.getLayout() == Layout::ChannelsFirst ? 2 : 1;
  ArrayRef<int64_t> sizes = type.getShape().slice(first, type.getRank() - 2);
  return {AdaptiveAvgPoolOp::create(e.b, e.loc, dz, sizes, op.getLayout()), Value()};
}

} // namespace

void nn::attachPoolingRules(MLIRContext *context) {
  attachRule<AdaptiveAvgPoolBackwardOp, adaptiveAvgPoolBackward, 1>(context);
  attachRule<AdaptiveAvgPoolOp, adaptiveAvgPool>(context);
  attachRule<AvgPoolBackwardOp, avgPoolBackward, 1>(context);
  attachRule<AvgPoolOp, avgPool>(context);
  attachRule<MaxPoolOp, maxPool>(context);
}
