//===- NNShapeOps.cpp - the same elements in another shape ----------------===//

#include "janus/Dialect/NN/IR/NN.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace janus::nn;

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// A mixed list holds a value for each dynamic entry, and no negative number.
static LogicalResult checkMixed(StringRef name, ArrayRef<int64_t> fixed, ValueRange open, ShapeInference &shapes) {
  if (size_t(llvm::count_if(fixed, ShapedType::isDynamic)) != open.size())
    return shapes.fail(name + " has " + Twine(llvm::count_if(fixed, ShapedType::isDynamic)) + " dynamic entries but " +
                       Twine(open.size()) + " values");
  for (int64_t number : fixed)
    if (ShapedType::isStatic(number) && number < 0)
      return shapes.fail(name + " has the negative entry " + Twine(number));
  return success();
}

//===----------------------------------------------------------------------===//
// full, broadcast_to, reshape
//===----------------------------------------------------------------------===//

LogicalResult FullOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  if (failed(checkMixed("sizes", op.getStaticSizes(), op.getSizes(), shapes)))
    return failure();
  shapes.result(shapes.sizes(op.getStaticSizes(), op.getSizes()), op.getValue().getType());
  return success();
}

LogicalResult BroadcastToOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  if (failed(checkMixed("sizes", op.getStaticSizes(), op.getSizes(), shapes)))
    return failure();
  RankedTensorType input = typeOf(op.getInput());
  SmallVector<Extent> result = shapes.sizes(op.getStaticSizes(), op.getSizes());
  int64_t added = int64_t(result.size()) - input.getRank();
  if (added < 0)
    return shapes.fail("cannot broadcast a tensor of rank " + Twine(input.getRank()) + " to rank " +
                       Twine(result.size()));
  for (int64_t i = 0; i < input.getRank(); ++i) {
    int64_t size = input.getDimSize(i);
    if (size != 1 && !ShapeInference::mayEqual(size, result[added + i]))
      return shapes.fail("cannot broadcast dimension " + Twine(i) + " from size " + Twine(size) + " to " +
                         Twine(result[added + i].getSize()));
  }
  shapes.result(result, input.getElementType());
  return success();
}

OpFoldResult BroadcastToOp::fold(FoldAdaptor) {
  // With at most static sizes equal types mean equal shapes; a dynamic size that
  // is not 1 by its type is never repeated.
  return getInput().getType() == getType() ? OpFoldResult(getInput()) : OpFoldResult();
}

LogicalResult ReshapeOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  if (failed(checkMixed("sizes", op.getStaticSizes(), op.getSizes(), shapes)))
    return failure();
  RankedTensorType input = typeOf(op.getInput());
  if (input.hasStaticShape() && op.getSizes().empty()) {
    int64_t elements = 1;
    for (int64_t size : op.getStaticSizes())
      elements *= size;
    if (elements != input.getNumElements())
      return shapes.fail("cannot reshape " + Twine(input.getNumElements()) + " elements to " + Twine(elements));
  }
  shapes.result(shapes.sizes(op.getStaticSizes(), op.getSizes()), input.getElementType());
  return success();
}

OpFoldResult ReshapeOp::fold(FoldAdaptor) {
  // With two dynamic sizes the same type may be another shape.
  if (getInput().getType() == getType() && getType().getNumDynamicDims() <= 1 &&
      !llvm::is_contained(getType().getShape(), 0))
    return getInput();
  return {};
}

namespace {

/// reshape(reshape(x)) is reshape(x).
struct MergeReshapes : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<ReshapeOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "the input is no reshape");
    rewriter.modifyOpInPlace(op, [&] { op.getInputMutable().assign(inner.getInput()); });
    return success();
  }
};

/// permute(permute(x)) is one permute.
struct MergePermutes : OpRewritePattern<PermuteOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PermuteOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<PermuteOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "the input is no permute");
    SmallVector<int64_t> merged;
    for (int64_t dim : op.getPermutation())
      merged.push_back(inner.getPermutation()[dim]);
    rewriter.replaceOpWithNewOp<PermuteOp>(op, op.getType(), inner.getInput(), merged);
    return success();
  }
};

} // namespace

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MergeReshapes>(context);
}

//===----------------------------------------------------------------------===//
// permute, slice, slice_scatter
//===----------------------------------------------------------------------===//

LogicalResult PermuteOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  RankedTensorType input = typeOf(op.getInput());
  if (int64_t(op.getPermutation().size()) != input.getRank() || !isPermutationVector(op.getPermutation()))
    return shapes.fail("dims is not a permutation of the input's " + Twine(input.getRank()) + " dimensions");
  SmallVector<Extent> result;
  for (int64_t dim : op.getPermutation())
    result.push_back(shapes.dim(op.getInput(), dim));
  shapes.result(result, input.getElementType());
  return success();
}

