//===- FuseReductions.cpp - sums over one tensor in one pass --------------===//

#include "Contraction.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace janus::cpu {
#define GEN_PASS_DEF_FUSEREDUCTIONS
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace mlir;

/// More results than this are more than the registers that a vector of each may take.
static constexpr unsigned kMostResults = 4;

static bool isReduction(linalg::GenericOp op) {
  return op.hasPureTensorSemantics() && op.getNumReductionLoops() > 0 && !janus::cpu::isContraction(op);
}

/// Whether both read some tensor whole, element by element in the same loops.
static bool walkTogether(linalg::GenericOp a, linalg::GenericOp b) {
  if (a.getIteratorTypesArray() != b.getIteratorTypesArray())
    return false;
  for (OpOperand *x : a.getDpsInputOperands())
    for (OpOperand *y : b.getDpsInputOperands())
      if (x->get() == y->get() && a.getMatchingIndexingMap(x) == b.getMatchingIndexingMap(y) &&
          a.getMatchingIndexingMap(x).isPermutation())
        return true;
  return false;
}

/// Whether `first` may run where `second` stands: nothing before that uses it.
static bool mayWait(linalg::GenericOp first, linalg::GenericOp second) {
  return llvm::all_of(first->getUsers(), [&](Operation *user) {
    Operation *here = first->getBlock()->findAncestorOpInBlock(*user);
    return here && here != second && second->isBeforeInBlock(here);
  });
}

/// One op for both, where the second stands.
static linalg::GenericOp fuse(linalg::GenericOp first, linalg::GenericOp second, RewriterBase &rewriter) {
  SmallVector<Value> inputs(first.getInputs()), outputs(first.getOutputs());
  llvm::append_range(inputs, second.getInputs());
  llvm::append_range(outputs, second.getOutputs());
  SmallVector<AffineMap> maps, written;
  for (linalg::GenericOp op : {first, second}) {
    SmallVector<AffineMap> all = op.getIndexingMapsArray();
    maps.append(all.begin(), all.begin() + op.getNumDpsInputs());
    written.append(all.begin() + op.getNumDpsInputs(), all.end());
  }
  llvm::append_range(maps, written);
  rewriter.setInsertionPoint(second);
  auto both = linalg::GenericOp::create(rewriter, second.getLoc(), ValueRange(outputs).getTypes(), inputs, outputs,
                                        maps, first.getIteratorTypesArray(),
                                        [&](OpBuilder &builder, Location loc, ValueRange arguments) {
                                          SmallVector<Value> results;
                                          unsigned input = 0, output = inputs.size();
                                          for (linalg::GenericOp op : {first, second}) {
                                            IRMapping mapping;
                                            for (BlockArgument argument : op.getRegionInputArgs())
                                              mapping.map(argument, arguments[input++]);
                                            for (BlockArgument argument : op.getRegionOutputArgs())
                                              mapping.map(argument, arguments[output++]);
                                            for (Operation &nested : op.getBody()->without_terminator())
                                              builder.clone(nested, mapping);
                                            for (Value value : op.getBody()->getTerminator()->getOperands())
                                              results.push_back(mapping.lookupOrDefault(value));
                                          }
                                          linalg::YieldOp::create(builder, loc, results);
                                        });
  unsigned count = first->getNumResults();
  rewriter.replaceOp(first, both->getResults().take_front(count));
  rewriter.replaceOp(second, both->getResults().drop_front(count));
  return both;
}

namespace {

struct FuseReductionsPass : public janus::cpu::impl::FuseReductionsBase<FuseReductionsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<linalg::GenericOp> all;
    getOperation()->walk([&](linalg::GenericOp op) {
      if (isReduction(op))
        all.push_back(op);
    });
    llvm::SmallPtrSet<Operation *, 16> gone;
    for (linalg::GenericOp op : all) {
      if (gone.contains(op))
        continue;
      for (linalg::GenericOp next = op; next;) {
        op = next;
        next = {};
        for (OpOperand *input : op.getDpsInputOperands()) {
          for (Operation *user : input->get().getUsers()) {
            auto other = dyn_cast<linalg::GenericOp>(user);
            if (!other || other == op || other->getBlock() != op->getBlock() || !op->isBeforeInBlock(other) ||
                !isReduction(other) || op->getNumResults() + other->getNumResults() > kMostResults ||
                !walkTogether(op, other) || !mayWait(op, other))
              continue;
            gone.insert(op);
            gone.insert(other);
            next = fuse(op, other, rewriter);
            gone.erase(next);
            ++fused;
            break;
          }
          if (next)
            break;
        }
      }
    }
  }
};

} // namespace
