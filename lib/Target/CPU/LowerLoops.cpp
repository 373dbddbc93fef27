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
#include "TurnOver.h"
#include "janus/Target/CPU/Passes.h"
#include "janus/Target/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
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
  LoopEmitter(OpBuilder &builder, linalg::LinalgOp op, StridedLoops strided, unsigned vectorBits)
      : builder(builder), loops(builder, op.getLoc()), loc(op.getLoc()), op(op), strided(std::move(strided)),
        indices(op.getNumLoops()), vectorBits(vectorBits) {}

  void emit();

private:
  using Offsets = SmallVector<Value>;

  bool hasSumsInLanes();
  bool isVectorSum(ArrayRef<LoopDim> reductions);
  Value vectorElement(const Offsets &at, Value mask);
  Value vectorSum(ArrayRef<LoopDim> dims, const Offsets &at, Value sum);
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
  unsigned vectorBits;
  VectorType vector; // of a sum in vectors
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

/// Whether the op sums an elementwise function of its inputs along contiguous
/// memory. LLVM would do these by itself, but unrolls short loops first and then
/// gathers along the loop around.
bool LoopEmitter::isVectorSum(ArrayRef<LoopDim> reductions) {
  Block *body = op.getBlock();
  unsigned inputs = op.getNumDpsInputs();
  if (reductions.empty() || inputs == 0 || body->getNumArguments() != inputs + 1)
    return false;
  Type element = body->getArgument(inputs).getType();
  auto add = body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  BlockArgument sum = body->getArgument(inputs);
  if (!add || !sum.hasOneUse() || (add.getLhs() != sum && add.getRhs() != sum) || add.getLhs() == add.getRhs() ||
      !(element.isF32() || element.isF64()))
    return false;
  auto fits = [&](Type type) { return type == element || type.isInteger(1); };
  for (Operation &nested : body->without_terminator()) {
    if (!OpTrait::hasElementwiseMappableTraits(&nested) || !llvm::all_of(nested.getResultTypes(), fits) ||
        !llvm::all_of(nested.getOperandTypes(), fits))
      return false;
    for (Value operand : nested.getOperands())
      if (operand.getType() != element && !operand.getDefiningOp())
        return false;
  }
  const LoopDim &last = reductions.back();
  bool contiguous = false;
  for (unsigned i = 0; i < inputs; ++i) {
    if (body->getArgument(i).getType() != element || !strided.buffers[i])
      return false;
    contiguous |= last.staticStride(i) == 1;
    if (last.staticStride(i) != 1 && !last.isInvariant(i))
      return false;
  }
  int64_t lanes = vectorBits / element.getIntOrFloatBitWidth();
  vector = VectorType::get({lanes}, element);
  return contiguous && last.staticExtent().value_or(lanes) >= lanes / 2;
}

/// What is added to the sum, for the elements from `at` on along the last
/// reduction; zero outside of the mask.
Value LoopEmitter::vectorElement(const Offsets &at, Value mask) {
  IRMapping mapping;
  Block *body = op.getBlock();
  unsigned inputs = op.getNumDpsInputs();
  Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(vector));
  const LoopDim *last = nullptr;
  for (const LoopDim &dim : strided.dims)
    if (dim.reduction)
      last = &dim;
  for (unsigned i = 0; i < inputs; ++i) {
    Value value;
    if (last->isInvariant(i))
      value = vector::BroadcastOp::create(builder, loc, vector,
                                          memref::LoadOp::create(builder, loc, strided.buffers[i], at[i]));
    else if (mask)
      value = vector::MaskedLoadOp::create(builder, loc, vector, strided.buffers[i], at[i], mask, zero);
    else
      value = vector::LoadOp::create(builder, loc, vector, strided.buffers[i], at[i]);
    mapping.map(body->getArgument(i), value);
  }
  auto add = body->getTerminator()->getOperand(0).getDefiningOp();
  auto lookup = [&](Value value) -> Value {
    if (Value mapped = mapping.lookupOrNull(value))
      return mapped;
    auto type = VectorType::get(vector.getShape(), value.getType());
    return vector::BroadcastOp::create(builder, loc, type, value); // from outside the op
  };
  for (Operation &nested : body->without_terminator()) {
    if (&nested == add)
      continue;
    if (nested.hasTrait<OpTrait::ConstantLike>()) {
      Value scalar = builder.clone(nested)->getResult(0);
      mapping.map(nested.getResult(0), lookup(scalar));
      continue;
    }
    SmallVector<Value> operands;
    for (Value operand : nested.getOperands())
      operands.push_back(lookup(operand));
    Type result = VectorType::get(vector.getShape(), nested.getResult(0).getType());
    OperationState state(loc, nested.getName(), operands, result, nested.getAttrs());
    mapping.map(nested.getResult(0), builder.create(state)->getResult(0));
  }
  Value old = body->getArgument(inputs);
  Value value = lookup(add->getOperand(0) == old ? add->getOperand(1) : add->getOperand(0));
  return mask ? arith::SelectOp::create(builder, loc, mask, value, zero).getResult() : value;
}

