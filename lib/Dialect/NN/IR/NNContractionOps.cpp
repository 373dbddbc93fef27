//===- NNContractionOps.cpp - products and convolutions -------------------===//

#include "janus/Dialect/NN/IR/ConvolutionShape.h"
#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using namespace janus::nn;

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// Operands of a contraction have one element type.
static LogicalResult checkElementTypes(ValueRange operands, ShapeInference &shapes) {
  for (Value operand : operands)
    if (typeOf(operand).getElementType() != typeOf(operands.front()).getElementType())
      return shapes.fail("operands have element types " +
                         Twine(debugString(typeOf(operands.front()).getElementType())) + " and " +
                         debugString(typeOf(operand).getElementType()) + ", expected one");
  return success();
}

LogicalResult MatmulOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  Value lhs = op.getLhs(), rhs = op.getRhs();
  int64_t rank = typeOf(lhs).getRank();
  if (rank < 2 || typeOf(rhs).getRank() != rank)
    return shapes.fail("expected two operands of one rank, at least 2, but found ranks " + Twine(rank) + " and " +
                       Twine(typeOf(rhs).getRank()));
  if (failed(checkElementTypes({lhs, rhs}, shapes)))
    return failure();
  SmallVector<Extent> result;
  for (int64_t i = 0; i < rank - 2; ++i) {
    Extent l = shapes.dim(lhs, i), r = shapes.dim(rhs, i);
    if (!ShapeInference::mayEqual(l, r))
      return shapes.fail("batch dimension " + Twine(i) + " has sizes " + Twine(l.getSize()) + " and " +
                         Twine(r.getSize()));
    result.push_back(shapes.better(l, r));
  }
  bool tl = op.getTransposeLhs(), tr = op.getTransposeRhs();
  Extent inner = shapes.dim(lhs, tl ? rank - 2 : rank - 1), outer = shapes.dim(rhs, tr ? rank - 1 : rank - 2);
  if (!ShapeInference::mayEqual(inner, outer))
    return shapes.fail("inner dimensions differ: " + Twine(inner.getSize()) + " and " + Twine(outer.getSize()));
  result.push_back(shapes.dim(lhs, tl ? rank - 1 : rank - 2));
  result.push_back(shapes.dim(rhs, tr ? rank - 2 : rank - 1));
  shapes.result(result, typeOf(lhs).getElementType());
  return success();
}

/// A bias has one element for each of `channels`.
static LogicalResult checkBias(Value bias, Extent channels, ShapeInference &shapes) {
  if (!bias)
    return success();
  if (typeOf(bias).getRank() != 1 || !ShapeInference::mayEqual(shapes.dim(bias, 0), channels))
    return shapes.fail("bias is " + Twine(debugString(typeOf(bias))) + ", expected one element for each of " +
                       (channels.isStatic() ? Twine(channels.getSize()) : Twine("?")) + " outputs");
  return success();
}

LogicalResult LinearOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  RankedTensorType input = typeOf(op.getInput()), weight = typeOf(op.getWeight());
  if (input.getRank() < 1 || weight.getRank() != 2)
    return shapes.fail("expected an input of rank 1 or more and a weight of rank 2, but found ranks " +
                       Twine(input.getRank()) + " and " + Twine(weight.getRank()));
  if (failed(checkElementTypes(op.getOperands(), shapes)))
    return failure();
  SmallVector<Extent> result = shapes.dims(op.getInput());
  Extent features = shapes.dim(op.getWeight(), 1);
  if (!ShapeInference::mayEqual(result.back(), features))
    return shapes.fail("input has " + Twine(result.back().getSize()) + " features, weight takes " +
                       Twine(features.getSize()));
  result.back() = shapes.dim(op.getWeight(), 0);
  if (failed(checkBias(op.getBias(), result.back(), shapes)))
    return failure();
  shapes.result(result, input.getElementType());
  return success();
}

/// Ranks, and the lists that have a number for each spatial dimension.
template <typename Adaptor>
static LogicalResult checkConvolution(Adaptor op, Value image, Value other, ShapeInference &shapes) {
  int64_t rank = typeOf(image).getRank();
  if (rank < 3 || rank > 5 || typeOf(other).getRank() != rank)
    return shapes.fail("expected two operands of one rank, 3 to 5, but found ranks " + Twine(rank) + " and " +
                       Twine(typeOf(other).getRank()));
  if (failed(checkElementTypes({image, other}, shapes)))
    return failure();
  size_t spatial = rank - 2;
  auto check = [&](ArrayRef<int64_t> list, StringRef name, int64_t least) -> LogicalResult {
    if (list.size() != spatial)
      return shapes.fail(name + " has " + Twine(list.size()) + " numbers, expected one for each of " + Twine(spatial) +
                         " spatial dimensions");
    for (int64_t number : list)
      if (number < least)
        return shapes.fail(name + " is " + Twine(number) + ", expected at least " + Twine(least));
    return success();
  };
  if (op.getGroups() < 1)
    return shapes.fail("groups is " + Twine(op.getGroups()) + ", expected at least 1");
  return success(succeeded(check(op.getStride(), "stride", 1)) && succeeded(check(op.getDilation(), "dilation", 1)) &&
                 succeeded(check(op.getPaddingLow(), "padding", 0)) &&
                 succeeded(check(op.getPaddingHigh(), "padding", 0)));
}

