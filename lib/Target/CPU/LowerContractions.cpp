//===- LowerContractions.cpp - contractions to register-tiled loops -------===//

#include "Contraction.h"
#include "Epilogue.h"
#include "janus/Target/CPU/Passes.h"
#include "janus/Target/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace janus::cpu {
#define GEN_PASS_DEF_LOWERCONTRACTIONS
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace mlir;

/// Replaces `op`, and what can be done at its end, by a kernel when there is one for it.
static bool lowerContraction(linalg::GenericOp op, linalg::GenericOp epilogue, TargetAttr target) {
  OpBuilder builder(epilogue ? epilogue : op);
  FailureOr<cpu::Contraction> contraction = cpu::analyzeContraction(builder, op, epilogue);
  if (failed(contraction))
    return false;
  std::optional<cpu::KernelShape> shape = cpu::chooseKernel(*contraction, target);
  if (!shape || !cpu::canFinish(*contraction, *shape))
    return false;
  bool filled = cpu::emitKernel(builder, *contraction, *shape);
  if (contraction->zeroFill && filled)
    contraction->zeroFill.erase();
  op.erase();
  if (epilogue)
    epilogue.erase();
  return true;
}

namespace {

struct LowerContractionsPass : public cpu::impl::LowerContractionsBase<LowerContractionsPass> {
  void runOnOperation() override {
    TargetAttr target = getOrSetTarget(getOperation());
    if (!target)
      return signalPassFailure();
    SmallVector<linalg::GenericOp> contractions;
    getOperation().walk([&](linalg::GenericOp op) {
      if (op.hasPureBufferSemantics() && cpu::isContraction(op))
        contractions.push_back(op);
    });
    for (linalg::GenericOp op : contractions) {
      linalg::GenericOp epilogue = cpu::findEpilogue(op);
      if (epilogue && lowerContraction(op, epilogue, target))
        ++kernels, ++epilogues;
      else if (lowerContraction(op, {}, target))
        ++kernels;
    }
  }
};

} // namespace
