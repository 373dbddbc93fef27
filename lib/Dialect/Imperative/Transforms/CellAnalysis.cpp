//===- CellAnalysis.cpp - what is known of variables ----------------------===//

#include "CellAnalysis.h"

using namespace mlir;
using namespace janus::imperative;

//===----------------------------------------------------------------------===//
// Which cells can become values
//===----------------------------------------------------------------------===//

/// Whether every region between `op` and `block` is one that values can cross: a
/// store may not cross a try, whose handler sees the body at any point.
static bool crossesOnlyPlainRegions(Operation *op, Block *block) {
  bool writes = !isa<LoadOp>(op);
  for (; op->getBlock() != block; op = op->getParentOp()) {
    Operation *parent = op->getParentOp();
    if (!isa<IfOp, WhileOp, ForOp, TryOp>(parent) || (writes && isa<TryOp>(parent)))
      return false;
  }
  return true;
}

/// The one type of what a cell holds, if its users let it become a value: no
/// capture, and loads that ask for no more than what is stored.
static Type valueTypeOf(CellOp cell) {
  SmallVector<Type> stored, loaded;
  for (Operation *user : cell->getUsers()) {
    if (!isa<LoadOp, StoreOp, DeleteOp>(user) || !crossesOnlyPlainRegions(user, cell->getBlock()))
      return {};
    if (auto load = dyn_cast<LoadOp>(user))
      loaded.push_back(load.getType());
    if (auto store = dyn_cast<StoreOp>(user))
      stored.push_back(store.getValue().getType());
  }
  Type object = PyObjectType::get(cell.getContext());
  Type type = !stored.empty() && llvm::all_equal(stored) ? stored.front() : object;
  bool fits = llvm::all_of(loaded, [&](Type each) { return refines(type, each); });
  return fits ? type : Type();
}

CellNumbering::CellNumbering(FuncOp func) {
  func.walk([&](CellOp cell) {
    Type type = valueTypeOf(cell);
    if (!type) {
      ++kept;
      return;
    }
    numbers[cell.getCell()] = cells.size();
    cells.push_back(cell);
    types.push_back(type);
  });
}

std::optional<unsigned> CellNumbering::find(Value cell) const {
  auto it = numbers.find(cell);
  return it == numbers.end() ? std::nullopt : std::optional<unsigned>(it->second);
}

template <typename OpT> static std::optional<unsigned> findFor(const CellNumbering &cells, Operation *op) {
  auto typed = dyn_cast<OpT>(op);
  return typed ? cells.find(typed.getCell()) : std::nullopt;
}

std::optional<unsigned> CellNumbering::loadedBy(Operation *op) const { return findFor<LoadOp>(*this, op); }
std::optional<unsigned> CellNumbering::storedBy(Operation *op) const { return findFor<StoreOp>(*this, op); }
std::optional<unsigned> CellNumbering::deletedBy(Operation *op) const { return findFor<DeleteOp>(*this, op); }

//===----------------------------------------------------------------------===//
// Where they may be unbound
//===----------------------------------------------------------------------===//

namespace {

/// Walks forward with the set of cells that may be unbound.
class UnboundWalk {
public:
  explicit UnboundWalk(const CellNumbering &cells) : cells(cells) {}

  void visit(Block &block, BitVector &unbound) {
    for (Operation &op : block)
      visit(&op, unbound);
  }

  SmallVector<Operation *> reads;

private:
  void visit(Operation *op, BitVector &unbound);
  void visitIf(IfOp op, BitVector &unbound);
  BitVector deletedIn(Operation *loop) const;

