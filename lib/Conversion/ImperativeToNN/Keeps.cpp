//===- Keeps.cpp - what eager keeps for backward passes -------------------===//
//
// 1. Each call notes, by an nn.keep, the operands and results that eager keeps, with the time, as writes are counted.
// 2. Where one is written later, a backward pass through the call is refused: eager raises.
// 3. At the end the ops stay that say what can still matter: what was written, and what somebody may write after the
//    call, as it is an argument, a state or a result.
//
//===----------------------------------------------------------------------===//

#include "Functionalizer.h"
#include "janus/Dialect/NN/Transforms/Differentiate.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace janus;
using library::Emitter;
using library::Operand;

/// The floating-point tensors of an operand.
static void collectValues(const Operand &operand, SmallVectorImpl<Value> &values) {
  if (operand.isTensor() && Emitter::isFloat(operand.getValue()))
    values.push_back(operand.getValue());
  for (const Operand &element : operand.getElements())
    collectValues(element, values);
}

void Functionalizer::keepTensors(const library::Function &called, ArrayRef<PyValue> arguments,
                                 ArrayRef<Operand> operands, const Emitter &emitter, const Operand &result,
                                 const PyValue *given, Location loc) {
  if (!graph || !gradMode)
    return;
  // 1. The values that have a node: what is an operand itself has none.
  SmallVector<Value> of, own;
  collectValues(result, of);
  if (of.empty())
    for (const auto &update : emitter.updates)
      collectValues(update.second, of);
  for (const Operand &operand : operands)
    collectValues(operand, own);
  llvm::erase_if(of, [&](Value value) { return llvm::is_contained(own, value); });
  if (of.empty() || own.empty())
    return;
  auto isWritten = [&](unsigned index) {
    return llvm::any_of(emitter.updates, [&](const auto &update) { return update.first == index; });
  };
  library::Kept kept = library::getKept(called, result.isSequence(), isWritten(0));
  for (const library::KeptTensor &tensor : kept.tensors) {
    if (tensor.isResult != (given != nullptr) || (!tensor.isResult && isWritten(tensor.index)))
      continue;
    if (tensor.ifTensor && !operands[*tensor.ifTensor].isTensor())
      continue;
    // 2. The condition.
    SmallVector<Value> conditions;
    for (unsigned index : tensor.ifGrad)
      collectValues(operands[index], conditions);
    if (conditions.empty() && !tensor.ifGrad.empty())
      continue;
    // 3. The tensors.
    SmallVector<Tensor *> tensors;
    if (!given)
      collectTensors(arguments[tensor.index], tensors);
    else if (!given->isSequence && tensor.index == 0)
      collectTensors(*given, tensors);
    else if (tensor.index < given->elements.size())
      collectTensors(given->elements[tensor.index], tensors);
    for (Tensor *held : tensors) {
      std::string what = !held->storage->path.empty() ? held->storage->path
                         : given                      ? "the result of " + called.name + "()"
                                                      : "an argument of " + called.name + "()";
      auto op = nn::KeepOp::create(builder, loc, what, of, conditions);
      keeps.push_back({op, held->storage, ++clock, kept.isExact});
    }
  }
}

bool Functionalizer::isOverwritten(const Keep &keep) {
  return keep.isOverwritten || lastWrites.lookup(keep.storage) > keep.time;
}

void Functionalizer::noteWrite(Tensor *tensor) {
  // Neither is seen by the version counter.
  for (Tensor *view = tensor; view; view = view->base)
    if (view->isArray || (view->function && StringRef(view->function->name).ends_with(".data")))
      return;
  lastWrites[tensor->storage] = ++clock;
}

LogicalResult Functionalizer::checkKeeps(Value loss, Location loc) {
  auto needsGrad = [&](Value value) { return dependsOnLeaf(value); };
  for (Keep &keep : keeps) {
    ValueRange conditions = keep.op.getConditions();
    auto isPassed = [&](Value value) { return nn::dependsOn(loss, value) && needsGrad(value); };
    if (isOverwritten(keep) && llvm::any_of(keep.op.getOf(), isPassed) &&
        (conditions.empty() || llvm::any_of(conditions, needsGrad)))
      return refuse(keep.op.getLoc(),
                    "backward() needs " + keep.op.getWhat() + " as it was before an in-place write; eager raises, too");
  }
  return success();
}

void Functionalizer::dropUsedUpKeeps() {
  Block &block = function.getBody().front();
  llvm::erase_if(keeps, [&](Keep &keep) {
    bool isUsedUp = llvm::all_of(keep.op.getOf(), [&](Value value) {
      Operation *op = value.getDefiningOp();
      return op && usedUp.contains(block.findAncestorOpInBlock(*op));
    });
    if (isUsedUp)
      keep.op.erase();
    return isUsedUp;
  });
}

void Functionalizer::leaveLoop(size_t firstKeep, ArrayRef<Storage *> written) {
  for (Keep &keep : llvm::drop_begin(keeps, firstKeep))
    keep.isOverwritten |= llvm::is_contained(written, keep.storage);
}

void Functionalizer::settleKeeps() {
  if (graph)
    function->setAttr("janus.keeps", builder.getUnitAttr());
  for (Keep &keep : keeps) {
    Storage *storage = keep.storage;
    auto returned = returnedStorages.find(storage);
    if (isOverwritten(keep)) {
      keep.op->setAttr("overwritten", builder.getUnitAttr());
      continue;
    }
    if (!storage->path.empty()) {
      keep.op->setAttr(storage->isArgument ? "janus.arg" : "janus.state", builder.getStringAttr(storage->path));
    } else if (returned != returnedStorages.end()) {
      keep.op->setAttr("janus.result", builder.getI64IntegerAttr(returnedTensors.lookup(returned->second)));
    } else {
      keep.op.erase();
      continue;
    }
    if (!keep.isExact || keep.op->getBlock() != &function.getBody().front())
      keep.op->setAttr("maybe", builder.getUnitAttr());
  }
}
