//===- InferTypes.cpp - types and constants into the IR -------------------===//

#include "ResolveOps.h"
#include "janus/Analysis/Builtins.h"
#include "janus/Dialect/Imperative/Transforms/Passes.h"
#include "janus/Dialect/Imperative/Transforms/Specialize.h"
#include "janus/Library/Library.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"

namespace janus::imperative {
#define GEN_PASS_DEF_INFERTYPES
#include "janus/Dialect/Imperative/Transforms/Passes.h.inc"
} // namespace janus::imperative

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

namespace {
/// Writes the results of one run of the analysis into a function.
class Materializer {
public:
  Materializer(FuncOp function, Evaluator &evaluator, DataFlowSolver &solver)
      : function(function), evaluator(evaluator), world(evaluator.getWorld()), solver(solver) {}

  bool run();

private:
  const Knowledge &lookup(Value value) {
    auto *lattice = solver.lookupState<KnowledgeLattice>(value);
    return lattice ? lattice->getValue() : bottom;
  }
  bool isDead(Block *block) {
    auto *executable = solver.lookupState<dataflow::Executable>(solver.getProgramPointBefore(block));
    return executable && !executable->isLive();
  }
  void setType(Value value, Type type) {
    if (value.getType() == type)
      return;
    value.setType(type);
    changed = true;
  }
  void refine(Value value);
  void replaceByConstant(Value value, Attribute constant);
  void visit(Operation *op);
  void unifyCarried(Operation *op, ValueRange results, ArrayRef<Block *> blocks, unsigned skipped);
  void fillUnbound(Operation *op);
  void fillUnbound(OpOperand &operand, Type type);

  bool isReplaceable(Operation *op);

  FuncOp function;
  Evaluator &evaluator;
  World &world;
  DataFlowSolver &solver;
  Knowledge bottom;
  bool changed = false;
};
} // namespace

/// The type a value gets; instances of constants are types of their own.
void Materializer::refine(Value value) {
  const Knowledge &known = lookup(value);
  if (known.isBottom() || isa<CellType>(value.getType()))
    return;
  Type type = known.getType();
  if (known.getConstant() && world.lookup<FuncOp>(known.getConstant()))
    type = PyFunctionType::get(type.getContext(), known.getConstant());
  // What was known stays known: an analysis run later may see less of a list.
  if (refines(type, value.getType()))
    setType(value, type);
}

void Materializer::replaceByConstant(Value value, Attribute constant) {
  if (value.use_empty())
    return;
  OpBuilder builder(function.getContext());
  builder.setInsertionPointAfterValue(value);
  value.replaceAllUsesWith(materialize(builder, value.getLoc(), world, constant));
  changed = true;
}

/// An op with a constant result has no effect, except where it is a call of the
/// table that returns None.
bool Materializer::isReplaceable(Operation *op) {
  if (op->getNumRegions() != 0 || op->getNumResults() != 1)
    return false;
  Attribute constant = lookup(op->getResult(0)).getConstant();
  if (!constant || !isa<NoneAttr>(constant))
    return bool(constant);
  if (auto call = dyn_cast<CallOp>(op)) {
    StringRef name = evaluator.resolveCallee(lookup(call.getCallee())).library;
    return !name.starts_with("torch.optim.") && !isGradModeChange(name) && !library::lookup(op->getContext(), name);
  }
  return !isa<LibraryCallOp>(op);
}

/// Loops carry values of one type through all their regions.
void Materializer::unifyCarried(Operation *op, ValueRange results, ArrayRef<Block *> blocks, unsigned skipped) {
  for (auto [index, result] : llvm::enumerate(results)) {
    Type type = result.getType();
    for (Block *block : blocks)
      type = joinTypes(type, block->getArgument(index + skipped).getType());
    setType(result, type);
    for (Block *block : blocks)
      setType(block->getArgument(index + skipped), type);
  }
}

/// A value that no program looks at takes any type: an unbound variable, and
/// what is computed behind a condition that is known to be false.
void Materializer::fillUnbound(OpOperand &operand, Type type) {
  Value value = operand.get();
  if (refines(value.getType(), type) || !(lookup(value).isBottom() || isDead(operand.getOwner()->getBlock())))
    return;
  OpBuilder builder(operand.getOwner());
  auto unbound = value.getDefiningOp<UnboundOp>();
  operand.set(
      UnboundOp::create(builder, value.getLoc(), type, unbound ? unbound.getNameAttr() : builder.getStringAttr("")));
}

