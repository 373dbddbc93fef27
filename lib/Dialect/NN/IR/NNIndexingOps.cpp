//===- NNIndexingOps.cpp - elements chosen by index -----------------------===//

#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus::nn;

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

LogicalResult IotaOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  if (op.getStart().getType() != op.getStep().getType())
    return shapes.fail("start and step have different types");
  if (op.getStart().getType().isInteger(1))
    return shapes.fail("expected numbers, but found i1");
  if (op.getStaticSizes().size() != 1 ||
      op.getSizes().size() != size_t(ShapedType::isDynamic(op.getStaticSizes().front())))
    return shapes.fail("expected one size");
  if (ShapedType::isStatic(op.getStaticSizes().front()) && op.getStaticSizes().front() < 0)
    return shapes.fail("the size is negative");
  shapes.result(shapes.sizes(op.getStaticSizes(), op.getSizes()), op.getStart().getType());
  return success();
}

/// `index` must have the rank of `input`, and no more places but along `dim`.
static LogicalResult checkAlong(Value input, Value index, int64_t dim, ShapeInference &shapes) {
  int64_t rank = typeOf(input).getRank();
  if (typeOf(index).getRank() != rank)
    return shapes.fail("index has rank " + Twine(typeOf(index).getRank()) + ", expected the input's rank " +
                       Twine(rank));
  if (failed(shapes.checkDim(dim, rank)))
    return failure();
  for (int64_t i = 0; i < rank; ++i) {
    Extent inner = shapes.dim(index, i), outer = shapes.dim(input, i);
    if (i != dim && inner.isStatic() && outer.isStatic() && inner.getSize() > outer.getSize())
      return shapes.fail("index has size " + Twine(inner.getSize()) + " in dimension " + Twine(i) +
                         ", the input only " + Twine(outer.getSize()));
  }
  return success();
}

LogicalResult GatherOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  if (failed(checkAlong(op.getInput(), op.getIndex(), op.getDim(), shapes)))
    return failure();
  shapes.result(shapes.dims(op.getIndex()), typeOf(op.getInput()).getElementType());
  return success();
}

/// The rule of ops that put the elements of `source` into `input`.
static LogicalResult inferScatter(Value source, Value input, Value index, int64_t dim, ShapeInference &shapes) {
  if (failed(checkAlong(input, index, dim, shapes)))
    return failure();
  if (typeOf(source).getElementType() != typeOf(input).getElementType())
    return shapes.fail("source and input have different element types");
  if (failed(verifyCompatibleShape(typeOf(source), typeOf(index))))
    return shapes.fail("source and index have different shapes");
  return shapes.elementwise(input);
}

LogicalResult ScatterAddOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  return inferScatter(op.getSource(), op.getInput(), op.getIndex(), op.getDim(), shapes);
}

LogicalResult ScatterOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  return inferScatter(op.getSource(), op.getInput(), op.getIndex(), op.getDim(), shapes);
}

LogicalResult IndexSelectOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  if (failed(shapes.checkDim(op.getDim(), typeOf(op.getInput()).getRank())))
    return failure();
  if (typeOf(op.getIndex()).getRank() != 1)
    return shapes.fail("index has rank " + Twine(typeOf(op.getIndex()).getRank()) + ", expected 1");
  SmallVector<Extent> result = shapes.dims(op.getInput());
  result[op.getDim()] = shapes.dim(op.getIndex(), 0);
  shapes.result(result, typeOf(op.getInput()).getElementType());
  return success();
}

LogicalResult EmbeddingOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  if (typeOf(op.getWeight()).getRank() != 2)
    return shapes.fail("weight has rank " + Twine(typeOf(op.getWeight()).getRank()) + ", expected 2");
  SmallVector<Extent> result = shapes.dims(op.getIndex());
  result.push_back(shapes.dim(op.getWeight(), 1));
  shapes.result(result, typeOf(op.getWeight()).getElementType());
  return success();
}

LogicalResult EmbeddingBackwardOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  RankedTensorType grad = typeOf(op.getGrad()), weight = typeOf(op.getWeight()), index = typeOf(op.getIndex());
  if (weight.getRank() != 2)
    return shapes.fail("weight has rank " + Twine(weight.getRank()) + ", expected 2");
  if (grad.getElementType() != weight.getElementType())
    return shapes.fail("derivative and weight have different element types");
  SmallVector<int64_t> expected(index.getShape());
  expected.push_back(weight.getDimSize(1));
  if (failed(verifyCompatibleShape(grad.getShape(), expected)))
    return shapes.fail("derivative is " + Twine(debugString(grad)) + ", expected a row for each index");
  return shapes.elementwise(op.getWeight());
}
