//===- NNGradientOps.cpp - asking for and stopping gradients --------------===//

#include "janus/Dialect/NN/IR/NN.h"

using namespace janus::nn;
using namespace mlir;

LogicalResult GradientOp::verify() {
  auto lossType = cast<RankedTensorType>(getLoss().getType());
  if (!isa<FloatType>(lossType.getElementType()))
    return emitOpError("expected a floating-point loss, found ") << lossType;
  if (!getSeed() && lossType.hasStaticShape() && lossType.getNumElements() != 1)
    return emitOpError("expected a seed, because the loss has more than one "
                       "element: ")
           << lossType;
  if (getSeed() && getSeed().getType() != lossType)
    return emitOpError("expected the seed to have the loss's type ") << lossType << ", found " << getSeed().getType();
  for (Type type : getWrt().getTypes())
    if (!isa<FloatType>(cast<RankedTensorType>(type).getElementType()))
      return emitOpError("expected gradients with respect to floating-point "
                         "tensors only, found ")
             << type;
  if (getWrt().getTypes() != getGradients().getTypes())
    return emitOpError("expected one gradient for each value in wrt, of the "
                       "same type");
  return success();
}
