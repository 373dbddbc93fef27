//===- NNElementwiseOps.cpp - functions of elements -----------------------===//

#include "janus/Dialect/NN/IR/NN.h"
#include <cmath>

using namespace mlir;
using namespace janus::nn;

LogicalResult ClampOp::verify() {
  if (!getMin() && !getMax())
    return emitOpError("expected a lower bound, an upper bound, or both");
  if (isa<IntegerType>(getInput().getType().getElementType()))
    for (std::optional<APFloat> bound : {getMin(), getMax()})
      if (bound && !bound->isInteger())
        return emitOpError("bound ") << bound->convertToDouble() << " of an integer tensor is not an integer";
  return success();
}

LogicalResult CastOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  Type type = op.getElementType();
  if (!isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type) && !type.isSignlessInteger())
    return shapes.fail("cannot cast to " + llvm::Twine(debugString(type)) +
                       ", expected a float or signless integer type");
  return shapes.elementwise(op.getInput(), type);
}

OpFoldResult CastOp::fold(FoldAdaptor) {
  return getInput().getType() == getType() ? OpFoldResult(getInput()) : OpFoldResult();
}

LogicalResult SelectOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  auto condition = cast<RankedTensorType>(op.getCondition().getType());
  auto lhs = cast<RankedTensorType>(op.getLhs().getType());
  if (failed(verifyCompatibleShape(condition, lhs)))
    return shapes.fail("condition and operands have shapes that differ: " + llvm::Twine(debugString(condition)) +
                       " and " + debugString(lhs));
  return shapes.elementwise({op.getLhs(), op.getRhs()});
}
