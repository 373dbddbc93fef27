//===- ResolveGradModes.cpp - with torch.no_grad() ------------------------===//
//
// Entering and leaving torch.no_grad or torch.enable_grad becomes a call that
// sets the mode to a constant, for which the mode must be known at each place.
//
//===----------------------------------------------------------------------===//

#include "janus/Dialect/Imperative/Transforms/Passes.h"
#include "janus/Dialect/Imperative/Transforms/Specialize.h"

namespace janus::imperative {
#define GEN_PASS_DEF_RESOLVEGRADMODES
#include "janus/Dialect/Imperative/Transforms/Passes.h.inc"
} // namespace janus::imperative

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

namespace {
/// The modes in force, outermost first.
using Modes = SmallVector<bool>;

class GradModes {
public:
  explicit GradModes(FuncOp function) : function(function), builder(function.getContext()) {}

  bool run();

private:
  static bool isChange(Operation *op) {
    auto call = dyn_cast<LibraryCallOp>(op);
    return call && (call.getCallee().ends_with("_grad.__enter__") || call.getCallee().ends_with("_grad.__exit__"));
  }
  bool hasChange(Operation *op) {
    return op
        ->walk([](Operation *nested) { return isChange(nested) ? WalkResult::interrupt() : WalkResult::advance(); })
        .wasInterrupted();
  }
  /// Follows a block; false where the mode depends on which way was taken.
  bool follow(Block &block, Modes &modes);
  bool follow(Operation *op, Modes &modes);
  void set(bool mode, Location loc);

  FuncOp function;
  OpBuilder builder;
  bool rewrite = false;
};
} // namespace

void GradModes::set(bool mode, Location loc) {
  if (!rewrite)
    return;
  auto value = ConstantOp::create(builder, loc, PyBoolType::get(builder.getContext()), builder.getBoolAttr(mode));
  LibraryCallOp::create(builder, loc, PyNoneType::get(builder.getContext()),
                        builder.getStringAttr("torch._C._set_grad_enabled"), ValueRange(value));
}

bool GradModes::follow(Operation *op, Modes &modes) {
  if (op->getNumRegions() == 0 || !hasChange(op))
    return true;
  std::optional<Modes> after;
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    Modes inside = modes;
    builder.setInsertionPointToStart(&region.front());
    set(inside.back(), op->getLoc());
    if (!follow(region.front(), inside))
      return false;
    // A loop's body must leave the mode as it was; branches must agree.
    if (isa<IfOp>(op) ? after && *after != inside : inside != modes)
      return false;
    after = inside;
  }
  if (after)
    modes = *after;
  builder.setInsertionPointAfter(op);
  set(modes.back(), op->getLoc());
  return true;
}

bool GradModes::follow(Block &block, Modes &modes) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!isChange(&op)) {
      if (!follow(&op, modes))
        return false;
      continue;
    }
    auto call = cast<LibraryCallOp>(op);
    if (call.getCallee().ends_with("__enter__")) {
      modes.push_back(call.getCallee().starts_with("torch.enable"));
    } else if (modes.size() > 1) {
      modes.pop_back();
    } else {
      return false;
    }
    builder.setInsertionPoint(call);
    set(modes.back(), call.getLoc());
    if (rewrite)
      call.erase();
  }
  return true;
}

bool GradModes::run() {
  if (!hasChange(function))
    return true;
  // First only look: a function in which the mode is not known stays as it is.
  for (bool now : {false, true}) {
    rewrite = now;
    Modes modes = {recordsGradients(function)};
    if (!follow(function.getBody().front(), modes))
      return false;
  }
  return true;
}

bool janus::imperative::resolveGradModes(FuncOp function) { return GradModes(function).run(); }

namespace {
struct ResolveGradModesPass : public janus::imperative::impl::ResolveGradModesBase<ResolveGradModesPass> {
  void runOnOperation() override {
    if (isEntry(getOperation()))
      resolveGradModes(getOperation());
  }
};
} // namespace