OpFoldResult PermuteOp::fold(FoldAdaptor) {
  for (auto [i, dim] : llvm::enumerate(getPermutation()))
    if (int64_t(i) != dim)
      return {};
  return getInput();
}

void PermuteOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MergePermutes>(context);
}

/// Offsets, sizes and steps of a window lie inside a tensor, as far as known.
static LogicalResult checkWindow(RankedTensorType whole, ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes,
                                 ArrayRef<int64_t> steps, ShapeInference &shapes) {
  size_t rank = whole.getRank();
  if (offsets.size() != rank || sizes.size() != rank || steps.size() != rank)
    return shapes.fail("expected offsets, sizes and steps for each of " + Twine(rank) + " dimensions");
  for (size_t i = 0; i < rank; ++i) {
    if (steps[i] < 1)
      return shapes.fail("step is " + Twine(steps[i]) + ", expected at least 1");
    if (ShapedType::isDynamic(offsets[i]) || ShapedType::isDynamic(sizes[i]) || whole.isDynamicDim(i))
      continue;
    if (sizes[i] > 0 && offsets[i] + (sizes[i] - 1) * steps[i] >= whole.getDimSize(i))
      return shapes.fail("the window ends at " + Twine(offsets[i] + (sizes[i] - 1) * steps[i]) + " in dimension " +
                         Twine(i) + " of size " + Twine(whole.getDimSize(i)));
  }
  return success();
}

LogicalResult SliceOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  if (failed(checkMixed("offsets", op.getStaticOffsets(), op.getOffsets(), shapes)) ||
      failed(checkMixed("sizes", op.getStaticSizes(), op.getSizes(), shapes)) ||
      failed(checkWindow(typeOf(op.getInput()), op.getStaticOffsets(), op.getStaticSizes(), op.getSteps(), shapes)))
    return failure();
  shapes.result(shapes.sizes(op.getStaticSizes(), op.getSizes()), typeOf(op.getInput()).getElementType());
  return success();
}

LogicalResult SliceScatterOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  RankedTensorType source = typeOf(op.getSource()), destination = typeOf(op.getDestination());
  if (source.getElementType() != destination.getElementType() || source.getRank() != destination.getRank())
    return shapes.fail("source and destination have different ranks or element types");
  if (failed(checkMixed("offsets", op.getStaticOffsets(), op.getOffsets(), shapes)) ||
      failed(checkWindow(destination, op.getStaticOffsets(), source.getShape(), op.getSteps(), shapes)))
    return failure();
  return shapes.elementwise(op.getDestination());
}

//===----------------------------------------------------------------------===//
// concat, pad
//===----------------------------------------------------------------------===//

LogicalResult ConcatOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  if (op.getInputs().empty())
    return shapes.fail("expected at least one input");
  RankedTensorType first = typeOf(op.getInputs().front());
  if (failed(shapes.checkDim(op.getDim(), first.getRank())))
    return failure();
  int64_t dim = op.getDim();
  SmallVector<Extent> result = shapes.dims(op.getInputs().front());
  for (Value input : op.getInputs().drop_front()) {
    if (typeOf(input).getElementType() != first.getElementType() || typeOf(input).getRank() != first.getRank())
      return shapes.fail("inputs have different ranks or element types");
    for (int64_t i = 0; i < first.getRank(); ++i) {
      Extent size = shapes.dim(input, i);
      if (i == dim)
        result[i] = shapes.add(result[i], size);
      else if (ShapeInference::mayEqual(result[i], size))
        result[i] = shapes.better(result[i], size);
      else
        return shapes.fail("inputs have sizes " + Twine(result[i].getSize()) + " and " + Twine(size.getSize()) +
                           " in dimension " + Twine(i));
    }
  }
  shapes.result(result, first.getElementType());
  return success();
}

LogicalResult PadOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  RankedTensorType input = typeOf(op.getInput());
  if (int64_t(op.getLow().size()) != input.getRank() || int64_t(op.getHigh().size()) != input.getRank())
    return shapes.fail("expected low and high for each of " + Twine(input.getRank()) + " dimensions");
  if (isa<IntegerType>(input.getElementType()) && !op.getValue().isInteger())
    return shapes.fail("the value of an integer tensor is not an integer");
  SmallVector<Extent> result = shapes.dims(op.getInput());
  for (int64_t i = 0; i < input.getRank(); ++i) {
    if (op.getLow()[i] < 0 || op.getHigh()[i] < 0)
      return shapes.fail("padding must not be negative");
    result[i] = shapes.add(result[i], op.getLow()[i] + op.getHigh()[i]);
  }
  shapes.result(result, input.getElementType());
  return success();
}
