//===- GradientFlow.cpp - where gradients can flow ------------------------===//

#include "GradientFlow.h"
#include "janus/Dialect/NN/Transforms/Differentiate.h"
#include "janus/Interfaces/DifferentiableOpInterface.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

bool nn::isDifferentiableType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<FloatType>(tensor.getElementType());
}

namespace {

/// The values that `argument`, an argument of a region, may hold.
SmallVector<Value> sourcesOf(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<LoopLikeOpInterface>(parent)) {
    if (OpOperand *init = loop.getTiedLoopInit(argument))
      return {init->get(), loop.getTiedLoopYieldedValue(argument)->get()};
  }
  auto loop = dyn_cast<scf::WhileOp>(parent);
  if (!loop)
    return {};
  unsigned index = argument.getArgNumber();
  if (argument.getOwner() == loop.getBeforeBody())
    return {loop.getInits()[index], loop.getYieldOp().getOperand(index)};
  return {loop.getConditionOp().getArgs()[index]};
}

/// The values that `result` is computed from, those that gradients reach.
SmallVector<Value> sourcesOf(OpResult result) {
  Operation *op = result.getOwner();
  unsigned index = result.getResultNumber();
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return {branch.thenYield().getOperand(index), branch.elseYield().getOperand(index)};
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return {loop.getInitArgs()[index], loop.getBody()->getTerminator()->getOperand(index)};
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return {loop.getConditionOp().getArgs()[index]};
  auto rule = dyn_cast<DifferentiableOpInterface>(op);
  SmallVector<Value> sources;
  for (OpOperand &operand : op->getOpOperands())
    if (isDifferentiableType(operand.get().getType()) && (!rule || rule.passesGradient(operand)))
      sources.push_back(operand.get());
  // A region op that we do not know reads whatever its regions use.
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(op->getRegions(), used);
  if (!rule)
    llvm::append_range(sources, used);
  return sources;
}

SmallVector<Value> sourcesOf(Value value) {
  SmallVector<Value> sources;
  if (auto argument = dyn_cast<BlockArgument>(value))
    sources = sourcesOf(argument);
  else
    sources = sourcesOf(cast<OpResult>(value));
  llvm::erase_if(sources, [](Value v) { return !isDifferentiableType(v.getType()); });
  return sources;
}

/// Whether `value` is carried by a loop that `inside` lies in.
bool isCarriedAround(Value value, Value inside) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && isa<LoopLikeOpInterface>(argument.getOwner()->getParentOp()) &&
         argument.getParentRegion()->isAncestor(inside.getParentRegion());
}

/// Everything that `starts` depend on, themselves included, without passing the
/// values for which `stop` holds.
llvm::SetVector<Value> slice(ValueRange starts, llvm::function_ref<bool(Value)> stop) {
  llvm::SetVector<Value> seen;
  for (Value start : starts)
    if (isDifferentiableType(start.getType()))
      seen.insert(start);
  for (unsigned i = 0; i < seen.size(); ++i) {
    Value value = seen[i];
    if (!stop(value))
      seen.insert_range(sourcesOf(value));
  }
  return seen;
}

/// Whether a value carried by a loop depends on one of the leaves that are
/// older than the loop.
bool carriesLeaf(Value argument, ValueRange leaves) {
  Region *body = argument.getParentRegion();
  llvm::SetVector<Value> all = slice(argument, [](Value) { return false; });
  return llvm::any_of(leaves,
                      [&](Value leaf) { return all.contains(leaf) && !body->isAncestor(leaf.getParentRegion()); });
}

} // namespace

SmallVector<Value> nn::gradientSources(OpResult result) { return sourcesOf(Value(result)); }

GradientFlow::GradientFlow(ValueRange losses, ValueRange leaves) {
  auto isBorder = [&](Value v) { return !losses.empty() && isCarriedAround(v, losses.front()); };
  llvm::SetVector<Value> reached = slice(losses, isBorder);
  llvm::DenseMap<Value, SmallVector<Value>> users;
  for (Value value : reached) {
    if (isBorder(value)) {
      if (carriesLeaf(value, leaves))
        carried.push_back(value);
      continue;
    }
    for (Value source : sourcesOf(value))
      users[source].push_back(value);
  }
  SmallVector<Value> worklist;
  for (Value leaf : leaves)
    if (reached.contains(leaf))
      worklist.push_back(leaf);
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (active.insert(value).second)
      llvm::append_range(worklist, users[value]);
  }
  for (Value value : reached)
    if (Operation *op = value.getDefiningOp(); op && active.contains(value))
      activeOps.insert(op);
}

void GradientFlow::replace(Value from, Value to) {
  if (active.erase(from))
    active.insert(to);
}

bool nn::dependsOn(Value loss, Value leaf) {
  GradientFlow flow(loss, leaf);
  return flow.isActive(loss) || !flow.getCarried().empty();
}
