//===- Layers.cpp - linalg ops as layers over planes of images ------------===//

#include "Layers.h"
#include "Contraction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

/// The most rows of a window whose partial results stay in registers.
static constexpr int64_t kMaxWindow = 13;

/// The most steps between windows that vectors are read in.
static constexpr int64_t kMaxStride = 2;

/// The most steps between the windows of a convolution.
static constexpr int64_t kMaxStep = 4;

/// Whether a type is one of images of which everything but their number is known.
static bool isPlanes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 4 && (tensor.getElementType().isF32() || tensor.getElementType().isF64()) &&
         llvm::all_of(tensor.getShape().drop_front(), [](int64_t size) { return size > 0; });
}

/// The constant that a filled tensor is filled with, or null.
static TypedAttr filledWith(Value tensor) {
  TypedAttr value;
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    matchPattern(fill.getInputs()[0], m_Constant(&value));
  return value;
}

/// Whether folding into `value` first changes nothing.
static bool isNeutral(TypedAttr value, bool isMax) {
  auto number = dyn_cast_if_present<FloatAttr>(value);
  if (!number)
    return false;
  return isMax ? number.getValue().isInfinity() && number.getValue().isNegative() : number.getValue().isZero();
}

/// Reads the padding of the windows' image, of rows and columns alone.
static bool matchPadding(Window &window) {
  window.pad = window.image.getDefiningOp<tensor::PadOp>();
  window.low = window.high = {0, 0};
  if (!window.pad)
    return true;
  Value value = window.pad.getConstantPaddingValue();
  if (!value || !matchPattern(value, m_Constant(&window.padding)))
    return false;
  SmallVector<OpFoldResult> low = window.pad.getMixedLowPad(), high = window.pad.getMixedHighPad();
  for (int64_t dim = 0; dim < 4; ++dim) {
    std::optional<int64_t> before = getConstantIntValue(low[dim]), after = getConstantIntValue(high[dim]);
    if (!before || !after || (dim < 2 && (*before || *after)))
      return false;
    if (dim >= 2)
      window.low[dim - 2] = *before, window.high[dim - 2] = *after;
  }
  window.image = window.pad.getSource();
  return true;
}

std::optional<Window> cpu::matchWindow(linalg::GenericOp op) {
  if (op.getNumLoops() != 6 || op.getNumParallelLoops() != 4 || op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      !op.hasPureTensorSemantics())
    return std::nullopt;
  MLIRContext *context = op.getContext();
  auto dim = [&](unsigned i) { return getAffineDimExpr(i, context); };
  auto map = [&](ArrayRef<AffineExpr> exprs) { return AffineMap::get(6, 0, exprs, context); };
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  std::array<int64_t, 2> stride = {0, 0};
  for (int64_t rows = 1; rows <= kMaxStride; ++rows)
    for (int64_t columns = 1; columns <= kMaxStride; ++columns)
      if (maps[0] == map({dim(0), dim(1), dim(2) * rows + dim(4), dim(3) * columns + dim(5)}))
        stride = {rows, columns};
  if (!stride[0] || maps[1] != map({dim(4), dim(5)}) || maps[2] != map({dim(0), dim(1), dim(2), dim(3)}))
    return std::nullopt;
  Block &body = *op.getBlock();
  Operation *fold = body.getTerminator()->getOperand(0).getDefiningOp();
  if (!llvm::hasNItems(body, 2) || !isa_and_nonnull<arith::MaximumFOp, arith::AddFOp>(fold))
    return std::nullopt;
  auto isFold = [&](unsigned a, unsigned b) {
    return fold->getOperand(0) == body.getArgument(a) && fold->getOperand(1) == body.getArgument(b);
  };
  Window window{op, {}, op.getDpsInputs()[0], isa<arith::MaximumFOp>(fold), {}, stride, {}, {}, {}};
  auto kernel = cast<RankedTensorType>(op.getDpsInputs()[1].getType());
  if (!(isFold(0, 2) || isFold(2, 0)) || !kernel.hasStaticShape() || !isPlanes(op.getResultTypes()[0]) ||
      !isNeutral(filledWith(op.getDpsInits()[0]), window.isMax))
    return std::nullopt;
  window.kernel = {kernel.getDimSize(0), kernel.getDimSize(1)};
  if (window.kernel[0] < 1 || window.kernel[1] < window.stride[1] ||
      std::max(window.kernel[0], window.kernel[1]) > kMaxWindow || !matchPadding(window) ||
      !isPlanes(window.image.getType()) ||
      getElementTypeOrSelf(window.image.getType()) != getElementTypeOrSelf(op.getResultTypes()[0]))
    return std::nullopt;
  return window;
}

