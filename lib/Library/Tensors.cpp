//===- Tensors.cpp - tensors made, converted and brought to one shape -----===//

#include "janus/Dialect/NN/IR/NN.h"
#include "janus/Library/Emitter.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

Value Emitter::castShape(Value tensor, RankedTensorType type) {
  if (tensor.getType() == type)
    return tensor;
  return create<tensor::CastOp>(type, tensor);
}
