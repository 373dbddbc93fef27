//===- InsertReferences.cpp - retains and releases from liveness ----------===//
//
// 1. Find out where each owned value is live: backwards from its uses.
// 2. In each block, backwards: retain what is handed over but not owned or used
//    again, release what an op looks at last.
// 3. On each edge: release what is live before it and not behind it.
//
//===----------------------------------------------------------------------===//

#include "janus/Conversion/ImperativeToPython/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace janus {
#define GEN_PASS_DEF_JANUSINSERTREFERENCES
#include "janus/Conversion/ImperativeToPython/Passes.h.inc"
} // namespace janus

using namespace janus;
using namespace mlir;
using namespace janus::python;

namespace {

class ReferencePlacer {
public:
  explicit ReferencePlacer(BodyOp body) : region(body.getBody()), b(body.getContext()) {}

  void run() {
    SmallVector<Block *> blocks;
    for (Block &block : region)
      blocks.push_back(&block);
    numberValues();
    findLiveness();
    for (Block *block : blocks)
      placeInBlock(*block);
    for (Block *block : blocks)
      placeOnEdges(*block);
  }

private:
  /// Gives each owned value a number; newer ones have higher ones.
  void numberValues() {
    auto add = [&](Value value) {
      if (isOwned(value) && numbers.try_emplace(value, owned.size()).second)
        owned.push_back(value);
    };
    for (Block &block : region) {
      llvm::for_each(block.getArguments(), add);
      for (Operation &op : block)
        llvm::for_each(op.getResults(), add);
    }
  }

  void findLiveness() {
    for (Value value : owned) {
      SmallVector<Block *> work;
      llvm::SmallPtrSet<Block *, 8> seen;
      for (Operation *user : value.getUsers())
        work.push_back(user->getBlock());
      while (!work.empty()) {
        Block *block = work.pop_back_val();
        if (block == value.getParentBlock() || !seen.insert(block).second)
          continue;
        liveIn[block].insert(value);
        llvm::append_range(work, block->getPredecessors());
      }
    }
  }

  llvm::DenseSet<Value> liveOut(Block &block) {
    llvm::DenseSet<Value> live;
    for (Block *successor : block.getSuccessors())
      live.insert(liveIn[successor].begin(), liveIn[successor].end());
    return live;
  }

  /// Retains what `op` takes over and does not get by itself. `live` are the
  /// values used behind it.
  void retainHandedOver(Operation &op, const llvm::DenseSet<Value> &live) {
    llvm::SmallSetVector<Value, 4> given;
    b.setInsertionPoint(&op);
    for (OpOperand &operand : op.getOpOperands()) {
      if (!consumesOperand(operand))
        continue;
      Value value = operand.get();
      bool first = given.insert(value);
      if (!first || !isOwned(value) || live.contains(value) || isBorrowedBy(op, value))
        RetainOp::create(b, op.getLoc(), value);
    }
  }

  /// Whether the op looks at the value without taking it over.
  static bool isBorrowedBy(Operation &op, Value value) {
    return llvm::any_of(op.getOpOperands(),
                        [&](OpOperand &operand) { return operand.get() == value && !consumesOperand(operand); });
  }

  /// Owned values that `op` looks at.
  SmallVector<Value> borrowed(Operation &op) {
    llvm::SmallSetVector<Value, 4> looked;
    for (OpOperand &operand : op.getOpOperands())
      if (isOwned(operand.get()) && !consumesOperand(operand))
        looked.insert(operand.get());
    return looked.takeVector();
  }

  void placeInBlock(Block &block) {
    llvm::DenseSet<Value> live = liveOut(block);
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      retainHandedOver(op, live);
      bool ends = op.hasTrait<OpTrait::IsTerminator>();
      b.setInsertionPointAfter(&op);
      for (Value value : borrowed(op))
        if (!live.contains(value) && !ends)
          ReleaseOp::create(b, op.getLoc(), value);
      for (Value result : op.getResults())
        if (isOwned(result) && !live.erase(result))
          ReleaseOp::create(b, op.getLoc(), result);
      for (Value operand : op.getOperands())
        if (isOwned(operand))
          live.insert(operand);
    }
    b.setInsertionPointToStart(&block);
    for (BlockArgument argument : block.getArguments())
      if (isOwned(argument) && !live.contains(argument))
        ReleaseOp::create(b, argument.getLoc(), argument);
  }

