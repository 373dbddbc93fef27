//===- LinalgBuilder.cpp - loops over tensors in few words ----------------===//

#include "LinalgBuilder.h"
#include "Scalars.h"
#include "janus/Dialect/NN/IR/ConvolutionShape.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;
using namespace janus;

SmallVector<int64_t> janus::upTo(int64_t n) { return llvm::to_vector(llvm::seq<int64_t>(0, n)); }

Type janus::accumulatorType(Type elementType) {
  if (isa<FloatType>(elementType) && elementType.getIntOrFloatBitWidth() == 16)
    return Float32Type::get(elementType.getContext());
  return elementType;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

Sizes LinalgBuilder::sizes(Value tensor) { return tensor::getMixedSizes(builder, loc, tensor); }

Sizes LinalgBuilder::resultSizes(Operation *op, unsigned index) {
  ReifiedRankedShapedTypeDims dims;
  // The op has been verified by the same rule.
  (void)cast<ReifyRankedShapedTypeOpInterface>(op).reifyResultShapes(builder, dims);
  return dims[index];
}

Value LinalgBuilder::indexValue(OpFoldResult size) { return getValueOrCreateConstantIndexOp(builder, loc, size); }

Sizes LinalgBuilder::indexSizes(ArrayRef<int64_t> numbers) {
  return getAsIndexOpFoldResult(builder.getContext(), numbers);
}

OpFoldResult LinalgBuilder::affine(AffineExpr expression, ArrayRef<OpFoldResult> operands) {
  return affine::makeComposedFoldedAffineApply(builder, loc, expression, operands);
}

OpFoldResult LinalgBuilder::multiply(ArrayRef<OpFoldResult> factors) {
  OpFoldResult product = builder.getIndexAttr(1);
  for (OpFoldResult factor : factors)
    product = affine(sym(0) * sym(1), {product, factor});
  return product;
}

Value LinalgBuilder::toFloat(OpFoldResult size, Type type) {
  if (std::optional<int64_t> fixed = getConstantIntValue(size))
    return constant(type, double(*fixed));
  Value number = arith::IndexCastOp::create(builder, loc, builder.getI64Type(), indexValue(size));
  return arith::SIToFPOp::create(builder, loc, type, number);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Value LinalgBuilder::constant(Type type, double value) { return Scalars(builder, loc).constant(type, value); }

Value LinalgBuilder::empty(ArrayRef<OpFoldResult> sizes, Type elementType) {
  return tensor::EmptyOp::create(builder, loc, sizes, elementType);
}

Value LinalgBuilder::fill(ArrayRef<OpFoldResult> sizes, Value scalar) {
  return linalg::FillOp::create(builder, loc, scalar, empty(sizes, scalar.getType())).getResult(0);
}

Value LinalgBuilder::pad(Value tensor, ArrayRef<OpFoldResult> low, ArrayRef<OpFoldResult> high, Value scalar) {
  if (llvm::all_of(low, isZeroInteger) && llvm::all_of(high, isZeroInteger))
    return tensor;
  return tensor::PadOp::create(builder, loc, Type(), tensor, low, high, scalar);
}

/// The groups in which a reshape between two types collapses or expands; none
/// when the types do not tell. With at most one dynamic size on the smaller side
/// equal static groups leave an equal dynamic one.
static std::optional<SmallVector<ReassociationIndices>> findReassociation(RankedTensorType from, RankedTensorType to) {
  RankedTensorType smaller = from.getRank() < to.getRank() ? from : to;
  if (from.getRank() == to.getRank() || smaller.getNumDynamicDims() > 1 || smaller.getRank() == 0)
    return std::nullopt;
  auto groups = getReassociationIndicesForReshape(from, to);
  // Later passes take one dynamic size in a group that expands, at most.
  if (groups && to.getRank() > from.getRank())
    for (const ReassociationIndices &group : *groups)
      if (llvm::count_if(group, [&](int64_t dim) { return to.isDynamicDim(dim); }) > 1)
        return std::nullopt;
  return groups;
}

Value LinalgBuilder::reshape(Value tensor, ArrayRef<OpFoldResult> sizes) {
  auto [shape, open] = decomposeMixedValues(SmallVector<OpFoldResult>(sizes));
  RankedTensorType from = typeOf(tensor), to = RankedTensorType::get(shape, from.getElementType());
  if (from == to && from.getNumDynamicDims() <= 1)
    return tensor;
  if (auto groups = findReassociation(from, to)) {
    if (from.getRank() > to.getRank()) {
      auto collapsed = tensor::CollapseShapeOp::create(builder, loc, tensor, *groups);
      return withType(collapsed, to);
    }
    return tensor::ExpandShapeOp::create(builder, loc, to, tensor, *groups, sizes);
  }
  // One element: reassociation has no form for a tensor without dimensions
  // that every later pass takes.
  if (from.getRank() == 0 || to.getRank() == 0) {
    SmallVector<Value> place(from.getRank(), indexValue(builder.getIndexAttr(0)));
    return fill(sizes, tensor::ExtractOp::create(builder, loc, tensor, place));
  }
  if (to.getNumDynamicDims() > 1) {
    SmallVector<Value> extents = llvm::map_to_vector(sizes, [&](OpFoldResult size) { return indexValue(size); });
    Value wanted = tensor::FromElementsOp::create(builder, loc, extents);
    return tensor::ReshapeOp::create(builder, loc, to, tensor, wanted);
  }
  // Any other reshape goes through one dimension.
  if (from.getRank() > 1) {
    ReassociationIndices everything(upTo(from.getRank()));
    tensor = tensor::CollapseShapeOp::create(builder, loc, tensor, ArrayRef<ReassociationIndices>{everything});
  }
  int64_t elements = to.hasStaticShape() ? to.getNumElements() : ShapedType::kDynamic;
  tensor = withType(tensor, RankedTensorType::get({elements}, from.getElementType()));
  if (to.getRank() == 1)
    return tensor;
  ReassociationIndices everything(upTo(to.getRank()));
  return tensor::ExpandShapeOp::create(builder, loc, to, tensor, ArrayRef<ReassociationIndices>{everything}, sizes);
}

Value LinalgBuilder::padImage(Value image, Layout layout, ArrayRef<OpFoldResult> low, ArrayRef<OpFoldResult> high,
                              Value scalar) {
  nn::ImageDims dims(typeOf(image).getRank(), layout);
  Sizes allLow(typeOf(image).getRank(), builder.getIndexAttr(0)), allHigh = allLow;
  for (int64_t i = 0; i < dims.spatialRank(); ++i) {
    allLow[dims.spatial(i)] = low[i];
    allHigh[dims.spatial(i)] = high[i];
  }
  return pad(image, allLow, allHigh, scalar);
}

/// One group for each of `rank` dimensions, of which `dim` takes two.
static SmallVector<ReassociationIndices> pairAt(int64_t rank, int64_t dim) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0; i < rank; ++i) {
    groups.push_back({i > dim ? i + 1 : i});
    if (i == dim)
      groups.back().push_back(i + 1);
  }
  return groups;
}