  const CellNumbering &cells;
};

/// What a round of the loop may leave unbound for the next one.
BitVector UnboundWalk::deletedIn(Operation *loop) const {
  BitVector deleted(cells.size());
  loop->walk([&](Operation *op) {
    if (std::optional<unsigned> cell = cells.deletedBy(op))
      deleted.set(*cell);
  });
  return deleted;
}

void UnboundWalk::visitIf(IfOp op, BitVector &unbound) {
  BitVector joined(cells.size());
  bool falls = false;
  for (Region &region : op->getRegions()) {
    BitVector end = unbound;
    visit(region.front(), end);
    if (!isa<YieldOp>(region.front().back()))
      continue;
    joined |= end;
    falls = true;
  }
  if (falls)
    unbound = joined;
}

void UnboundWalk::visit(Operation *op, BitVector &unbound) {
  if (auto cell = dyn_cast<CellOp>(op)) {
    if (std::optional<unsigned> index = cells.find(cell); index && !cell.getAlwaysBound())
      unbound.set(*index);
  } else if (std::optional<unsigned> stored = cells.storedBy(op)) {
    unbound.reset(*stored);
  } else if (std::optional<unsigned> loaded = cells.loadedBy(op)) {
    if (unbound.test(*loaded))
      reads.push_back(op);
    unbound.reset(*loaded); // else it has raised
  } else if (std::optional<unsigned> deleted = cells.deletedBy(op)) {
    if (unbound.test(*deleted))
      reads.push_back(op);
    unbound.set(*deleted);
  } else if (auto ifOp = dyn_cast<IfOp>(op)) {
    visitIf(ifOp, unbound);
  } else if (auto whileOp = dyn_cast<WhileOp>(op)) {
    unbound |= deletedIn(op);
    visit(whileOp.getConditionRegion().front(), unbound);
    BitVector body = unbound;
    visit(whileOp.getBody().front(), body);
  } else if (auto forOp = dyn_cast<ForOp>(op)) {
    unbound |= deletedIn(op);
    BitVector body = unbound;
    visit(forOp.getBody().front(), body);
    unbound |= body;
  } else {
    for (Region &region : op->getRegions()) {
      BitVector inside = unbound;
      if (!region.empty())
        visit(region.front(), inside);
    }
  }
}

} // namespace

SmallVector<Operation *> janus::imperative::findUnboundReads(FuncOp func, const CellNumbering &cells) {
  UnboundWalk walk(cells);
  BitVector unbound(cells.size());
  walk.visit(func.getBody().front(), unbound);
  return walk.reads;
}

//===----------------------------------------------------------------------===//
// Where they are still to be read
//===----------------------------------------------------------------------===//

namespace {

/// Walks backward with the set of cells that are read later.
class LivenessWalk {
public:
  LivenessWalk(const CellNumbering &cells, CellLiveness &result) : cells(cells), result(result) {}

  /// The cells read from the start of the block on, given those read after it.
  BitVector visit(Block &block, BitVector live) {
    // Nothing is read after a raise: a handler sees only what the body did not store.
    if (isa<RaiseOp, ReraiseOp>(block.back()))
      live.reset();
    for (Operation &op : llvm::reverse(block))
      visit(&op, live);
    return live;
  }

private:
  void visit(Operation *op, BitVector &live);
  void visitWhile(WhileOp op, BitVector &live);
  void visitFor(ForOp op, BitVector &live);
  void visitOther(Operation *op, BitVector &live);

  const CellNumbering &cells;
  CellLiveness &result;
};

void LivenessWalk::visitWhile(WhileOp op, BitVector &live) {
  BitVector after = live, atCondition;
  for (BitVector head(cells.size());; head = live) {
    atCondition = after;
    atCondition |= visit(op.getBody().front(), head);
    live = visit(op.getConditionRegion().front(), atCondition);
    live |= head;
    if (live == head)
      break;
  }
  BitVector &carried = result.carried[op] = atCondition;
  carried |= live;
}

void LivenessWalk::visitFor(ForOp op, BitVector &live) {
  for (BitVector head = live;; head = live) {
    live |= visit(op.getBody().front(), head);
    if (live == head)
      break;
  }
  result.carried[op] = live;
}

/// A try, or an op of another dialect: stores inside are of cells made inside.
void LivenessWalk::visitOther(Operation *op, BitVector &live) {
  for (Region &region : op->getRegions())
    if (!region.empty())
      visit(region.front(), BitVector(cells.size()));
  op->walk([&](Operation *nested) {
    if (std::optional<unsigned> cell = cells.loadedBy(nested))
      live.set(*cell);
  });
}

void LivenessWalk::visit(Operation *op, BitVector &live) {
  if (std::optional<unsigned> loaded = cells.loadedBy(op)) {
    live.set(*loaded);
  } else if (std::optional<unsigned> stored = cells.storedBy(op)) {
    live.reset(*stored);
  } else if (std::optional<unsigned> deleted = cells.deletedBy(op)) {
    live.reset(*deleted);
  } else if (auto ifOp = dyn_cast<IfOp>(op)) {
    result.after[op] = live;
    BitVector before = visit(ifOp.getThenRegion().front(), live);
    before |= visit(ifOp.getElseRegion().front(), live);
    live = before;
  } else if (auto whileOp = dyn_cast<WhileOp>(op)) {
    visitWhile(whileOp, live);
  } else if (auto forOp = dyn_cast<ForOp>(op)) {
    visitFor(forOp, live);
  } else if (op->getNumRegions() != 0) {
    visitOther(op, live);
  }
}

} // namespace

CellLiveness::CellLiveness(FuncOp func, const CellNumbering &cells) {
  LivenessWalk(cells, *this).visit(func.getBody().front(), BitVector(cells.size()));
}
