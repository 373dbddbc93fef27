//===- PlaceEpilogues.cpp - contractions in front of elementwise ops ------===//

#include "Contraction.h"
#include "Epilogue.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace janus::cpu {
#define GEN_PASS_DEF_PLACEEPILOGUES
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace mlir;

/// The last of the contractions that `op` alone reads, or null.
static linalg::GenericOp findContraction(linalg::GenericOp op) {
  linalg::GenericOp last;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    auto contraction = operand->get().getDefiningOp<linalg::GenericOp>();
    if (!contraction || contraction->getBlock() != op->getBlock() || !operand->get().hasOneUse() ||
        !op.getMatchingIndexingMap(operand).isPermutation() || !cpu::isContraction(contraction))
      continue;
    if (!last || last->isBeforeInBlock(contraction))
      last = contraction;
  }
  return last;
}

namespace {

struct PlaceEpiloguesPass : public cpu::impl::PlaceEpiloguesBase<PlaceEpiloguesPass> {
  void runOnOperation() override {
    getOperation().walk([&](linalg::GenericOp op) {
      if (!op.hasPureTensorSemantics() || !cpu::isElementwise(op))
        return;
      linalg::GenericOp contraction = findContraction(op);
      if (!contraction)
        return;
      auto fill = contraction.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
      if (fill && fill->hasOneUse() && fill->getBlock() == op->getBlock())
        fill->moveBefore(op);
      contraction->moveBefore(op);
      ++moved;
    });
  }
};

} // namespace
