//===- AssumeNoException.cpp - try statements without an exception --------===//

#include "janus/Dialect/Imperative/Transforms/Passes.h"
#include "janus/Dialect/Imperative/Transforms/Specialize.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"

namespace janus::imperative {
#define GEN_PASS_DEF_ASSUMENOEXCEPTION
#include "janus/Dialect/Imperative/Transforms/Passes.h.inc"
} // namespace janus::imperative

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

/// Whether control leaves `op` by this terminator: a return, or a break or
/// continue of a loop around `op`.
static bool leaves(Operation *exit, TryOp op) {
  if (isa<ReturnOp>(exit))
    return true;
  if (!isa<BreakOp, ContinueOp>(exit))
    return false;
  for (Operation *parent = exit->getParentOp(); parent != op; parent = parent->getParentOp())
    if (isa<ForOp, WhileOp>(parent))
      return false;
  return true;
}

static bool raises(Region &region) {
  return region
      .walk([](Operation *op) { return isa<RaiseOp, ReraiseOp>(op) ? WalkResult::interrupt() : WalkResult::advance(); })
      .wasInterrupted();
}

/// Copies the finally block before `exit`.
static void runFinally(Region &finallyRegion, Operation *exit) {
  if (finallyRegion.empty())
    return;
  OpBuilder builder(exit);
  IRMapping mapping;
  for (Operation &op : finallyRegion.front().without_terminator())
    builder.clone(op, mapping);
}

/// Moves the ops of a region before `op`. Whether control goes on after them.
static bool splice(Region &region, TryOp op) {
  if (region.empty())
    return true;
  Block &block = region.front();
  Operation *end = &block.back();
  bool goesOn = isa<YieldOp>(end);
  op->getBlock()->getOperations().splice(op->getIterator(), block.getOperations());
  if (goesOn)
    end->erase();
  return goesOn;
}

static bool inlineTry(TryOp op) {
  Region &finallyRegion = op.getFinallyRegion();
  for (Region *region : {&op.getBody(), &op.getElseRegion(), &finallyRegion})
    if (raises(*region))
      return false;
  if (!finallyRegion.empty() && !isa<YieldOp>(finallyRegion.front().back()))
    return false;
  // 1. Every way out runs the finally block first.
  SmallVector<Operation *> exits;
  for (Region *region : {&op.getBody(), &op.getElseRegion()})
    region->walk([&](Operation *exit) {
      if (leaves(exit, op))
        exits.push_back(exit);
    });
  for (Operation *exit : exits)
    runFinally(finallyRegion, exit);
  // 2. The body, else, finally; what cannot be reached any more goes.
  bool goesOn = splice(op.getBody(), op) && splice(op.getElseRegion(), op) && splice(finallyRegion, op);
  if (!goesOn)
    while (&op->getBlock()->back() != op)
      op->getBlock()->back().erase();
  op.erase();
  return true;
}

bool janus::imperative::assumeNoException(FuncOp function) {
  SmallVector<TryOp> tries;
  // Inner ones first, and later ones first: what follows one that always leaves is erased.
  function->walk<WalkOrder::PostOrder, ReverseIterator>([&](TryOp op) { tries.push_back(op); });
  bool changed = false;
  for (TryOp op : tries)
    changed |= inlineTry(op);
  return changed;
}

namespace {
struct AssumeNoExceptionPass : public janus::imperative::impl::AssumeNoExceptionBase<AssumeNoExceptionPass> {
  void runOnOperation() override { assumeNoException(getOperation()); }
};
} // namespace
