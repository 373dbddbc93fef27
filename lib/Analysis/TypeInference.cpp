//===- TypeInference.cpp - the dataflow analysis of types -----------------===//

#include "janus/Analysis/TypeInference.h"
#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"

using namespace mlir;
using namespace mlir::dataflow;
using namespace janus;
using namespace janus::imperative;

LogicalResult TypeInference::visitOperation(Operation *op, ArrayRef<const KnowledgeLattice *> operands,
                                            ArrayRef<KnowledgeLattice *> results) {
  if (results.empty())
    return success();
  SmallVector<Knowledge> known;
  for (const KnowledgeLattice *operand : operands)
    known.push_back(operand->getValue());
  for (auto [lattice, knowledge] : llvm::zip(results, evaluator.evaluate(op, known)))
    propagateIfChanged(lattice, lattice->join(knowledge));
  return success();
}

Knowledge janus::getItemKnowledge(World &world, Value iterable, llvm::function_ref<Knowledge(Value)> getKnowledge) {
  MLIRContext *context = world.getContext();
  Knowledge value = getKnowledge(iterable);
  if (value.isBottom())
    return value;
  if (auto call = iterable.getDefiningOp<LibraryCallOp>()) {
    StringRef name = call.getCallee();
    if (name == "builtins.range")
      return Knowledge::ofType(PyIntType::get(context));
    std::vector<Knowledge> items;
    bool isNumbered = name == "builtins.enumerate";
    if (isNumbered)
      items.push_back(Knowledge::ofType(PyIntType::get(context)));
    OperandRange iterated = call.getArguments().take_front(isNumbered ? 1 : call.getArguments().size());
    if (isNumbered || name == "builtins.zip" || name == "builtins.reversed")
      for (Value argument : iterated) {
        items.push_back(getItemKnowledge(world, argument, getKnowledge));
        if (items.back().isBottom())
          return {};
      }
    if (name == "builtins.reversed" && items.size() == 1)
      return items.front();
    if (!items.empty())
      return Knowledge::ofElements(context, std::move(items));
  }
  if (std::optional<std::vector<Knowledge>> elements = getElements(world, value)) {
    Knowledge item;
    for (const Knowledge &element : *elements)
      item = Knowledge::join(item, element);
    return item;
  }
  if (auto list = value.getTypeAs<PyListType>())
    return Knowledge::ofType(list.getElement());
  // Of no elements there is no item.
  if (auto list = value.getTypeAs<PySequenceType>()) {
    auto none = dyn_cast<PyUnionType>(list.getElement());
    return none && none.getAlternatives().empty() ? Knowledge() : Knowledge::ofType(list.getElement());
  }
  if (auto tensor = value.getTypeAs<PyTensorType>(); tensor && tensor.getRanked() && !tensor.getShape().empty())
    return Knowledge::ofType(PyTensorType::get(context, /*ranked=*/true, tensor.getShape().drop_front(),
                                               tensor.getElementType(), tensor.getIsArray()));
  return Knowledge::top(context);
}

void TypeInference::visitNonControlFlowArguments(Operation *op, const RegionSuccessor &successor,
                                                 ArrayRef<KnowledgeLattice *> arguments, unsigned firstIndex) {
  auto loop = dyn_cast<ForOp>(op);
  if (!loop || successor.getSuccessor() != &loop.getBody())
    return SparseForwardDataFlowAnalysis::visitNonControlFlowArguments(op, successor, arguments, firstIndex);
  ProgramPoint *point = getProgramPointBefore(&loop.getBody().front());
  Knowledge item = getItemKnowledge(evaluator.getWorld(), loop.getIterable(),
                                    [&](Value value) { return getLatticeElementFor(point, value)->getValue(); });
  propagateIfChanged(arguments.front(), arguments.front()->join(item));
}

void TypeInference::setToEntryState(KnowledgeLattice *lattice) {
  propagateIfChanged(lattice, lattice->join(Knowledge::ofType(lattice->getAnchor().getType())));
}

namespace {
/// Hands the constants among what is known to the dead-code analysis, which
/// reads them from this lattice of MLIR's own.
class KnownConditions : public SparseForwardDataFlowAnalysis<Lattice<ConstantValue>> {
public:
  using SparseForwardDataFlowAnalysis::SparseForwardDataFlowAnalysis;

  LogicalResult visitOperation(Operation *op, ArrayRef<const Lattice<ConstantValue> *> operands,
                               ArrayRef<Lattice<ConstantValue> *> results) override {
    for (auto [result, lattice] : llvm::zip(op->getResults(), results)) {
      auto *known = getOrCreateFor<KnowledgeLattice>(getProgramPointAfter(op), result);
      const Knowledge &knowledge = known->getValue();
      // An unbound variable is no value, but it does not hold up what follows.
      if (isa<UnboundOp>(op))
        propagateIfChanged(lattice, lattice->join(ConstantValue::getUnknownConstant()));
      else if (!knowledge.isBottom())
        propagateIfChanged(lattice, lattice->join(ConstantValue(knowledge.getConstant(), op->getDialect())));
    }
    return success();
  }
  void setToEntryState(Lattice<ConstantValue> *lattice) override {
    propagateIfChanged(lattice, lattice->join(ConstantValue::getUnknownConstant()));
  }
};
} // namespace

LogicalResult janus::inferTypes(DataFlowSolver &solver, FuncOp function, Evaluator &evaluator) {
  solver.load<DeadCodeAnalysis>();
  solver.load<TypeInference>(evaluator);
  solver.load<KnownConditions>();
  return solver.initializeAndRun(function);
}
