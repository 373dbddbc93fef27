//===- LowerEarlyReturns.cpp - assumptions and lack of memory -------------===//

#include "Abi.h"
#include "Polls.h"
#include "janus/Dialect/Janus/IR/Janus.h"
#include "janus/Runtime/janus.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace janus::cpu {
#define GEN_PASS_DEF_LOWEREARLYRETURNS
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace mlir;

/// A new block at the end of `entry` that returns `status`.
static Block *addReturn(OpBuilder &builder, func::FuncOp entry, Location loc, janus_status status,
                        llvm::function_ref<void()> before = {}) {
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(&entry.getBody(), entry.getBody().end());
  if (before)
    before();
  Value code = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), builder.getI32IntegerAttr(status));
  func::ReturnOp::create(builder, loc, code);
  return block;
}

/// Ends the block of `op` after it: on with the rest if `condition` holds,
/// else to `otherwise`.
static void branchAfter(Operation *op, Value condition, Block *otherwise) {
  Block *block = op->getBlock();
  Block *rest = block->splitBlock(std::next(op->getIterator()));
  OpBuilder builder = OpBuilder::atBlockEnd(block);
  cf::CondBranchOp::create(builder, op->getLoc(), condition, rest, otherwise);
}

static LogicalResult lowerEntryReturns(func::FuncOp entry) {
  SmallVector<AssumeOp> assumptions;
  SmallVector<func::CallOp> allocations;
  bool nested = false;
  entry.walk([&](Operation *op) {
    bool found = true;
    if (auto assume = dyn_cast<AssumeOp>(op))
      assumptions.push_back(assume);
    else if (auto call = dyn_cast<func::CallOp>(op);
             call && llvm::is_contained({"janus_arena_alloc", "janus_arena_cycle", "janus_kept", "janus_result"},
                                        call.getCallee()))
      allocations.push_back(call);
    else
      found = false;
    if (found && op->getParentOp() != entry) {
      op->emitOpError() << "stands in a region that cannot return from the entry";
      nested = true;
    }
  });
  if (nested)
    return failure();
  OpBuilder builder(entry.getContext());
  for (AssumeOp assume : assumptions) {
    Location loc = assume.getLoc();
    if (func::CallOp poll = cpu::findPoll(assume)) {
      builder.setInsertionPoint(assume);
      Value status =
          cpu::callRuntime(builder, loc, "janus_poll", builder.getI32Type(), {entry.getArgument(0)}).getResult(0);
      Value ok = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), builder.getI32IntegerAttr(JANUS_OK));
      Value goes = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, status, ok);
      branchAfter(assume, goes, addReturn(builder, entry, loc, JANUS_INTERRUPTED));
      assume.erase();
      poll.erase();
      continue;
    }
    Block *broken = addReturn(builder, entry, loc, JANUS_ASSUMPTION_BROKEN, [&] {
      Value id = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), assume.getIdAttr());
      cpu::callRuntime(builder, loc, "janus_assumption_broken", {}, {entry.getArgument(0), id});
    });
    branchAfter(assume, assume.getCondition(), broken);
    assume.erase();
  }
  if (allocations.empty())
    return success();
  Block *noMemory = addReturn(builder, entry, entry.getLoc(), JANUS_OUT_OF_MEMORY);
  for (func::CallOp call : allocations) {
    builder.setInsertionPointAfter(call);
    Value null = LLVM::ZeroOp::create(builder, call.getLoc(), call.getResult(0).getType());
    Value valid = LLVM::ICmpOp::create(builder, call.getLoc(), LLVM::ICmpPredicate::ne, call.getResult(0), null);
    branchAfter(valid.getDefiningOp(), valid, noMemory);
  }
  return success();
}

namespace {

struct LowerEarlyReturnsPass : public cpu::impl::LowerEarlyReturnsBase<LowerEarlyReturnsPass> {
  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (cpu::isLoweredEntry(func) && !func.isExternal() && failed(lowerEntryReturns(func)))
        return signalPassFailure();
    getOperation().walk([&](AssumeOp assume) {
      assume.emitOpError() << "stands outside an entry; inline its function first";
      signalPassFailure();
    });
  }
};

} // namespace
