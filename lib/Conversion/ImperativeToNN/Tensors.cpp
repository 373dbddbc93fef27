//===- Tensors.cpp - storages, views, and writes through them -------------===//

#include "Functionalizer.h"
#include "janus/Dialect/NN/Transforms/Differentiate.h"

using namespace mlir;
using namespace janus;
using library::Emitter;
using library::Operand;

Storage *Functionalizer::newStorage(Value value) {
  storages.push_back(std::make_unique<Storage>());
  storages.back()->value = value;
  return storages.back().get();
}

Tensor *Functionalizer::newTensor(Value value, bool strided) {
  tensors.push_back(std::make_unique<Tensor>());
  tensors.back()->storage = newStorage(value);
  tensors.back()->strided = strided;
  return tensors.back().get();
}

/// What the view shows of `base`, which has the value of the tensor that it was
/// made from.
FailureOr<Value> Functionalizer::emitView(Tensor *view, Value base, Location loc) {
  Emitter emitter(builder, loc, {view->gradMode, defaultDtype});
  std::vector<Operand> operands = view->operands;
  operands.front() = Operand(base);
  library::Failable result = view->function->emit(emitter, operands);
  if (failed(result))
    return refuse(loc, emitter.getReason());
  Operand operand = view->element ? result->getElements()[*view->element] : *result;
  return operand.getValue();
}

FailureOr<Value> Functionalizer::read(Tensor *tensor, Location loc) {
  if (!tensor->base)
    return tensor->storage->value;
  if (tensor->cached && tensor->cachedWrites == tensor->storage->writes)
    return tensor->cached;
  FailureOr<Value> base = read(tensor->base, loc);
  if (failed(base))
    return failure();
  FailureOr<Value> value = emitView(tensor, *base, loc);
  if (failed(value))
    return failure();
  tensor->cached = *value;
  tensor->cachedWrites = tensor->storage->writes;
  return value;
}

/// The value of `base` in which what `view` (a chain of nn ops on it) shows is
/// `value`: the chain is undone op by op.
static FailureOr<Value> writeThrough(Emitter &emitter, Value base, Value view, Value value) {
  while (view != base) {
    Operation *op = view.getDefiningOp();
    if (!op)
      return emitter.fail("a write to a view that cannot be traced to its tensor");
    Value source = op->getOperand(0);
    FailureOr<Value> next = failure();
    if (isa<nn::ReshapeOp>(op)) {
      next = emitter.reshape(value, emitter.sizes(source));
    } else if (auto permute = dyn_cast<nn::PermuteOp>(op)) {
      SmallVector<int64_t> inverse(permute.getPermutation().size());
      for (auto [to, from] : llvm::enumerate(permute.getPermutation()))
        inverse[from] = to;
      next = emitter.permute(value, inverse);
    } else if (auto slice = dyn_cast<nn::SliceOp>(op)) {
      next = emitter.op<nn::SliceScatterOp>(value, source, ArrayRef<OpFoldResult>(slice.getMixedOffsets()),
                                            slice.getSteps());
    } else if (isa<nn::DetachOp>(op)) {
      next = value;
    } else {
      return emitter.fail("a write to a view made by " + op->getName().getStringRef());
    }
    if (failed(next))
      return failure();
    value = *next;
    view = source;
  }
  return value;
}

/// A tensor that is overwritten stays part of the graph that it had, with a derivative of zero.
static Value keepGraph(Emitter &emitter, Value value, Value old) {
  if (!Emitter::isFloat(value) || isa_and_nonnull<nn::FullOp, nn::IotaOp, nn::DetachOp>(old.getDefiningOp()) ||
      nn::dependsOn(value, old))
    return value;
  FailureOr<Value> zeros = emitter.full(emitter.sizes(old), Emitter::elementType(old), emitter.integer(0));
  FailureOr<Value> kept = failed(zeros)
                              ? FailureOr<Value>(failure())
                              : emitter.op<nn::WithSlopeOp>(value, emitter.castShape(old, Emitter::tensorType(value)),
                                                            emitter.castShape(*zeros, Emitter::tensorType(value)));
  return failed(kept) ? value : *kept;
}

LogicalResult Functionalizer::write(Tensor *tensor, Value value, Location loc, bool recorded) {
  Storage *storage = tensor->storage;
  if (storage->frozen)
    return refuse(loc, "a write to a tensor that may share memory with another one, depending on what runs");
  if (storage->requiresGrad && recorded)
    return refuse(loc, "an in-place write to a parameter that requires grad, while gradients are recorded");
  // 1. From the view to the storage.
  SmallVector<Tensor *> chain;
  for (Tensor *view = tensor; view->base; view = view->base)
    chain.push_back(view);
  Emitter emitter(builder, loc, {recorded, defaultDtype});
  for (Tensor *view : chain) {
    FailureOr<Value> base = read(view->base, loc), shown = failure();
    if (succeeded(base))
      shown = emitView(view, *base, loc);
    if (failed(shown))
      return failure();
    FailureOr<Value> whole = writeThrough(emitter, *base, *shown, value);
    if (failed(whole))
      return refuse(loc, emitter.getReason());
    value = *whole;
  }
  // 2. The storage keeps its type.
  auto type = llvm::cast<RankedTensorType>(storage->value.getType());
  if (llvm::cast<RankedTensorType>(value.getType()).getElementType() != type.getElementType())
    return refuse(loc, "a write of another dtype");
  value = emitter.castShape(value, type);
  if (recorded && depth == 0)
    value = keepGraph(emitter, value, storage->value);
  storage->earlier.push_back(storage->value);
  storage->value = value;
  ++storage->writes;
  return success();
}
