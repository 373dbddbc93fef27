//===- FuseElementwise.cpp - elementwise producers into consumers ---------===//

#include "Contraction.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace janus::cpu {
#define GEN_PASS_DEF_FUSEELEMENTWISE
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

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

/// Whether the elements are read once only by the consumer's loops.
static bool shouldFuse(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::LinalgOp>();
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  if (!producer || !consumer || janus::cpu::isContraction(consumer))
    return false;
  if (isCheap(producer))
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

struct FuseElementwisePass : public janus::cpu::impl::FuseElementwiseBase<FuseElementwisePass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseToLinalgConversionPatterns(patterns);
    patterns.add<Generalize, InlineFill>(&getContext());
    linalg::populateElementwiseOpsFusionPatterns(patterns, shouldFuse);
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    linalg::populateConstantFoldLinalgOperations(patterns, [](OpOperand *) { return true; });
    linalg::GenericOp::getCanonicalizationPatterns(patterns, &getContext());
    tensor::populateFoldTensorEmptyPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
