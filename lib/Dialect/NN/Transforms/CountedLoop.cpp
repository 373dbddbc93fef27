//===- CountedLoop.cpp - a while loop as a loop with a trip count ---------===//
//
// A tape needs its size before the loop starts. So the loop runs twice: the first
// time for the number of its iterations alone, of which what the condition does
// not need is removed later.
//
//===----------------------------------------------------------------------===//

#include "CountedLoop.h"
#include "janus/Dialect/Janus/IR/Janus.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace janus::nn;
using namespace mlir;

/// Clones the ops of a block, its arguments being `arguments`, and returns what
/// its terminator's `operands` are there.
static SmallVector<Value> inlineBlock(OpBuilder &b, Block &block, ValueRange arguments, ValueRange operands) {
  IRMapping mapping;
  mapping.map(block.getArguments(), arguments);
  for (Operation &op : block.without_terminator())
    b.clone(op, mapping);
  return llvm::map_to_vector(operands, [&](Value value) { return mapping.lookupOrDefault(value); });
}

/// The number of iterations, by running the loop.
static Value buildCount(OpBuilder &b, scf::WhileOp loop) {
  Location loc = loop.getLoc();
  SmallVector<Value> inits(loop.getInits());
  inits.push_back(arith::ConstantIndexOp::create(b, loc, 0));
  Type index = b.getIndexType();
  SmallVector<Type> passed(loop.getResultTypes());
  passed.push_back(index);
  auto before = [&](OpBuilder &inner, Location loc, ValueRange arguments) {
    SmallVector<Value> operands{loop.getConditionOp().getCondition()};
    llvm::append_range(operands, loop.getConditionOp().getArgs());
    SmallVector<Value> values = inlineBlock(inner, *loop.getBeforeBody(), arguments.drop_back(), operands);
    values.push_back(arguments.back());
    scf::ConditionOp::create(inner, loc, values.front(), ValueRange(values).drop_front());
  };
  auto after = [&](OpBuilder &inner, Location loc, ValueRange arguments) {
    SmallVector<Value> values =
        inlineBlock(inner, *loop.getAfterBody(), arguments.drop_back(), loop.getYieldOp().getOperands());
    Value one = arith::ConstantIndexOp::create(inner, loc, 1);
    values.push_back(arith::AddIOp::create(inner, loc, arguments.back(), one));
    scf::YieldOp::create(inner, loc, values);
  };
  return scf::WhileOp::create(b, loc, passed, inits, before, after).getResults().back();
}

/// Whether running it twice is as good as once.
static bool isRepeatable(scf::WhileOp loop) {
  return !loop->walk([](Operation *op) {
                bool repeatable = op->getNumRegions() != 0 || isMemoryEffectFree(op) || isa<janus::AssumeOp>(op);
                return repeatable ? WalkResult::advance() : WalkResult::interrupt();
              })
              .wasInterrupted();
}

LogicalResult janus::nn::countLoop(scf::WhileOp loop) {
  if (!isRepeatable(loop))
    return failure();
  OpBuilder b(loop);
  Location loc = loop.getLoc();
  Value count = buildCount(b, loop);
  Value zero = arith::ConstantIndexOp::create(b, loc, 0), one = arith::ConstantIndexOp::create(b, loc, 1);
  auto body = [&](OpBuilder &inner, Location loc, Value, ValueRange arguments) {
    SmallVector<Value> passed = inlineBlock(inner, *loop.getBeforeBody(), arguments, loop.getConditionOp().getArgs());
    scf::YieldOp::create(inner, loc, inlineBlock(inner, *loop.getAfterBody(), passed, loop.getYieldOp().getOperands()));
  };
  auto counted = scf::ForOp::create(b, loc, zero, count, one, loop.getInits(), body);
  loop.replaceAllUsesWith(inlineBlock(b, *loop.getBeforeBody(), counted.getResults(), loop.getConditionOp().getArgs()));
  loop.erase();
  return success();
}

void janus::nn::countActiveLoops(llvm::function_ref<GradientFlow()> flow) {
  // Outer ones first: those inside are copied with them.
  auto findLoop = [&]() -> scf::WhileOp {
    scf::WhileOp found;
    GradientFlow now = flow();
    for (Operation *op : now.getActiveOps())
      if (auto loop = dyn_cast<scf::WhileOp>(op); loop && isRepeatable(loop))
        if (!found || loop->isProperAncestor(found))
          found = loop;
    return found;
  };
  while (scf::WhileOp loop = findLoop())
    if (failed(countLoop(loop)))
      return;
}
