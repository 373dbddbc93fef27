//===- NNPoolingOps.cpp - windows over spatial dimensions -----------------===//

#include "janus/Dialect/NN/IR/ConvolutionShape.h"
#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using namespace janus::nn;

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

static LogicalResult checkImage(Value input, ShapeInference &shapes) {
  int64_t rank = typeOf(input).getRank();
  if (rank < 3 || rank > 5)
    return shapes.fail("expected an input of rank 3 to 5, but found rank " + Twine(rank));
  return success();
}

/// The pooled image's shape; fails where the windows make no sense.
static FailureOr<SmallVector<Extent>> inferPool(Value input, Layout layout, ArrayRef<int64_t> kernel,
                                                ArrayRef<int64_t> stride, ArrayRef<int64_t> padding,
                                                ArrayRef<int64_t> dilation, bool ceilMode, ShapeInference &shapes) {
  if (failed(checkImage(input, shapes)))
    return failure();
  ImageDims image(typeOf(input).getRank(), layout);
  size_t spatial = image.spatialRank();
  for (ArrayRef<int64_t> list : {kernel, stride, padding, dilation})
    if (list.size() != spatial)
      return shapes.fail("expected a number for each of " + Twine(spatial) +
                         " spatial dimensions in kernel, stride, padding and dilation, but found " +
                         Twine(list.size()));
  SmallVector<Extent> result = shapes.dims(input);
  for (size_t i = 0; i < spatial; ++i) {
    if (kernel[i] < 1 || stride[i] < 1 || dilation[i] < 1)
      return shapes.fail("expected kernel, stride and dilation to be positive");
    int64_t reach = dilation[i] * (kernel[i] - 1) + 1;
    if (padding[i] < 0 || padding[i] > reach / 2)
      return shapes.fail("padding is " + Twine(padding[i]) + ", expected 0 to half the window's size " + Twine(reach));
    Extent &size = result[image.spatial(i)];
    Extent room = shapes.add(size, 2 * padding[i] - reach);
    Extent windows = shapes.add(ceilMode ? shapes.ceilDivide(room, stride[i]) : shapes.floorDivide(room, stride[i]), 1);
    // No window may start in the padding at the far end.
    if (ceilMode)
      windows = shapes.minimum(windows, shapes.add(shapes.floorDivide(shapes.add(size, padding[i] - 1), stride[i]), 1));
    if (windows.isStatic() && windows.getSize() < 1)
      return shapes.fail("the window is larger than the padded input in spatial dimension " + Twine(i));
    size = windows;
  }
  return result;
}

/// Checks that `grad` fits what pooling `input` gives; the result is like `input`.
static LogicalResult inferPoolBackward(FailureOr<SmallVector<Extent>> pooled, Value grad, Value input,
                                       ShapeInference &shapes) {
  if (failed(pooled))
    return failure();
  if (typeOf(grad).getElementType() != typeOf(input).getElementType())
    return shapes.fail("derivative and input have different element types");
  if (size_t(typeOf(grad).getRank()) != pooled->size())
    return shapes.fail("derivative and input have different ranks");
  for (auto [i, expected] : llvm::enumerate(*pooled))
    if (!ShapeInference::mayEqual(shapes.dim(grad, i), expected))
      return shapes.fail("dimension " + Twine(i) + " of the derivative is " + Twine(shapes.dim(grad, i).getSize()) +
                         ", pooling the input gives " + Twine(expected.getSize()));
  return shapes.elementwise(input);
}

template <typename Adaptor> static FailureOr<SmallVector<Extent>> inferMaxPool(Adaptor op, ShapeInference &shapes) {
  return inferPool(op.getInput(), op.getLayout(), op.getKernel(), op.getStride(), op.getPadding(), op.getDilation(),
                   op.getCeilMode(), shapes);
}

template <typename Adaptor> static FailureOr<SmallVector<Extent>> inferAvgPool(Adaptor op, ShapeInference &shapes) {
  if (op.getDivisor() == 0)
    return shapes.fail("the divisor must not be 0");
  SmallVector<int64_t> dilation(op.getKernel().size(), 1);
  return inferPool(op.getInput(), op.getLayout(), op.getKernel(), op.getStride(), op.getPadding(), dilation,
                   op.getCeilMode(), shapes);
}

LogicalResult MaxPoolOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  FailureOr<SmallVector<Extent>> pooled = inferMaxPool(op, shapes);
  if (failed(pooled))
    return failure();
  shapes.result(*pooled, typeOf(op.getInput()).getElementType());
  return success();
}

LogicalResult MaxPoolBackwardOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  return inferPoolBackward(inferMaxPool(op, shapes), op.getGrad(), op.getInput(), shapes);
}

LogicalResult AvgPoolOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  FailureOr<SmallVector<Extent>> pooled = inferAvgPool(op, shapes);
  if (failed(pooled))
    return failure();
  shapes.result(*pooled, typeOf(op.getInput()).getElementType());
  return success();
}

LogicalResult AvgPoolBackwardOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  return inferPoolBackward(inferAvgPool(op, shapes), op.getGrad(), op.getInput(), shapes);
}

LogicalResult AdaptiveAvgPoolOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  if (failed(checkImage(op.getInput(), shapes)))
    return failure();
  ImageDims image(typeOf(op.getInput()).getRank(), op.getLayout());
  if (op.getSizes().size() != size_t(image.spatialRank()))
    return shapes.fail("sizes has " + Twine(op.getSizes().size()) + " numbers, expected one for each of " +
                       Twine(image.spatialRank()) + " spatial dimensions");
  if (op.getOpenSizes().size() != size_t(llvm::count_if(op.getSizes(), ShapedType::isDynamic)))
    return shapes.fail("expected an operand for each open size");
  SmallVector<Extent> result = shapes.dims(op.getInput());
  for (auto [i, size] : llvm::enumerate(shapes.sizes(op.getSizes(), op.getOpenSizes()))) {
    if (size.isStatic() && size.getSize() < 1)
      return shapes.fail("size is " + Twine(size.getSize()) + ", expected at least 1");
    result[image.spatial(i)] = size;
  }
  shapes.result(result, typeOf(op.getInput()).getElementType());
  return success();
}

LogicalResult AdaptiveAvgPoolBackwardOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  if (failed(checkImage(op.getInput(), shapes)))
    return failure();
  RankedTensorType grad = typeOf(op.getGrad()), input = typeOf(op.getInput());
  if (grad.getElementType() != input.getElementType() || grad.getRank() != input.getRank())
    return shapes.fail("derivative and input have different ranks or element types");
  return shapes.elementwise(op.getInput());
}
