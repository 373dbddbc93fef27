//===- AssumeNoRaise.cpp - branches that only raise -----------------------===//

#include "janus/Dialect/Imperative/Transforms/Passes.h"
#include "janus/Dialect/Imperative/Transforms/Specialize.h"

namespace janus::imperative {
#define GEN_PASS_DEF_ASSUMENORAISE
#include "janus/Dialect/Imperative/Transforms/Passes.h.inc"
} // namespace janus::imperative

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

/// file:line of the user's source, for people.
static std::string getSourceLine(Location loc) {
  if (auto file = loc->findInstanceOf<FileLineColLoc>())
    return (file.getFilename().getValue() + ":" + Twine(file.getLine())).str();
  return "unknown line";
}

/// Puts the block's ops before `op`; its yield's values replace the results.
static void replaceByBlock(IfOp op, Block &block) {
  auto yield = cast<YieldOp>(block.back());
  op->getBlock()->getOperations().splice(op->getIterator(), block.getOperations(), block.begin(),
                                         std::prev(block.end()));
  op.replaceAllUsesWith(yield.getValues());
  op.erase();
}

static bool assumeOtherBranch(IfOp op) {
  Block &thenBlock = op.getThenRegion().front(), &elseBlock = op.getElseRegion().front();
  bool thenRaises = isa<RaiseOp>(thenBlock.back()), elseRaises = isa<RaiseOp>(elseBlock.back());
  if (thenRaises == elseRaises)
    return false;
  Block &raising = thenRaises ? thenBlock : elseBlock, &other = thenRaises ? elseBlock : thenBlock;
  if (!isa<YieldOp>(other.back()))
    return false;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value condition = op.getCondition();
  if (thenRaises)
    condition = UnaryOp::create(builder, loc, condition.getType(), UnaryKind::Not, condition);
  AssumeOp::create(builder, loc, condition,
                   builder.getStringAttr("nothing is raised at " + getSourceLine(raising.back().getLoc())));
  replaceByBlock(op, other);
  return true;
}

bool janus::imperative::assumeNoRaise(FuncOp function) {
  bool changed = false;
  function.walk<WalkOrder::PostOrder>([&](IfOp op) { changed |= assumeOtherBranch(op); });
  return changed;
}

namespace {
struct AssumeNoRaisePass : public janus::imperative::impl::AssumeNoRaiseBase<AssumeNoRaisePass> {
  void runOnOperation() override { assumeNoRaise(getOperation()); }
};
} // namespace