  void placeOnEdges(Block &block) {
    Operation *end = block.getTerminator();
    llvm::DenseSet<Value> live = liveOut(block);
    for (Value value : borrowed(*end))
      live.insert(value);
    for (OpOperand &operand : end->getOpOperands())
      if (isReference(operand.get()) && consumesOperand(operand) && !liveInAny(block, operand.get()) &&
          !isBorrowedBy(*end, operand.get()))
        live.erase(operand.get());
    for (unsigned i = 0; i < end->getNumSuccessors(); ++i)
      placeOnEdge(end, i, live);
  }

  bool liveInAny(Block &block, Value value) {
    return llvm::any_of(block.getSuccessors(), [&](Block *next) { return liveIn[next].contains(value); });
  }

  void placeOnEdge(Operation *end, unsigned index, const llvm::DenseSet<Value> &live) {
    Block *target = end->getSuccessor(index);
    SmallVector<Value> dead;
    for (Value value : live)
      if (!liveIn[target].contains(value))
        dead.push_back(value);
    if (dead.empty())
      return;
    llvm::sort(dead, [&](Value x, Value y) { return numbers[x] < numbers[y]; });
    if (end->getNumSuccessors() == 1 && isa<cf::BranchOp>(end)) {
      b.setInsertionPoint(end);
      releaseAll(end->getLoc(), dead);
    } else if (target->getSinglePredecessor() && llvm::hasSingleElement(target->getUses())) {
      b.setInsertionPointToStart(target);
      releaseAll(end->getLoc(), dead);
    } else {
      end->setSuccessor(target->getNumArguments() ? splitEdge(end, target, dead) : chain(end->getLoc(), target, dead),
                        index);
    }
  }

  void releaseAll(Location loc, ArrayRef<Value> values) {
    for (Value value : values)
      ReleaseOp::create(b, loc, value);
  }

  /// A block of this edge alone, which hands on the values that the op makes.
  Block *splitEdge(Operation *end, Block *target, ArrayRef<Value> dead) {
    Block *block = &region.emplaceBlock();
    for (BlockArgument argument : target->getArguments())
      block->addArgument(argument.getType(), argument.getLoc());
    b.setInsertionPointToEnd(block);
    releaseAll(end->getLoc(), dead);
    cf::BranchOp::create(b, end->getLoc(), target, block->getArguments());
    return block;
  }

  /// The block that releases `dead`, the last first, and goes on at `target`. What
  /// is left after the last is a block of the same kind, so edges share their ends.
  Block *chain(Location loc, Block *target, ArrayRef<Value> dead) {
    Block *block = target;
    for (Value value : dead) {
      Block *&link = chains[{block, value}];
      if (!link) {
        link = &region.emplaceBlock();
        b.setInsertionPointToEnd(link);
        ReleaseOp::create(b, loc, value);
        cf::BranchOp::create(b, loc, block);
      }
      block = link;
    }
    return block;
  }

  Region &region;
  OpBuilder b;
  SmallVector<Value> owned;
  llvm::DenseMap<Value, unsigned> numbers;
  llvm::DenseMap<Block *, llvm::DenseSet<Value>> liveIn;
  llvm::DenseMap<std::pair<Block *, Value>, Block *> chains;
};

struct JanusInsertReferences : janus::impl::JanusInsertReferencesBase<JanusInsertReferences> {
  void runOnOperation() override {
    WalkResult result = getOperation().walk([](Operation *op) {
      if (isa<RetainOp, ReleaseOp>(op))
        return op->emitOpError("is there already: references are placed once"), WalkResult::interrupt();
      if (auto branch = dyn_cast<cf::CondBranchOp>(op))
        if (llvm::any_of(branch->getOperands().drop_front(), isReference))
          return branch.emitOpError("hands a reference to one of two successors"), WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    insertReferences(getOperation());
  }
};

} // namespace

void janus::insertReferences(BodyOp body) { ReferencePlacer(body).run(); }
