//===- BreakAssumption.cpp - an assumption that never holds ---------------===//

#include "janus/Dialect/Janus/IR/Janus.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace janus::cpu {
#define GEN_PASS_DEF_BREAKASSUMPTION
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace mlir;

namespace {

struct BreakAssumptionPass : public cpu::impl::BreakAssumptionBase<BreakAssumptionPass> {
  using BreakAssumptionBase::BreakAssumptionBase;

  void runOnOperation() override {
    bool found = false;
    getOperation().walk([&](AssumeOp assume) {
      if (int64_t(assume.getId()) != number)
        return;
      found = true;
      OpBuilder builder(assume);
      auto never = arith::ConstantOp::create(builder, assume.getLoc(), builder.getBoolAttr(false));
      assume.getConditionMutable().assign(never);
      assume->setAttr(cpu::kBrokenAttr, builder.getUnitAttr());
    });
    if (found)
      return;
    getOperation().emitError() << "no assumption has number " << number.getValue()
                               << "; functionalisation counts them from 0";
    signalPassFailure();
  }
};

} // namespace
