//===- InsertPolls.cpp - long loops can be interrupted --------------------===//
//
// A loop of the program asks at each turn whether it is to go on, as the
// interpreter looks for signals between instructions. What asks is an assumption
// like others: nothing has been written where it fails.
//
//===----------------------------------------------------------------------===//

#include "Polls.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace janus::cpu {
#define GEN_PASS_DEF_INSERTPOLLS
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace mlir;

static constexpr StringRef kKeepRunning = "janus_keep_running";

/// Turns of a loop that take no time to speak of, whatever is in it.
static constexpr int64_t kShort = 1 << 12;

func::CallOp cpu::findPoll(AssumeOp assume) {
  auto call = assume.getCondition().getDefiningOp<func::CallOp>();
  return call && call.getCallee() == kKeepRunning ? call : func::CallOp();
}

/// The block where a loop that may be long begins its turns, or null.
static Block *findTurn(Operation *op) {
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return loop.getAfterBody();
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop)
    return nullptr;
  std::optional<APInt> turns = loop.getStaticTripCount();
  return turns && turns->ult(kShort) ? nullptr : loop.getBody();
}

namespace {
struct InsertPollsPass : public cpu::impl::InsertPollsBase<InsertPollsPass> {
  void runOnOperation() override {
    for (auto entry : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      if (!cpu::isEntry(entry))
        continue;
      SmallVector<Block *> turns;
      entry.walk([&](Operation *op) {
        if (Block *turn = findTurn(op))
          turns.push_back(turn);
      });
      for (Block *turn : turns)
        insert(*turn);
    }
  }

  void insert(Block &turn) {
    ModuleOp module = getOperation();
    auto builder = OpBuilder::atBlockBegin(module.getBody());
    Location loc = turn.getParentOp()->getLoc();
    if (!module.lookupSymbol(kKeepRunning))
      func::FuncOp::create(builder, loc, kKeepRunning, builder.getFunctionType({}, builder.getI1Type())).setPrivate();
    builder.setInsertionPointToStart(&turn);
    auto call = func::CallOp::create(builder, loc, kKeepRunning, builder.getI1Type(), ValueRange());
    AssumeOp::create(builder, loc, call.getResult(0), builder.getI64IntegerAttr(-1),
                     builder.getStringAttr("nobody interrupts"));
  }
};
} // namespace
