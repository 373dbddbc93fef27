//===- Epilogue.cpp - what is done with a finished contraction ------------===//

#include "Epilogue.h"
#include "VectorBody.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

bool cpu::isElementwise(linalg::GenericOp op) {
  if (op.getNumReductionLoops() != 0 || op.getNumDpsInits() != 1 || op.hasIndexSemantics())
    return false;
  Block &body = *op.getBlock();
  if (!op.getMatchingBlockArgument(op.getDpsInitOperand(0)).use_empty() ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation())
    return false;
  return llvm::all_of(body.without_terminator(), [](Operation &nested) {
    if (nested.hasTrait<OpTrait::ConstantLike>())
      return nested.getResult(0).getType().isIntOrFloat();
    return nested.getNumRegions() == 0 && nested.getNumResults() == 1 && OpTrait::hasElementwiseMappableTraits(&nested);
  });
}

/// What a view is of.
static Value rootOf(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

/// Whether a buffer existed when `alloc` made its own.
static bool isOlder(Value buffer, memref::AllocOp alloc) {
  Operation *top = buffer.getParentBlock()->findAncestorOpInBlock(*alloc);
  Operation *owner = buffer.getDefiningOp();
  return top && (!owner || owner->isBeforeInBlock(top));
}

/// Whether two buffers have no memory in common, as far as can be seen.
static bool areApart(Value a, Value b) {
  a = rootOf(a), b = rootOf(b);
  if (a == b)
    return false;
  auto made = a.getDefiningOp<memref::AllocOp>(), other = b.getDefiningOp<memref::AllocOp>();
  if (made && other)
    return true;
  if (made || other)
    return isOlder(made ? b : a, made ? made : other);
  // Arguments of an entry are apart: the bufferiser takes them so, too.
  auto isArgument = [](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner()->isEntryBlock() &&
           isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  };
  return isArgument(a) && isArgument(b);
}

/// Whether `op` can be an epilogue by itself: one loop for each of C's, all operands of
/// its element type at linear places.
static bool isEpilogueOf(linalg::GenericOp op, linalg::GenericOp contraction) {
  Value c = contraction.getDpsInits()[0];
  auto type = cast<MemRefType>(c.getType());
  if (!op.hasPureBufferSemantics() || !isElementwise(op) || op.getNumLoops() != type.getRank())
    return false;
  std::optional<AffineMap> map;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    AffineMap here = op.getMatchingIndexingMap(&operand);
    if (getElementTypeOrSelf(operand.get().getType()) != type.getElementType() || !isLinear(here))
      return false;
    if (operand.get() != c)
      continue;
    if (!here.isPermutation() || op.isDpsInit(&operand) || (map && *map != here))
      return false;
    map = here;
  }
  return map.has_value();
}

linalg::GenericOp cpu::findEpilogue(linalg::GenericOp contraction) {
  Value c = contraction.getDpsInits()[0];
  if (!c.getDefiningOp<memref::AllocOp>())
    return {};
  // 1. The next op that has to do with memory.
  Operation *next = contraction->getNextNode();
  while (next && (isa<memref::AllocOp>(next) || (isMemoryEffectFree(next) && next->getNumRegions() == 0)))
    next = next->getNextNode();
  auto epilogue = dyn_cast_or_null<linalg::GenericOp>(next);
  if (!epilogue || !isEpilogueOf(epilogue, contraction))
    return {};
  // 2. Nobody else reads C.
  for (Operation *user : c.getUsers())
    if (user != contraction && user != epilogue && !isa<linalg::FillOp, memref::DimOp, memref::DeallocOp>(user))
      return {};
  // 3. What is written is not read by the contraction.
  Value result = epilogue.getDpsInits()[0];
  for (Value input : contraction.getDpsInputs())
    if (!areApart(input, result))
      return {};
  return epilogue;
}

bool cpu::mayHoldSums(linalg::GenericOp contraction, linalg::GenericOp epilogue) {
  Value c = contraction.getDpsInits()[0], result = epilogue.getDpsInits()[0];
  return llvm::all_of(epilogue.getDpsInputs(), [&](Value input) {
    return input == c || !isa<MemRefType>(input.getType()) || areApart(input, result);
  });
}

AffineMap cpu::mapOverContraction(linalg::GenericOp contraction, linalg::GenericOp epilogue, OpOperand &operand) {
  Value c = contraction.getDpsInits()[0];
  OpOperand *read = *llvm::find_if(epilogue.getDpsInputOperands(), [&](OpOperand *o) { return o->get() == c; });
  AffineMap toC = contraction.getMatchingIndexingMap(contraction.getDpsInitOperand(0));
  AffineMap toLoops = inversePermutation(epilogue.getMatchingIndexingMap(read)).compose(toC);
  return epilogue.getMatchingIndexingMap(&operand).compose(toLoops);
}

/// The body on numbers.
static Value evaluateOnNumbers(OpBuilder &builder, linalg::GenericOp op, ValueRange inputs) {
  Block &body = *op.getBlock();
  IRMapping mapping;
  for (auto [argument, input] : llvm::zip(body.getArguments(), inputs))
    mapping.map(argument, input);
  for (Operation &nested : body.without_terminator())
    builder.clone(nested, mapping);
  return mapping.lookupOrDefault(body.getTerminator()->getOperand(0));
}

Value cpu::applyBody(OpBuilder &builder, linalg::GenericOp op, ValueRange inputs, std::optional<int64_t> lanes) {
  if (!lanes)
    return evaluateOnNumbers(builder, op, inputs);
  auto spread = [&](Value number) -> Value {
    return vector::BroadcastOp::create(builder, op.getLoc(), VectorType::get({*lanes}, number.getType()), number);
  };
  auto vector = VectorType::get({*lanes}, getElementTypeOrSelf(op.getDpsInits()[0].getType()));
  return evaluateBody(
      builder, op, vector, [&](OpOperand &operand) { return inputs[operand.getOperandNumber()]; }, spread);
}
