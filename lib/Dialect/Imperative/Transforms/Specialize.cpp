//===- Specialize.cpp - the driver from dynamic to typed level ------------===//

#include "janus/Dialect/Imperative/Transforms/Specialize.h"
#include "janus/Dialect/Imperative/Transforms/Passes.h"
#include "janus/Dialect/Imperative/Transforms/Transforms.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace janus::imperative {
#define GEN_PASS_DEF_SPECIALIZE
#include "janus/Dialect/Imperative/Transforms/Passes.h.inc"
} // namespace janus::imperative

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

/// Why an op that is not native stayed as it is.
static std::string getReason(Operation *op, Evaluator &evaluator) {
  if (auto reason = op->getAttrOfType<StringAttr>("reason"))
    return reason.str();
  if (auto python = dyn_cast<PythonOp>(op))
    return python.getReason().str();
  SmallVector<Knowledge> operands;
  for (Value operand : op->getOperands()) {
    auto constant = operand.getDefiningOp<ConstantOp>();
    operands.push_back(constant ? evaluator.getWorld().describe(constant.getValue())
                                : Knowledge::ofType(operand.getType()));
  }
  evaluator.evaluate(op, operands);
  if (!evaluator.getReason().empty())
    return evaluator.getReason().str();
  if (auto method = dyn_cast<GetAttrOp>(op); method && isa<PyListType>(method.getObject().getType()))
    return ("'" + method.getName() + "' of a list that is not known element by element, and has to be one").str();
  if (auto get = dyn_cast<GetAttrOp>(op); get && !isa<PyObjectType>(get.getObject().getType())) {
    std::string text;
    llvm::raw_string_ostream(text) << "'" << get.getName() << "' of " << get.getObject().getType()
                                   << " has no native form here";
    return text;
  }
  return ("imperative." + op->getName().stripDialect() + " has no native form here").str();
}

/// Counts the ops of both kinds on the function and says why the dynamic ones
/// are; forgets what the passes noted for each other.
static void report(FuncOp function, World &world) {
  Evaluator evaluator(world, recordsGradients(function));
  int64_t native = 0, dynamic = 0;
  function.getBody().walk([&](Operation *op) {
    if (isNative(op)) {
      ++native;
    } else {
      ++dynamic;
      std::string reason = getReason(op, evaluator);
      emitRemark(op->getLoc()) << "janus-specialize: " << reason;
      op->setAttr("reason", StringAttr::get(op->getContext(), reason));
    }
    op->removeAttr("callers");
  });
  Builder builder(function.getContext());
  function->setAttr("native_ops", builder.getI64IntegerAttr(native));
  function->setAttr("dynamic_ops", builder.getI64IntegerAttr(dynamic));
}

/// One exit for each region, and variables as values where no closure has them.
static void normalize(FuncOp function) {
  if (function.getBody().empty())
    return;
  assumeNoRaise(function);
  assumeNoException(function);
  // A function that keeps an early exit keeps its cells, and is not inlined.
  if (succeeded(raiseEarlyExits(function)))
    promoteCells(function);
}

namespace {
struct SpecializePass : public janus::imperative::impl::SpecializeBase<SpecializePass> {
  using SpecializeBase::SpecializeBase;

  LogicalResult initialize(MLIRContext *context) override {
    // The functions hold nothing but ops of this dialect, and the driver sorts all patterns that it is given.
    RewritePatternSet own(context);
    StringRef dialect = ImperativeDialect::getDialectNamespace();
    for (RegisteredOperationName op : context->getRegisteredOperationsByDialect(dialect))
      op.getCanonicalizationPatterns(own, context);
    canonicalization = std::move(own);
    return success();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    for (FuncOp function : module.getOps<FuncOp>())
      normalize(function);
    SmallVector<FuncOp> entries;
    for (EntryOp entry : llvm::make_early_inc_range(module.getOps<EntryOp>())) {
      FailureOr<FuncOp> function = instantiateEntry(entry);
      if (failed(function))
        return signalPassFailure();
      entries.push_back(*function);
    }
    World world(module);
    for (FuncOp entry : entries) {
      if (failed(specialize(entry, world)))
        return signalPassFailure();
      resolveGradModes(entry);
      report(entry, world);
    }
  }

private:
  /// One round over types, constants and control flow until nothing changes.
  LogicalResult settle(FuncOp function, World &world);
  LogicalResult specialize(FuncOp function, World &world);
  /// Says whether it changed anything.
  FailureOr<bool> canonicalize(FuncOp function);

  /// The dialect's, collected once: settling takes many rounds.
  FrozenRewritePatternSet canonicalization;
};
} // namespace

FailureOr<bool> SpecializePass::canonicalize(FuncOp function) {
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal(true);
  bool changed = false;
  // Not to come to an end is no failure, as for the canonicalizer.
  (void)applyPatternsGreedily(function, canonicalization, config, &changed);
  if (failed(verify(function)))
    return failure();
  return changed;
}

LogicalResult SpecializePass::settle(FuncOp function, World &world) {
  for (int64_t round = 0; round < maxRounds; ++round) {
    FailureOr<bool> resolved = inferAndResolve(function, world);
    if (failed(resolved))
      return failure();
    bool erased = eraseDeadOps(function);
    FailureOr<bool> canonicalized = canonicalize(function);
    if (failed(canonicalized))
      return failure();
    if (!*resolved && !erased && !*canonicalized)
      return success();
  }
  return function.emitRemark("janus-specialize: types do not settle within ") << maxRounds.getValue() << " rounds",
         success();
}

static int64_t countOps(FuncOp function) {
  int64_t count = 0;
  function.getBody().walk([&](Operation *) { ++count; });
  return count;
}

/// Leaves a function that grew too large as it is.
static void giveUp(FuncOp function, int64_t maxOps) {
  function.emitRemark("janus-specialize: grew to more than ") << maxOps << " ops";
  function.walk([](Operation *op) {
    if (isa<CallOp, ForOp>(op))
      op->setAttr("unresolved", UnitAttr::get(op->getContext()));
  });
}

LogicalResult SpecializePass::specialize(FuncOp function, World &world) {
  for (int64_t round = 0; round < maxRounds; ++round) {
    if (failed(settle(function, world)))
      return failure();
    if (countOps(function) > maxOps)
      return giveUp(function, maxOps), success();
    bool changed = forwardLoads(function);
    changed |= promoteCells(function).promoted != 0;
    changed |= promoteLists(function);
    changed |= promoteAttributes(function, world);
    // A loop over a range is unrolled if all that it runs is short, so what it calls comes first.
    bool inlined = inlineCalls(function, world);
    changed |= unroll && unrollLoops(function, world, maxUnroll, inlined ? 0 : maxUnrolledOps);
    changed |= inlined;
    // Lists whose elements are known one by one are better off.
    if (!changed)
      changed = growLists(function) || assumeBranches(function);
    if (!changed)
      return success();
  }
  return function.emitRemark("janus-specialize: gave up after ") << maxRounds.getValue() << " rounds", success();
}
