//===- LowerContractions.cpp - contractions to register-tiled loops -------===//

#include "Contraction.h"
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

/// Replaces `op` by a kernel when there is one for it.
static bool lowerContraction(linalg::GenericOp op, TargetAttr target) {
  if (!op.hasPureBufferSemantics() || !cpu::isContraction(op))
    return false;
  OpBuilder builder(op);
  FailureOr<cpu::Contraction> contraction = cpu::analyzeContraction(builder, op);
  if (failed(contraction))
    return false;
  std::optional<cpu::KernelShape> shape = cpu::chooseKernel(*contraction, target);
  if (!shape)
    return false;
  bool filled = cpu::emitKernel(builder, *contraction, *shape);
  if (contraction->zeroFill && filled)
    contraction->zeroFill.erase();
  op.erase();
  return true;
}

namespace {

struct LowerContractionsPass : public cpu::impl::LowerContractionsBase<LowerContractionsPass> {
  void runOnOperation() override {
    TargetAttr target = getOrSetTarget(getOperation());
    if (!target)
      return signalPassFailure();
    getOperation().walk([&](linalg::GenericOp op) {
      if (lowerContraction(op, target))
        ++kernels;
    });
  }
};

} // namespace
