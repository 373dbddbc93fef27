//===- Builders.cpp - values that derivative rules are made of ------------===//

#include "janus/Dialect/NN/Derivatives/Builders.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

SmallVector<Value> nn::dynamicSizes(OpBuilder &b, Location loc, Value tensor) {
  SmallVector<Value> sizes;
  auto type = cast<RankedTensorType>(tensor.getType());
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(tensor::DimOp::create(b, loc, tensor, i));
  return sizes;
}

Value nn::buildFullLike(OpBuilder &b, Location loc, Value like, double value) {
  auto type = cast<RankedTensorType>(like.getType());
  TypedAttr scalar =
      isa<FloatType>(type.getElementType())
          ? TypedAttr(b.getFloatAttr(type.getElementType(), value))
          : TypedAttr(b.getIntegerAttr(type.getElementType(), int64_t(value)));
  if (type.hasStaticShape())
    return arith::ConstantOp::create(b, loc,
                                     DenseElementsAttr::get(type, scalar));
  Value element = arith::ConstantOp::create(b, loc, scalar);
  return tensor::SplatOp::create(b, loc, type, element,
                                 dynamicSizes(b, loc, like));
}

Value nn::buildAdd(OpBuilder &b, Location loc, Value lhs, Value rhs) {
  return arith::AddFOp::create(b, loc, lhs, rhs);
}
