//===- PathFlags.cpp - whether a run has a path to a leaf -----------------===//
//
// PyTorch tells a gradient of zero from none at all, and where branches and
// loops decide which ops run, so do they decide that. A flag goes the way that
// the gradient comes: a value has a path if one of its operands has one.
//
//===----------------------------------------------------------------------===//

#include "PathFlags.h"
#include "GradientFlow.h"
#include "janus/Dialect/NN/Transforms/Differentiate.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

PathFlags::PathFlags(Block &block, Value leaf) : leaf(leaf) {
  flags[leaf] = {/*constant=*/true};
  process(block);
}

PathFlags::Flag PathFlags::lookup(Value value) const { return flags.lookup(value); }

PathFlags::Flag PathFlags::join(OpBuilder &b, Location loc, Flag lhs, Flag rhs) {
  if (!lhs.value && !rhs.value)
    return {lhs.constant || rhs.constant};
  if (!lhs.value)
    return lhs.constant ? lhs : rhs;
  if (!rhs.value || lhs.value == rhs.value)
    return !rhs.value && rhs.constant ? rhs : lhs;
  return {false, arith::OrIOp::create(b, loc, lhs.value, rhs.value)};
}

Value PathFlags::materialize(OpBuilder &b, Location loc, Flag flag) {
  return flag.value ? flag.value : arith::ConstantOp::create(b, loc, b.getBoolAttr(flag.constant)).getResult();
}

void PathFlags::process(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      processIf(branch);
      continue;
    }
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      processFor(loop);
      continue;
    }
    OpBuilder b(op.getContext());
    b.setInsertionPointAfter(&op);
    for (OpResult result : op.getResults()) {
      if (result == leaf || !isDifferentiableType(result.getType()))
        continue;
      Flag flag;
      if (op.getNumRegions() != 0)
        flag.constant = dependsOn(result, leaf);
      else
        for (Value source : gradientSources(result))
          flag = join(b, op.getLoc(), flag, lookup(source));
      if (flag.value || flag.constant)
        flags[result] = flag;
    }
  }
}

void PathFlags::processIf(scf::IfOp op) {
  if (op.getNumResults() == 0)
    return;
  Location loc = op.getLoc();
  process(*op.thenBlock());
  process(*op.elseBlock());
  SmallVector<unsigned> open;
  SmallVector<Type> types(op.getResultTypes());
  SmallVector<std::pair<unsigned, Flag>> known;
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    Flag onTrue = lookup(op.thenYield().getOperand(i)), onFalse = lookup(op.elseYield().getOperand(i));
    if (!onTrue.value && !onFalse.value && onTrue.constant == onFalse.constant) {
      known.push_back({i, onTrue});
      continue;
    }
    open.push_back(i);
    types.push_back(IntegerType::get(op.getContext(), 1));
    for (auto [flag, yield] : {std::pair(onTrue, op.thenYield()), std::pair(onFalse, op.elseYield())}) {
      OpBuilder b(yield);
      yield->insertOperands(yield->getNumOperands(), materialize(b, loc, flag));
    }
  }
  if (!open.empty()) {
    OpBuilder b(op);
    auto flagged = scf::IfOp::create(b, loc, types, op.getCondition(), /*addThenBlock=*/false, /*addElseBlock=*/false);
    flagged->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    for (auto [from, to] : llvm::zip(op->getRegions(), flagged->getRegions()))
      to.takeBody(from);
    op->replaceAllUsesWith(flagged.getResults().take_front(op.getNumResults()));
    for (auto [k, i] : llvm::enumerate(open))
      flags[flagged.getResult(i)] = {false, flagged.getResult(op.getNumResults() + k)};
    op.erase();
    op = flagged;
  }
  for (auto [i, flag] : known)
    if (flag.constant)
      flags[op.getResult(i)] = flag;
}

void PathFlags::processFor(scf::ForOp op) {
  SmallVector<unsigned> open;
  SmallVector<Value> inits;
  OpBuilder before(op);
  for (auto [i, init] : llvm::enumerate(op.getInitArgs())) {
    if (!isDifferentiableType(init.getType()) || !dependsOn(op.getResult(i), leaf))
      continue;
    open.push_back(i);
    inits.push_back(materialize(before, op.getLoc(), lookup(init)));
  }
  if (open.empty())
    return;
  unsigned count = op.getNumResults();
  auto yieldFlags = [&](OpBuilder &b, Location loc, ArrayRef<BlockArgument> arguments) {
    for (auto [i, argument] : llvm::zip(open, arguments))
      flags[op.getRegionIterArg(i)] = {false, argument};
    process(*op.getBody());
    SmallVector<Value> results;
    b.setInsertionPoint(op.getBody()->getTerminator());
    for (unsigned i : open)
      results.push_back(materialize(b, loc, lookup(op.getBody()->getTerminator()->getOperand(i))));
    return results;
  };
  IRRewriter rewriter(op);
  FailureOr<LoopLikeOpInterface> replaced =
      op.replaceWithAdditionalYields(rewriter, inits, /*replaceInitOperandUsesInLoop=*/false, yieldFlags);
  if (failed(replaced))
    return;
  auto loop = cast<scf::ForOp>(replaced->getOperation());
  for (auto [k, i] : llvm::enumerate(open))
    flags[loop.getResult(i)] = {false, loop.getResult(count + k)};
}