void Materializer::fillUnbound(Operation *op) {
  if (auto loop = dyn_cast<ForOp>(op))
    for (auto [init, result] : llvm::zip(loop.getInitsMutable(), loop.getResults()))
      fillUnbound(init, result.getType());
  if (auto loop = dyn_cast<WhileOp>(op))
    for (auto [init, result] : llvm::zip(loop.getInitsMutable(), loop.getResults()))
      fillUnbound(init, result.getType());
  for (Region &region : op->getRegions()) {
    if (region.empty() || region.front().empty())
      continue;
    Operation *terminator = &region.front().back();
    MutableArrayRef<OpOperand> values = terminator->getOpOperands();
    if (isa<ConditionOp>(terminator))
      values = values.drop_front();
    else if (!isa<YieldOp>(terminator))
      continue;
    for (auto [operand, result] : llvm::zip(values, op->getResults()))
      fillUnbound(operand, result.getType());
  }
}

void Materializer::visit(Operation *op) {
  for (Value result : op->getResults())
    refine(result);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        refine(argument);
  if (auto loop = dyn_cast<ForOp>(op))
    unifyCarried(op, loop.getResults(), &loop.getBody().front(), /*skipped=*/1);
  if (auto loop = dyn_cast<WhileOp>(op))
    unifyCarried(op, loop.getResults(), {&loop.getConditionRegion().front(), &loop.getBody().front()}, 0);
  if (isa<IfOp, ForOp, WhileOp>(op))
    fillUnbound(op);
}

bool Materializer::run() {
  // 1. Types.
  function.walk<WalkOrder::PreOrder>([&](Operation *op) { visit(op); });
  // 2. Constants.
  SmallVector<std::pair<Value, Attribute>> constants;
  SmallVector<Operation *> dead;
  auto collect = [&](Value value) {
    if (Attribute constant = lookup(value).getConstant())
      constants.emplace_back(value, constant);
  };
  function.getBody().walk([&](Operation *op) {
    if (isa<ConstantOp>(op))
      return;
    llvm::for_each(op->getResults(), collect);
    for (Region &region : op->getRegions())
      llvm::for_each(region.getArguments(), collect);
    if (isReplaceable(op))
      dead.push_back(op);
  });
  llvm::for_each(function.getBody().getArguments(), collect);
  for (auto [value, constant] : constants)
    replaceByConstant(value, constant);
  for (Operation *op : dead) {
    op->erase();
    changed = true;
  }
  // 3. The function's own type.
  Block &body = function.getBody().front();
  auto returned = dyn_cast<ReturnOp>(body.back());
  SmallVector<Type> results(function.getResultTypes());
  if (returned && returned.getNumOperands() == results.size())
    results.assign(returned.getOperandTypes().begin(), returned.getOperandTypes().end());
  auto type = FunctionType::get(function.getContext(), body.getArgumentTypes(), results);
  changed |= type != function.getFunctionType();
  function.setFunctionType(type);
  return changed;
}

FailureOr<bool> janus::imperative::inferTypes(FuncOp function, World &world) {
  Evaluator evaluator(world, recordsGradients(function));
  DataFlowSolver solver;
  if (failed(janus::inferTypes(solver, function, evaluator)))
    return failure();
  return Materializer(function, evaluator, solver).run();
}

FailureOr<bool> janus::imperative::inferAndResolve(FuncOp function, World &world) {
  Evaluator evaluator(world, recordsGradients(function));
  DataFlowSolver solver;
  if (failed(janus::inferTypes(solver, function, evaluator)))
    return failure();
  // What was found stays true of every value that is left. The first step makes its ops before it erases any, so no new
  // value has the address of one that the analysis knew.
  bool inferred = Materializer(function, evaluator, solver).run();
  bool resolved = Resolver(function, evaluator, solver).run();
  return inferred || resolved;
}

namespace {
struct InferTypesPass : public janus::imperative::impl::InferTypesBase<InferTypesPass> {
  void runOnOperation() override {
    World world(getOperation());
    for (FuncOp function : getOperation().getOps<FuncOp>())
      if (isEntry(function) && failed(janus::imperative::inferTypes(function, world)))
        return signalPassFailure();
  }
};
} // namespace
