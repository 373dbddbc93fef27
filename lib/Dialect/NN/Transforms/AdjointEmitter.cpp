//===- AdjointEmitter.cpp - adjoints of the ops of a block ----------------===//

#include "AdjointEmitter.h"
#include "janus/Dialect/NN/Derivatives/Builders.h"
#include "janus/Interfaces/DifferentiableOpInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

void AdjointEmitter::accumulate(Value value, Value adjoint, Location loc) {
  if (!adjoint || !flow.isActive(value))
    return;
  if (adjoint.getType() != value.getType())
    adjoint = tensor::CastOp::create(builder, loc, value.getType(), adjoint);
  Value &sum = adjoints[value];
  sum = sum ? buildAdd(builder, loc, sum, adjoint) : adjoint;
}

Value AdjointEmitter::lookupOrZero(Value value, Location loc) {
  Value adjoint = lookup(value);
  return adjoint ? adjoint : buildZeroLike(builder, loc, value);
}

LogicalResult AdjointEmitter::emitBlock(Block &block, Operation *end) {
  SmallVector<Operation *> ops;
  for (Operation &op : block) {
    if (&op == end)
      break;
    if (llvm::any_of(op.getResults(), [&](Value v) { return flow.isActive(v); }))
      ops.push_back(&op);
  }
  for (Operation *op : llvm::reverse(ops))
    if (failed(emitOp(op)))
      return failure();
  return success();
}

LogicalResult AdjointEmitter::emitOp(Operation *op) {
  SmallVector<Value> resultAdjoints;
  for (Value result : op->getResults())
    resultAdjoints.push_back(lookup(result));
  if (llvm::none_of(resultAdjoints, [](Value v) { return bool(v); }))
    return success();
  // A leaf that is computed from no other leaf ends the path.
  bool isEnd = op->getNumRegions() == 0 && llvm::none_of(op->getOperands(), [&](Value v) { return flow.isActive(v); });
  if (isEnd)
    return success();
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return emitIf(branch, resultAdjoints);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return emitFor(loop, resultAdjoints);
  return emitRule(op, resultAdjoints);
}

LogicalResult AdjointEmitter::emitRule(Operation *op, ValueRange resultAdjoints) {
  auto rule = dyn_cast<DifferentiableOpInterface>(op);
  if (!rule) {
    auto diagnostic = emitError(op->getLoc()) << "'" << op->getName() << "' has no derivative";
    if (isa<scf::WhileOp>(op))
      diagnostic << ": it has effects, so it cannot run twice to have its iterations counted";
    return diagnostic;
  }
  FailureOr<SmallVector<Value>> operandAdjoints = rule.buildAdjoints(builder, op->getLoc(), resultAdjoints);
  if (failed(operandAdjoints))
    return failure();
  if (operandAdjoints->size() != op->getNumOperands())
    return op->emitOpError("internal error: the derivative rule returned ")
           << operandAdjoints->size() << " adjoints for " << op->getNumOperands() << " operands";
  for (auto [operand, adjoint] : llvm::zip_equal(op->getOpOperands(), *operandAdjoints)) {
    if (!adjoint || !flow.isActive(operand.get()) || !rule.passesGradient(operand))
      continue;
    if (failed(verifyCompatibleShape(operand.get().getType(), adjoint.getType())) ||
        getElementTypeOrSelf(adjoint.getType()) != getElementTypeOrSelf(operand.get().getType()))
      return op->emitOpError("internal error: the derivative rule returned ")
             << adjoint.getType() << " for an operand of type " << operand.get().getType();
    accumulate(operand.get(), adjoint, op->getLoc());
  }
  return success();
}

SmallVector<Value> AdjointEmitter::activeCaptures(Operation *op) {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(op->getRegions(), used);
  return llvm::filter_to_vector(used, [&](Value v) { return flow.isActive(v); });
}

void AdjointEmitter::replaceResults(ArrayRef<Value> from, Operation *to) {
  for (auto [before, after] : llvm::zip(from, to->getResults())) {
    flow.replace(before, after);
    auto it = adjoints.find(before);
    if (it == adjoints.end())
      continue;
    Value adjoint = it->second;
    adjoints.erase(it);
    adjoints[after] = adjoint;
  }
}
