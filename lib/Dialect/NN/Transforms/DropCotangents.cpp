//===- DropCotangents.cpp - a backward pass from some results -------------===//
//
// A backward function is linear in the derivatives that it is given. So what
// depends on none but those that are absent is zero, and eager does not compute it:
// to go on with zeros would make NaN of an infinity on the way.
//
// 1. The values that depend on a derivative that is there, and those that depend on
//    any; the difference is what is not taken.
// 2. Where such a value meets one that is taken, it is left out of a sum, and
//    zeros elsewhere.
// 3. What nothing uses any more goes; arguments of which no more than the sizes are used stay, and are said to be
// unused.
//
//===----------------------------------------------------------------------===//

#include "janus/Dialect/NN/Transforms/DropCotangents.h"
#include "janus/Dialect/NN/Derivatives/Builders.h"
#include "janus/Dialect/NN/Transforms/Passes.h"
#include "janus/Dialect/NN/Transforms/Simplify.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace janus::nn {
#define GEN_PASS_DEF_JANUSDROPCOTANGENTSPASS
#include "janus/Dialect/NN/Transforms/Passes.h.inc"
} // namespace janus::nn

using namespace janus;
using namespace janus::nn;
using namespace mlir;

namespace {

/// The floating-point values that depend on some, over branches and loops too. A
/// size has no derivative.
class Dependents {
public:
  void add(Value value) {
    if (!isa<FloatType>(getElementTypeOrSelf(value.getType())) || !values.insert(value).second)
      return;
    for (OpOperand &use : value.getUses())
      follow(use);
  }
  bool contains(Value value) const { return values.contains(value); }

private:
  void follow(OpOperand &use) {
    Operation *op = use.getOwner();
    unsigned i = use.getOperandNumber();
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (OpResult result = loop.getTiedLoopResult(&use)) {
        add(loop.getTiedLoopRegionIterArg(&use));
        add(result);
      }
      return;
    }
    if (!op->hasTrait<OpTrait::IsTerminator>()) {
      for (Value result : op->getResults())
        add(result);
      return;
    }
    Operation *parent = op->getParentOp();
    if (isa<func::FuncOp>(parent))
      return;
    if (isa<scf::IfOp>(parent))
      return add(parent->getResult(i));
    if (auto loop = dyn_cast<scf::ForOp>(parent)) {
      add(loop.getRegionIterArg(i));
      return add(loop.getResult(i));
    }
    for (Value result : parent->getResults())
      add(result);
  }

  llvm::DenseSet<Value> values;
};

class CotangentDropper {
public:
  CotangentDropper(func::FuncOp backward, ArrayRef<int64_t> absent) : backward(backward) {
    for (BlockArgument argument : backward.getArguments()) {
      auto number = backward.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), "janus.cotangent");
      if (!number)
        continue;
      all.add(argument);
      if (!llvm::is_contained(absent, number.getInt()))
        taken.add(argument);
    }
  }

  LogicalResult run() {
    SmallVector<Operation *> ops;
    backward.getBody().walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      clean(op);
    return simplify(backward, /*mergeBranches=*/false);
  }

private:
  bool isDropped(Value value) const { return all.contains(value) && !taken.contains(value); }

  void clean(Operation *op) {
    bool meets = llvm::any_of(op->getOperands(), [&](Value operand) { return isDropped(operand); }) &&
                 (op->hasTrait<OpTrait::IsTerminator>() || isa<scf::ForOp>(op) ||
                  llvm::any_of(op->getResults(), [&](Value result) { return taken.contains(result); }));
    if (!meets)
      return;
    if (isa<AddOp, arith::AddFOp>(op))
      for (unsigned i : {0, 1})
        if (isDropped(op->getOperand(i)) && op->getOperand(1 - i).getType() == op->getResult(0).getType()) {
          op->getResult(0).replaceAllUsesWith(op->getOperand(1 - i));
          return;
        }
    OpBuilder builder(op);
    for (OpOperand &operand : op->getOpOperands())
      if (isDropped(operand.get()))
        operand.set(replacement(builder, operand.get(),
                                isa<func::FuncOp>(op->getParentOp()) && op->hasTrait<OpTrait::IsTerminator>()));
  }

  /// What stands where a value that is not taken was used: zeros, or no matter what.
  Value replacement(OpBuilder &builder, Value value, bool isResult) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      return arith::ConstantOp::create(builder, value.getLoc(), builder.getZeroAttr(value.getType()));
    if (!isResult)
      return buildZeroLike(builder, value.getLoc(), value);
    Value none = arith::ConstantIndexOp::create(builder, value.getLoc(), 0);
    SmallVector<Value> sizes(size_t(type.getNumDynamicDims()), none);
    return tensor::EmptyOp::create(builder, value.getLoc(), type, sizes);
  }

  func::FuncOp backward;
  Dependents all, taken;
};

} // namespace

/// Whether the elements of a tensor are read.
static bool isRead(Value tensor) {
  return !llvm::all_of(tensor.getUsers(), [](Operation *user) { return isa<tensor::DimOp>(user); });
}

LogicalResult nn::dropCotangents(func::FuncOp backward, ArrayRef<int64_t> absent) {
  if (failed(CotangentDropper(backward, absent).run()))
    return failure();
  for (BlockArgument argument : backward.getArguments())
    if (!isRead(argument) && !backward.getArgAttr(argument.getArgNumber(), "janus.cotangent"))
      backward.setArgAttr(argument.getArgNumber(), "janus.unused", UnitAttr::get(backward.getContext()));
  return success();
}

namespace {
struct JanusDropCotangentsPass : nn::impl::JanusDropCotangentsPassBase<JanusDropCotangentsPass> {
  using JanusDropCotangentsPassBase::JanusDropCotangentsPassBase;
  void runOnOperation() override {
    if (failed(dropCotangents(getOperation(), absent)))
      signalPassFailure();
  }
};
} // namespace
