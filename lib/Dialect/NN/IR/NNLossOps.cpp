//===- NNLossOps.cpp - losses ---------------------------------------------===//

#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus::nn;

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The rule of losses over classes: the target's shape, or one number.
template <typename Adaptor> static LogicalResult inferClassLoss(Adaptor op, ShapeInference &shapes) {
  RankedTensorType input = typeOf(op.getInput()), target = typeOf(op.getTarget());
  if (input.getRank() < 1 || target.getRank() != input.getRank() - 1)
    return shapes.fail("scores of rank " + Twine(input.getRank()) + " need a target of rank " +
                       Twine(input.getRank() - 1) + ", but found rank " + Twine(target.getRank()));
  int64_t classDim = input.getRank() == 1 ? 0 : 1;
  SmallVector<Extent> result;
  for (int64_t i = 0; i < target.getRank(); ++i) {
    Extent given = shapes.dim(op.getTarget(), i), expected = shapes.dim(op.getInput(), i < classDim ? i : i + 1);
    if (!ShapeInference::mayEqual(given, expected))
      return shapes.fail("dimension " + Twine(i) + " of the target is " + Twine(given.getSize()) + ", the scores' is " +
                         Twine(expected.getSize()));
    result.push_back(shapes.better(given, expected));
  }
  if (Value weight = op.getWeight())
    if (typeOf(weight).getRank() != 1 || typeOf(weight).getElementType() != input.getElementType() ||
        !ShapeInference::mayEqual(shapes.dim(weight, 0), shapes.dim(op.getInput(), classDim)))
      return shapes.fail("weight is " + Twine(debugString(typeOf(weight))) +
                         ", expected one element of the scores' type for each class");
  if (op.getReduction() != LossReduction::None)
    result.clear();
  shapes.result(result, input.getElementType());
  return success();
}

LogicalResult NllLossOp::inferShapes(Adaptor op, ShapeInference &shapes) { return inferClassLoss(op, shapes); }

LogicalResult CrossEntropyOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  double smoothing = op.getLabelSmoothing().convertToDouble();
  if (!(smoothing >= 0.0 && smoothing <= 1.0))
    return shapes.fail("label_smoothing must lie between 0 and 1");
  return inferClassLoss(op, shapes);
}
