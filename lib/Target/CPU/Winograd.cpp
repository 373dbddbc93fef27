//===- Winograd.cpp - the pass janus-winograd -----------------------------===//

#include "Winograd.h"
#include "Contraction.h"
#include "Layers.h"
#include "janus/Target/CPU/Passes.h"
#include "janus/Target/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace janus::cpu {
#define GEN_PASS_DEF_WINOGRAD
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

/// The most that a layer's error may be, relative to its output's scale.
static constexpr double kMaxError = 2e-5;

/// The part of the direct kernel's cycles that a layer has to be expected to stay below: where the weights' transform
/// is the most of it, as it is for one image with many channels, twice the cycles expected were measured.
static constexpr double kMaxCycles = 0.6;

/// The only op that reads the result, if it works element by element; null otherwise.
static linalg::GenericOp findEpilogue(linalg::GenericOp op) {
  Value result = op->getResult(0);
  if (!result.hasOneUse())
    return {};
  auto epilogue = dyn_cast<linalg::GenericOp>(*result.user_begin());
  if (!epilogue || epilogue->getBlock() != op->getBlock() || !isPlaneElementwise(epilogue) ||
      epilogue->getResult(0).getType() != result.getType())
    return {};
  OpOperand &use = *result.use_begin();
  bool read = epilogue.isDpsInput(&use) && epilogue.getMatchingIndexingMap(&use).isIdentity();
  return read ? epilogue : linalg::GenericOp();
}

/// Whether nothing but zeros is around an image.
static bool isZero(TypedAttr padding) {
  auto number = dyn_cast_if_present<FloatAttr>(padding);
  return !padding || (number && number.getValue().isZero());
}

/// Reads the layer as a convolution.
static bool matchForward(WinogradLayer &layer) {
  std::optional<Convolution> found = matchConvolution(layer.op);
  if (!found || found->isDepthwise || found->stride != std::array<int64_t, 2>{1, 1} || !isZero(found->padding))
    return false;
  layer.pad = found->pad;
  layer.image = found->image, layer.weight = found->weight;
  return true;
}

/// Reads the layer as a derivative of a convolution by its input: kernels are read backwards.
static bool matchBackward(WinogradLayer &layer) {
  linalg::GenericOp op = layer.op;
  if (!op.hasPureTensorSemantics() || !isContraction(op) || op.getNumLoops() != 7 || op.getNumParallelLoops() != 4)
    return false;
  auto start = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  auto dim = [&](unsigned i) { return getAffineDimExpr(i, op.getContext()); };
  auto map = [&](ArrayRef<AffineExpr> exprs) { return AffineMap::get(7, 0, exprs, op.getContext()); };
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (maps[0] != map({dim(0), dim(4), dim(2) - dim(5) + 2, dim(3) - dim(6) + 2}) ||
      maps[1] != map({dim(4), dim(1), dim(5), dim(6)}) || maps[2] != map({dim(0), dim(1), dim(2), dim(3)}) || !start ||
      !matchPattern(start.getInputs()[0], m_AnyZeroFloat()))
    return false;
  layer.isBackward = true;
  layer.image = op.getDpsInputs()[0], layer.weight = op.getDpsInputs()[1];
  layer.pad = layer.image.getDefiningOp<tensor::PadOp>();
  if (!layer.pad)
    return true;
  Value value = layer.pad.getConstantPaddingValue();
  layer.image = layer.pad.getSource();
  return value && matchPattern(value, m_AnyZeroFloat());
}

/// Reads how many zeros are before the rows and columns of the image.
static bool readPadding(WinogradLayer &layer) {
  layer.low = {0, 0};
  if (!layer.pad)
    return true;
  SmallVector<OpFoldResult> low = layer.pad.getMixedLowPad(), high = layer.pad.getMixedHighPad();
  for (int64_t i = 0; i < 4; ++i) {
    std::optional<int64_t> before = getConstantIntValue(low[i]), after = getConstantIntValue(high[i]);
    if (!before || !after || *before < 0 || *after < 0 || (i < 2 && (*before || *after)))
      return false;
    if (i >= 2)
      layer.low[i - 2] = *before;
  }
  return true;
}

/// Whether the type is one of images of f32 of which all but the number is known.
static bool isImages(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 4 && type.getElementType().isF32() &&
         llvm::all_of(type.getShape().drop_front(), [](int64_t size) { return size > 0; });
}

std::optional<WinogradLayer> cpu::matchWinograd(linalg::GenericOp op) {
  WinogradLayer layer{};
  layer.op = op;
  if (!op->getNumResults() || !(matchForward(layer) || matchBackward(layer)) || !readPadding(layer))
    return std::nullopt;
  auto kernel = cast<RankedTensorType>(layer.weight.getType());
  if (!kernel.hasStaticShape() || kernel.getShape().take_back(2) != ArrayRef<int64_t>{3, 3} || !isImages(layer.image) ||
      !isImages(op->getResult(0)))
    return std::nullopt;
  layer.epilogue = findEpilogue(op);
  ArrayRef<int64_t> from = cast<RankedTensorType>(layer.image.getType()).getShape(),
                    to = cast<RankedTensorType>(op->getResult(0).getType()).getShape();
  layer.inner = from[1], layer.outer = to[1];
  layer.height = from[2], layer.width = from[3];
  layer.outHeight = to[2], layer.outWidth = to[3];
  return layer;
}

/// Whether a function computes derivatives, or may be asked for some.
static bool isTraining(func::FuncOp func) {
  auto marked = [](DictionaryAttr attributes) {
    return attributes && (attributes.contains("janus.saved") || attributes.contains("janus.cotangent") ||
                          attributes.contains("janus.gradient_of") || attributes.contains("janus.grad") ||
                          attributes.contains("janus.requires_grad"));
  };
  if (func->hasAttr("janus.backward") || func->hasAttr("janus.differentiated"))
    return true;
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    if (marked(func.getArgAttrDict(i)))
      return true;
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    if (marked(func.getResultAttrDict(i)))
      return true;
  return false;
}

namespace {

struct WinogradPass : public cpu::impl::WinogradBase<WinogradPass> {
  using WinogradBase::WinogradBase;

  void runOnOperation() override {
    TargetAttr target = getOrSetTarget(getOperation());
    if (!target)
      return signalPassFailure();
    bool trains = llvm::any_of(getOperation().getOps<func::FuncOp>(), isTraining);
    if (trains && !always)
      return;
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) {
      if (matchWinograd(op))
        ops.push_back(op);
    });
    for (linalg::GenericOp op : ops)
      rewrite(*matchWinograd(op), target);
  }

  void rewrite(const WinogradLayer &layer, TargetAttr target) {
    WinogradPlan plan = planWinograd(layer, target);
    if (!std::isfinite(plan.cycles) || (!always && (plan.error > kMaxError || plan.cycles > kMaxCycles * plan.direct)))
      return;
    emitRemark(layer.last().getLoc(), "winograd: ")
        << layer.inner << " to " << layer.outer << " channels of " << layer.outHeight << "x" << layer.outWidth
        << " in tiles of " << plan.tile << "x" << plan.tile << ", " << (plan.shared ? "shared blocks" : "blocks")
        << " of " << plan.blockRows * plan.tilesWide << "; " << int64_t(100 * plan.cycles / plan.direct)
        << " % of the direct kernel's cycles and an error of " << int64_t(plan.error * 1e7)
        << "e-7 of the output's scale expected";
    emitWinograd(layer, plan, target);
    ++layers;
  }
};

} // namespace
