//===- TileAttention.cpp - the pass janus-tile-attention ------------------===//

#include "Attention.h"
#include "janus/Target/CPU/Passes.h"
#include "janus/Target/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"

namespace janus::cpu {
#define GEN_PASS_DEF_TILEATTENTION
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

namespace {

struct TileAttentionPass : public cpu::impl::TileAttentionBase<TileAttentionPass> {
  using TileAttentionBase::TileAttentionBase;

  void runOnOperation() override {
    TargetAttr target = getOrSetTarget(getOperation());
    if (!target)
      return signalPassFailure();
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) { ops.push_back(op); });
    for (linalg::GenericOp op : ops) {
      std::optional<Attention> attention = matchAttention(op);
      if (!attention)
        continue;
      AttentionBlocks blocks = chooseBlocks(*attention, target);
      if (rows > 0)
        blocks.rows = rows;
      if (columns > 0)
        blocks.columns = columns;
      emitRemark(op.getLoc(), "attention: blocks of ")
          << blocks.rows << "x" << blocks.columns << " scores" << (attention->isCausal ? ", up to the diagonal" : "");
      emitAttention(*attention, blocks, target);
      ++attentions;
    }
  }
};

} // namespace
