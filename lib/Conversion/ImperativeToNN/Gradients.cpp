//===- Gradients.cpp - backward() -----------------------------------------===//

#include "Functionalizer.h"
#include "janus/Dialect/NN/Transforms/Differentiate.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;
using library::Emitter;
using library::Operand;

/// Whether a gradient flows to a leaf, as it is or as it was before writes.
bool Functionalizer::dependsOnLeaf(Value value) {
  for (const std::unique_ptr<Storage> &storage : storages) {
    if (!storage->requiresGrad)
      continue;
    if (nn::dependsOn(value, storage->value))
      return true;
    if (llvm::any_of(storage->earlier, [&](Value earlier) { return nn::dependsOn(value, earlier); }))
      return true;
  }
  return false;
}

bool Functionalizer::requiresGrad(Value value) { return gradMode && Emitter::isFloat(value) && dependsOnLeaf(value); }

/// The ops between `loss` and the leaves, which one backward() uses up.
static llvm::SetVector<Operation *> graphOf(Value loss, const llvm::DenseSet<Value> &leaves) {
  llvm::SetVector<Operation *> slice;
  SmallVector<Value> worklist = {loss};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || leaves.contains(value) || isa<nn::DetachOp>(op) || !isa<RankedTensorType>(value.getType()) ||
        !slice.insert(op))
      continue;
    op->walk([&](Operation *nested) { worklist.append(nested->operand_begin(), nested->operand_end()); });
  }
  // What does not lead to a leaf is no node of the graph.
  llvm::DenseSet<Value> reaching(leaves);
  llvm::SetVector<Operation *> graph;
  SmallVector<Operation *> ordered(slice.begin(), slice.end());
  llvm::sort(ordered, [](Operation *lhs, Operation *rhs) {
    return lhs->getBlock() == rhs->getBlock() && lhs->isBeforeInBlock(rhs);
  });
  for (Operation *op : ordered) {
    bool reaches = false;
    op->walk([&](Operation *nested) {
      reaches |= llvm::any_of(nested->getOperands(), [&](Value operand) { return reaching.contains(operand); });
    });
    if (!reaches)
      continue;
    graph.insert(op);
    reaching.insert(op->result_begin(), op->result_end());
  }
  return graph;
}

/// backward(self, gradient, retain_graph, create_graph, inputs)
LogicalResult Functionalizer::convertBackward(ArrayRef<PyValue> operands, Location loc) {
  if (operands.size() != 5 || !operands[0].tensor)
    return refuse(loc, "backward() of something that is not a tensor");
  auto isDefault = [](const PyValue &value) {
    auto flag = dyn_cast_or_null<BoolAttr>(value.constant);
    return isa_and_nonnull<NoneAttr>(value.constant) || (flag && !flag.getValue());
  };
  if (!llvm::all_of(operands.drop_front(2), isDefault))
    return refuse(loc, "backward() with retain_graph, create_graph or inputs");
  if (depth > 0)
    return refuse(loc, "backward() inside a branch or loop");
  if (!gradMode)
    return refuse(loc, "backward() while gradients are not recorded");
  FailureOr<Value> loss = read(operands[0].tensor, loc);
  if (failed(loss))
    return failure();
  // 1. The leaves: parameters with a path to the loss.
  SmallVector<Storage *> leaves;
  llvm::DenseSet<Value> leafValues;
  for (const std::unique_ptr<Storage> &storage : storages) {
    if (!storage->requiresGrad)
      continue;
    leafValues.insert(storage->value);
    if (llvm::any_of(storage->earlier, [&](Value earlier) { return nn::dependsOn(*loss, earlier); }))
      return refuse(loc, storage->path + " was written between its use and backward()");
    if (nn::dependsOn(*loss, storage->value))
      leaves.push_back(storage.get());
  }
  if (leaves.empty())
    return refuse(loc, "backward() of a tensor that does not depend on a parameter that requires grad");
  for (Storage *leaf : leaves)
    if (leaf->gradAtEntry && leaf->gradKept)
      return refuse(loc,
                    "backward() would add to the gradient that " + leaf->path + " has already; call zero_grad() first");
  if (failed(checkKeeps(*loss, loc)))
    return failure();
  // 2. A graph is used up once.
  llvm::SetVector<Operation *> graph = graphOf(*loss, leafValues);
  for (Operation *op : graph)
    if (!usedUp.insert(op).second)
      return refuse(loc, "backward() a second time through the same graph");
  dropUsedUpKeeps();
  // 3. The seed.
  Value seed;
  if (operands[1].tensor) {
    FailureOr<Value> given = read(operands[1].tensor, loc);
    if (failed(given))
      return failure();
    if (given->getType() != loss->getType())
      return refuse(loc, "backward() with a gradient of another type than the tensor");
    seed = *given;
  } else {
    Emitter emitter(builder, loc, {gradMode, defaultDtype});
    if (failed(emitter.assumeEqual(emitter.product(emitter.sizes(*loss)), emitter.integer(1),
                                   "backward() of a tensor with one element")))
      return refuse(loc, emitter.getReason());
  }
  // 4. The gradients are set, or added to what an earlier backward() set.
  SmallVector<Value> wrt = llvm::map_to_vector(leaves, [](Storage *leaf) { return leaf->value; });
  auto gradient = nn::GradientOp::create(builder, loc, ValueRange(wrt).getTypes(), *loss, seed, wrt);
  for (auto [leaf, value] : llvm::zip(leaves, gradient.getGradients())) {
    leaf->grad =
        leaf->grad ? nn::AddOp::create(builder, loc, value.getType(), leaf->grad, value).getResult() : Value(value);
    leaf->gradKept = false;
  }
  return success();
}