std::optional<Convolution> cpu::matchConvolution(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || !isContraction(op) || !isPlanes(op.getResultTypes()[0]) ||
      !isNeutral(filledWith(op.getDpsInits()[0]), /*isMax=*/false))
    return std::nullopt;
  bool isDepthwise = op.getNumLoops() == 6;
  if ((!isDepthwise && op.getNumLoops() != 7) || op.getNumParallelLoops() != 4)
    return std::nullopt;
  MLIRContext *context = op.getContext();
  auto dim = [&](unsigned i) { return getAffineDimExpr(i, context); };
  auto map = [&](ArrayRef<AffineExpr> exprs) { return AffineMap::get(op.getNumLoops(), 0, exprs, context); };
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  // n, c, y, x, [inputs,] rows and columns of the kernel.
  AffineExpr channel = dim(isDepthwise ? 1 : 4), tapRow = dim(isDepthwise ? 4 : 5),
             tapColumn = dim(isDepthwise ? 5 : 6);
  std::array<int64_t, 2> stride = {0, 0};
  for (int64_t rows = 1; rows <= kMaxStep; ++rows)
    for (int64_t columns = 1; columns <= kMaxStep; ++columns)
      if (maps[0] == map({dim(0), channel, dim(2) * rows + tapRow, dim(3) * columns + tapColumn}))
        stride = {rows, columns};
  bool fits = maps[1] == (isDepthwise ? map({dim(1), tapRow, tapColumn}) : map({dim(1), channel, tapRow, tapColumn}));
  auto kernel = cast<RankedTensorType>(op.getDpsInputs()[1].getType());
  if (!stride[0] || !fits || maps[2] != map({dim(0), dim(1), dim(2), dim(3)}) || !kernel.hasStaticShape())
    return std::nullopt;
  Convolution found{{op, {}, op.getDpsInputs()[0], false, {}, stride, {}, {}, {}}, op.getDpsInputs()[1], isDepthwise};
  found.kernel = {kernel.getShape().end()[-2], kernel.getShape().end()[-1]};
  if (!matchPadding(found) || !isPlanes(found.image.getType()))
    return std::nullopt;
  return found;
}

bool cpu::isPerPlane(OpOperand &operand) {
  auto op = cast<linalg::GenericOp>(operand.getOwner());
  return llvm::all_of(op.getMatchingIndexingMap(&operand).getResults(), [](AffineExpr expr) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    return dim ? dim.getPosition() < 2 : isa<AffineConstantExpr>(expr);
  });
}

bool cpu::isPlaneElementwise(linalg::GenericOp op) {
  if (op.getNumLoops() != 4 || op.getNumParallelLoops() != 4 || op.getNumDpsInits() != 1 ||
      !op.hasPureTensorSemantics() || op.hasIndexSemantics() || !isPlanes(op.getResultTypes()[0]))
    return false;
  Block &body = *op.getBlock();
  Type element = getElementTypeOrSelf(op.getResultTypes()[0]);
  if (!body.getArguments().back().use_empty() || !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
    return false;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(operand);
    bool isPlane = map.isIdentity() && isPlanes(operand->get().getType());
    if (getElementTypeOrSelf(operand->get().getType()) != element || !(isPlane || isPerPlane(*operand)))
      return false;
  }
  // Whatever is made outside of the body is one number.
  auto fits = [&](Type type) { return type == element || type.isInteger(1); };
  return llvm::all_of(body.without_terminator(), [&](Operation &nested) {
    return (OpTrait::hasElementwiseMappableTraits(&nested) || nested.hasTrait<OpTrait::ConstantLike>()) &&
           llvm::all_of(nested.getResultTypes(), fits) && llvm::all_of(nested.getOperandTypes(), fits);
  });
}

bool cpu::isNeverNegative(linalg::GenericOp op) {
  auto isPositive = [](Value operand) {
    FloatAttr bound;
    return matchPattern(operand, m_Constant(&bound)) && !bound.getValue().isNaN() && !bound.getValue().isNegative();
  };
  Value result = op.getBlock()->getTerminator()->getOperand(0);
  if (auto max = result.getDefiningOp<arith::MaximumFOp>())
    return llvm::any_of(max->getOperands(), isPositive);
  // x < bound ? bound : x
  auto select = result.getDefiningOp<arith::SelectOp>();
  auto below = select ? select.getCondition().getDefiningOp<arith::CmpFOp>() : nullptr;
  return below && below.getPredicate() == arith::CmpFPredicate::OLT && below.getLhs() == select.getFalseValue() &&
         below.getRhs() == select.getTrueValue() && isPositive(below.getRhs());
}
