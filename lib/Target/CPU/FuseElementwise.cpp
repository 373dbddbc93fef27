//===- FuseElementwise.cpp - elementwise producers into consumers ---------===//

#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace janus::cpu {
#define GEN_PASS_DEF_FUSEELEMENTWISE
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace mlir;

/// Whether the op's body multiplies and accumulates over a reduction.
static bool isContraction(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInputs() != 2)
    return false;
  bool multiplies = false;
  op.getBlock()->walk([&](Operation *nested) {
    multiplies |= nested->getName().getStringRef() == "arith.mulf" ||
                  nested->getName().getStringRef() == "arith.muli";
  });
  return multiplies;
}

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
  if (!producer || !consumer || isContraction(consumer))
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

struct FuseElementwisePass : public janus::cpu::impl::FuseElementwiseBase<FuseElementwisePass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseToLinalgConversionPatterns(patterns);
    linalg::populateLinalgNamedOpsGeneralizationPatterns(patterns);
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
