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

/// How often one method may be on the way to a call, for one object after the
/// other: containers of modules are in each other, and calls of their forward
/// are no recursion.
static constexpr unsigned maxNesting = 16;

/// On a call that was inlined along: the functions it came through, each with
/// the object that it was a method of.
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
  void cloneBody(CallOp call, FuncOp function, Attribute self, ValueRange arguments);
  bool isRecursive(CallOp call, FuncOp function, Attribute self);
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

/// A function as `callers` has it.
static ArrayAttr getCaller(FuncOp function, Attribute self) {
  Builder builder(function.getContext());
  return builder.getArrayAttr({FlatSymbolRefAttr::get(function), self ? self : builder.getUnitAttr()});
}

/// Whether the call is on its way through the same function already, as a
/// method of the same object if it is one.
bool Inliner::isRecursive(CallOp call, FuncOp function, Attribute self) {
  if (function == call->getParentOfType<FuncOp>())
    return true;
  auto callers = call->getAttrOfType<ArrayAttr>(callersAttr);
  if (!callers)
    return false;
  auto isSame = [&](Attribute caller) { return cast<ArrayAttr>(caller)[0] == FlatSymbolRefAttr::get(function); };
  return llvm::is_contained(callers, getCaller(function, self)) || llvm::count_if(callers, isSame) >= maxNesting ||
         (!self && llvm::any_of(callers, isSame));
}

void Inliner::cloneBody(CallOp call, FuncOp function, Attribute self, ValueRange arguments) {
  Block &body = function.getBody().front();
  IRMapping mapping;
  mapping.map(body.getArguments(), arguments);
  SmallVector<Attribute> callers;
  if (auto known = call->getAttrOfType<ArrayAttr>(callersAttr))
    llvm::append_range(callers, known);
  callers.push_back(getCaller(function, self));
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
  if (isRecursive(call, function, callee.self))
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
  cloneBody(call, function, callee.self, *arguments);
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
