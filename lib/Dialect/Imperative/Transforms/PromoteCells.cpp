//===- PromoteCells.cpp - variables become values -------------------------===//
//
// 1. Where a read may find its variable unbound, that is made explicit: a second cell says whether it is
//    bound, and a check_bound stands before the read. After that no read fails.
// 2. Going forward with the value of each variable, loads are replaced; region ops hand
//    on those variables that they store to and that are read later.
//
// MLIR's mem2reg works on block arguments of plain control flow graphs and so
// does not get through structured regions.
//
//===----------------------------------------------------------------------===//

#include "CellAnalysis.h"
#include "janus/Dialect/Imperative/Transforms/Passes.h"
#include "janus/Dialect/Imperative/Transforms/Transforms.h"
#include "mlir/IR/Builders.h"

namespace janus::imperative {
#define GEN_PASS_DEF_PROMOTECELLS
#include "janus/Dialect/Imperative/Transforms/Passes.h.inc"
} // namespace janus::imperative

using namespace mlir;
using namespace janus::imperative;

namespace {

//===----------------------------------------------------------------------===//
// Boundness made explicit
//===----------------------------------------------------------------------===//

/// Gives a cell a second one that says whether it is bound.
class BoundFlag {
public:
  explicit BoundFlag(CellOp cell) : cell(cell), builder(cell) {}

  void addTo(const DenseSet<Operation *> &unboundReads) {
    SmallVector<Operation *> users(cell->getUsers());
    builder.setInsertionPointAfter(cell);
    flag = CellOp::create(builder, cell.getLoc(), (cell.getName() + ".bound").str());
    set(false, cell.getLoc());
    for (Operation *user : users) {
      if (unboundReads.contains(user))
        check(user);
      if (isa<LoadOp>(user))
        continue;
      builder.setInsertionPointAfter(user);
      set(isa<StoreOp>(user), user->getLoc());
    }
  }

private:
  void set(bool value, Location loc) {
    Type type = PyBoolType::get(builder.getContext());
    Value constant = ConstantOp::create(builder, loc, type, builder.getBoolAttr(value));
    StoreOp::create(builder, loc, constant, flag);
  }

  void check(Operation *read) {
    builder.setInsertionPoint(read);
    Location loc = read->getLoc();
    Value bound = LoadOp::create(builder, loc, PyBoolType::get(builder.getContext()), flag);
    CheckBoundOp::create(builder, loc, bound, cell.getName());
    set(true, loc);
  }

  CellOp cell;
  OpBuilder builder;
  Value flag;
};

void makeBoundnessExplicit(FuncOp func, const CellNumbering &cells) {
  SmallVector<Operation *> reads = findUnboundReads(func, cells);
  DenseSet<Operation *> unboundReads(reads.begin(), reads.end());
  llvm::SetVector<Operation *> toFlag;
  for (Operation *read : reads)
    toFlag.insert(read->getOperand(0).getDefiningOp());
  for (Operation *cell : toFlag)
    BoundFlag(cast<CellOp>(cell)).addTo(unboundReads);
}

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

/// The value that each variable has; null for one that is not there yet.
using State = SmallVector<Value>;

class Promoter {
public:
  Promoter(FuncOp func, const CellNumbering &cells) : cells(cells), liveness(func, cells), builder(func.getContext()) {}

  void promote(Block &block, State &state);
  void eraseLeftovers();

private:
  void promote(Operation *op, State &state);
  void promoteStructured(Operation *op, const BitVector &live, bool isLoop, State &state);
  SmallVector<unsigned> handedOn(Operation *op, const BitVector &live, const State &state) const;
  Value makeUnbound(unsigned cell, Operation *at);
  SmallVector<Value> pick(ArrayRef<unsigned> which, const State &state) const;
  void addArguments(Block &block, ArrayRef<unsigned> which, State &state);
  void addOperands(Block &block, ArrayRef<unsigned> which, const State &state);
  void extend(Operation *op, ArrayRef<unsigned> which, ValueRange inits, State &state);

