//===- ForwardLoads.cpp - what a captured variable holds before it is -----===//
//
// A variable that a closure or an island captures stays a cell, since code that is
// not seen may change it. But not before it is captured: until then a read gives what
// was stored. That decides branches, and with those that are not taken goes many a
// capture.
//
//===----------------------------------------------------------------------===//

#include "janus/Dialect/Imperative/Transforms/Passes.h"
#include "janus/Dialect/Imperative/Transforms/Transforms.h"
#include "llvm/ADT/DenseMap.h"

namespace janus::imperative {
#define GEN_PASS_DEF_FORWARDLOADS
#include "janus/Dialect/Imperative/Transforms/Passes.h.inc"
} // namespace janus::imperative

using namespace mlir;
using namespace janus::imperative;

namespace {
class LoadForwarder {
public:
  bool run(FuncOp function) {
    State state;
    for (Block &block : function.getBody())
      visit(block, state);
    return changed;
  }

private:
  /// What cells hold that nobody else has yet.
  using State = llvm::DenseMap<Value, Value>;

  void visit(Block &block, State &state);
  void visitRegions(Operation *op, State &state);

  bool changed = false;
};
} // namespace

/// Whether the op changes a cell that it uses, or lets others do so.
static bool mayChange(Operation *op) { return !isa<LoadOp>(op); }

void LoadForwarder::visitRegions(Operation *op, State &state) {
  // A region runs after another one, or after itself, in a loop.
  State before = state;
  op->walk([&](Operation *nested) {
    if (nested != op && mayChange(nested))
      for (Value operand : nested->getOperands())
        before.erase(operand);
  });
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      // Exactly one branch of an `if` runs, once.
      State inside = isa<IfOp>(op) ? state : before;
      visit(block, inside);
    }
  state = before;
}

void LoadForwarder::visit(Block &block, State &state) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto load = dyn_cast<LoadOp>(op)) {
      Value held = state.lookup(load.getCell());
      if (held && refines(held.getType(), load.getType())) {
        load.getResult().replaceAllUsesWith(held);
        load.erase();
        changed = true;
      }
      continue;
    }
    if (auto store = dyn_cast<StoreOp>(op)) {
      // Once somebody else has the cell it is known no more.
      if (state.contains(store.getCell()))
        state[store.getCell()] = store.getValue();
      continue;
    }
    if (auto cell = dyn_cast<CellOp>(op)) {
      state[cell.getCell()] = Value();
      continue;
    }
    if (op.getNumRegions())
      visitRegions(&op, state);
    if (isa<DeleteOp>(op))
      state[op.getOperand(0)] = Value();
    else
      for (Value operand : op.getOperands())
        state.erase(operand);
  }
}

bool janus::imperative::forwardLoads(FuncOp function) {
  return !function.isExternal() && LoadForwarder().run(function);
}

namespace {
struct ForwardLoadsPass : public janus::imperative::impl::ForwardLoadsBase<ForwardLoadsPass> {
  void runOnOperation() override { forwardLoads(getOperation()); }
};
} // namespace
