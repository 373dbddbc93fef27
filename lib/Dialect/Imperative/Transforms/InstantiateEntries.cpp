//===- InstantiateEntries.cpp - the functions that entries ask for --------===//

#include "janus/Dialect/Imperative/Transforms/Passes.h"
#include "janus/Dialect/Imperative/Transforms/Specialize.h"

namespace janus::imperative {
#define GEN_PASS_DEF_INSTANTIATEENTRIES
#include "janus/Dialect/Imperative/Transforms/Passes.h.inc"
} // namespace janus::imperative

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

static constexpr llvm::StringLiteral entryAttr = "entry";
static constexpr llvm::StringLiteral noGradAttr = "no_grad";

bool janus::imperative::isEntry(FuncOp function) { return function->hasAttr(entryAttr); }
bool janus::imperative::recordsGradients(FuncOp function) { return !function->hasAttr(noGradAttr); }

Value janus::imperative::materialize(OpBuilder &builder, Location loc, World &world, Attribute constant) {
  if (auto state = world.lookup<StateOp>(constant))
    return ReadStateOp::create(builder, loc, state.getType(), cast<RefAttr>(constant).getSymbol());
  Knowledge known = world.describe(constant);
  if (auto tuple = dyn_cast<ArrayAttr>(constant); tuple && !known.getConstant()) {
    SmallVector<Value> elements;
    for (Attribute element : tuple)
      elements.push_back(materialize(builder, loc, world, element));
    return BuildTupleOp::create(builder, loc, known.getType(), elements, nullptr);
  }
  Type type = getConstantType(constant);
  if (world.lookup<FuncOp>(constant))
    type = PyFunctionType::get(builder.getContext(), constant);
  return ConstantOp::create(builder, loc, type, constant);
}

/// The name of the i-th argument: a parameter's, then the captured variables'.
static std::string getArgumentName(FuncOp function, unsigned index) {
  ArrayAttr params = function.getParamsAttr();
  unsigned count = params ? params.size() : 0;
  if (index < count)
    return cast<ParamAttr>(params[index]).getName().str();
  ArrayAttr captures = function.getCapturesAttr();
  if (captures && index - count < captures.size())
    return cast<StringAttr>(captures[index - count]).str();
  return "arg" + std::to_string(index);
}

FailureOr<FuncOp> janus::imperative::instantiateEntry(EntryOp entry) {
  auto module = entry->getParentOfType<ModuleOp>();
  World world(module);
  auto callee = world.lookup<FuncOp>(RefAttr::get(entry.getContext(), entry.getCalleeAttr()));
  if (!callee || callee.getBody().empty())
    return entry.emitOpError("callee ") << entry.getCalleeAttr() << " has no body";
  OpBuilder builder(entry);
  auto function = cast<FuncOp>(builder.clone(*callee));
  function.setSymNameAttr(entry.getSymNameAttr());
  function.removeSymVisibilityAttr();
  function.removeCapturesAttr();
  function.removeArgAttrsAttr();
  function->setAttr(entryAttr, builder.getUnitAttr());
  for (NamedAttribute attribute : entry->getDiscardableAttrs())
    function->setAttr(attribute.getName(), attribute.getValue());

  // Constants and cells take the place of arguments at the top of the body.
  Block &body = function.getBody().front();
  builder.setInsertionPointToStart(&body);
  SmallVector<Attribute> params;
  SmallVector<NamedAttribute> tuples;
  llvm::BitVector erased(body.getNumArguments());
  for (auto [index, known] : llvm::enumerate(entry.getArguments())) {
    BlockArgument argument = body.getArgument(index);
    std::string name = getArgumentName(callee, index);
    Location loc = argument.getLoc();
    auto type = dyn_cast<TypeAttr>(known);
    bool isCell = isa<CellType>(argument.getType());
    Value value = argument;
    if (isCell) {
      // The variable that a closure captured before the call.
      auto cell = CellOp::create(builder, loc, builder.getStringAttr(name));
      argument.replaceAllUsesWith(cell.getCell());
      if (!type)
        value = materialize(builder, loc, world, known);
      StoreOp::create(builder, loc, value, cell.getCell());
    } else if (!type) {
      value = materialize(builder, loc, world, known);
      argument.replaceAllUsesWith(value);
    }
    // Which object it is matters where it is given back.
    if (isa<ArrayAttr>(known)) {
      tuples.push_back(builder.getNamedAttr(name, known));
      if (auto build = value.getDefiningOp<BuildTupleOp>())
        build->setAttr("argument", builder.getStringAttr(name));
    }
    if (type) {
      argument.setType(type.getValue());
      params.push_back(ParamAttr::get(builder.getContext(), name, ParamKind::Positional, {}));
    } else {
      erased.set(index);
    }
  }
  body.eraseArguments(erased);
  function.setParamsAttr(builder.getArrayAttr(params));
  if (!tuples.empty())
    function->setAttr("tuples", builder.getDictionaryAttr(tuples));
  function.setFunctionType(builder.getFunctionType(body.getArgumentTypes(), function.getResultTypes()));
  entry.erase();
  return function;
}

namespace {
struct InstantiateEntriesPass : public janus::imperative::impl::InstantiateEntriesBase<InstantiateEntriesPass> {
  void runOnOperation() override {
    for (EntryOp entry : llvm::make_early_inc_range(getOperation().getOps<EntryOp>()))
      if (failed(instantiateEntry(entry)))
        return signalPassFailure();
  }
};
} // namespace
