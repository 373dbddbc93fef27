//===- Builders.cpp - values that derivative rules are made of ------------===//

#include "janus/Dialect/NN/Derivatives/Builders.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

static TypedAttr numberAttr(OpBuilder &b, Type type, double value) {
  if (isa<FloatType>(type))
    return b.getFloatAttr(type, value);
  return b.getIntegerAttr(type, static_cast<int64_t>(value));
}

Value nn::buildFullLike(OpBuilder &b, Location loc, Value like, double value) {
  auto type = mlir::cast<RankedTensorType>(like.getType());
  TypedAttr scalar = numberAttr(b, type.getElementType(), value);
  if (type.hasStaticShape())
    return arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, scalar));
  Value element = arith::ConstantOp::create(b, loc, scalar);
  return FullOp::create(b, loc, type, element, tensor::getMixedSizes(b, loc, like));
}

Value nn::buildAdd(OpBuilder &b, Location loc, Value lhs, Value rhs) { return AddOp::create(b, loc, lhs, rhs); }

SmallVector<int64_t> nn::allDimsBut(Value value, int64_t dim) {
  SmallVector<int64_t> dims;
  for (int64_t i = 0; i < rankOf(value); ++i)
    if (i != dim)
      dims.push_back(i);
  return dims;
}

Value Emit::add(Value lhs, Value rhs) { return AddOp::create(b, loc, lhs, rhs); }
Value Emit::sub(Value lhs, Value rhs) { return SubOp::create(b, loc, lhs, rhs); }
Value Emit::mul(Value lhs, Value rhs) { return MulOp::create(b, loc, lhs, rhs); }
Value Emit::div(Value lhs, Value rhs) { return DivOp::create(b, loc, lhs, rhs); }
Value Emit::neg(Value value) { return NegOp::create(b, loc, value); }
Value Emit::exp(Value value) { return ExpOp::create(b, loc, value); }

Value Emit::full(Value like, double value) { return buildFullLike(b, loc, like, value); }
Value Emit::addScalar(Value value, double scalar) { return add(value, full(value, scalar)); }
Value Emit::mulScalar(Value value, double scalar) { return mul(value, full(value, scalar)); }

Value Emit::compare(CompareKind kind, Value lhs, Value rhs) { return CompareOp::create(b, loc, kind, lhs, rhs); }
Value Emit::compare(CompareKind kind, Value lhs, double rhs) { return compare(kind, lhs, full(lhs, rhs)); }
Value Emit::select(Value condition, Value lhs, Value rhs) { return SelectOp::create(b, loc, condition, lhs, rhs); }
Value Emit::cast(Value value, Type elementType) {
  if (elementTypeOf(value) == elementType)
    return value;
  return CastOp::create(b, loc, value, elementType);
}

Value Emit::sum(Value value, ArrayRef<int64_t> dims, bool keepdim) {
  return SumOp::create(b, loc, value, dims, keepdim);
}
Value Emit::mean(Value value, ArrayRef<int64_t> dims, bool keepdim) {
  return MeanOp::create(b, loc, value, dims, keepdim);
}

Value Emit::unreduce(Value reduced, Value like, ArrayRef<int64_t> dims) {
  SmallVector<OpFoldResult> target = sizes(like), kept = target;
  for (int64_t dim : dims)
    kept[dim] = b.getIndexAttr(1);
  // With all dimensions gone there is nothing to keep apart.
  if (rankOf(reduced) != rankOf(like) && rankOf(reduced) != 0)
    reduced = reshape(reduced, kept);
  return broadcast(reduced, target);
}

Value Emit::sumTo(Value value, Value like) {
  auto from = mlir::cast<RankedTensorType>(value.getType());
  auto to = mlir::cast<RankedTensorType>(like.getType());
  int64_t added = from.getRank() - to.getRank();
  SmallVector<int64_t> dims;
  for (int64_t i = 0; i < from.getRank(); ++i)
    if (i < added || (to.getDimSize(i - added) == 1 && from.getDimSize(i) != 1))
      dims.push_back(i);
  if (dims.empty())
    return value;
  Value total = sum(value, dims);
  return rankOf(total) == to.getRank() ? total : reshapeLike(total, like);
}

Value Emit::alongDim(Value value, Value like, int64_t dim) { return unreduce(value, like, allDimsBut(like, dim)); }

Value Emit::reshape(Value value, ArrayRef<OpFoldResult> sizes) { return ReshapeOp::create(b, loc, value, sizes); }
Value Emit::reshapeLike(Value value, Value like) {
  return ReshapeOp::create(
      b, loc, RankedTensorType::get(mlir::cast<RankedTensorType>(like.getType()).getShape(), elementTypeOf(value)),
      value, sizes(like));
}
Value Emit::broadcast(Value value, ArrayRef<OpFoldResult> sizes) { return BroadcastToOp::create(b, loc, value, sizes); }
Value Emit::matmul(Value lhs, Value rhs, bool transposeLhs, bool transposeRhs) {
  return MatmulOp::create(b, loc, lhs, rhs, transposeLhs, transposeRhs);
}

SmallVector<OpFoldResult> Emit::sizes(Value value) { return tensor::getMixedSizes(b, loc, value); }
OpFoldResult Emit::size(Value value, int64_t dim) { return tensor::getMixedSize(b, loc, value, dim); }

OpFoldResult Emit::sum(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> x = getConstantIntValue(lhs), y = getConstantIntValue(rhs);
  if (x && y)
    return b.getIndexAttr(*x + *y);
  Value left = getValueOrCreateConstantIndexOp(b, loc, lhs);
  Value right = getValueOrCreateConstantIndexOp(b, loc, rhs);
  return OpFoldResult(arith::AddIOp::create(b, loc, left, right).getResult());
}

OpFoldResult Emit::product(ArrayRef<OpFoldResult> factors) {
  int64_t known = 1;
  Value open;
  for (OpFoldResult factor : factors) {
    if (std::optional<int64_t> constant = getConstantIntValue(factor)) {
      known *= *constant;
      continue;
    }
    Value value = mlir::cast<Value>(factor);
    open = open ? arith::MulIOp::create(b, loc, open, value).getResult() : value;
  }
  if (!open)
    return b.getIndexAttr(known);
  if (known == 1)
    return open;
  Value constant = arith::ConstantIndexOp::create(b, loc, known);
  return OpFoldResult(arith::MulIOp::create(b, loc, open, constant).getResult());
}

Value Emit::count(Value value, ArrayRef<int64_t> dims, double less) {
  SmallVector<OpFoldResult> factors;
  for (int64_t dim : dims)
    factors.push_back(size(value, dim));
  OpFoldResult number = product(factors);
  auto type = RankedTensorType::get({}, elementTypeOf(value));
  if (std::optional<int64_t> constant = getConstantIntValue(number))
    return arith::ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(
            type, Attribute(b.getFloatAttr(type.getElementType(), static_cast<double>(*constant) - less))));
  Value integer = arith::IndexCastOp::create(b, loc, b.getI64Type(), mlir::cast<Value>(number));
  Value scalar = arith::SIToFPOp::create(b, loc, type.getElementType(), integer);
  if (less != 0.0)
    scalar = arith::SubFOp::create(b, loc, scalar,
                                   arith::ConstantOp::create(b, loc, b.getFloatAttr(type.getElementType(), less)));
  return FullOp::create(b, loc, type, scalar, ArrayRef<OpFoldResult>{});
}