Value LinalgBuilder::splitDim(Value tensor, int64_t dim, int64_t count) {
  Sizes shape = sizes(tensor);
  SmallVector<ReassociationIndices> groups = pairAt(shape.size(), dim);
  OpFoldResult inner = affine(sym(0).floorDiv(count), shape[dim]);
  shape[dim] = builder.getIndexAttr(count);
  shape.insert(shape.begin() + dim + 1, inner);
  auto type = RankedTensorType::get(decomposeMixedValues(shape).first, typeOf(tensor).getElementType());
  return tensor::ExpandShapeOp::create(builder, loc, type, tensor, groups, shape);
}

Value LinalgBuilder::mergeDims(Value tensor, int64_t dim) {
  return tensor::CollapseShapeOp::create(builder, loc, tensor, pairAt(typeOf(tensor).getRank() - 1, dim));
}

Value LinalgBuilder::keepDims(Value tensor, ArrayRef<int64_t> dims) {
  if (dims.empty())
    return tensor;
  if (typeOf(tensor).getRank() == 0)
    return reshape(tensor, Sizes(dims.size(), builder.getIndexAttr(1)));
  Sizes kept = sizes(tensor), shape;
  SmallVector<ReassociationIndices> groups(kept.size());
  size_t next = 0;
  for (int64_t i = 0, rank = kept.size() + dims.size(); i < rank; ++i) {
    bool isNew = llvm::is_contained(dims, i);
    // A new dimension joins the group before it, at the front the first one.
    groups[isNew && next > 0 ? next - 1 : next].push_back(i);
    shape.push_back(isNew ? OpFoldResult(builder.getIndexAttr(1)) : kept[next++]);
  }
  SmallVector<int64_t> fixed = decomposeMixedValues(shape).first;
  auto type = RankedTensorType::get(fixed, typeOf(tensor).getElementType());
  return tensor::ExpandShapeOp::create(builder, loc, type, tensor, groups, shape);
}

