//===- ShapeInference.cpp - one shape rule, two answers -------------------===//

#include "janus/Dialect/NN/IR/ShapeInference.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace janus::nn;

LogicalResult ShapeInference::fail(const Twine &message) {
  return emitOptionalError(loc, "'", opName, "' op ", message);
}

Extent ShapeInference::dim(Value tensor, int64_t index) {
  int64_t size = cast<RankedTensorType>(tensor.getType()).getDimSize(index);
  if (ShapedType::isStatic(size))
    return size;
  if (!builder)
    return Extent::dynamic();
  return Extent::dynamic(tensor::getMixedSize(*builder, *loc, tensor, index));
}

SmallVector<Extent> ShapeInference::dims(Value tensor) {
  SmallVector<Extent> extents;
  for (int64_t i = 0, rank = cast<RankedTensorType>(tensor.getType()).getRank(); i < rank; ++i)
    extents.push_back(dim(tensor, i));
  return extents;
}

Extent ShapeInference::size(OpFoldResult given) {
  // Only what is written as a constant is one: a type must not change when an
  // index operand folds.
  if (auto attribute = dyn_cast<Attribute>(given))
    return cast<IntegerAttr>(attribute).getInt();
  return Extent::dynamic(given);
}

SmallVector<Extent> ShapeInference::sizes(ArrayRef<int64_t> fixed, ValueRange open) {
  SmallVector<Extent> extents;
  size_t next = 0;
  for (int64_t size : fixed) {
    if (ShapedType::isStatic(size))
      extents.push_back(size);
    else
      extents.push_back(Extent::dynamic(next < open.size() ? OpFoldResult(open[next++]) : OpFoldResult()));
  }
  return extents;
}

OpFoldResult ShapeInference::toFoldResult(Extent extent) const {
  if (extent.isDynamic())
    return extent.getValue();
  return builder->getIndexAttr(extent.getSize());
}

Extent ShapeInference::apply(AffineExpr expression, ArrayRef<Extent> operands) {
  if (!builder)
    return Extent::dynamic();
  SmallVector<OpFoldResult> values;
  for (Extent operand : operands)
    values.push_back(toFoldResult(operand));
  return Extent::dynamic(affine::makeComposedFoldedAffineApply(*builder, *loc, expression, values));
}

/// The context of whatever a dynamic extent's value lives in.
static AffineExpr symbol(OpBuilder *builder, unsigned position) {
  return builder ? getAffineSymbolExpr(position, builder->getContext()) : AffineExpr();
}

Extent ShapeInference::add(Extent a, Extent b) {
  if (a.isStatic() && b.isStatic())
    return a.getSize() + b.getSize();
  return builder ? apply(symbol(builder, 0) + symbol(builder, 1), {a, b}) : Extent::dynamic();
}

Extent ShapeInference::add(Extent a, int64_t b) { return add(a, Extent(b)); }

Extent ShapeInference::multiply(Extent a, Extent b) {
  if (a.isStatic() && b.isStatic())
    return a.getSize() * b.getSize();
  return builder ? apply(symbol(builder, 0) * symbol(builder, 1), {a, b}) : Extent::dynamic();
}

Extent ShapeInference::floorDivide(Extent a, int64_t b) {
  if (b == 1)
    return a;
  if (a.isStatic())
    return llvm::divideFloorSigned(a.getSize(), b);
  return builder ? apply(symbol(builder, 0).floorDiv(b), {a}) : Extent::dynamic();
}

Extent ShapeInference::ceilDivide(Extent a, int64_t b) {
  if (b == 1)
    return a;
  if (a.isStatic())
    return llvm::divideCeilSigned(a.getSize(), b);
  return builder ? apply(symbol(builder, 0).ceilDiv(b), {a}) : Extent::dynamic();
}

Extent ShapeInference::minimum(Extent a, Extent b) {
  if (a.isStatic() && b.isStatic())
    return std::min(a.getSize(), b.getSize());
  if (!builder)
    return Extent::dynamic();
  AffineMap both = AffineMap::get(0, 2, {symbol(builder, 0), symbol(builder, 1)}, builder->getContext());
  return Extent::dynamic(affine::makeComposedFoldedAffineMin(*builder, *loc, both, {toFoldResult(a), toFoldResult(b)}));
}

void ShapeInference::result(ArrayRef<Extent> shape, Type elementType) {
  results.emplace_back(SmallVector<Extent>(shape), elementType);
}

LogicalResult ShapeInference::elementwise(ValueRange operands, Type elementType) {
  SmallVector<Extent> shape = dims(operands.front());
  auto first = cast<RankedTensorType>(operands.front().getType());
  for (Value operand : operands.drop_front()) {
    auto type = cast<RankedTensorType>(operand.getType());
    if (type.getElementType() != first.getElementType())
      return fail("operands have element types " + llvm::Twine(debugString(first.getElementType())) + " and " +
                  debugString(type.getElementType()) + ", expected one");
    if (failed(verifyCompatibleShape(type, first)))
      return fail("operands have shapes that differ: " + llvm::Twine(debugString(first)) + " and " + debugString(type));
    for (size_t i = 0; i < shape.size(); ++i)
      shape[i] = better(shape[i], dim(operand, i));
  }
  result(shape, elementType ? elementType : first.getElementType());
  return success();
}

LogicalResult ShapeInference::scan(Value input, int64_t dim, Type elementType) {
  if (failed(checkDim(dim, mlir::cast<RankedTensorType>(input.getType()).getRank())))
    return failure();
  return elementwise(input, elementType);
}

LogicalResult ShapeInference::checkDim(int64_t dim, int64_t rank) {
  if (dim < 0 || dim >= rank)
    return fail("dimension " + Twine(dim) + " is not one of a tensor of rank " + Twine(rank));
  return success();
}

LogicalResult ShapeInference::reduction(Value input, ArrayRef<int64_t> reduced, bool keepdim, Type elementType) {
  auto type = cast<RankedTensorType>(input.getType());
  int64_t previous = -1;
  for (int64_t dim : reduced) {
    if (failed(checkDim(dim, type.getRank())))
      return failure();
    if (dim <= previous)
      return fail("dimensions to reduce must rise, but " + Twine(dim) + " follows " + Twine(previous));
    previous = dim;
  }
  SmallVector<Extent> shape;
  for (int64_t i = 0; i < type.getRank(); ++i) {
    if (!llvm::is_contained(reduced, i))
      shape.push_back(dim(input, i));
    else if (keepdim)
      shape.push_back(1);
  }
  result(shape, elementType ? elementType : type.getElementType());
  return success();
}

void ShapeInference::getTypes(SmallVectorImpl<Type> &types) const {
  for (const auto &[shape, elementType] : results) {
    SmallVector<int64_t> sizes = llvm::map_to_vector(shape, [](Extent extent) { return extent.getSize(); });
    types.push_back(RankedTensorType::get(sizes, elementType));
  }
}

void ShapeInference::getSizes(ReifiedRankedShapedTypeDims &sizes) const {
  for (const auto &[shape, elementType] : results)
    sizes.push_back(llvm::map_to_vector(shape, [&](Extent extent) { return toFoldResult(extent); }));
}
