//===- LowerContractions.cpp - contractions to register-tiled loops -------===//

#include "Contraction.h"
#include "Epilogue.h"
#include "janus/Target/CPU/Passes.h"
#include "janus/Target/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace janus::cpu {
#define GEN_PASS_DEF_LOWERCONTRACTIONS
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace mlir;

/// Emits the kernel that was chosen and, where it pays, another one for short loops.
static bool emit(OpBuilder &builder, const cpu::Contraction &contraction, cpu::KernelShape shape, TargetAttr target) {
  std::optional<cpu::ShortKernel> other = cpu::chooseShortKernel(contraction, shape, target);
  if (!other)
    return cpu::emitKernel(builder, contraction, shape);
  Location loc = builder.getInsertionPoint()->getLoc();
  Value length = getValueOrCreateConstantIndexOp(builder, loc, contraction.dims[other->dim].extent);
  Value limit = arith::ConstantIndexOp::create(builder, loc, other->limit);
  Value isShort = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule, length, limit);
  auto branch = scf::IfOp::create(builder, loc, isShort, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&branch.getThenRegion().front());
  bool filled = cpu::emitKernel(builder, contraction, other->shape);
  builder.setInsertionPointToStart(&branch.getElseRegion().front());
  return cpu::emitKernel(builder, contraction, shape) && filled;
}

/// Replaces `op`, and what can be done at its end, by a kernel when there is one for it.
static bool lowerContraction(linalg::GenericOp op, linalg::GenericOp epilogue, TargetAttr target) {
  OpBuilder builder(epilogue ? epilogue : op);
  FailureOr<cpu::Contraction> contraction = cpu::analyzeContraction(builder, op, epilogue);
  if (failed(contraction))
    return false;
  std::optional<cpu::KernelShape> shape = cpu::chooseKernel(*contraction, target);
  if (!shape || !cpu::canFinish(*contraction, *shape))
    return false;
  bool filled = emit(builder, *contraction, *shape, target);
  if (contraction->zeroFill && filled)
    contraction->zeroFill.erase();
  op.erase();
  if (epilogue)
    epilogue.erase();
  return true;
}

namespace {

struct LowerContractionsPass : public cpu::impl::LowerContractionsBase<LowerContractionsPass> {
  using LowerContractionsBase::LowerContractionsBase;

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
      if (epilogue && withinLayers && !cpu::areOneLayer(op, epilogue))
        epilogue = {};
      if (epilogue && lowerContraction(op, epilogue, target))
        ++kernels, ++epilogues;
      else if (lowerContraction(op, {}, target))
        ++kernels;
    }
  }
};

} // namespace