Value LinalgBuilder::transpose(Value tensor, ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, upTo(permutation.size())))
    return tensor;
  Sizes shape = sizes(tensor), permuted;
  for (int64_t dim : permutation)
    permuted.push_back(shape[dim]);
  Value init = empty(permuted, typeOf(tensor).getElementType());
  return linalg::TransposeOp::create(builder, loc, tensor, init, permutation)->getResult(0);
}

Value LinalgBuilder::convert(Value tensor, Type elementType) {
  if (typeOf(tensor).getElementType() == elementType)
    return tensor;
  return map(all(tensor), sizes(tensor), elementType,
             [&](OpBuilder &b, Location loc, ValueRange x) { return Scalars(b, loc).toFloatType(x[0], elementType); });
}

Value LinalgBuilder::withType(Value tensor, Type type) {
  if (tensor.getType() == type)
    return tensor;
  return tensor::CastOp::create(builder, loc, type, tensor);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

Read LinalgBuilder::all(Value tensor) { return {tensor, upTo(typeOf(tensor).getRank())}; }

static AffineMap toMap(ArrayRef<int64_t> dims, unsigned loops, MLIRContext *context) {
  SmallVector<AffineExpr> exprs;
  for (int64_t dim : dims)
    exprs.push_back(getAffineDimExpr(dim, context));
  return AffineMap::get(loops, 0, exprs, context);
}

/// The tensors that are read, and the maps by which `loops` loops read them.
static std::pair<SmallVector<Value>, SmallVector<AffineMap>> split(ArrayRef<Read> reads, unsigned loops,
                                                                   MLIRContext *context) {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (const Read &read : reads) {
    inputs.push_back(read.tensor);
    maps.push_back(toMap(read.dims, loops, context));
  }
  return {inputs, maps};
}

Value LinalgBuilder::map(ArrayRef<Read> reads, ArrayRef<OpFoldResult> sizes, Type elementType, Body body) {
  return update(reads, empty(sizes, elementType),
                [&](OpBuilder &b, Location l, ValueRange args) { return body(b, l, args.drop_back()); });
}

Value LinalgBuilder::update(ArrayRef<Read> reads, Value tensor, Body body) {
  unsigned loops = typeOf(tensor).getRank();
  auto [inputs, maps] = split(reads, loops, builder.getContext());
  maps.push_back(builder.getMultiDimIdentityMap(loops));
  SmallVector<utils::IteratorType> iterators(loops, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, tensor.getType(), inputs, tensor, maps, iterators,
             [&](OpBuilder &b, Location l, ValueRange args) { linalg::YieldOp::create(b, l, body(b, l, args)); })
      .getResult(0);
}

Value LinalgBuilder::reduce(ArrayRef<Read> reads, ArrayRef<int64_t> reduced, Value initial, Body body) {
  unsigned loops = reads.front().dims.size();
  auto [inputs, maps] = split(reads, loops, builder.getContext());
  SmallVector<utils::IteratorType> iterators(loops, utils::IteratorType::parallel);
  for (int64_t dim : reduced)
    iterators[dim] = utils::IteratorType::reduction;
  SmallVector<int64_t> kept;
  Sizes keptSizes, inputSizes = sizes(reads.front().tensor);
  for (unsigned i = 0; i < loops; ++i)
    if (!llvm::is_contained(reduced, i)) {
      kept.push_back(i);
      keptSizes.push_back(inputSizes[llvm::find(reads.front().dims, i) - reads.front().dims.begin()]);
    }
  maps.push_back(toMap(kept, loops, builder.getContext()));
  Value init = fill(keptSizes, initial);
  return linalg::GenericOp::create(
             builder, loc, init.getType(), inputs, init, maps, iterators,
             [&](OpBuilder &b, Location l, ValueRange args) { linalg::YieldOp::create(b, l, body(b, l, args)); })
      .getResult(0);
}

Value LinalgBuilder::contract(Value lhs, AffineMap lhsMap, Value rhs, AffineMap rhsMap, Value init, AffineMap initMap,
                              ArrayRef<utils::IteratorType> iterators) {
  Type type = typeOf(init).getElementType();
  return linalg::GenericOp::create(builder, loc, init.getType(), ValueRange{lhs, rhs}, init,
                                   ArrayRef<AffineMap>{lhsMap, rhsMap, initMap}, iterators,
                                   [&](OpBuilder &b, Location l, ValueRange args) {
                                     Scalars s(b, l);
                                     Value product = s.mul(s.toFloatType(args[0], type), s.toFloatType(args[1], type));
                                     linalg::YieldOp::create(b, l, s.add(args[2], product));
                                   })
      .getResult(0);
}
