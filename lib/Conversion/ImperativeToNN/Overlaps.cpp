//===- Overlaps.cpp - writes beside reads of the same memory --------------===//
//
// Eager raises where a tensor is written and an operand shares a part of that memory, but not all. Here the operand's
// value is what it was before, so such a write is native only where the two are known to be apart, or the same.
//
//===----------------------------------------------------------------------===//

#include "Functionalizer.h"
#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using library::Emitter;
using library::Operand;

static Value skipDetach(Value value) {
  while (auto detach = value.getDefiningOp<nn::DetachOp>())
    value = detach->getOperand(0);
  return value;
}

/// Whether two values are computed alike.
static bool isSame(Value a, Value b) {
  if (a == b)
    return true;
  Operation *lhs = a.getDefiningOp(), *rhs = b.getDefiningOp();
  return lhs && rhs && lhs->getNumRegions() == 0 && isMemoryEffectFree(lhs) &&
         cast<OpResult>(a).getResultNumber() == cast<OpResult>(b).getResultNumber() &&
         lhs->getNumOperands() == rhs->getNumOperands() && lhs->getName() == rhs->getName() &&
         lhs->getDiscardableAttrDictionary() == rhs->getDiscardableAttrDictionary() &&
         lhs->getPropertiesAsAttribute() == rhs->getPropertiesAsAttribute() &&
         llvm::equal(lhs->getResultTypes(), rhs->getResultTypes()) &&
         llvm::all_of(llvm::zip(lhs->getOperands(), rhs->getOperands()),
                      [](auto pair) { return isSame(std::get<0>(pair), std::get<1>(pair)); });
}

static bool isSame(OpFoldResult a, OpFoldResult b) {
  auto lhs = dyn_cast<Value>(a), rhs = dyn_cast<Value>(b);
  return lhs && rhs ? isSame(lhs, rhs) : a == b;
}

/// Whether two views of `root` are made alike but for which one place of some dimensions they take: then they are the
/// same, or have nothing in common.
static bool isAlike(Value a, Value b, Value root) {
  a = skipDetach(a);
  b = skipDetach(b);
  if (a == root || b == root)
    return a == b;
  Operation *lhs = a.getDefiningOp(), *rhs = b.getDefiningOp();
  if (!lhs || !rhs || a.getType() != b.getType() || lhs->getName() != rhs->getName() ||
      !isa<nn::ReshapeOp, nn::PermuteOp, nn::SliceOp>(lhs) || !isAlike(lhs->getOperand(0), rhs->getOperand(0), root))
    return false;
  auto first = dyn_cast<nn::SliceOp>(lhs), second = dyn_cast<nn::SliceOp>(rhs);
  if (!first)
    return lhs->getPropertiesAsAttribute() == rhs->getPropertiesAsAttribute() &&
           llvm::all_of(llvm::zip(lhs->getOperands().drop_front(), rhs->getOperands().drop_front()),
                        [](auto pair) { return isSame(std::get<0>(pair), std::get<1>(pair)); });
  if (first.getSteps() != second.getSteps())
    return false;
  return llvm::all_of(
      llvm::zip(first.getMixedOffsets(), second.getMixedOffsets(), first.getMixedSizes(), second.getMixedSizes()),
      [](auto dim) {
        auto [offset, otherOffset, size, otherSize] = dim;
        return isSame(size, otherSize) && (isSame(offset, otherOffset) || getConstantIntValue(size) == int64_t(1));
      });
}

/// The window of `root` that a view of it lies in; null where it may be all of it.
static nn::SliceOp findWindow(Value view, Value root) {
  nn::SliceOp window;
  for (view = skipDetach(view); view != root;) {
    Operation *op = view.getDefiningOp();
    if (!isa_and_nonnull<nn::ReshapeOp, nn::PermuteOp, nn::SliceOp>(op))
      return {};
    window = dyn_cast<nn::SliceOp>(op);
    view = skipDetach(op->getOperand(0));
  }
  return window;
}

/// Whether no place of a dimension is in both windows.
static bool areApart(OpFoldResult offset, OpFoldResult size, int64_t step, OpFoldResult otherOffset,
                     OpFoldResult otherSize, int64_t otherStep) {
  auto first = getConstantIntValue(offset), second = getConstantIntValue(otherOffset);
  if (!first || !second)
    return false;
  if (step == otherStep && (*first - *second) % step != 0)
    return true;
  auto count = getConstantIntValue(*first < *second ? size : otherSize);
  int64_t low = std::min(*first, *second), high = std::max(*first, *second);
  return count && low + (*count - 1) * (*first < *second ? step : otherStep) < high;
}

/// Whether the two views of `root` are known to have nothing in common, or everything.
static bool areSeparate(Value a, Value b, Value root) {
  if (isAlike(a, b, root))
    return true;
  nn::SliceOp first = findWindow(a, root), second = findWindow(b, root);
  if (!first || !second)
    return false;
  return llvm::any_of(llvm::zip(first.getMixedOffsets(), first.getMixedSizes(), first.getSteps(),
                                second.getMixedOffsets(), second.getMixedSizes(), second.getSteps()),
                      [](auto dim) {
                        auto [offset, size, step, otherOffset, otherSize, otherStep] = dim;
                        return areApart(offset, size, step, otherOffset, otherSize, otherStep);
                      });
}

void janus::collectTensors(const PyValue &value, SmallVectorImpl<Tensor *> &tensors) {
  if (value.tensor)
    tensors.push_back(value.tensor);
  for (const PyValue &element : value.elements)
    collectTensors(element, tensors);
}

LogicalResult Functionalizer::checkOverlaps(const library::Function &called, ArrayRef<PyValue> arguments,
                                            ArrayRef<Operand> operands, unsigned written, Location loc) {
  Tensor *target = arguments[written].tensor;
  bool isItem = called.name == "torch.Tensor.__setitem__";
  SmallVector<Tensor *> read;
  for (auto [index, argument] : llvm::enumerate(arguments))
    if (index != written)
      collectTensors(argument, read);
  llvm::erase_if(read,
                 [&](Tensor *tensor) { return tensor->storage != target->storage || (tensor == target && !isItem); });
  // numpy takes the values as they were before.
  if (read.empty() || target->isArray)
    return success();
  Value root = target->storage->value;
  Value place = operands[written].getValue();
  if (isItem) {
    // What is written is what the key shows.
    Emitter emitter(builder, loc, {gradMode, defaultDtype});
    auto *item = library::lookup(builder.getContext(), "torch.Tensor.__getitem__");
    library::Failable shown = item->emit(emitter, {operands[0], operands[1]});
    if (failed(shown) || !shown->isTensor())
      return refuse(loc, "an assignment from a tensor that may share a part of the memory");
    place = shown->getValue();
  }
  for (Tensor *tensor : read) {
    FailureOr<Value> value = this->read(tensor, loc);
    if (failed(value))
      return failure();
    if (!areSeparate(place, *value, skipDetach(root)))
      return refuse(loc, called.name + "() with a tensor that may share a part of the memory that is written");
  }
  return success();
}
