//===- Simplify.cpp - cleans up values, gradients above all ---------------===//

#include "janus/Dialect/NN/Transforms/Simplify.h"
#include "janus/Dialect/NN/Derivatives/Builders.h"
#include "janus/Dialect/NN/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace janus::nn {
#define GEN_PASS_DEF_JANUSSIMPLIFYPASS
#include "janus/Dialect/NN/Transforms/Passes.h.inc"
} // namespace janus::nn

using namespace janus;
using namespace janus::nn;
using namespace mlir;

namespace {

/// The number that all elements of a tensor are, if that can be seen.
std::optional<APFloat> uniformValue(Value tensor) {
  SplatElementsAttr splat;
  if (matchPattern(tensor, m_Constant(&splat)) && isa<FloatType>(splat.getElementType()))
    return splat.getSplatValue<APFloat>();
  if (auto broadcast = tensor.getDefiningOp<BroadcastToOp>())
    return uniformValue(broadcast.getInput());
  if (auto reshape = tensor.getDefiningOp<ReshapeOp>())
    return uniformValue(reshape.getInput());
  FloatAttr value;
  auto full = tensor.getDefiningOp<FullOp>();
  if (full && matchPattern(full.getValue(), m_Constant(&value)))
    return value.getValue();
  return std::nullopt;
}

bool isUniform(Value tensor, double expected) {
  std::optional<APFloat> value = uniformValue(tensor);
  return value && value->convertToDouble() == expected;
}

/// x * 1, 1 * x and x / 1 are x, bit for bit; `unit` is the operand that is one.
template <typename OpT, unsigned unit> struct DropUnit : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op, PatternRewriter &rewriter) const override {
    Value kept = op->getOperand(1 - unit);
    if (kept.getType() != op.getType() || !isUniform(op->getOperand(unit), 1.0))
      return rewriter.notifyMatchFailure(op, unit ? "the right side is not one" : "the left side is not one");
    rewriter.replaceOp(op, kept);
    return success();
  }
};

struct DropDoubleNegation : OpRewritePattern<NegOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(NegOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<NegOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "not a negative of a negative");
    rewriter.replaceOp(op, inner.getInput());
    return success();
  }
};

/// Adding a window of zeros with a part put in changes only that part. The
/// gradient of an input that a loop reads step by step is such a sum: with the
/// whole of it added at each step, time would be quadratic in the steps.
struct AddIntoWindow : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddOp op, PatternRewriter &rewriter) const override {
    for (auto [sum, other] : {std::pair(op.getLhs(), op.getRhs()), std::pair(op.getRhs(), op.getLhs())}) {
      auto scatter = other.getDefiningOp<SliceScatterOp>();
      if (!scatter || !isUniform(scatter.getDestination(), 0.0) || sum.getType() != op.getType())
        continue;
      Emit e{rewriter, op.getLoc()};
      Value part = SliceOp::create(rewriter, op.getLoc(), sum, scatter.getMixedOffsets(), e.sizes(scatter.getSource()),
                                   scatter.getSteps());
      rewriter.replaceOpWithNewOp<SliceScatterOp>(op, op.getType(), e.add(part, scatter.getSource()), sum,
                                                  scatter.getMixedOffsets(), scatter.getSteps());
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no side is a part in zeros");
  }
};

struct JanusSimplifyPass : nn::impl::JanusSimplifyPassBase<JanusSimplifyPass> {
  void runOnOperation() override {
    if (failed(simplify(getOperation())))
      signalPassFailure();
  }
};

} // namespace

void nn::populateSimplifyPatterns(RewritePatternSet &patterns) {
  patterns.add<AddIntoWindow, DropDoubleNegation, DropUnit<DivOp, 1>, DropUnit<MulOp, 0>, DropUnit<MulOp, 1>>(
      patterns.getContext());
}

LogicalResult nn::simplify(Operation *root, bool mergeBranches) {
  MLIRContext *context = root->getContext();
  RewritePatternSet patterns(context);
  populateSimplifyPatterns(patterns);
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  for (Dialect *dialect : context->getLoadedDialects())
    dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (mergeBranches || name.getStringRef() != scf::IfOp::getOperationName())
      name.getCanonicalizationPatterns(patterns, context);
  FrozenRewritePatternSet frozen(std::move(patterns));
  // Common values first: what is the same then folds once, and the second time
  // what the patterns have made the same.
  for (int round = 0; round < 2; ++round) {
    IRRewriter rewriter(context);
    DominanceInfo dominance(root);
    eliminateCommonSubExpressions(rewriter, dominance, root);
    if (failed(applyPatternsGreedily(root, frozen)))
      return failure();
  }
  return success();
}
