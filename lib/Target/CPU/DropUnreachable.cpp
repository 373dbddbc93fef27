//===- DropUnreachable.cpp - what stands behind an assumption that never holds -===//

#include "janus/Dialect/Janus/IR/Janus.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

namespace janus::cpu {
#define GEN_PASS_DEF_DROPUNREACHABLE
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace mlir;

/// Something of the type, for who never gets it; null if there is no such.
static Value makeAny(OpBuilder &builder, Location loc, Type type) {
  if (isa<IndexType, IntegerType, FloatType>(type))
    return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return {};
  SmallVector<Value> sizes;
  for (size_t i = 0; i < tensor.getNumDynamicDims(); ++i)
    sizes.push_back(arith::ConstantIndexOp::create(builder, loc, 0));
  return tensor::EmptyOp::create(builder, loc, tensor, sizes);
}

/// Whether it never holds, and not because a test broke it.
static bool neverHolds(AssumeOp assume) {
  return matchPattern(assume.getCondition(), m_Zero()) && !assume->hasAttr(cpu::kBrokenAttr);
}

void cpu::dropUnreachable(func::FuncOp func) {
  SmallVector<AssumeOp> never;
  func.walk([&](AssumeOp assume) {
    // Those behind another one go with what is dropped.
    if (neverHolds(assume) && (never.empty() || never.back()->getBlock() != assume->getBlock()) &&
        llvm::none_of(never, [&](AssumeOp other) {
          Operation *top = other->getBlock()->findAncestorOpInBlock(*assume);
          return top && other->isBeforeInBlock(top);
        }))
      never.push_back(assume);
  });
  for (AssumeOp assume : never) {
    Operation *end = assume->getBlock()->getTerminator();
    if (!isa<func::ReturnOp, scf::YieldOp, scf::ConditionOp>(end))
      continue;
    SmallVector<Operation *> unreachable;
    for (Operation *op = assume->getNextNode(); op != end; op = op->getNextNode())
      unreachable.push_back(op);
    OpBuilder builder(end);
    for (OpOperand &operand : end->getOpOperands())
      if (Value any = makeAny(builder, assume.getLoc(), operand.get().getType()))
        operand.set(any);
    for (Operation *op : llvm::reverse(unreachable))
      if (op->use_empty())
        op->erase();
  }
}

namespace {

struct DropUnreachablePass : public cpu::impl::DropUnreachableBase<DropUnreachablePass> {
  void runOnOperation() override { cpu::dropUnreachable(getOperation()); }
};

} // namespace
