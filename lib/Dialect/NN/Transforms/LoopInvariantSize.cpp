//===- LoopInvariantSize.cpp - sizes that a loop keeps --------------------===//
//
// Follows a size back through the ops of the body, by the shape rules those ops
// have, until it arrives outside of the loop. For a value that the loop carries
// the size is assumed to be the initial value's, and what is yielded for it has
// to arrive at that again.
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

class InvariantSizes {
public:
  InvariantSizes(OpBuilder &before, scf::ForOp loop)
      : before(before), loop(loop) {}

  FailureOr<OpFoldResult> size(Value tensor, int64_t dim);

private:
  bool isOutside(Value value) {
    return !loop.getRegion().isAncestor(value.getParentRegion());
  }
  FailureOr<OpFoldResult> sizeOfCarried(unsigned index, int64_t dim);
  FailureOr<OpFoldResult> sizeOfResult(OpResult result, int64_t dim);
  /// `value`, an index computed in the body, as a value before the loop.
  FailureOr<OpFoldResult> hoist(Value value);

  OpBuilder &before;
  scf::ForOp loop;
  /// The sizes of carried values that are assumed at the moment.
  llvm::DenseMap<std::pair<unsigned, int64_t>, OpFoldResult> assumed;
};

/// Whether two sizes are visibly the same.
bool areSame(OpFoldResult a, OpFoldResult b) {
  if (isEqualConstantIntOrValue(a, b))
    return true;
  auto x = dyn_cast<Value>(a), y = dyn_cast<Value>(b);
  auto dimX = x ? x.getDefiningOp<tensor::DimOp>() : nullptr;
  auto dimY = y ? y.getDefiningOp<tensor::DimOp>() : nullptr;
  return dimX && dimY && dimX.getSource() == dimY.getSource() &&
         dimX.getConstantIndex() &&
         dimX.getConstantIndex() == dimY.getConstantIndex();
}

FailureOr<OpFoldResult> InvariantSizes::size(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return OpFoldResult(before.getIndexAttr(type.getDimSize(dim)));
  if (isOutside(tensor))
    return tensor::getMixedSize(before, tensor.getLoc(), tensor, dim);
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    if (argument.getOwner() != loop.getBody())
      return failure();
    return sizeOfCarried(argument.getArgNumber() - 1, dim);
  }
  return sizeOfResult(cast<OpResult>(tensor), dim);
}

FailureOr<OpFoldResult> InvariantSizes::sizeOfCarried(unsigned index,
                                                      int64_t dim) {
  std::pair<unsigned, int64_t> key(index, dim);
  if (auto it = assumed.find(key); it != assumed.end())
    return it->second;
  Value init = loop.getInitArgs()[index];
  OpFoldResult initial = tensor::getMixedSize(before, init.getLoc(), init, dim);
  assumed[key] = initial;
  Value yielded = loop.getBody()->getTerminator()->getOperand(index);
  FailureOr<OpFoldResult> next = size(yielded, dim);
  if (failed(next) || !areSame(initial, *next))
    return failure();
  return initial;
}

FailureOr<OpFoldResult> InvariantSizes::sizeOfResult(OpResult result,
                                                     int64_t dim) {
  Operation *op = result.getOwner();
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return size(cast.getSource(), dim);
  if (op->hasTrait<OpTrait::SameOperandsAndResultShape>() ||
      op->hasTrait<OpTrait::SameOperandsAndResultType>() ||
      op->hasTrait<OpTrait::Elementwise>()) {
    for (Value operand : op->getOperands())
      if (operand.getType() == result.getType() ||
          op->hasTrait<OpTrait::SameOperandsAndResultShape>())
        return size(operand, dim);
  }
  auto shaped = dyn_cast<ReifyRankedShapedTypeOpInterface>(op);
  OpBuilder inside(op->getContext());
  inside.setInsertionPointAfter(op);
  ReifiedRankedShapedTypeDims dims;
  if (!shaped || failed(shaped.reifyResultShapes(inside, dims)))
    return failure();
  OpFoldResult found = dims[result.getResultNumber()][dim];
  if (auto value = dyn_cast<Value>(found))
    return hoist(value);
  return found;
}

FailureOr<OpFoldResult> InvariantSizes::hoist(Value value) {
  if (isOutside(value))
    return OpFoldResult(value);
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() != 0 || !isMemoryEffectFree(op))
    return failure();
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> index = dim.getConstantIndex();
    return index ? size(dim.getSource(), *index)
                 : FailureOr<OpFoldResult>(failure());
  }
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    if (isa<ShapedType>(operand.getType()))
      return failure();
    FailureOr<OpFoldResult> hoisted = hoist(operand);
    if (failed(hoisted))
      return failure();
    mapping.map(operand, getValueOrCreateConstantIndexOp(before, op->getLoc(),
                                                         *hoisted));
  }
  Operation *copy = before.clone(*op, mapping);
  return OpFoldResult(copy->getResult(cast<OpResult>(value).getResultNumber()));
}

} // namespace

FailureOr<OpFoldResult> janus::nn::loopInvariantSize(OpBuilder &b, Value value,
                                                     int64_t dim,
                                                     scf::ForOp loop) {
  return InvariantSizes(b, loop).size(value, dim);
}
