//===- FuseElementwise.cpp - elementwise producers into consumers ---------===//

#include "Contraction.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace janus::cpu {
#define GEN_PASS_DEF_FUSEELEMENTWISE
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace mlir;

/// Whether computing the op's elements again costs no more than loading them.
static bool isCheap(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() > 1)
    return false;
  for (Operation &nested : op.getBlock()->without_terminator())
    if (!nested.getName().getStringRef().starts_with("arith.ext") &&
        !nested.getName().getStringRef().starts_with("arith.sitofp") &&
        !nested.getName().getStringRef().starts_with("arith.uitofp") && !nested.hasTrait<OpTrait::ConstantLike>())
      return false;
  return true;
}

/// Whether the consumer's loops read each element at most once, but for loops of fewer dimensions.
static bool readsOnce(OpOperand &operand) {
  auto consumer = dyn_cast<linalg::LinalgOp>(operand.getOwner());
  if (!consumer || janus::cpu::isContraction(consumer) || !consumer.isDpsInput(&operand))
    return false;
  AffineMap map = consumer.getMatchingIndexingMap(&operand);
  return map.isProjectedPermutation() && map.getNumResults() == map.getNumDims();
}

/// Whether the op is little arithmetic on one tensor and on numbers along fewer dimensions, such as those of a channel,
/// and can go into all that read it: then nothing more is read than before, and nothing is written.
static bool vanishes(linalg::LinalgOp op) {
  constexpr unsigned kOps = 4, kUses = 3;
  if (op.getNumReductionLoops() || op->getNumResults() != 1 || op.hasIndexSemantics())
    return false;
  unsigned whole = 0, operations = 0;
  for (OpOperand *operand : op.getDpsInputOperands())
    whole += op.getRank(operand) == int64_t(op.getNumLoops());
  for (Operation &nested : op.getBlock()->without_terminator()) {
    if (nested.hasTrait<OpTrait::ConstantLike>())
      continue;
    if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::NegFOp>(nested))
      return false;
    ++operations;
  }
  return whole == 1 && operations <= kOps && op.getNumLoops() > 1 &&
         unsigned(std::distance(op->use_begin(), op->use_end())) <= kUses && llvm::all_of(op->getUses(), readsOnce);
}

/// Whether the elements are read once only by the consumer's loops.
static bool shouldFuse(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::LinalgOp>();
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  if (!producer || !consumer || janus::cpu::isContraction(consumer))
    return false;
  if (isCheap(producer) || vanishes(producer))
    return true;
  if (!operand->get().hasOneUse())
    return false;
  // A consumer that reads each element several times (a broadcast, a window)
  // would compute it as often.
  AffineMap map = consumer.getMatchingIndexingMap(operand);
  return map.isProjectedPermutation() && map.getNumResults() == map.getNumDims();
}

namespace {

/// Named ops as generic ones. Fills stay: what comes after knows them.
struct Generalize : public OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op, PatternRewriter &rewriter) const override {
    if (isa<linalg::GenericOp, linalg::FillOp>(op))
      return rewriter.notifyMatchFailure(op, "is generic already, or a fill");
    return linalg::generalizeNamedOp(rewriter, op);
  }
};

/// A filled tensor that is read is its scalar.
struct InlineFill : public OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    for (OpOperand *operand : op.getDpsInputOperands()) {
      auto fill = operand->get().getDefiningOp<linalg::FillOp>();
      if (!fill || janus::cpu::isContraction(op) || op.getMatchingBlockArgument(operand).use_empty())
        continue;
      rewriter.modifyOpInPlace(op, [&] {
        BlockArgument argument = op.getMatchingBlockArgument(operand);
        rewriter.replaceAllUsesWith(argument, fill.getInputs()[0]);
      });
      return success(); // the unused operand goes by another pattern
    }
    return rewriter.notifyMatchFailure(op, "reads no filled tensor");
  }
};

