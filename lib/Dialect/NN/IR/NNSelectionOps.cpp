//===- NNSelectionOps.cpp - places found by values ------------------------===//

#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus::nn;

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

LogicalResult ArgsortOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  if (failed(shapes.checkDim(op.getDim(), typeOf(op.getInput()).getRank())))
    return failure();
  return shapes.elementwise(op.getInput(), IntegerType::get(op.getInput().getContext(), 64));
}

LogicalResult IndexPutOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  RankedTensorType values = typeOf(op.getValues()), input = typeOf(op.getInput());
  int64_t rank = input.getRank(), dim = op.getDim();
  if (failed(shapes.checkDim(dim, rank)))
    return failure();
  if (typeOf(op.getIndex()).getRank() != 1)
    return shapes.fail("index has rank " + Twine(typeOf(op.getIndex()).getRank()) + ", expected 1");
  if (values.getElementType() != input.getElementType() || values.getRank() != rank)
    return shapes.fail("values and input have different ranks or element types");
  for (int64_t i = 0; i < rank; ++i) {
    Extent have = shapes.dim(op.getValues(), i);
    Extent want = i == dim ? shapes.dim(op.getIndex(), 0) : shapes.dim(op.getInput(), i);
    if (!ShapeInference::mayEqual(have, want))
      return shapes.fail("values have size " + Twine(have.getSize()) + " in dimension " + Twine(i) + ", expected " +
                         Twine(want.getSize()));
  }
  return shapes.elementwise(op.getInput());
}

LogicalResult NonzeroOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  shapes.result({shapes.size(op.getCount()), typeOf(op.getMask()).getRank()},
                IntegerType::get(op.getMask().getContext(), 64));
  return success();
}
