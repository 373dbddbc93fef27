//===- GraphKeeps.cpp - what eager's graph of an entry keeps --------------===//

#include "GraphKeeps.h"
#include "GradientFlow.h"
#include "janus/Dialect/NN/IR/NNGraph.h"
#include "llvm/ADT/MapVector.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

/// What the tensor is, by its attribute; none where it is overwritten.
static std::optional<NamedAttribute> findHolder(KeepOp op) {
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (attribute.getName().strref().starts_with("janus."))
      return attribute;
  return std::nullopt;
}

FailureOr<GraphKeeps> nn::takeKeeps(func::FuncOp entry, ArrayRef<unsigned> graphs, ValueRange leaves) {
  GraphKeeps result;
  result.isKnown = entry->removeAttr("janus.keeps") != nullptr;
  SmallVector<KeepOp> keeps;
  entry.walk([&](KeepOp op) {
    keeps.push_back(op);
    if (std::optional<NamedAttribute> holder = findHolder(op))
      result.possible.insert({holder->getName(), holder->getValue()});
  });
  auto ret = cast<func::ReturnOp>(entry.getBody().front().getTerminator());
  LogicalResult passed = success();
  llvm::MapVector<std::pair<StringAttr, Attribute>, llvm::SetVector<int64_t>> through;
  for (unsigned graph : keeps.empty() ? ArrayRef<unsigned>() : graphs) {
    GradientFlow flow(ret.getOperand(graph), leaves);
    auto isActive = [&](Value value) { return flow.isActive(value); };
    for (KeepOp op : keeps) {
      ValueRange conditions = op.getConditions();
      if (op->hasAttr("maybe") || !llvm::any_of(op.getOf(), isActive) ||
          (!conditions.empty() && !llvm::any_of(conditions, isActive)))
        continue;
      if (std::optional<NamedAttribute> holder = findHolder(op))
        through[{holder->getName(), holder->getValue()}].insert(
            entry.getResultAttrOfType<IntegerAttr>(graph, "janus.result").getInt());
      else if (succeeded(passed))
        passed = emitError(op.getLoc()) << "not native: its gradient needs " << op.getWhat()
                                        << " as it was before an in-place write; eager raises, too";
    }
  }
  for (KeepOp op : keeps)
    op.erase();
  if (failed(passed))
    return failure();
  Builder b(entry.getContext());
  for (auto &[holder, results] : through)
    result.watched.push_back(b.getDictionaryAttr(
        {{holder.first, holder.second}, b.getNamedAttr("through", b.getDenseI64ArrayAttr(results.getArrayRef()))}));
  return result;
}
