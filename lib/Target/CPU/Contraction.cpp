//===- Contraction.cpp - linalg ops as contractions -----------------------===//

#include "Contraction.h"
#include "Constants.h"
#include "Epilogue.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

/// Whether the body is `yield c + x * y`, in any order.
static bool multipliesAndAdds(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  auto add = body.getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!add || !llvm::hasNItems(body, 3))
    return false;
  auto product = [&](Value value) {
    auto mul = value.getDefiningOp<arith::MulFOp>();
    return mul && ((mul.getLhs() == body.getArgument(0) && mul.getRhs() == body.getArgument(1)) ||
                   (mul.getLhs() == body.getArgument(1) && mul.getRhs() == body.getArgument(0)));
  };
  return (add.getLhs() == body.getArgument(2) && product(add.getRhs())) ||
         (add.getRhs() == body.getArgument(2) && product(add.getLhs()));
}

bool cpu::isContraction(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      op.hasIndexSemantics() || !multipliesAndAdds(op))
    return false;
  Type element = getElementTypeOrSelf(op.getDpsInits()[0].getType());
  if (!element.isF32() && !element.isF64())
    return false;
  for (OpOperand &operand : op->getOpOperands())
    if (!isa<ShapedType>(operand.get().getType()) || getElementTypeOrSelf(operand.get().getType()) != element ||
        !isLinear(op.getMatchingIndexingMap(&operand)))
      return false;
  // Where both operands move in the same loops nothing is used again: that is a sum like others.
  if (op.getMatchingIndexingMap(op.getDpsInputOperand(0)) == op.getMatchingIndexingMap(op.getDpsInputOperand(1)))
    return false;
  // Every parallel loop moves C, along a dimension of its own.
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  return out.isProjectedPermutation() && out.getNumResults() == op.getNumParallelLoops();
}

/// The fill with zero that is the last thing to write C before `op`, or null.
static linalg::FillOp findZeroFill(linalg::GenericOp op) {
  Value c = op.getDpsInits()[0];
  for (Operation *prev = op->getPrevNode(); prev; prev = prev->getPrevNode()) {
    if (auto fill = dyn_cast<linalg::FillOp>(prev)) {
      if (fill.getDpsInits()[0] == c)
        return matchPattern(fill.getInputs()[0], m_AnyZeroFloat()) ? fill : nullptr;
      if (isa_and_nonnull<memref::AllocOp>(fill.getDpsInits()[0].getDefiningOp()))
        continue; // memory of its own
    }
    if (!isMemoryEffectFree(prev) && !isa<memref::AllocOp>(prev))
      return nullptr;
  }
  return nullptr;
}

FailureOr<Contraction> cpu::analyzeContraction(OpBuilder &builder, linalg::GenericOp op, linalg::GenericOp epilogue) {
  if (!op.hasPureBufferSemantics() || !isContraction(op))
    return failure();
  FailureOr<StridedLoops> loops = analyzeStridedLoops(builder, op);
  if (failed(loops))
    return failure();
  Contraction result;
  result.zeroFill = findZeroFill(op);
  if (epilogue) {
    auto add = [&](OpOperand &operand) {
      addOperand(builder, op.getLoc(), *loops, operand.get(), mapOverContraction(op, epilogue, operand));
      return loops->buffers.size() - 1;
    };
    add(*epilogue.getDpsInitOperand(0));
    for (OpOperand *input : epilogue.getDpsInputOperands()) {
      std::optional<unsigned> role;
      if (input->get() == op.getDpsInits()[0])
        role = kC;
      else if (isa<MemRefType>(input->get().getType()))
        role = add(*input);
      result.epilogueRoles.push_back(role);
    }
    // Sums that are not finished lie where the result will.
    if (result.zeroFill && mayHoldSums(op, epilogue)) {
      loops->buffers[kC] = loops->buffers[kResult];
      for (LoopDim &dim : loops->dims)
        dim.strides[kC] = dim.strides[kResult];
    }
  }
  // What every operand walks as one (the places of a 1x1 convolution) is one.
  SmallVector<bool> apart(op.getNumLoops(), false);
  mergeLoops(builder, op.getLoc(), *loops, apart);
  result.op = op;
  result.epilogue = epilogue;
  result.element = cast<FloatType>(getElementTypeOrSelf(op.getDpsInits()[0].getType()));
  result.dims = loops->dims;
  result.buffers = loops->buffers;
  for (unsigned role : {kX, kY})
    result.frozen[role] = isFrozen(op.getDpsInputs()[role]);
  return result;
}
