//===- RaiseEarlyExits.cpp - one exit for every region --------------------===//
//
// 1. An else of a loop becomes code behind the loop, under a test where the loop has a break.
// 2. Block by block, what follows an op that may leave moves into the branch that
//    does not leave, or under a test of the flag that the exit sets.
// 3. Loops that may be broken out of test their flag before going on.
//
//===----------------------------------------------------------------------===//

#include "janus/Dialect/Imperative/Transforms/Passes.h"
#include "janus/Dialect/Imperative/Transforms/Transforms.h"
#include "mlir/IR/Builders.h"

namespace janus::imperative {
#define GEN_PASS_DEF_RAISEEARLYEXITS
#include "janus/Dialect/Imperative/Transforms/Passes.h.inc"
} // namespace janus::imperative

using namespace mlir;
using namespace janus::imperative;

namespace {

/// How control may leave a block or op. Leaving by an exception is none of these.
struct Flow {
  bool falls = true;    ///< to what follows
  bool skips = false;   ///< by break or continue of the innermost loop
  bool returns = false; ///< by return

  bool exits() const { return skips || returns; }
};

/// The flags of a loop that something leaves.
struct LoopFlags {
  Value left;   ///< this round of the body is over
  Value broken; ///< there is no next round; null without break or return
};

Region &bodyOf(Operation *loop) {
  if (auto whileOp = dyn_cast<WhileOp>(loop))
    return whileOp.getBody();
  return cast<ForOp>(loop).getBody();
}

Region &elseOf(Operation *loop) {
  if (auto whileOp = dyn_cast<WhileOp>(loop))
    return whileOp.getElseRegion();
  return cast<ForOp>(loop).getElseRegion();
}

/// The body of the loop or function that an exit leaves. A break in the else of
/// a loop belongs to the loop around that.
Region *targetOf(Operation *exit) {
  Region *region = exit->getParentRegion();
  auto isTarget = [&](Operation *parent) {
    return isa<FuncOp>(parent) || (!isa<ReturnOp>(exit) && isa<WhileOp, ForOp>(parent) && region == &bodyOf(parent));
  };
  while (!isTarget(region->getParentOp()))
    region = region->getParentRegion();
  return region;
}

bool isNestedExit(Operation *op) {
  return isa<BreakOp, ContinueOp>(op) || (isa<ReturnOp>(op) && !isa<FuncOp>(op->getParentOp()));
}

/// Whether some exit of the given kinds inside `loop` leaves it.
template <typename... Exits> bool hasExit(Operation *loop) {
  return bodyOf(loop)
      .walk([&](Operation *op) {
        bool leaves = isa<Exits...>(op) && (isa<ReturnOp>(op) || targetOf(op) == &bodyOf(loop));
        return leaves ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// `while True:`
bool isEndless(Operation *loop) {
  auto whileOp = dyn_cast<WhileOp>(loop);
  if (!whileOp)
    return false;
  Value condition = cast<ConditionOp>(whileOp.getConditionRegion().front().back()).getCondition();
  if (auto truth = condition.getDefiningOp<TruthOp>())
    condition = truth.getValue();
  auto constant = condition.getDefiningOp<ConstantOp>();
  auto value = constant ? dyn_cast<BoolAttr>(constant.getValue()) : BoolAttr();
  return value && value.getValue();
}

Flow flowOf(Operation *op);

Flow flowOf(Block &block) {
  Flow flow;
  for (Operation &op : block) {
    Flow next = flowOf(&op);
    flow = {next.falls, flow.skips || next.skips, flow.returns || next.returns};
    if (!flow.falls)
      break;
  }
  return flow;
}

Flow flowOf(Operation *op) {
  if (isa<BreakOp, ContinueOp>(op))
    return {false, true, false};
  if (isa<ReturnOp>(op))
    return {false, false, true};
  if (isa<RaiseOp, ReraiseOp>(op))
    return {false, false, false};
  if (auto ifOp = dyn_cast<IfOp>(op)) {
    Flow a = flowOf(ifOp.getThenRegion().front()), b = flowOf(ifOp.getElseRegion().front());
    return {a.falls || b.falls, a.skips || b.skips, a.returns || b.returns};
  }
  if (isa<WhileOp, ForOp>(op))
    return {!isEndless(op) || hasExit<BreakOp>(op), false, flowOf(bodyOf(op).front()).returns};
  return {};
}

/// Erases what follows `op` in its block; nothing before it can use that.
void eraseAfter(Operation *op) {
  while (op->getNextNode())
    op->getBlock()->back().erase();
}

/// Erases the flags, and with them the variables, that nothing ever reads.
void eraseUnread(FuncOp func) {
  SmallVector<CellOp> cells;
  func.walk([&](CellOp cell) { cells.push_back(cell); });
  for (CellOp cell : cells) {
    if (!llvm::all_of(cell->getUsers(), [](Operation *user) { return isa<StoreOp>(user); }))
      continue;
    for (Operation *user : llvm::make_early_inc_range(cell->getUsers())) {
      auto constant = cast<StoreOp>(user).getValue().getDefiningOp<ConstantOp>();
      user->erase();
      if (constant && constant->use_empty())
        constant.erase();
    }
    cell.erase();
  }
}

class ExitRaiser {
public:
  explicit ExitRaiser(FuncOp func) : func(func), builder(func.getContext()) {}

  void run();

private:
  Value makeBool(bool value, Location loc);
  Value makeFlag(StringRef name, Location loc);
  void makeFlags();
  void set(Value flag, Location loc);
  Value get(Value flag, Location loc);

  void moveElseOut(Operation *loop);
  void raiseIn(Block &block, ArrayRef<Operation *> loops);
  void raiseInside(Operation *op, ArrayRef<Operation *> loops);
  bool sink(Operation *op);
  void endEarly(Block &block, Location loc);
  void lowerExit(Operation *exit, ArrayRef<Operation *> loops);
  void stopEarly(ForOp loop, Value broken);
  void stopEarly(WhileOp loop, Value broken);

  FuncOp func;
  OpBuilder builder;
  DenseMap<Operation *, LoopFlags> flags;
  Value returned;
  SmallVector<Value> results;
};

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

Value ExitRaiser::makeBool(bool value, Location loc) {
  return ConstantOp::create(builder, loc, PyBoolType::get(builder.getContext()), builder.getBoolAttr(value));
}

Value ExitRaiser::makeFlag(StringRef name, Location loc) {
  Value cell = CellOp::create(builder, loc, name);
  StoreOp::create(builder, loc, makeBool(false, loc), cell);
  return cell;
}

/// Makes every flag that may be needed; those that nobody reads go at the end.
/// A loop that only returns leave needs none of its own.
void ExitRaiser::makeFlags() {
  builder.setInsertionPointToStart(&func.getBody().front());
  for (size_t i = 0; i < func.getResultTypes().size(); ++i)
    results.push_back(CellOp::create(builder, func.getLoc(), "result", /*always_bound=*/true));
  returned = makeFlag("returned", func.getLoc());
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<WhileOp, ForOp>(op) || !hasExit<BreakOp, ContinueOp, ReturnOp>(op))
      return;
    LoopFlags &flag = flags[op];
    flag.left = returned;
    if (hasExit<BreakOp>(op)) {
      builder.setInsertionPoint(op);
      flag.broken = makeFlag("broken", op->getLoc());
    } else if (hasExit<ReturnOp>(op)) {
      flag.broken = returned;
    }
    if (hasExit<BreakOp, ContinueOp>(op)) {
      builder.setInsertionPointToStart(&bodyOf(op).front());
      flag.left = makeFlag("left", op->getLoc());
    }
  });
}

void ExitRaiser::set(Value flag, Location loc) { StoreOp::create(builder, loc, makeBool(true, loc), flag); }

Value ExitRaiser::get(Value flag, Location loc) {
  return LoadOp::create(builder, loc, PyBoolType::get(builder.getContext()), flag);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Puts the else of a loop behind it, under a test if a break skips it.
void ExitRaiser::moveElseOut(Operation *loop) {
  Region &region = elseOf(loop);
  if (region.empty())
    return;
  Operation *last = &region.front().back();
  bool skipped = hasExit<BreakOp>(loop);
  if (!skipped && isa<YieldOp>(last)) {
    last->erase();
    loop->getBlock()->getOperations().splice(std::next(loop->getIterator()), region.front().getOperations());
    region.front().erase();
    return;
  }
  Location loc = last->getLoc();
  builder.setInsertionPointAfter(loop);
  Value broken = skipped ? get(flags.lookup(loop).broken, loc) : makeBool(false, loc);
  auto test = IfOp::create(builder, loc, TypeRange(), broken);
  builder.setInsertionPointToStart(&test.getThenRegion().emplaceBlock());
  YieldOp::create(builder, loc);
  test.getElseRegion().takeBody(region);
}

/// Moves what follows an if into the one branch that gets there.
bool ExitRaiser::sink(Operation *op) {
  auto ifOp = dyn_cast<IfOp>(op);
  if (!ifOp)
    return false;
  Block &thenBlock = ifOp.getThenRegion().front(), &elseBlock = ifOp.getElseRegion().front();
  bool thenFalls = flowOf(thenBlock).falls, elseFalls = flowOf(elseBlock).falls;
  if (thenFalls == elseFalls)
    return false;
  Block &goesOn = thenFalls ? thenBlock : elseBlock;
  goesOn.back().erase();
  goesOn.getOperations().splice(goesOn.end(), op->getBlock()->getOperations(), std::next(op->getIterator()),
                                op->getBlock()->end());
  return true;
}

/// Ends a block whose own end has moved elsewhere.
void ExitRaiser::endEarly(Block &block, Location loc) {
  builder.setInsertionPointToEnd(&block);
  if (!isa<FuncOp>(block.getParentOp())) {
    YieldOp::create(builder, loc);
    return;
  }
  SmallVector<Value> values;
  for (auto [cell, type] : llvm::zip(results, func.getResultTypes()))
    values.push_back(LoadOp::create(builder, loc, type, cell));
  ReturnOp::create(builder, loc, values);
}

void ExitRaiser::raiseIn(Block &block, ArrayRef<Operation *> loops) {
  for (Operation *op = &block.front(); op; op = op->getNextNode()) {
    if (op->hasTrait<OpTrait::IsTerminator>())
      return lowerExit(op, loops);
    Flow flow = flowOf(op);
    Operation *next = op->getNextNode();
    if (!flow.exits() || isa<YieldOp>(next)) {
      raiseInside(op, loops);
      continue;
    }
    // Nothing behind it is reached, or only from one of its branches.
    Location loc = next->getLoc();
    if (!flow.falls || sink(op)) {
      eraseAfter(op);
      raiseInside(op, loops);
      return endEarly(block, loc);
    }
    raiseInside(op, loops);
    builder.setInsertionPointAfter(op);
    Value flag = get(loops.empty() ? returned : flags.lookup(loops.back()).left, loc);
    auto test = IfOp::create(builder, loc, TypeRange(), flag);
    builder.setInsertionPointToStart(&test.getThenRegion().emplaceBlock());
    YieldOp::create(builder, loc);
    Block &rest = test.getElseRegion().emplaceBlock();
    rest.getOperations().splice(rest.end(), block.getOperations(), next->getIterator(), block.end());
    raiseIn(rest, loops);
    return endEarly(block, loc);
  }
}

void ExitRaiser::raiseInside(Operation *op, ArrayRef<Operation *> loops) {
  if (!isa<WhileOp, ForOp>(op)) {
    for (Region &region : op->getRegions())
      if (!region.empty())
        raiseIn(region.front(), loops);
    return;
  }
  SmallVector<Operation *> inner(loops);
  inner.push_back(op);
  raiseIn(bodyOf(op).front(), inner);
  Value broken = flags.lookup(op).broken;
  if (!broken)
    return;
  if (auto whileOp = dyn_cast<WhileOp>(op))
    stopEarly(whileOp, broken);
  else
    stopEarly(cast<ForOp>(op), broken);
}

//===----------------------------------------------------------------------===//
// Exits and loops
//===----------------------------------------------------------------------===//

void ExitRaiser::lowerExit(Operation *exit, ArrayRef<Operation *> loops) {
  if (!isNestedExit(exit))
    return;
  Location loc = exit->getLoc();
  builder.setInsertionPoint(exit);
  if (auto returnOp = dyn_cast<ReturnOp>(exit)) {
    for (auto [cell, value] : llvm::zip(results, returnOp.getValues()))
      StoreOp::create(builder, loc, value, cell);
    set(returned, loc);
  } else {
    loops = loops.take_back();
  }
  for (Operation *loop : loops) {
    LoopFlags flag = flags.lookup(loop);
    if (flag.left != returned)
      set(flag.left, loc);
    if (!isa<ContinueOp>(exit) && flag.broken != returned)
      set(flag.broken, loc);
  }
  YieldOp::create(builder, loc);
  exit->erase();
}

/// The body asks for another item only where the loop was not left.
void ExitRaiser::stopEarly(ForOp loop, Value broken) {
  Operation *end = &loop.getBody().front().back();
  if (!isa<YieldOp>(end)) // it raises
    return;
  Location loc = end->getLoc();
  builder.setInsertionPoint(end);
  Value goOn = UnaryOp::create(builder, loc, PyBoolType::get(builder.getContext()), UnaryKind::Not, get(broken, loc));
  ConditionOp::create(builder, loc, goOn, ValueRange());
  end->erase();
}

/// The condition is evaluated only where the loop was not left.
void ExitRaiser::stopEarly(WhileOp loop, Value broken) {
  Block &condition = loop.getConditionRegion().front();
  auto end = cast<ConditionOp>(condition.back());
  Location loc = end.getLoc();
  Type boolType = PyBoolType::get(builder.getContext());
  builder.setInsertionPointToStart(&condition);
  auto test = IfOp::create(builder, loc, TypeRange(boolType), get(broken, loc));
  builder.setInsertionPointToStart(&test.getThenRegion().emplaceBlock());
  YieldOp::create(builder, loc, makeBool(false, loc));
  Block &ask = test.getElseRegion().emplaceBlock();
  ask.getOperations().splice(ask.end(), condition.getOperations(), std::next(test->getIterator()), end->getIterator());
  builder.setInsertionPointToEnd(&ask);
  YieldOp::create(builder, loc, end.getCondition());
  end.getConditionMutable().assign(test.getResult(0));
}

void ExitRaiser::run() {
  makeFlags();
  SmallVector<Operation *> loops;
  func.walk([&](Operation *op) {
    if (isa<WhileOp, ForOp>(op))
      loops.push_back(op);
  });
  for (Operation *loop : loops)
    moveElseOut(loop);
  raiseIn(func.getBody().front(), {});
  eraseUnread(func);
}

/// Says why an exit cannot be raised, if so.
LogicalResult checkExit(Operation *exit) {
  Region *target = targetOf(exit);
  for (Region *region = exit->getParentRegion();; region = region->getParentRegion()) {
    Operation *parent = region->getParentOp();
    if (isa<FuncOp>(parent))
      return success();
    auto whileOp = dyn_cast<WhileOp>(parent);
    bool known = isa<IfOp, ForOp>(parent) || (whileOp && region != &whileOp.getConditionRegion());
    if (!known || parent->getNumResults() != 0) {
      InFlightDiagnostic remark = exit->emitRemark("cannot be raised out of '") << parent->getName() << "'";
      remark.attachNote(parent->getLoc()) << "which it leaves here";
      return failure();
    }
    if (region == target)
      return success();
  }
}

struct RaiseEarlyExits : janus::imperative::impl::RaiseEarlyExitsBase<RaiseEarlyExits> {
  // A function left alone is no failure: it runs as it is.
  void runOnOperation() final { (void)raiseEarlyExits(getOperation()); }
};

} // namespace

bool janus::imperative::hasEarlyExits(FuncOp func) {
  return func
      .walk([](Operation *op) {
        bool hasElse = isa<WhileOp, ForOp>(op) && !elseOf(op).empty();
        return hasElse || isNestedExit(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult janus::imperative::raiseEarlyExits(FuncOp func) {
  if (func.isExternal() || !hasEarlyExits(func))
    return success();
  WalkResult checked = func.walk([](Operation *op) {
    return isNestedExit(op) && failed(checkExit(op)) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (checked.wasInterrupted())
    return failure();
  ExitRaiser(func).run();
  return success();
}
