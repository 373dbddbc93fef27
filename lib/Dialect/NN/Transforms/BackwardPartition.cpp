//===- BackwardPartition.cpp - what a backward function keeps -------------===//
//
// What the derivative rules read is what eager saves: inputs and results of ops.
// Ops that only gradients need run with them, even where no cotangent reaches
// them, so that what is kept is what the rule asked for and not something
// larger that was made of it. Sizes are kept as numbers: a tensor of which only
// the size is read is not kept alive for that.
//
//===----------------------------------------------------------------------===//

#include "BackwardPartition.h"
#include "janus/Dialect/NN/IR/NN.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

BackwardPartition::BackwardPartition(Block &block, ValueRange results, ValueRange gradients, ValueRange cotangents)
    : block(block), cotangents(cotangents.begin(), cotangents.end()) {
  hoistSizes();
  // 1. What runs at once.
  for (Value result : results)
    addForward(result);
  for (Operation &op : block.without_terminator())
    if (!isMemoryEffectFree(&op) && forward.insert(&op).second)
      addUses(&op, [&](Value used) { addForward(used); });
  // 2. What the gradients need of it.
  for (Value gradient : gradients)
    need(gradient);
  needSizes();
}

/// Sizes of the block's values that nested ops ask for are asked for in the block.
void BackwardPartition::hoistSizes() {
  SmallVector<tensor::DimOp> nested;
  for (Operation &op : block)
    op.walk([&](tensor::DimOp dim) {
      if (dim->getBlock() != &block && dim.getConstantIndex() && dim.getSource().getParentBlock() == &block)
        nested.push_back(dim);
    });
  for (tensor::DimOp dim : nested) {
    OpBuilder b(block.findAncestorOpInBlock(*dim));
    dim.replaceAllUsesWith(
        tensor::DimOp::create(b, dim.getLoc(), dim.getSource(), *dim.getConstantIndex()).getResult());
    dim.erase();
  }
}

/// Calls `add` with the block's values that `op` uses, also inside its regions.
void BackwardPartition::addUses(Operation *op, llvm::function_ref<void(Value)> add) {
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      if (operand.getParentBlock() == &block)
        add(operand);
  });
}

void BackwardPartition::addForward(Value value) {
  Operation *op = value.getDefiningOp();
  if (op && forward.insert(op).second)
    addUses(op, [&](Value used) { addForward(used); });
}

bool BackwardPartition::isPrimal(Value value) {
  Operation *op = value.getDefiningOp();
  return op ? forward.contains(op) : !cotangents.contains(value);
}

bool BackwardPartition::isRepeated(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>() || isa<tensor::EmptyOp, FullOp, IotaOp>(op))
    return true;
  // Another order or fewer of the same elements: eager keeps a view there.
  if (isa<tensor::CastOp, BroadcastToOp, PermuteOp, ReshapeOp>(op))
    return true;
  Value source = isa<SliceOp>(op) ? op->getOperand(0) : Value();
  return source && (isa<BlockArgument>(source) || saved.contains(source));
}

void BackwardPartition::need(Value value) {
  if (cotangents.contains(value))
    return;
  Operation *op = value.getDefiningOp();
  if (!op) {
    arguments.insert(value);
    return;
  }
  auto dim = dyn_cast<tensor::DimOp>(op);
  if (dim && dim.getConstantIndex() && isPrimal(dim.getSource())) {
    sizes.insert(value);
    return;
  }
  if (isPrimal(value) && !isRepeated(op)) {
    saved.insert(value);
    return;
  }
  if (backward.insert(op).second)
    addUses(op, [&](Value used) { need(used); });
}

/// Asked for where the tensor itself is there, kept as a number elsewhere.
void BackwardPartition::needSizes() {
  for (Value size : sizes) {
    auto dim = size.getDefiningOp<tensor::DimOp>();
    Value source = dim.getSource();
    bool isThere = arguments.contains(source) || saved.contains(source) ||
                   (source.getDefiningOp() && backward.contains(source.getDefiningOp()));
    if (isThere) {
      backward.insert(dim);
      backward.insert(dim.getIndex().getDefiningOp());
      continue;
    }
    addForward(size);
    saved.insert(size);
  }
}
