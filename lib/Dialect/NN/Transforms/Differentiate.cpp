//===- Differentiate.cpp - reverse mode on values -------------------------===//
//
// Expands nn.gradient. What happens:
//
// 1. GradientFlow finds the values on paths from the loss to what is asked for.
//    Loops among them without a trip count get one, and ops that decompose do so.
// 2. AdjointEmitter walks the ops that compute them, last one first, and emits
//    their adjoints in front of the nn.gradient: first the ops of its own
//    block, then those of the block around it, and so on.
// 3. The adjoints of the values asked for replace the nn.gradient.
//
//===----------------------------------------------------------------------===//

#include "janus/Dialect/NN/Transforms/Differentiate.h"
#include "AdjointEmitter.h"
#include "CountedLoop.h"
#include "janus/Dialect/NN/Derivatives/Builders.h"
#include "janus/Dialect/NN/IR/NNGraph.h"
#include "janus/Dialect/NN/Transforms/Passes.h"
#include "janus/Interfaces/DifferentiableOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace janus::nn {
#define GEN_PASS_DEF_JANUSDIFFERENTIATEPASS
#include "janus/Dialect/NN/Transforms/Passes.h.inc"
} // namespace janus::nn

using namespace janus;
using namespace janus::nn;
using namespace mlir;

void nn::decomposeActiveOps(ValueRange losses, ValueRange leaves) {
  GradientFlow flow(losses, leaves);
  for (Operation *active : flow.getActiveOps()) {
    auto rule = dyn_cast<DifferentiableOpInterface>(active);
    OpBuilder builder(active);
    if (!rule)
      continue;
    FailureOr<SmallVector<Value>> values = rule.decompose(builder);
    if (failed(values))
      continue;
    active->replaceAllUsesWith(*values);
    active->erase();
  }
}

FailureOr<SmallVector<Value>> nn::emitGradients(Operation *at, ValueRange losses, ValueRange seeds, ValueRange leaves) {
  GradientFlow flow(losses, leaves);
  if (!flow.getCarried().empty()) {
    InFlightDiagnostic diagnostic = at->emitOpError("the loss depends on an earlier iteration of the loop "
                                                    "around it, through which no gradient flows; detach "
                                                    "the value that the loop carries, or take the gradient "
                                                    "after the loop");
    diagnostic.attachNote(flow.getCarried().front().getLoc()) << "this value is carried";
    return failure();
  }
  OpBuilder builder(at);
  AdjointEmitter emitter(builder, flow);
  for (auto [loss, seed] : llvm::zip_equal(losses, seeds))
    emitter.accumulate(loss, seed, at->getLoc());
  for (Operation *end = at; end && !isa<FunctionOpInterface>(end); end = end->getParentOp())
    if (failed(emitter.emitBlock(*end->getBlock(), end)))
      return failure();
  SmallVector<Value> gradients;
  for (Value leaf : leaves)
    gradients.push_back(emitter.lookupOrZero(leaf, at->getLoc()));
  return gradients;
}

LogicalResult nn::expandGradient(GradientOp op) {
  countActiveLoops([&] { return GradientFlow(op.getLoss(), op.getWrt()); });
  decomposeActiveOps(op.getLoss(), op.getWrt());
  OpBuilder builder(op);
  Value seed = op.getSeed();
  if (!seed)
    seed = buildFullLike(builder, op.getLoc(), op.getLoss(), 1.0);
  FailureOr<SmallVector<Value>> gradients = emitGradients(op, op.getLoss(), seed, op.getWrt());
  if (failed(gradients))
    return failure();
  op->replaceAllUsesWith(*gradients);
  op->erase();
  return success();
}

LogicalResult nn::differentiate(Operation *root) {
  root->walk([](KeepOp op) { op.erase(); });
  SmallVector<GradientOp> gradients;
  root->walk<WalkOrder::PreOrder>([&](GradientOp op) { gradients.push_back(op); });
  for (GradientOp op : gradients)
    if (failed(expandGradient(op)))
      return failure();
  // Forward code of a training step keeps to the definition where faster ways are less exact.
  if (!gradients.empty())
    root->setAttr("janus.differentiated", UnitAttr::get(root->getContext()));
  dropDetach(root);
  return success();
}

void nn::dropDetach(Operation *root) {
  root->walk([](DetachOp op) {
    op.replaceAllUsesWith(op.getInput());
    op.erase();
  });
}

namespace {
struct JanusDifferentiatePass : nn::impl::JanusDifferentiatePassBase<JanusDifferentiatePass> {
  void runOnOperation() override {
    if (failed(differentiate(getOperation())))
      signalPassFailure();
  }
};
} // namespace