/// Adds everything along `dims` to the lanes of `sum`.
Value LoopEmitter::vectorSum(ArrayRef<LoopDim> dims, const Offsets &at, Value sum) {
  const LoopDim &dim = dims.front();
  if (dims.size() > 1)
    return loops.reduce(dim.extent, sum, [&](Value i, ValueRange carried) -> SmallVector<Value> {
      return {vectorSum(dims.drop_front(), move(at, dim, i), carried[0])};
    })[0];
  int64_t lanes = vector.getDimSize(0);
  auto step = [&](Value i, Value mask, Value carried) -> Value {
    return arith::AddFOp::create(builder, loc, carried, vectorElement(move(at, dim, i), mask));
  };
  Value end = loops.value(dim.extent);
  Value over = arith::RemUIOp::create(builder, loc, end, loops.constant(lanes));
  Value full = arith::SubIOp::create(builder, loc, end, over);
  if (std::optional<int64_t> known = dim.staticExtent())
    over = loops.constant(*known % lanes), full = loops.constant(*known - *known % lanes);
  if (getConstantIntValue(full) != 0)
    sum = loops.reduce(
        full, sum, [&](Value i, ValueRange carried) -> SmallVector<Value> { return {step(i, {}, carried[0])}; },
        lanes)[0];
  if (getConstantIntValue(over) == 0)
    return sum;
  Value mask = vector::CreateMaskOp::create(builder, loc, VectorType::get({lanes}, builder.getI1Type()), over);
  return step(full, mask, sum);
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
  SmallVector<LoopDim> outer, reductions;
  for (const LoopDim &dim : strided.dims)
    (dim.reduction ? reductions : outer).push_back(dim);
  bool inLanes = hasSumsInLanes();
  std::optional<LoopDim> lane;
  if (inLanes)
    lane = outer.pop_back_val();
  bool sumsVectors = !inLanes && isVectorSum(reductions);
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
    if (sumsVectors) {
      Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(vector));
      Value sum = vectorSum(reductions, at, zero);
      sum = vector::ReductionOp::create(builder, loc, vector::CombiningKind::ADD, sum, arith::FastMathFlags::reassoc);
      storeOutputs(at, arith::AddFOp::create(builder, loc, loadOutputs(at)[0], sum).getResult());
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
  void getDependentDialects(DialectRegistry &registry) const override {
    LowerLoopsBase::getDependentDialects(registry);
    registry.insert<vector::VectorDialect>();
  }

  void runOnOperation() override {
    generalizeCopies(getOperation());
    // The narrowest of the common ones where no target is set.
    unsigned vectorBits = 128;
    if (auto module = dyn_cast<ModuleOp>(getOperation()))
      if (TargetAttr target = getTarget(module))
        vectorBits = target.getVectorBits();
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      rewriter.setInsertionPoint(op);
      FailureOr<StridedLoops> strided = analyzeStridedLoops(rewriter, op);
      if (succeeded(strided)) {
        SmallVector<bool> apart(op.getNumLoops(), false);
        op.getBlock()->walk([&](linalg::IndexOp index) { apart[index.getDim()] = true; });
        mergeLoops(rewriter, op.getLoc(), *strided, apart);
        if (!emitTurnedCopy(rewriter, op, *strided, vectorBits))
          LoopEmitter(rewriter, op, *strided, vectorBits).emit();
      } else if (failed(linalg::linalgOpToParallelLoops(rewriter, op))) {
        op->emitOpError() << "cannot be lowered to loops";
        return signalPassFailure();
      }
      op->erase();
    }
  }
};

} // namespace
