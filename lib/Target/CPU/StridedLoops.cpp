//===- StridedLoops.cpp - linalg ops as loops over flat buffers -----------===//

#include "StridedLoops.h"
#include "LoopBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

/// Adds `scale` times the coefficients of a linear expression; false for another.
static bool addLinear(AffineExpr expr, int64_t scale, MutableArrayRef<int64_t> coefficients, int64_t &constant) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    coefficients[dim.getPosition()] += scale;
    return true;
  }
  if (auto value = dyn_cast<AffineConstantExpr>(expr)) {
    constant += scale * value.getValue();
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (expr.getKind() == AffineExprKind::Add)
    return addLinear(binary.getLHS(), scale, coefficients, constant) &&
           addLinear(binary.getRHS(), scale, coefficients, constant);
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return expr.getKind() == AffineExprKind::Mul && factor &&
         addLinear(binary.getLHS(), scale * factor.getValue(), coefficients, constant);
}

bool cpu::isLinear(AffineMap map) {
  for (AffineExpr expr : map.getResults()) {
    SmallVector<int64_t> coefficients(map.getNumDims());
    int64_t constant = 0;
    if (!addLinear(expr, 1, coefficients, constant))
      return false;
  }
  return true;
}

/// Sums and products that fold constants.
static OpFoldResult multiplyAdd(OpBuilder &builder, Location loc, OpFoldResult sum, OpFoldResult stride,
                                int64_t factor) {
  if (factor == 0)
    return sum;
  std::optional<int64_t> a = getConstantIntValue(sum), b = getConstantIntValue(stride);
  if (a && b)
    return builder.getIndexAttr(*a + *b * factor);
  Value product = getValueOrCreateConstantIndexOp(builder, loc, stride);
  if (factor != 1)
    product = arith::MulIOp::create(builder, loc, product, arith::ConstantIndexOp::create(builder, loc, factor));
  if (a == 0)
    return product;
  return arith::AddIOp::create(builder, loc, getValueOrCreateConstantIndexOp(builder, loc, sum), product).getResult();
}

/// The buffer from its first element the loops reach on, as one dimension; adds
/// to the loops how far they move it.
static Value flatten(OpBuilder &builder, Location loc, Value buffer, AffineMap map, MutableArrayRef<LoopDim> dims) {
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
  SmallVector<OpFoldResult> strides = metadata.getConstifiedMixedStrides();
  OpFoldResult offset = metadata.getConstifiedMixedOffset();
  for (LoopDim &dim : dims)
    dim.strides.push_back(builder.getIndexAttr(0));
  for (auto [expr, stride] : llvm::zip_equal(map.getResults(), strides)) {
    SmallVector<int64_t> coefficients(map.getNumDims());
    int64_t constant = 0;
    addLinear(expr, 1, coefficients, constant);
    offset = multiplyAdd(builder, loc, offset, stride, constant);
    for (auto [dim, coefficient] : llvm::zip_equal(dims, coefficients))
      dim.strides.back() = multiplyAdd(builder, loc, dim.strides.back(), stride, coefficient);
  }
  // The size is of no account: nothing reads it.
  auto layout = StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic, {1});
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  auto flat = MemRefType::get({ShapedType::kDynamic}, element, layout);
  Value start = getValueOrCreateConstantIndexOp(builder, loc, offset);
  Value size = arith::ConstantIndexOp::create(builder, loc, std::numeric_limits<int32_t>::max());
  return memref::ReinterpretCastOp::create(builder, loc, flat, metadata.getBaseBuffer(), OpFoldResult(start),
                                           {OpFoldResult(size)}, {OpFoldResult(builder.getIndexAttr(1))});
}

FailureOr<StridedLoops> cpu::analyzeStridedLoops(OpBuilder &builder, linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || !llvm::all_of(op.getIndexingMapsArray(), isLinear))
    return failure();
  Location loc = op.getLoc();
  StridedLoops result;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<SmallVector<std::pair<Value, unsigned>>> places(ranges.size());
  for (unsigned i = 0; i < ranges.size(); ++i) {
    op.mapIterationSpaceDimToAllOperandDims(i, places[i]);
    if (ShapedType::isDynamic(ranges[i]) && places[i].empty())
      return failure();
  }
  for (unsigned i = 0; i < ranges.size(); ++i) {
    LoopDim dim;
    dim.reduction = op.getIteratorTypesArray()[i] == utils::IteratorType::reduction;
    dim.extent = builder.getIndexAttr(ranges[i]);
    dim.loops = {i};
    if (ShapedType::isDynamic(ranges[i]))
      dim.extent = memref::DimOp::create(builder, loc, places[i][0].first, places[i][0].second).getResult();
    result.dims.push_back(dim);
  }
  for (OpOperand &operand : op->getOpOperands()) {
    if (isa<MemRefType>(operand.get().getType())) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      result.buffers.push_back(flatten(builder, loc, operand.get(), map, result.dims));
      continue;
    }
    result.buffers.push_back({});
    for (LoopDim &dim : result.dims)
      dim.strides.push_back(builder.getIndexAttr(0));
  }
  llvm::erase_if(result.dims, [](const LoopDim &dim) { return dim.staticExtent() == 1; });
  return result;
}

void cpu::addOperand(OpBuilder &builder, Location loc, StridedLoops &loops, Value buffer, AffineMap map) {
  // Loops of one iteration are gone already: they move nothing.
  SmallVector<LoopDim> all(map.getNumDims());
  for (LoopDim &dim : loops.dims)
    all[dim.loops.front()] = dim;
  loops.buffers.push_back(flatten(builder, loc, buffer, map, all));
  for (LoopDim &dim : loops.dims)
    dim.strides.push_back(all[dim.loops.front()].strides.back());
}

/// Whether every operand walks `outer` and then `inner` as one loop.
static bool isOneLoop(const LoopDim &outer, const LoopDim &inner) {
  std::optional<int64_t> extent = inner.staticExtent();
  if (outer.reduction != inner.reduction || !extent)
    return false;
  for (unsigned i = 0; i < outer.strides.size(); ++i) {
    std::optional<int64_t> a = outer.staticStride(i), b = inner.staticStride(i);
    if (!a || !b || *a != *b * *extent)
      return false;
  }
  return true;
}

void cpu::mergeLoops(OpBuilder &builder, Location loc, StridedLoops &loops, ArrayRef<bool> apart) {
  LoopBuilder arithmetic(builder, loc);
  SmallVector<LoopDim> merged;
  for (LoopDim &dim : loops.dims) {
    bool free = llvm::none_of(dim.loops, [&](unsigned i) { return apart[i]; });
    if (!free || merged.empty() || !isOneLoop(merged.back(), dim) ||
        llvm::any_of(merged.back().loops, [&](unsigned i) { return apart[i]; })) {
      merged.push_back(dim);
      continue;
    }
    LoopDim &outer = merged.back();
    outer.extent = arithmetic.scale(outer.extent, *dim.staticExtent());
    outer.strides = dim.strides;
    llvm::append_range(outer.loops, dim.loops);
  }
  loops.dims = merged;
}
