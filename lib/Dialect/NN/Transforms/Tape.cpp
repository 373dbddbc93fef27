//===- Tape.cpp - what an adjoint needs of a primal region ----------------===//

#include "Tape.h"
#include "LoopInvariantSize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

using namespace janus::nn;
using namespace mlir;

namespace {

/// The values defined in `region` that ops under `adjoint` use.
llvm::SetVector<Value> usesOf(Region &region, Operation *adjoint) {
  llvm::SetVector<Value> used;
  adjoint->walk([&](Operation *user) {
    for (Value operand : user->getOperands())
      if (operand.getParentRegion() == &region)
        used.insert(operand);
  });
  return used;
}

/// Replaces the uses of `value` under `adjoint`.
void replaceUsesUnder(Operation *adjoint, Value value, Value replacement) {
  value.replaceUsesWithIf(replacement, [&](OpOperand &use) { return adjoint->isProperAncestor(use.getOwner()); });
}

/// Constants are copied in front of the adjoint, and only the size of a tensor
/// is taped where only the size is used.
void shrinkUses(Region &region, Operation *adjoint) {
  SmallVector<tensor::DimOp> dims;
  adjoint->walk([&](tensor::DimOp dim) {
    if (dim.getSource().getParentRegion() == &region && dim.getConstantIndex())
      dims.push_back(dim);
  });
  for (tensor::DimOp dim : dims) {
    OpBuilder b(region.getContext());
    b.setInsertionPointAfterValue(dim.getSource());
    Value size = tensor::DimOp::create(b, dim.getLoc(), dim.getSource(), *dim.getConstantIndex());
    dim.replaceAllUsesWith(size);
    dim.erase();
  }
  for (Value value : usesOf(region, adjoint)) {
    Operation *definition = value.getDefiningOp();
    if (!definition || !definition->hasTrait<OpTrait::ConstantLike>())
      continue;
    OpBuilder b(adjoint);
    replaceUsesUnder(adjoint, value, b.clone(*definition)->getResult(0));
  }
}

/// A value of `type` that nobody looks at: the branch that would have defined
/// it was not taken.
/// It has the size the value would have had, where that can be told before the
/// branch: a loop around can then tape it.
Value buildPlaceholder(OpBuilder &b, scf::IfOp op, Value value) {
  Location loc = op.getLoc();
  Type type = value.getType();
  auto tensorType = dyn_cast<RankedTensorType>(type);
  if (!tensorType)
    return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  SmallVector<OpFoldResult> sizes;
  OpBuilder before(op);
  for (int64_t i = 0; i < tensorType.getRank(); ++i) {
    FailureOr<OpFoldResult> size = loopInvariantSize(before, value, i, op);
    sizes.push_back(succeeded(size) ? *size : OpFoldResult(b.getIndexAttr(0)));
  }
  Value empty = tensor::EmptyOp::create(b, loc, sizes, tensorType.getElementType());
  return tensor::CastOp::create(b, loc, type, empty);
}

/// Appends `values`, all of which are defined or placed in `block`, to what it
/// yields.
void appendToYield(Block *block, ValueRange values) {
  block->getTerminator()->insertOperands(block->getTerminator()->getNumOperands(), values);
}

/// The tensors that hold the values of one loop's iterations.
class LoopTape {
public:
  LoopTape(scf::ForOp op, scf::ForOp adjoint, Value tripCount, Value iteration)
      : op(op), adjoint(adjoint), tripCount(tripCount), iteration(iteration) {}

  /// Makes room for `value` before the loop and reads it in the adjoint.
  LogicalResult add(Value value);

  /// Replaces the loop by one that fills the tape.
  FailureOr<scf::ForOp> fill();

private:
  /// Offsets, sizes and strides of the slice at `position`.
  struct Slice {
    SmallVector<OpFoldResult> offsets, sizes, strides;
  };
  Slice sliceAt(OpBuilder &b, Value position, ArrayRef<OpFoldResult> sizes);
  Value store(OpBuilder &b, Location loc, unsigned index, Value position, Value tape);

