//===- SetTarget.cpp - sets the module's attribute janus.target -----------===//

#include "janus/Target/CPU/Passes.h"
#include "janus/Target/Target.h"

namespace janus::cpu {
#define GEN_PASS_DEF_SETTARGET
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace mlir;

namespace {

struct SetTargetPass : public cpu::impl::SetTargetBase<SetTargetPass> {
  using SetTargetBase::SetTargetBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    TargetAttr found = target.empty() ? getOrSetTarget(module)
                                      : targetFromName(&getContext(), target, [&] { return module.emitError(); });
    if (!found)
      return signalPassFailure();
    module->setAttr(kTargetAttrName, found);
  }
};

} // namespace
