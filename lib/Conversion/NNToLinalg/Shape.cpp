//===- Shape.cpp - the same elements in another shape ---------------------===//

#include "Lowerings.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace janus;
using namespace janus::nn;

static Value lowerFull(FullOp op, LinalgBuilder &b) { return b.fill(op.getMixedSizes(), op.getValue()); }

static Value lowerBroadcastTo(BroadcastToOp op, LinalgBuilder &b) {
  Value input = op.getInput();
  RankedTensorType type = typeOf(input), result = op.getType();
  int64_t added = result.getRank() - type.getRank();
  // Dimensions of size 1 are dropped, so that loops read with a projection.
  SmallVector<int64_t> loops;
  Sizes read, sizes = b.sizes(input);
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.getDimSize(i) != 1) {
      loops.push_back(added + i);
      read.push_back(sizes[i]);
    }
  if (read.size() != sizes.size())
    input = b.reshape(input, read);
  return b.map(Read{input, loops}, op.getMixedSizes(), result.getElementType(),
               [](OpBuilder &, Location, ValueRange x) { return x[0]; });
}

static Value lowerReshape(ReshapeOp op, LinalgBuilder &b) { return b.reshape(op.getInput(), op.getMixedSizes()); }
static Value lowerPermute(PermuteOp op, LinalgBuilder &b) { return b.transpose(op.getInput(), op.getPermutation()); }

static Value lowerSlice(SliceOp op, LinalgBuilder &b) {
  return tensor::ExtractSliceOp::create(b.builder, b.loc, op.getInput(), op.getMixedOffsets(), op.getMixedSizes(),
                                        getAsIndexOpFoldResult(op.getContext(), op.getSteps()));
}

static Value lowerSliceScatter(SliceScatterOp op, LinalgBuilder &b) {
  return tensor::InsertSliceOp::create(b.builder, b.loc, op.getSource(), op.getDestination(), op.getMixedOffsets(),
                                       b.sizes(op.getSource()), getAsIndexOpFoldResult(op.getContext(), op.getSteps()));
}

static Value lowerConcat(ConcatOp op, LinalgBuilder &b) {
  if (op.getInputs().size() == 1)
    return op.getInputs().front();
  int64_t dim = op.getDim();
  Sizes sizes = b.resultSizes(op), offsets(sizes.size(), b.builder.getIndexAttr(0));
  Sizes steps(sizes.size(), b.builder.getIndexAttr(1));
  Value result = b.empty(sizes, op.getType().getElementType());
  for (Value input : op.getInputs()) {
    Sizes piece = b.sizes(input);
    result = tensor::InsertSliceOp::create(b.builder, b.loc, input, result, offsets, piece, steps);
    offsets[dim] = b.affine(b.sym(0) + b.sym(1), {offsets[dim], piece[dim]});
  }
  return result;
}

static Value lowerPad(nn::PadOp op, LinalgBuilder &b) {
  Value scalar = b.constant(op.getType().getElementType(), op.getValue().convertToDouble());
  return b.pad(op.getInput(), getAsIndexOpFoldResult(op.getContext(), op.getLow()),
               getAsIndexOpFoldResult(op.getContext(), op.getHigh()), scalar);
}

static Value lowerDetach(DetachOp op, LinalgBuilder &) { return op.getInput(); }

static Value lowerWithSlope(WithSlopeOp op, LinalgBuilder &) { return op.getValue(); }

void janus::attachShapeLowerings(MLIRContext *context) {
  attachLowering<DetachOp, lowerDetach>(context);
  attachLowering<WithSlopeOp, lowerWithSlope>(context);
  attachLowering<FullOp, lowerFull>(context);
  attachLowering<BroadcastToOp, lowerBroadcastTo>(context);
  attachLowering<ReshapeOp, lowerReshape>(context);
  attachLowering<PermuteOp, lowerPermute>(context);
  attachLowering<SliceOp, lowerSlice>(context);
  attachLowering<SliceScatterOp, lowerSliceScatter>(context);
  attachLowering<ConcatOp, lowerConcat>(context);
  attachLowering<nn::PadOp, lowerPad>(context);
}