/// Says what a reduction gives whose body came to be one value, whatever was reduced before: that value, but of no
/// elements what it starts from. MLIR's patterns would drop the start as unused.
struct KeepStart : public OpRewritePattern<linalg::GenericOp> {
  // Before those.
  explicit KeepStart(MLIRContext *context) : OpRewritePattern(context, /*benefit=*/10) {}

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    if (op.getNumReductionLoops() == 0 || !op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "is no reduction of tensors");
    for (OpOperand &start : op.getDpsInitsMutable()) {
      Value value = op.getMatchingYieldValue(&start)->get();
      Value result = op.getTiedOpResult(&start);
      // 1. What it starts from is not used by the body, and says something.
      if (result.use_empty() || !op.getMatchingBlockArgument(&start).use_empty() ||
          start.get().getDefiningOp<tensor::EmptyOp>())
        continue;
      // 2. The value is the same for all elements.
      rewriter.setInsertionPoint(op);
      if (op.getRegion().isAncestor(value.getParentRegion())) {
        if (!matchPattern(value, m_Constant()))
          continue;
        value = rewriter.clone(*value.getDefiningOp())->getResult(0);
      }
      rewriter.replaceAllUsesWith(result, choose(op, start.get(), value, rewriter));
      return success();
    }
    return rewriter.notifyMatchFailure(op, "uses what it starts from");
  }

private:
  /// Whether something is reduced; null where it always is.
  static Value reducesAny(linalg::GenericOp op, PatternRewriter &rewriter) {
    Value any;
    SmallVector<unsigned> reduced;
    op.getReductionDims(reduced);
    SmallVector<Range> ranges = cast<linalg::LinalgOp>(op.getOperation()).createLoopRanges(rewriter, op.getLoc());
    for (unsigned dim : reduced) {
      OpFoldResult size = ranges[dim].size;
      if (auto known = getConstantIntValue(size); known && *known > 0)
        continue;
      Value is = arith::CmpIOp::create(rewriter, op.getLoc(), arith::CmpIPredicate::ne,
                                       getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), size),
                                       arith::ConstantIndexOp::create(rewriter, op.getLoc(), 0));
      any = any ? arith::AndIOp::create(rewriter, op.getLoc(), any, is).getResult() : is;
    }
    return any;
  }

  static Value choose(linalg::GenericOp op, Value start, Value value, PatternRewriter &rewriter) {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(start.getType());
    Value any = reducesAny(op, rewriter);
    Value empty =
        tensor::EmptyOp::create(rewriter, loc, tensor::getMixedSizes(rewriter, loc, start), type.getElementType());
    if (!any)
      return linalg::FillOp::create(rewriter, loc, value, empty).getResult(0);
    AffineMap map = rewriter.getMultiDimIdentityMap(type.getRank());
    SmallVector<utils::IteratorType> loops(type.getRank(), utils::IteratorType::parallel);
    return linalg::GenericOp::create(rewriter, loc, empty.getType(), start, empty, ArrayRef<AffineMap>{map, map}, loops,
                                     [&](OpBuilder &builder, Location loc, ValueRange arguments) {
                                       Value chosen = arith::SelectOp::create(builder, loc, any, value, arguments[0]);
                                       linalg::YieldOp::create(builder, loc, chosen);
                                     })
        .getResult(0);
  }
};

struct FuseElementwisePass : public janus::cpu::impl::FuseElementwiseBase<FuseElementwisePass> {
  using FuseElementwiseBase::FuseElementwiseBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseToLinalgConversionPatterns(patterns);
    patterns.add<Generalize, InlineFill, KeepStart>(&getContext());
    bool within = withinLayers;
    linalg::populateElementwiseOpsFusionPatterns(patterns, [within](OpOperand *operand) {
      return shouldFuse(operand) && (!within || cpu::areOneLayer(operand->get().getDefiningOp(), operand->getOwner()));
    });
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    linalg::populateConstantFoldLinalgOperations(patterns, [](OpOperand *) { return true; });
    linalg::GenericOp::getCanonicalizationPatterns(patterns, &getContext());
    tensor::populateFoldTensorEmptyPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
