//===- Contraction.cpp - linalg ops as contractions -----------------------===//

#include "Contraction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

/// Whether the body is `yield c + x * y`, in any order.
static bool multipliesAndAdds(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  auto add = body.getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!add || !llvm::hasNItems(body, 3))
    return false;
  auto product = [&](Value value) {
    auto mul = value.getDefiningOp<arith::MulFOp>();
    return mul && ((mul.getLhs() == body.getArgument(0) && mul.getRhs() == body.getArgument(1)) ||
                   (mul.getLhs() == body.getArgument(1) && mul.getRhs() == body.getArgument(0)));
  };
  return (add.getLhs() == body.getArgument(2) && product(add.getRhs())) ||
         (add.getRhs() == body.getArgument(2) && product(add.getLhs()));
}

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

static bool isLinear(AffineMap map) {
  for (AffineExpr expr : map.getResults()) {
    SmallVector<int64_t> coefficients(map.getNumDims());
    int64_t constant = 0;
    if (!addLinear(expr, 1, coefficients, constant))
      return false;
  }
  return true;
}

bool cpu::isContraction(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      op.hasIndexSemantics() || !multipliesAndAdds(op))
    return false;
  Type element = getElementTypeOrSelf(op.getDpsInits()[0].getType());
  if (!element.isF32() && !element.isF64())
    return false;
  for (OpOperand &operand : op->getOpOperands())
    if (!isa<ShapedType>(operand.get().getType()) || getElementTypeOrSelf(operand.get().getType()) != element ||
        !isLinear(op.getMatchingIndexingMap(&operand)))
      return false;
  // Every parallel loop moves C, along a dimension of its own.
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  return out.isProjectedPermutation() && out.getNumResults() == op.getNumParallelLoops();
}

/// The fill with zero that is the last thing to write C before `op`, or null.
static linalg::FillOp findZeroFill(linalg::GenericOp op) {
  Value c = op.getDpsInits()[0];
  for (Operation *prev = op->getPrevNode(); prev; prev = prev->getPrevNode()) {
    if (auto fill = dyn_cast<linalg::FillOp>(prev)) {
      if (fill.getDpsInits()[0] == c)
        return matchPattern(fill.getInputs()[0], m_AnyZeroFloat()) ? fill : nullptr;
      if (isa_and_nonnull<memref::AllocOp>(fill.getDpsInits()[0].getDefiningOp()))
        continue; // memory of its own
    }
    if (!isMemoryEffectFree(prev) && !isa<memref::AllocOp>(prev))
      return nullptr;
  }
  return nullptr;
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
  return arith::AddIOp::create(builder, loc, getValueOrCreateConstantIndexOp(builder, loc, sum), product)
      .getResult();
}

FailureOr<Contraction> cpu::analyzeContraction(OpBuilder &builder, linalg::GenericOp op) {
  if (!op.hasPureBufferSemantics() || !isContraction(op))
    return failure();
  Location loc = op.getLoc();
  Contraction result;
  result.op = op;
  result.element = cast<FloatType>(getElementTypeOrSelf(op.getDpsInits()[0].getType()));
  result.zeroFill = findZeroFill(op);

  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (unsigned i = 0; i < ranges.size(); ++i) {
    LoopDim dim;
    dim.reduction = op.getIteratorTypesArray()[i] == utils::IteratorType::reduction;
    dim.extent = builder.getIndexAttr(ranges[i]);
    dim.strides.fill(builder.getIndexAttr(0));
    if (ShapedType::isDynamic(ranges[i])) {
      SmallVector<std::pair<Value, unsigned>> places;
      op.mapIterationSpaceDimToAllOperandDims(i, places);
      if (places.empty())
        return failure();
      dim.extent = memref::DimOp::create(builder, loc, places[0].first, places[0].second).getResult();
    }
    result.dims.push_back(dim);
  }
  for (unsigned role : {kX, kY, kC}) {
    OpOperand &operand = op->getOpOperand(role);
    AffineMap map = op.getMatchingIndexingMap(&operand);
    auto type = cast<MemRefType>(operand.get().getType());
    auto metadata = memref::ExtractStridedMetadataOp::create(builder, loc, operand.get());
    SmallVector<OpFoldResult> strides = metadata.getConstifiedMixedStrides();
    OpFoldResult offset = metadata.getConstifiedMixedOffset();
    for (auto [expr, stride] : llvm::zip_equal(map.getResults(), strides)) {
      SmallVector<int64_t> coefficients(map.getNumDims());
      int64_t constant = 0;
      addLinear(expr, 1, coefficients, constant);
      offset = multiplyAdd(builder, loc, offset, stride, constant);
      for (auto [dim, coefficient] : llvm::zip_equal(result.dims, coefficients))
        dim.strides[role] = multiplyAdd(builder, loc, dim.strides[role], stride, coefficient);
    }
    // The size is of no account: nothing reads it.
    auto layout = StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic, {1});
    auto flat = MemRefType::get({ShapedType::kDynamic}, type.getElementType(), layout);
    Value start = getValueOrCreateConstantIndexOp(builder, loc, offset);
    Value size = arith::ConstantIndexOp::create(builder, loc, std::numeric_limits<int32_t>::max());
    result.buffers[role] = memref::ReinterpretCastOp::create(
        builder, loc, flat, metadata.getBaseBuffer(), OpFoldResult(start), {OpFoldResult(size)},
        {OpFoldResult(builder.getIndexAttr(1))});
  }
  llvm::erase_if(result.dims, [](const LoopDim &dim) { return dim.staticExtent() == 1; });
  return result;
}
