//===- LowerLoops.cpp - linalg ops on buffers to loops --------------------===//
//
// What is no contraction: elementwise ops, windows, sums. The loops are written
// so that LLVM vectorises them: neighbouring loops over contiguous memory are
// one, and sums are carried in registers unless the lanes of a vector are
// different sums.
//
//===----------------------------------------------------------------------===//

#include "LoopBuilder.h"
#include "StridedLoops.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace janus::cpu {
#define GEN_PASS_DEF_LOWERLOOPS
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

namespace {

/// Emits the loops of one op.
class LoopEmitter {
public:
  LoopEmitter(OpBuilder &builder, linalg::LinalgOp op, StridedLoops strided)
      : builder(builder), loops(builder, op.getLoc()), loc(op.getLoc()), op(op), strided(std::move(strided)),
        indices(op.getNumLoops()) {}

  void emit();

private:
  using Offsets = SmallVector<Value>;

  bool hasSumsInLanes();
  Offsets move(const Offsets &at, const LoopDim &dim, Value index);
  void sequential(ArrayRef<LoopDim> dims, const Offsets &at, llvm::function_ref<void(const Offsets &)> body);
  SmallVector<Value> carry(ArrayRef<LoopDim> dims, const Offsets &at, ValueRange sums);
  SmallVector<Value> element(const Offsets &at, ValueRange outputs);
  SmallVector<Value> loadOutputs(const Offsets &at);
  void storeOutputs(const Offsets &at, ValueRange values);

  OpBuilder &builder;
  LoopBuilder loops;
  Location loc;
  linalg::LinalgOp op;
  StridedLoops strided;
  SmallVector<Value> indices; // of the op's own loops, where they are known
};

} // namespace

LoopEmitter::Offsets LoopEmitter::move(const Offsets &at, const LoopDim &dim, Value index) {
  if (dim.loops.size() == 1)
    indices[dim.loops.front()] = index;
  Offsets next;
  for (auto [offset, stride] : llvm::zip_equal(at, dim.strides))
    next.push_back(loops.offset(offset, index, stride));
  return next;
}

void LoopEmitter::sequential(ArrayRef<LoopDim> dims, const Offsets &at,
                             llvm::function_ref<void(const Offsets &)> body) {
  if (dims.empty())
    return body(at);
  loops.loop(loops.constant(0), loops.value(dims.front().extent), 1,
             [&](Value i) { sequential(dims.drop_front(), move(at, dims.front(), i), body); });
}

SmallVector<Value> LoopEmitter::carry(ArrayRef<LoopDim> dims, const Offsets &at, ValueRange sums) {
  if (dims.empty())
    return element(at, sums);
  return loops.reduce(dims.front().extent, sums, [&](Value i, ValueRange carried) {
    return carry(dims.drop_front(), move(at, dims.front(), i), carried);
  });
}

/// The op's body at one point, given the old values of its outputs.
SmallVector<Value> LoopEmitter::element(const Offsets &at, ValueRange outputs) {
  IRMapping mapping;
  Block *body = op.getBlock();
  unsigned inputs = op.getNumDpsInputs();
  for (unsigned i = 0; i < inputs; ++i) {
    BlockArgument argument = body->getArgument(i);
    if (argument.use_empty())
      continue;
    Value value = op.getDpsInputs()[i];
    if (strided.buffers[i])
      value = memref::LoadOp::create(builder, loc, strided.buffers[i], at[i]);
    mapping.map(argument, value);
  }
  for (auto [i, output] : llvm::enumerate(outputs))
    mapping.map(body->getArgument(inputs + i), output);
  for (Operation &nested : body->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(nested)) {
      Value known = indices[index.getDim()];
      mapping.map(index.getResult(), known ? known : loops.constant(0)); // a loop of one iteration
      continue;
    }
    builder.clone(nested, mapping);
  }
  SmallVector<Value> results;
  for (Value value : body->getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(value));
  return results;
}

SmallVector<Value> LoopEmitter::loadOutputs(const Offsets &at) {
  SmallVector<Value> values;
  unsigned inputs = op.getNumDpsInputs();
  for (unsigned i = inputs; i < strided.buffers.size(); ++i) {
    bool used = !op.getBlock()->getArgument(i).use_empty();
    Type element = cast<MemRefType>(strided.buffers[i].getType()).getElementType();
    if (used || op.getNumReductionLoops())
      values.push_back(memref::LoadOp::create(builder, loc, strided.buffers[i], at[i]));
    else
      values.push_back(arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element)));
  }
  return values;
}

