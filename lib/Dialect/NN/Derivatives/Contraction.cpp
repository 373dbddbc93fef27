//===- Contraction.cpp - derivatives of products and convolutions ---------===//

#include "Rule.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

namespace {

Adjoints matmul(MatmulOp op, Value dy, Emit &e) {
  Value a = op.getLhs(), b = op.getRhs();
  bool ta = op.getTransposeLhs(), tb = op.getTransposeRhs();
  // d op(A) = dY op(B)ᵀ and d op(B) = op(A)ᵀ dY, transposed where A and B are.
  Value da = ta ? e.matmul(b, dy, tb, true) : e.matmul(dy, b, false, !tb);
  Value db = tb ? e.matmul(dy, a, true, ta) : e.matmul(a, dy, !ta, false);
  return {da, db};
}

/// `value` as a matrix: everything but the last dimension in one.
Value asMatrix(Emit &e, Value value) {
  if (rankOf(value) == 2)
    return value;
  SmallVector<OpFoldResult> sizes = e.sizes(value);
  OpFoldResult last = sizes.pop_back_val();
  return e.reshape(value, {e.product(sizes), last});
}

Adjoints linear(LinearOp op, Value dy, Emit &e) {
  Value rows = asMatrix(e, dy);
  Value dx = e.matmul(rows, op.getWeight());
  if (rankOf(op.getInput()) != 2)
    dx = e.reshapeLike(dx, op.getInput());
  Adjoints adjoints{dx, e.matmul(rows, asMatrix(e, op.getInput()), true)};
  if (op.getBias())
    adjoints.push_back(e.sum(rows, {0}));
  return adjoints;
}

/// The dimension that holds channels.
int64_t channelDim(Value image, Layout layout) { return layout == Layout::ChannelsFirst ? 1 : rankOf(image) - 1; }

SmallVector<int64_t> spatialDims(Value image, Layout layout) {
  int64_t first = layout == Layout::ChannelsFirst ? 2 : 1;
  SmallVector<int64_t> dims;
  for (int64_t i = 0; i < rankOf(image) - 2; ++i)
    dims.push_back(first + i);
  return dims;
}

template <typename OpT> Value backwardInput(OpT op, Value dy, Value weight, Value input, Emit &e) {
  SmallVector<Value> open;
  SmallVector<int64_t> fixed;
  for (int64_t dim : spatialDims(input, op.getLayout()))
    dispatchIndexOpFoldResult(e.size(input, dim), open, fixed);
  return ConvBackwardInputOp::create(e.b, e.loc, dy, weight, open, fixed, op.getStride(), op.getPaddingLow(),
                                     op.getPaddingHigh(), op.getDilation(), op.getGroups(), op.getLayout());
}

template <typename OpT> Value backwardWeight(OpT op, Value dy, Value input, Value weight, Emit &e) {
  // The sizes of a kernel are static in every op's shape rule.
  auto type = mlir::cast<RankedTensorType>(weight.getType());
  SmallVector<int64_t> kernel;
  for (int64_t dim : spatialDims(weight, op.getLayout()))
    kernel.push_back(type.getDimSize(dim));
  return ConvBackwardWeightOp::create(e.b, e.loc, dy, input, kernel, op.getStride(), op.getPaddingLow(),
                                      op.getPaddingHigh(), op.getDilation(), op.getGroups(), op.getLayout());
}

template <typename OpT> Value forward(OpT op, Value input, Value weight, Emit &e) {
  return ConvOp::create(e.b, e.loc, input, weight, Value(), op.getStride(), op.getPaddingLow(), op.getPaddingHigh(),
                        op.getDilation(), op.getGroups(), op.getLayout());
}

Adjoints conv(ConvOp op, Value dy, Emit &e) {
  Adjoints adjoints{backwardInput(op, dy, op.getWeight(), op.getInput(), e),
                    backwardWeight(op, dy, op.getInput(), op.getWeight(), e)};
  if (op.getBias())
    adjoints.push_back(e.sum(dy, allDimsBut(dy, channelDim(dy, op.getLayout()))));
  return adjoints;
}

/// A convolution and its two derivatives are the three parts of one form that
/// is linear in image, weight and result, so each one's derivatives are the
/// others.
Adjoints convBackwardInput(ConvBackwardInputOp op, Value dz, Emit &e) {
  Adjoints adjoints(op->getNumOperands());
  adjoints[0] = forward(op, dz, op.getWeight(), e);
  adjoints[1] = backwardWeight(op, op.getGrad(), dz, op.getWeight(), e);
  return adjoints;
}

Adjoints convBackwardWeight(ConvBackwardWeightOp op, Value dw, Emit &e) {
  return {forward(op, op.getInput(), dw, e), backwardInput(op, op.getGrad(), dw, op.getInput(), e)};
}

} // namespace

void nn::attachContractionRules(MLIRContext *context) {
  attachRule<ConvBackwardInputOp, convBackwardInput>(context);
  attachRule<ConvBackwardWeightOp, convBackwardWeight>(context);
  attachRule<ConvOp, conv>(context);
  attachRule<LinearOp, linear>(context);
  attachRule<MatmulOp, matmul>(context);
}