static LogicalResult checkGroups(Extent channels, int64_t groups, StringRef what, ShapeInference &shapes) {
  if (channels.isStatic() && channels.getSize() % groups != 0)
    return shapes.fail(Twine(channels.getSize()) + " " + what + " channels do not divide into " + Twine(groups) +
                       " groups");
  return success();
}

LogicalResult ConvOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  Value input = op.getInput(), weight = op.getWeight();
  if (failed(checkConvolution(op, input, weight, shapes)) || failed(checkElementTypes(op.getOperands(), shapes)))
    return failure();
  ImageDims image(typeOf(input).getRank(), op.getLayout());
  Extent channels = shapes.dim(input, image.channel()), outputs = shapes.dim(weight, 0);
  if (failed(checkGroups(channels, op.getGroups(), "input", shapes)) ||
      failed(checkGroups(outputs, op.getGroups(), "output", shapes)))
    return failure();
  Extent taken = shapes.multiply(shapes.dim(weight, image.channel()), op.getGroups());
  if (!ShapeInference::mayEqual(channels, taken))
    return shapes.fail("input has " + Twine(channels.getSize()) + " channels, weight takes " + Twine(taken.getSize()));
  if (failed(checkBias(op.getBias(), outputs, shapes)))
    return failure();
  SmallVector<Extent> result = shapes.dims(input);
  result[image.channel()] = outputs;
  for (int64_t i = 0; i < image.spatialRank(); ++i) {
    // (size + padding - dilation * (kernel - 1) - 1) / stride + 1
    Extent kernel = shapes.dim(weight, image.spatial(i));
    Extent reach = shapes.multiply(shapes.add(kernel, -1), -op.getDilation()[i]);
    Extent room =
        shapes.add(shapes.add(result[image.spatial(i)], reach), op.getPaddingLow()[i] + op.getPaddingHigh()[i] - 1);
    if (room.isStatic() && room.getSize() < 0)
      return shapes.fail("the kernel is larger than the padded input in spatial dimension " + Twine(i));
    result[image.spatial(i)] = shapes.add(shapes.floorDivide(room, op.getStride()[i]), 1);
  }
  shapes.result(result, typeOf(input).getElementType());
  return success();
}

LogicalResult ConvBackwardInputOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  Value grad = op.getGrad(), weight = op.getWeight();
  if (failed(checkConvolution(op, grad, weight, shapes)))
    return failure();
  ImageDims image(typeOf(grad).getRank(), op.getLayout());
  if (op.getStaticSizes().size() != size_t(image.spatialRank()))
    return shapes.fail("sizes has " + Twine(op.getStaticSizes().size()) + " entries, expected one for each of " +
                       Twine(image.spatialRank()) + " spatial dimensions");
  for (int64_t i = 0; i < image.spatialRank(); ++i)
    if (!shapes.dim(weight, image.spatial(i)).isStatic())
      return shapes.fail("the kernel's size is not known in spatial dimension " + Twine(i));
  Extent outputs = shapes.dim(grad, image.channel());
  if (!ShapeInference::mayEqual(outputs, shapes.dim(weight, 0)))
    return shapes.fail("derivative has " + Twine(outputs.getSize()) + " channels, weight gives " +
                       Twine(shapes.dim(weight, 0).getSize()));
  if (failed(checkGroups(outputs, op.getGroups(), "output", shapes)))
    return failure();
  SmallVector<Extent> result = shapes.dims(grad);
  result[image.channel()] = shapes.multiply(shapes.dim(weight, image.channel()), op.getGroups());
  for (auto [i, size] : llvm::enumerate(shapes.sizes(op.getStaticSizes(), op.getSizes())))
    result[image.spatial(i)] = size;
  shapes.result(result, typeOf(grad).getElementType());
  return success();
}

LogicalResult ConvBackwardWeightOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  Value grad = op.getGrad(), input = op.getInput();
  if (failed(checkConvolution(op, grad, input, shapes)))
    return failure();
  ImageDims image(typeOf(grad).getRank(), op.getLayout());
  if (op.getKernel().size() != size_t(image.spatialRank()))
    return shapes.fail("kernel has " + Twine(op.getKernel().size()) + " numbers, expected one for each of " +
                       Twine(image.spatialRank()) + " spatial dimensions");
  Extent channels = shapes.dim(input, image.channel());
  if (failed(checkGroups(channels, op.getGroups(), "input", shapes)) ||
      failed(checkGroups(shapes.dim(grad, image.channel()), op.getGroups(), "output", shapes)))
    return failure();
  if (!ShapeInference::mayEqual(shapes.dim(grad, 0), shapes.dim(input, 0)))
    return shapes.fail("derivative and input have batches of " + Twine(shapes.dim(grad, 0).getSize()) + " and " +
                       Twine(shapes.dim(input, 0).getSize()));
  SmallVector<Extent> result = shapes.dims(input);
  result[0] = shapes.dim(grad, image.channel());
  result[image.channel()] = shapes.floorDivide(channels, op.getGroups());
  for (int64_t i = 0; i < image.spatialRank(); ++i)
    result[image.spatial(i)] = op.getKernel()[i];
  shapes.result(result, typeOf(grad).getElementType());
  return success();
}