  scf::ForOp op, adjoint;
  Value tripCount, iteration;
  SmallVector<Value> values, empties;
  SmallVector<SmallVector<OpFoldResult>> allSizes;
};

LoopTape::Slice LoopTape::sliceAt(OpBuilder &b, Value position, ArrayRef<OpFoldResult> sizes) {
  Slice slice;
  slice.offsets.assign(sizes.size() + 1, b.getIndexAttr(0));
  slice.offsets.front() = position;
  slice.sizes.push_back(b.getIndexAttr(1));
  llvm::append_range(slice.sizes, sizes);
  slice.strides.assign(sizes.size() + 1, b.getIndexAttr(1));
  return slice;
}

LogicalResult LoopTape::add(Value value) {
  OpBuilder before(op);
  Location loc = value.getLoc();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> sizes;
  for (int64_t i = 0; type && i < type.getRank(); ++i) {
    FailureOr<OpFoldResult> size = loopInvariantSize(before, value, i, op);
    if (failed(size)) {
      InFlightDiagnostic diagnostic = emitError(loc)
                                      << "no gradient through this loop: it cannot be seen "
                                         "that the size of dimension "
                                      << i << " of this value of type " << type << " is the same in every iteration";
      diagnostic.attachNote(op.getLoc()) << "the loop is here";
      return diagnostic;
    }
    sizes.push_back(*size);
  }
  SmallVector<OpFoldResult> tapeSizes{getAsOpFoldResult(tripCount)};
  llvm::append_range(tapeSizes, sizes);
  Value empty = tensor::EmptyOp::create(before, loc, tapeSizes, type ? type.getElementType() : value.getType());

  OpBuilder reader(adjoint.getContext());
  reader.setInsertionPointAfterValue(iteration);
  Value read;
  if (type) {
    Slice slice = sliceAt(reader, iteration, sizes);
    read = tensor::ExtractSliceOp::create(reader, loc, type, empty, slice.offsets, slice.sizes, slice.strides);
  } else {
    read = tensor::ExtractOp::create(reader, loc, empty, iteration);
  }
  replaceUsesUnder(adjoint, value, read);
  values.push_back(value);
  empties.push_back(empty);
  allSizes.push_back(std::move(sizes));
  return success();
}

Value LoopTape::store(OpBuilder &b, Location loc, unsigned index, Value position, Value tape) {
  if (!isa<RankedTensorType>(values[index].getType()))
    return tensor::InsertOp::create(b, loc, values[index], tape, position);
  Slice slice = sliceAt(b, position, allSizes[index]);
  return tensor::InsertSliceOp::create(b, loc, values[index], tape, slice.offsets, slice.sizes, slice.strides);
}

FailureOr<scf::ForOp> LoopTape::fill() {
  if (values.empty())
    return op;
  auto yieldTapes = [&](OpBuilder &b, Location loc, ArrayRef<BlockArgument> tapes) {
    Value distance = arith::SubIOp::create(b, loc, op.getInductionVar(), op.getLowerBound());
    Value position = arith::DivSIOp::create(b, loc, distance, op.getStep());
    if (!position.getType().isIndex())
      position = arith::IndexCastOp::create(b, loc, b.getIndexType(), position);
    SmallVector<Value> results;
    for (auto [i, tape] : llvm::enumerate(tapes))
      results.push_back(store(b, loc, i, position, tape));
    return results;
  };
  IRRewriter rewriter(op);
  FailureOr<LoopLikeOpInterface> taped =
      op.replaceWithAdditionalYields(rewriter, empties, /*replaceInitOperandUsesInLoop=*/false, yieldTapes);
  if (failed(taped))
    return failure();
  auto loop = cast<scf::ForOp>(taped->getOperation());
  for (auto [empty, tape] : llvm::zip(empties, loop.getResults().take_back(empties.size())))
    replaceUsesUnder(adjoint, empty, tape);
  return loop;
}

} // namespace

scf::IfOp janus::nn::tapeBranches(scf::IfOp op, Operation *adjoint) {
  for (Region &region : op->getRegions())
    shrinkUses(region, adjoint);
  SmallVector<llvm::SetVector<Value>> used;
  SmallVector<Type> types(op.getResultTypes());
  for (Region &region : op->getRegions()) {
    used.push_back(usesOf(region, adjoint));
    llvm::append_range(types, ValueRange(used.back().getArrayRef()).getTypes());
  }
  if (types.size() == op.getNumResults())
    return op;

  for (auto [i, region] : llvm::enumerate(op->getRegions())) {
    OpBuilder b(region.front().getTerminator());
    for (auto [j, values] : llvm::enumerate(used)) {
      SmallVector<Value> yielded;
      for (Value value : values)
        yielded.push_back(i == j ? value : buildPlaceholder(b, op, value));
      appendToYield(&region.front(), yielded);
    }
  }
  OpBuilder b(op);
  auto taped = scf::IfOp::create(b, op.getLoc(), types, op.getCondition(),
                                 /*addThenBlock=*/false, /*addElseBlock=*/false);
  taped->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  for (auto [from, to] : llvm::zip(op->getRegions(), taped->getRegions()))
    to.takeBody(from);
  op->replaceAllUsesWith(taped.getResults().take_front(op.getNumResults()));
  unsigned next = op.getNumResults();
  for (const llvm::SetVector<Value> &values : used)
    for (Value value : values)
      replaceUsesUnder(adjoint, value, taped.getResult(next++));
  return taped;
}

/// Sizes of values of the body that no iteration changes are computed before
/// the loop.
static void hoistSizes(scf::ForOp op, Operation *adjoint) {
  SmallVector<tensor::DimOp> dims;
  adjoint->walk([&](tensor::DimOp dim) {
    if (dim.getSource().getParentRegion() == &op.getRegion() && dim.getConstantIndex())
      dims.push_back(dim);
  });
  OpBuilder before(op);
  for (tensor::DimOp dim : dims) {
    FailureOr<OpFoldResult> size = loopInvariantSize(before, dim.getSource(), *dim.getConstantIndex(), op);
    if (failed(size))
      continue;
    dim.replaceAllUsesWith(getValueOrCreateConstantIndexOp(before, dim.getLoc(), *size));
    dim.erase();
  }
}

FailureOr<scf::ForOp> janus::nn::tapeLoop(scf::ForOp op, scf::ForOp adjoint, Value tripCount, Value iteration,
                                          Value inductionVar) {
  replaceUsesUnder(adjoint, op.getInductionVar(), inductionVar);
  hoistSizes(op, adjoint);
  shrinkUses(op.getRegion(), adjoint);
  LoopTape tape(op, adjoint, tripCount, iteration);
  for (Value value : usesOf(op.getRegion(), adjoint))
    if (failed(tape.add(value)))
      return failure();
  return tape.fill();
}
