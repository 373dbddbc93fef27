//===- InlineCalls.cpp - calls of user functions --------------------------===//

#include "BindArguments.h"
#include "janus/Dialect/Imperative/Transforms/Passes.h"
#include "janus/Dialect/Imperative/Transforms/Specialize.h"
#include "mlir/IR/IRMapping.h"

namespace janus::imperative {
#define GEN_PASS_DEF_INLINECALLS
#include "janus/Dialect/Imperative/Transforms/Passes.h.inc"
} // namespace janus::imperative

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

/// On a call that was inlined along: the functions it came through.
static constexpr llvm::StringLiteral callersAttr = "callers";
/// On what names globals: the module that the code was defined in.
static constexpr llvm::StringLiteral globalsAttr = "globals";

namespace {
class Inliner {
public:
  Inliner(FuncOp caller, World &world) : world(world), evaluator(world, true), builder(caller.getContext()) {}

  /// Inlines one call if its callee is known and can be.
  bool inlineCall(CallOp call);

private:
  FailureOr<SmallVector<Value>> bind(CallOp call, FuncOp function, Attribute self);
  void cloneBody(CallOp call, FuncOp function, ValueRange arguments);
  bool refuse(CallOp call, const Twine &reason) {
    call->setAttr("reason", builder.getStringAttr(reason));
    return false;
  }

  World &world;
  Evaluator evaluator;
  OpBuilder builder;
};
} // namespace

/// What the callee operand's op says of it.
static Knowledge getCalleeKnowledge(CallOp call) {
  if (auto constant = call.getCallee().getDefiningOp<ConstantOp>())
    return Knowledge::ofConstant(constant.getValue());
  return Knowledge::ofType(call.getCallee().getType());
}

FailureOr<SmallVector<Value>> Inliner::bind(CallOp call, FuncOp function, Attribute self) {
  SmallVector<Argument> arguments;
  if (self)
    arguments.push_back({"", materialize(builder, call.getLoc(), world, self)});
  for (auto [name, value] : llvm::zip(getArgumentNames(call), call.getArguments()))
    arguments.push_back({name, value});
  auto closure = call.getCallee().getDefiningOp<MakeFunctionOp>();
  std::string reason;
  auto values = bindArguments(builder, call.getLoc(), world, function, arguments,
                              closure ? closure.getDefaults() : ValueRange(), reason);
  if (failed(values)) {
    refuse(call, reason);
    return failure();
  }
  if (closure)
    llvm::append_range(*values, closure.getCaptures());
  return values;
}

/// A function that can be copied into a caller: one block that ends in a return.
static bool hasOneExit(FuncOp function) {
  if (!llvm::hasSingleElement(function.getBody()))
    return false;
  auto returned = dyn_cast<ReturnOp>(function.getBody().front().back());
  if (!returned || returned.getNumOperands() != 1)
    return false;
  WalkResult result = function.walk(
      [&](ReturnOp other) { return other == returned ? WalkResult::advance() : WalkResult::interrupt(); });
  return !result.wasInterrupted();
}

void Inliner::cloneBody(CallOp call, FuncOp function, ValueRange arguments) {
  Block &body = function.getBody().front();
  IRMapping mapping;
  mapping.map(body.getArguments(), arguments);
  SmallVector<Attribute> callers;
  if (auto known = call->getAttrOfType<ArrayAttr>(callersAttr))
    llvm::append_range(callers, known);
  callers.push_back(FlatSymbolRefAttr::get(function));
  ArrayAttr callersValue = builder.getArrayAttr(callers);
  auto annotate = [&](Operation *op) {
    op->setLoc(CallSiteLoc::get(op->getLoc(), call.getLoc()));
    if (isa<CallOp>(op))
      op->setAttr(callersAttr, callersValue);
    bool namesGlobal = isa<GetGlobalOp, SetGlobalOp, DelGlobalOp>(op);
    if (namesGlobal && function.getGlobalsAttr() && !op->hasAttr(globalsAttr))
      op->setAttr(globalsAttr, function.getGlobalsAttr());
  };
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping)->walk(annotate);
  Value result = cast<ReturnOp>(body.back()).getOperand(0);
  call.getResult().replaceAllUsesWith(mapping.lookupOrDefault(result));
  call.erase();
}

bool Inliner::inlineCall(CallOp call) {
  SmallVector<StringRef> names = getArgumentNames(call);
  if (llvm::is_contained(names, "*") || llvm::is_contained(names, "**"))
    return false;
  Callee callee = evaluator.resolveCallee(getCalleeKnowledge(call));
  FuncOp function = callee.function;
  if (!function)
    return false;
  if (auto callers = call->getAttrOfType<ArrayAttr>(callersAttr))
    if (llvm::is_contained(callers, FlatSymbolRefAttr::get(function)))
      return refuse(call, function.getSymName() + " is recursive");
  if (function == call->getParentOfType<FuncOp>())
    return refuse(call, function.getSymName() + " is recursive");
  if (function.getBody().empty())
    return refuse(call, function.getSymName() + " has no body");
  if (!hasOneExit(function))
    return refuse(call, function.getSymName() + " does not end in one return");
  builder.setInsertionPoint(call);
  auto arguments = bind(call, function, callee.self);
  if (failed(arguments))
    return false;
  if (arguments->size() != function.getNumArguments())
    return refuse(call, function.getSymName() + " captures variables that are not known");
  cloneBody(call, function, *arguments);
  return true;
}

bool janus::imperative::inlineCalls(FuncOp function, World &world) {
  Inliner inliner(function, world);
  SmallVector<CallOp> calls;
  function.walk([&](CallOp call) { calls.push_back(call); });
  bool changed = false;
  for (CallOp call : calls)
    changed |= inliner.inlineCall(call);
  return changed;
}

namespace {
struct InlineCallsPass : public janus::imperative::impl::InlineCallsBase<InlineCallsPass> {
  void runOnOperation() override {
    World world(getOperation());
    for (FuncOp function : getOperation().getOps<FuncOp>())
      if (isEntry(function))
        inlineCalls(function, world);
  }
};
} // namespace
