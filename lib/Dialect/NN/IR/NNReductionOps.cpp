//===- NNReductionOps.cpp - reductions and scans --------------------------===//

#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus::nn;

LogicalResult CumsumOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  if (failed(shapes.checkDim(op.getDim(), cast<RankedTensorType>(op.getInput().getType()).getRank())))
    return failure();
  return shapes.elementwise(op.getInput());
}