void LoopEmitter::storeOutputs(const Offsets &at, ValueRange values) {
  unsigned inputs = op.getNumDpsInputs();
  for (auto [i, value] : llvm::enumerate(values))
    memref::StoreOp::create(builder, loc, value, strided.buffers[inputs + i], at[inputs + i]);
}

/// Whether the last parallel loop is the one that walks memory element by
/// element, so that the sums along the reductions are best kept apart in the
/// lanes of a vector: a sum of rows.
bool LoopEmitter::hasSumsInLanes() {
  const LoopDim *lane = nullptr, *reduction = nullptr;
  for (const LoopDim &dim : strided.dims)
    (dim.reduction ? reduction : lane) = &dim;
  if (!lane || !reduction)
    return false;
  bool lanes = true, reductions = false;
  for (unsigned i = 0; i < strided.buffers.size(); ++i) {
    if (!strided.buffers[i])
      continue;
    lanes &= lane->staticStride(i) == 1 || lane->isInvariant(i);
    reductions |= reduction->staticStride(i) == 1;
  }
  return lanes && !reductions && lane->staticExtent().value_or(16) >= 4;
}

/// Lets a sum be added up in another order than it is written down in, which is
/// what makes it a vector's. Nothing else is allowed to change.
static void allowReordering(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  unsigned inputs = op.getNumDpsInputs();
  for (auto [i, value] : llvm::enumerate(body->getTerminator()->getOperands())) {
    auto add = value.getDefiningOp<arith::AddFOp>();
    BlockArgument sum = body->getArgument(inputs + i);
    if (add && sum.hasOneUse() && (add.getLhs() == sum || add.getRhs() == sum))
      add.setFastmath(arith::FastMathFlags::reassoc | arith::FastMathFlags::contract);
  }
}

void LoopEmitter::emit() {
  SmallVector<bool> apart(op.getNumLoops(), false);
  op.getBlock()->walk([&](linalg::IndexOp index) { apart[index.getDim()] = true; });
  mergeLoops(builder, loc, strided, apart);
  SmallVector<LoopDim> outer, reductions;
  for (const LoopDim &dim : strided.dims)
    (dim.reduction ? reductions : outer).push_back(dim);
  bool inLanes = hasSumsInLanes();
  std::optional<LoopDim> lane;
  if (inLanes)
    lane = outer.pop_back_val();
  if (!reductions.empty() && !inLanes)
    allowReordering(op);

  Offsets start(strided.buffers.size(), loops.constant(0));
  auto inside = [&](const Offsets &at) {
    if (inLanes) {
      sequential(reductions, at, [&](const Offsets &at) {
        sequential(*lane, at, [&](const Offsets &at) { storeOutputs(at, element(at, loadOutputs(at))); });
      });
      return;
    }
    storeOutputs(at, carry(reductions, at, loadOutputs(at)));
  };
  if (outer.empty())
    return inside(start);
  SmallVector<Value> from, to, step;
  for (const LoopDim &dim : outer) {
    from.push_back(loops.constant(0));
    to.push_back(loops.value(dim.extent));
    step.push_back(loops.constant(1));
  }
  auto nest = scf::ParallelOp::create(builder, loc, from, to, step);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(nest.getBody()->getTerminator());
  Offsets at = start;
  for (auto [dim, index] : llvm::zip_equal(outer, nest.getInductionVars()))
    at = move(at, dim, index);
  inside(at);
}

/// A copy between buffers that are not both contiguous is an op like others.
static void generalizeCopies(Operation *root) {
  root->walk([](memref::CopyOp copy) {
    auto from = dyn_cast<MemRefType>(copy.getSource().getType()), to = dyn_cast<MemRefType>(copy.getTarget().getType());
    if (!from || !to || (from.getLayout().isIdentity() && to.getLayout().isIdentity()))
      return;
    OpBuilder builder(copy);
    linalg::makeMemRefCopyOp(builder, copy.getLoc(), copy.getSource(), copy.getTarget());
    copy.erase();
  });
}

namespace {

struct LowerLoopsPass : public cpu::impl::LowerLoopsBase<LowerLoopsPass> {
  void runOnOperation() override {
    generalizeCopies(getOperation());
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      rewriter.setInsertionPoint(op);
      FailureOr<StridedLoops> strided = analyzeStridedLoops(rewriter, op);
      if (succeeded(strided)) {
        LoopEmitter(rewriter, op, *strided).emit();
      } else if (failed(linalg::linalgOpToParallelLoops(rewriter, op))) {
        op->emitOpError() << "cannot be lowered to loops";
        return signalPassFailure();
      }
      op->erase();
    }
  }
};

} // namespace
