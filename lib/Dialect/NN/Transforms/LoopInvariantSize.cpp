//===- LoopInvariantSize.cpp - sizes that a loop keeps --------------------===//
//
// Follows a size back through the ops of the body, by the shape rules those ops
// have, until it arrives outside of the loop; where operands must have one
// size, through each of them. For a value that the loop carries the size is
// assumed to be the initial value's, and what is yielded for it has to arrive
// at that again.
//
//===----------------------------------------------------------------------===//

#include "LoopInvariantSize.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace {

/// Values that are all the size looked for; none if it was not found.
using Sizes = SmallVector<OpFoldResult>;

/// Whether an op's operands and results of one rank have one shape.
bool isElementwise(Operation *op) {
  return op->hasTrait<OpTrait::SameOperandsAndResultShape>() || op->hasTrait<OpTrait::SameOperandsAndResultType>() ||
         op->hasTrait<OpTrait::Elementwise>();
}

/// The size of dimension `dim` of `result` by its op's shape rule, or null.
OpFoldResult sizeByShapeRule(OpResult result, int64_t dim) {
  auto shaped = dyn_cast<ReifyRankedShapedTypeOpInterface>(result.getOwner());
  OpBuilder builder(result.getContext());
  builder.setInsertionPointAfter(result.getOwner());
  ReifiedRankedShapedTypeDims dims;
  if (!shaped || failed(shaped.reifyResultShapes(builder, dims)))
    return {};
  return dims[result.getResultNumber()][dim];
}

class InvariantSizes {
public:
  /// `scope` is an scf.for or scf.if, and `before` stands in front of it.
  InvariantSizes(OpBuilder &before, Operation *scope)
      : before(before), scope(scope), loop(dyn_cast<scf::ForOp>(scope)) {}

  Sizes find(Value tensor, int64_t dim);

private:
  bool isOutside(Value value) { return !scope->isAncestor(value.getParentRegion()->getParentOp()); }
  Sizes findCarried(unsigned index, int64_t dim);
  Sizes findResult(OpResult result, int64_t dim);
  /// The same for the results of a nested branch or loop.
  Sizes findBranchResult(scf::IfOp branch, unsigned index, int64_t dim);
  Sizes findLoopResult(scf::ForOp nested, unsigned index, int64_t dim);
  /// `value`, an index computed in the body, as a value before the loop.
  Sizes hoist(Value value);
  /// A size from outside, traced back as far as shape rules lead.
  OpFoldResult origin(OpFoldResult size);

  OpBuilder &before;
  Operation *scope;
  scf::ForOp loop; // the scope, or null
  /// The sizes of carried values that are assumed at the moment.
  llvm::DenseMap<std::pair<unsigned, int64_t>, OpFoldResult> assumed;
};

OpFoldResult InvariantSizes::origin(OpFoldResult size) {
  while (auto value = dyn_cast<Value>(size)) {
    auto dim = value.getDefiningOp<tensor::DimOp>();
    if (!dim || !dim.getConstantIndex() || !dim.getSource().getDefiningOp())
      break;
    auto source = mlir::cast<OpResult>(dim.getSource());
    OpFoldResult next = sizeByShapeRule(source, *dim.getConstantIndex());
    if (isElementwise(source.getOwner()) && source.getOwner()->getNumOperands())
      next = tensor::getMixedSize(before, dim.getLoc(), source.getOwner()->getOperand(0), *dim.getConstantIndex());
    if (!next || next == size)
      break;
    size = next;
  }
  return size;
}

/// Whether two sizes are visibly the same.
bool areSame(OpFoldResult a, OpFoldResult b) {
  if (isEqualConstantIntOrValue(a, b))
    return true;
  auto x = dyn_cast<Value>(a), y = dyn_cast<Value>(b);
  auto dimX = x ? x.getDefiningOp<tensor::DimOp>() : nullptr;
  auto dimY = y ? y.getDefiningOp<tensor::DimOp>() : nullptr;
  return dimX && dimY && dimX.getSource() == dimY.getSource() && dimX.getConstantIndex() &&
         dimX.getConstantIndex() == dimY.getConstantIndex();
}

