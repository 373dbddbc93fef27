//===- NNToLinalg.cpp - nn to linalg --------------------------------------===//
//
// One pattern for every op: what an op becomes it says itself, by
// LinalgLowerableOpInterface.
//
//===----------------------------------------------------------------------===//

#include "janus/Conversion/NNToLinalg/NNToLinalg.h"
#include "Lowerings.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

namespace janus {
#define GEN_PASS_DEF_CONVERTNNTOLINALG
#include "janus/Conversion/NNToLinalg/Passes.h.inc"
} // namespace janus

using namespace mlir;
using namespace janus;

namespace {

/// Replaces an op by what it says it becomes.
struct LowerByInterface : OpInterfaceRewritePattern<LinalgLowerableOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  /// Simpler ops that a lowering leaves are lowered by the same pattern.
  void initialize() { setHasBoundedRewriteRecursion(); }
  LogicalResult matchAndRewrite(LinalgLowerableOpInterface op, PatternRewriter &rewriter) const override {
    FailureOr<SmallVector<Value>> results = op.lowerToLinalg(rewriter);
    if (failed(results))
      return rewriter.notifyMatchFailure(op, "the op's lowering failed");
    // A lowering may know a size that the op's type leaves open.
    for (auto [result, type] : llvm::zip_equal(*results, op->getResultTypes()))
      if (result.getType() != type)
        result = tensor::CastOp::create(rewriter, op.getLoc(), type, result);
    rewriter.replaceOp(op, *results);
    return success();
  }
};

struct ConvertNNToLinalg : janus::impl::ConvertNNToLinalgBase<ConvertNNToLinalg> {
  void runOnOperation() override {
    if (failed(lowerNNToLinalg(getOperation())))
      signalPassFailure();
  }
};

} // namespace

void janus::registerNNToLinalgLowerings(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, nn::NNDialect *) {
    attachBinaryLowerings(context);
    attachContractionLowerings(context);
    attachConvolutionBackwardInputLowerings(context);
    attachConvolutionLowerings(context);
    attachIndexingLowerings(context);
    attachLossLowerings(context);
    attachNormalizationLowerings(context);
    attachPoolingBackwardLowerings(context);
    attachPoolingLowerings(context);
    attachRandomLowerings(context);
    attachRecurrentLowerings(context);
    attachReductionLowerings(context);
    attachScanLowerings(context);
    attachSelectionLowerings(context);
    attachShapeLowerings(context);
    attachSpecialLowerings(context);
    attachUnaryLowerings(context);
  });
}

LogicalResult janus::lowerNNToLinalg(Operation *root) {
  ConversionTarget target(*root->getContext());
  target.addIllegalDialect<nn::NNDialect>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  RewritePatternSet patterns(root->getContext());
  patterns.add<LowerByInterface>(root->getContext());
  return applyPartialConversion(root, target, std::move(patterns));
}
