//===- DepthFirst.cpp - the pass janus-depth-first ------------------------===//

#include "DepthFirst.h"
#include "Chains.h"
#include "janus/Target/CPU/Passes.h"
#include "janus/Target/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace janus::cpu {
#define GEN_PASS_DEF_DEPTHFIRST
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

/// The part of the second cache that the planes between layers may take.
static constexpr double kPlanesShare = 0.5;

/// Bytes of the planes that fit a thread's stack in any case.
static constexpr int64_t kMaxPlanes = 512 << 10;

/// Says what a group does and what that saves.
static void describe(const LayerGroup &group, const GroupPlan &plan) {
  int64_t steps = llvm::count_if(plan.stages, [](const Stage &stage) { return stage.window.has_value(); });
  InFlightDiagnostic remark = emitRemark(group.last()->getLoc(), "depth-first: ");
  remark << group.ops.size() << " layers in " << steps << (steps == 1 ? " step" : " steps") << ", plane by plane in "
         << plan.bands << (plan.bands == 1 ? " band of " : " bands of ") << plan.rows << " rows; " << plan.storages
         << (plan.storages == 1 ? " plane" : " planes") << " between them, " << plan.bufferBytes << " bytes; "
         << plan.bytesAfter << " bytes moved for an image instead of " << plan.bytesBefore << "; ends since "
         << group.end;
}

/// The same for a chain of convolutions.
static void describe(const Chain &chain, const ChainPlan &plan) {
  linalg::GenericOp last = chain.layers().back();
  emitRemark(last.getLoc(), "depth-first: ")
      << chain.layers().size() << " layers in " << chain.stages.size() << " stages, rows by rows in " << plan.bands
      << (plan.bands == 1 ? " band of " : " bands of ") << plan.rows << " rows; " << plan.bufferBytes
      << " bytes between them; " << plan.bytesAfter << " bytes moved for an image instead of " << plan.bytesBefore
      << "; ends since " << chain.end;
}

namespace {

struct DepthFirstPass : public cpu::impl::DepthFirstBase<DepthFirstPass> {
  using DepthFirstBase::DepthFirstBase;

  /// The last one first: what a chain reads may be another one's result.
  void runChains(Block &block, TargetAttr target) {
    SmallVector<Chain, 0> found = findChains(block);
    SmallVector<std::pair<const Chain *, ChainPlan>, 0> planned;
    for (const Chain &chain : found) {
      std::string why;
      FailureOr<ChainPlan> plan = planChain(chain, target, why);
      if (failed(plan)) {
        emitRemark(linalg::GenericOp(chain.layers().back()).getLoc(), "depth-first: not rows by rows: ") << why;
        continue;
      }
      describe(chain, *plan);
      layers += chain.layers().size();
      ++chains;
      planned.emplace_back(&chain, std::move(*plan));
    }
    for (const auto &[chain, plan] : llvm::reverse(planned))
      emitChain(*chain, plan, target);
  }

  void runOnOperation() override {
    TargetAttr target = getOrSetTarget(getOperation());
    if (!target)
      return signalPassFailure();
    GroupLimits limits{maxSteps, std::min(kMaxPlanes, int64_t(kPlanesShare * target.getL2()))};
    SmallVector<Block *> blocks;
    getOperation().walk([&](Block *block) {
      if (!isa<linalg::LinalgOp>(block->getParentOp()))
        blocks.push_back(block);
    });
    for (Block *block : blocks) {
      runChains(*block, target);
      for (const LayerGroup &group : findGroups(*block, limits)) {
        std::string why;
        FailureOr<GroupPlan> plan = planGroup(group, target, why);
        if (failed(plan)) {
          emitRemark(group.last()->getLoc(), "depth-first: not plane by plane: ") << why;
          continue;
        }
        describe(group, *plan);
        emitGroup(group, *plan, target);
        ++groups;
        layers += group.ops.size();
      }
    }
  }
};

} // namespace