Sizes InvariantSizes::find(Value tensor, int64_t dim) {
  auto type = mlir::cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return {before.getIndexAttr(type.getDimSize(dim))};
  if (isOutside(tensor))
    return {tensor::getMixedSize(before, tensor.getLoc(), tensor, dim)};
  auto argument = dyn_cast<BlockArgument>(tensor);
  if (!argument)
    return findResult(mlir::cast<OpResult>(tensor), dim);
  if (!loop || argument.getOwner() != loop.getBody())
    return {};
  return findCarried(argument.getArgNumber() - 1, dim);
}

Sizes InvariantSizes::findCarried(unsigned index, int64_t dim) {
  std::pair<unsigned, int64_t> key(index, dim);
  if (auto it = assumed.find(key); it != assumed.end())
    return {it->second};
  Value init = loop.getInitArgs()[index];
  OpFoldResult initial = tensor::getMixedSize(before, init.getLoc(), init, dim);
  assumed[key] = initial;
  Value yielded = loop.getBody()->getTerminator()->getOperand(index);
  OpFoldResult first = origin(initial);
  for (OpFoldResult next : find(yielded, dim))
    if (areSame(initial, next) || areSame(first, origin(next)))
      return {initial};
  return {};
}

Sizes InvariantSizes::findResult(OpResult result, int64_t dim) {
  Operation *op = result.getOwner();
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return find(cast.getSource(), dim);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return findBranchResult(branch, result.getResultNumber(), dim);
  if (auto nested = dyn_cast<scf::ForOp>(op))
    return findLoopResult(nested, result.getResultNumber(), dim);
  if (isElementwise(op)) {
    Sizes sizes;
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        llvm::append_range(sizes, find(operand, dim));
    return sizes;
  }
  OpFoldResult size = sizeByShapeRule(result, dim);
  if (auto value = dyn_cast_if_present<Value>(size))
    return hoist(value);
  return size ? Sizes{size} : Sizes();
}

Sizes InvariantSizes::findBranchResult(scf::IfOp branch, unsigned index, int64_t dim) {
  OpBuilder builder(branch);
  auto sizesOf = [&](scf::YieldOp yield) {
    Sizes sizes;
    for (OpFoldResult size : InvariantSizes(builder, branch).find(yield.getOperand(index), dim)) {
      auto value = dyn_cast<Value>(size);
      llvm::append_range(sizes, value ? hoist(value) : Sizes{size});
    }
    return sizes;
  };
  Sizes onTrue = sizesOf(branch.thenYield()), both;
  for (OpFoldResult size : sizesOf(branch.elseYield()))
    if (llvm::any_of(onTrue, [&](OpFoldResult s) { return areSame(s, size); }))
      both.push_back(size);
  return both;
}

Sizes InvariantSizes::findLoopResult(scf::ForOp nested, unsigned index, int64_t dim) {
  OpBuilder builder(nested);
  Sizes sizes;
  for (OpFoldResult size : InvariantSizes(builder, nested).find(nested.getRegionIterArg(index), dim)) {
    auto value = dyn_cast<Value>(size);
    llvm::append_range(sizes, value ? hoist(value) : Sizes{size});
  }
  return sizes;
}

Sizes InvariantSizes::hoist(Value value) {
  if (isOutside(value))
    return {value};
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() != 0 || !isMemoryEffectFree(op))
    return {};
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> index = dim.getConstantIndex();
    return index ? find(dim.getSource(), *index) : Sizes();
  }
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    Sizes hoisted = isa<ShapedType>(operand.getType()) ? Sizes() : hoist(operand);
    if (hoisted.empty())
      return {};
    mapping.map(operand, getValueOrCreateConstantIndexOp(before, op->getLoc(), hoisted.front()));
  }
  unsigned number = mlir::cast<OpResult>(value).getResultNumber();
  return {before.clone(*op, mapping)->getResult(number)};
}

} // namespace

FailureOr<OpFoldResult> janus::nn::loopInvariantSize(OpBuilder &b, Value value, int64_t dim, Operation *scope) {
  Sizes sizes = InvariantSizes(b, scope).find(value, dim);
  if (sizes.empty())
    return failure();
  return sizes.front();
}
