//===- AssumeBranches.cpp - branches that give values of no common type ---===//
//
// `return np.empty((0, 3))` where there is nothing, an array of another rank and dtype
// where there is something: a value that is one or the other has no native form. The
// branch with less to do is the exception; it is assumed not to be taken.
//
//===----------------------------------------------------------------------===//

#include "janus/Dialect/Imperative/Transforms/Passes.h"
#include "janus/Dialect/Imperative/Transforms/Specialize.h"

namespace janus::imperative {
#define GEN_PASS_DEF_ASSUMEBRANCHES
#include "janus/Dialect/Imperative/Transforms/Passes.h.inc"
} // namespace janus::imperative

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

static int64_t countOps(Block &block) {
  int64_t count = 0;
  block.walk([&](Operation *) { ++count; });
  return count;
}

/// Whether all that the branch does and gives is native.
static bool isNativeBranch(Block &block) {
  auto yield = dyn_cast<YieldOp>(block.back());
  if (!yield || !llvm::all_of(yield.getValues(), [](Value value) { return hasNativeType(value); }))
    return false;
  return !block.walk([](Operation *op) { return isNative(op) ? WalkResult::advance() : WalkResult::interrupt(); })
              .wasInterrupted();
}

static bool assumeBranch(IfOp op) {
  if (isNative(op) || op.getThenRegion().empty() || op.getElseRegion().empty())
    return false;
  Block &thenBlock = op.getThenRegion().front(), &elseBlock = op.getElseRegion().front();
  if (!isNativeBranch(thenBlock) || !isNativeBranch(elseBlock))
    return false;
  bool takesThen = countOps(thenBlock) >= countOps(elseBlock);
  Block &taken = takesThen ? thenBlock : elseBlock;
  OpBuilder builder(op);
  Value condition = op.getCondition();
  if (!takesThen)
    condition = UnaryOp::create(builder, op.getLoc(), condition.getType(), UnaryKind::Not, condition);
  AssumeOp::create(builder, op.getLoc(), condition,
                   builder.getStringAttr("the longer of two branches that give different types is taken"));
  auto yield = cast<YieldOp>(taken.back());
  op->getBlock()->getOperations().splice(op->getIterator(), taken.getOperations(), taken.begin(),
                                         std::prev(taken.end()));
  op.replaceAllUsesWith(yield.getValues());
  op.erase();
  return true;
}

bool janus::imperative::assumeBranches(FuncOp function) {
  bool changed = false;
  function.walk<WalkOrder::PostOrder>([&](IfOp op) { changed |= assumeBranch(op); });
  return changed;
}

namespace {
struct AssumeBranchesPass : public janus::imperative::impl::AssumeBranchesBase<AssumeBranchesPass> {
  void runOnOperation() override {
    for (FuncOp function : getOperation().getOps<FuncOp>())
      if (isEntry(function))
        assumeBranches(function);
  }
};
} // namespace