  const CellNumbering &cells;
  CellLiveness liveness;
  OpBuilder builder;
  SmallVector<UnboundOp> unbounds;
};

Value Promoter::makeUnbound(unsigned cell, Operation *at) {
  builder.setInsertionPointAfter(at);
  return unbounds.emplace_back(
      UnboundOp::create(builder, at->getLoc(), cells.getType(cell), CellOp(cells.getCell(cell)).getName()));
}

/// The variables made outside of `op`, stored inside and read later.
SmallVector<unsigned> Promoter::handedOn(Operation *op, const BitVector &live, const State &state) const {
  BitVector stored(cells.size());
  op->walk([&](Operation *nested) {
    if (std::optional<unsigned> cell = cells.storedBy(nested))
      stored.set(*cell);
    if (std::optional<unsigned> cell = cells.deletedBy(nested))
      stored.set(*cell);
  });
  SmallVector<unsigned> which;
  for (unsigned cell : stored.set_bits())
    if (live.test(cell) && state[cell])
      which.push_back(cell);
  return which;
}

SmallVector<Value> Promoter::pick(ArrayRef<unsigned> which, const State &state) const {
  return llvm::map_to_vector(which, [&](unsigned cell) { return state[cell]; });
}

void Promoter::addArguments(Block &block, ArrayRef<unsigned> which, State &state) {
  for (unsigned index : which) {
    CellOp cell = cells.getCell(index);
    // The variable's name stays as a location, which is what the value is printed by.
    Location loc = NameLoc::get(cell.getNameAttr(), cell.getLoc());
    state[index] = block.addArgument(cells.getType(index), loc);
  }
}

/// Hands variables on at the end of a block, unless that raises.
void Promoter::addOperands(Block &block, ArrayRef<unsigned> which, const State &state) {
  Operation *end = &block.back();
  if (isa<YieldOp, ConditionOp>(end))
    end->insertOperands(end->getNumOperands(), pick(which, state));
}

/// Gives `op` the variables as further results, which is what they are then,
/// and `inits` as further operands.
void Promoter::extend(Operation *op, ArrayRef<unsigned> which, ValueRange inits, State &state) {
  OperationState extended(op->getLoc(), op->getName());
  extended.addOperands(op->getOperands());
  extended.addOperands(inits);
  extended.addTypes(op->getResultTypes());
  extended.addTypes(llvm::map_to_vector(which, [&](unsigned cell) { return cells.getType(cell); }));
  extended.addAttributes(op->getDiscardableAttrDictionary().getValue());
  for (Region &region : op->getRegions())
    extended.addRegion()->takeBody(region);
  builder.setInsertionPoint(op);
  Operation *by = builder.create(extended);
  op->replaceAllUsesWith(by->getResults().take_front(op->getNumResults()));
  for (auto [cell, value] : llvm::zip(which, by->getResults().drop_front(op->getNumResults())))
    state[cell] = value;
  op->erase();
}

/// An if, or a loop, which carries what is `live` at its start.
void Promoter::promoteStructured(Operation *op, const BitVector &live, bool isLoop, State &state) {
  SmallVector<unsigned> which = handedOn(op, live, state);
  for (Region &region : op->getRegions()) {
    // The else of a loop is an empty region.
    if (region.empty())
      continue;
    State inside = state;
    if (isLoop)
      addArguments(region.front(), which, inside);
    promote(region.front(), inside);
    addOperands(region.front(), which, inside);
  }
  if (!which.empty())
    extend(op, which, isLoop ? pick(which, state) : SmallVector<Value>(), state);
}

void Promoter::promote(Operation *op, State &state) {
  if (auto cell = dyn_cast<CellOp>(op)) {
    if (std::optional<unsigned> index = cells.find(cell))
      state[*index] = makeUnbound(*index, op);
  } else if (std::optional<unsigned> loaded = cells.loadedBy(op)) {
    op->getResult(0).replaceAllUsesWith(state[*loaded]);
    op->erase();
  } else if (std::optional<unsigned> stored = cells.storedBy(op)) {
    state[*stored] = cast<StoreOp>(op).getValue();
    op->erase();
  } else if (std::optional<unsigned> deleted = cells.deletedBy(op)) {
    state[*deleted] = makeUnbound(*deleted, op);
    op->erase();
  } else if (isa<IfOp>(op)) {
    promoteStructured(op, liveness.after[op], /*isLoop=*/false, state);
  } else if (isa<ForOp, WhileOp>(op)) {
    promoteStructured(op, liveness.carried[op], /*isLoop=*/true, state);
  } else {
    for (Region &region : op->getRegions()) {
      State inside = state;
      if (!region.empty())
        promote(region.front(), inside);
    }
  }
}

void Promoter::promote(Block &block, State &state) {
  // An op is replaced by one in its place, so that the next one has to be taken first.
  for (Operation &op : llvm::make_early_inc_range(block))
    promote(&op, state);
}

void Promoter::eraseLeftovers() {
  for (UnboundOp unbound : unbounds)
    if (unbound->use_empty())
      unbound.erase();
  for (unsigned cell = 0; cell < cells.size(); ++cell)
    CellOp(cells.getCell(cell)).erase();
}

struct PromoteCells : janus::imperative::impl::PromoteCellsBase<PromoteCells> {
  void runOnOperation() final {
    PromotedCells count = promoteCells(getOperation());
    numPromoted += count.promoted;
    numKept += count.kept;
  }
};

} // namespace

PromotedCells janus::imperative::promoteCells(FuncOp func) {
  if (func.isExternal() || hasEarlyExits(func))
    return {};
  makeBoundnessExplicit(func, CellNumbering(func));
  CellNumbering cells(func); // with the flags
  Promoter promoter(func, cells);
  State state(cells.size());
  promoter.promote(func.getBody().front(), state);
  promoter.eraseLeftovers();
  return {cells.size(), cells.getNumKept()};
}
