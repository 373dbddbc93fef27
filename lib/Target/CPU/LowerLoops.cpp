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
  bool isVectorFold(ArrayRef<LoopDim> reductions);
  SmallVector<Value> vectorElements(const Offsets &at, Value mask);
  SmallVector<Value> vectorSums(ArrayRef<LoopDim> dims, const Offsets &at, ValueRange sums);
  Value spread(Type element, double value);
  VectorType vectorOf(Type element) { return VectorType::get({lanes}, element); }
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
  int64_t lanes = 1; // of sums in vectors
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

/// What an element is added to a sum with, or makes a greatest or a least one, where that is all that is done with the
/// sum; else null.
static Operation *findFold(linalg::LinalgOp op, unsigned output) {
  Block *body = op.getBlock();
  Operation *fold = body->getTerminator()->getOperand(output).getDefiningOp();
  BlockArgument sum = body->getArgument(op.getNumDpsInputs() + output);
  if (!isa_and_nonnull<arith::AddFOp, arith::MaximumFOp, arith::MinimumFOp>(fold) || !sum.hasOneUse() ||
      (fold->getOperand(0) != sum && fold->getOperand(1) != sum) || fold->getOperand(0) == fold->getOperand(1) ||
      !fold->hasOneUse())
    return nullptr;
  return fold;
}

/// What changes no result of the fold.
static double neutralOf(Operation *fold) {
  if (isa<arith::AddFOp>(fold))
    return 0;
  double infinity = std::numeric_limits<double>::infinity();
  return isa<arith::MaximumFOp>(fold) ? -infinity : infinity;
}

/// One value of a vector's lanes.
static vector::CombiningKind combiningKind(Operation *fold) {
  if (isa<arith::AddFOp>(fold))
    return vector::CombiningKind::ADD;
  return isa<arith::MaximumFOp>(fold) ? vector::CombiningKind::MAXIMUMF : vector::CombiningKind::MINIMUMF;
}

/// The same fold of other values.
static Value refold(OpBuilder &builder, Operation *fold, Value a, Value b) {
  OperationState state(fold->getLoc(), fold->getName(), ValueRange{a, b}, a.getType());
  return builder.create(state)->getResult(0);
}

/// Whether the op sums elementwise functions of its inputs along contiguous
/// memory, or takes the greatest or least of them. LLVM would do these by itself, but unrolls short loops first and
/// then gathers along the loop around.
bool LoopEmitter::isVectorFold(ArrayRef<LoopDim> reductions) {
  Block *body = op.getBlock();
  unsigned inputs = op.getNumDpsInputs(), outputs = op.getNumDpsInits();
  if (reductions.empty() || inputs == 0 || body->getNumArguments() != inputs + outputs)
    return false;
  auto isElement = [](Type type) { return type.isF32() || type.isF64(); };
  for (unsigned i = 0; i < outputs; ++i)
    if (!findFold(op, i) || !isElement(body->getArgument(inputs + i).getType()))
      return false;
  auto fits = [&](Type type) { return isElement(type) || type.isInteger(1); };
  for (Operation &nested : body->without_terminator()) {
    if (!OpTrait::hasElementwiseMappableTraits(&nested) || !llvm::all_of(nested.getResultTypes(), fits) ||
        !llvm::all_of(nested.getOperandTypes(), fits))
      return false;
    for (Value operand : nested.getOperands())
      if (!isElement(operand.getType()) && !operand.getDefiningOp())
        return false;
  }
  const LoopDim &last = reductions.back();
  bool contiguous = false;
  unsigned bits = 64;
  for (unsigned i = 0; i < inputs; ++i) {
    Type type = body->getArgument(i).getType();
    if (!isElement(type) || !strided.buffers[i])
      return false;
    contiguous |= last.staticStride(i) == 1;
    if (last.staticStride(i) != 1 && !last.isInvariant(i))
      return false;
    bits = std::min(bits, type.getIntOrFloatBitWidth());
  }
  lanes = vectorBits / bits;
  return contiguous && last.staticExtent().value_or(lanes) >= lanes / 2;
}

Value LoopEmitter::spread(Type element, double value) {
  Attribute number = builder.getFloatAttr(element, value);
  return arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(vectorOf(element), number));
}

/// What is added to each sum, for the elements from `at` on along the last
/// reduction; what changes nothing outside of the mask.
SmallVector<Value> LoopEmitter::vectorElements(const Offsets &at, Value mask) {
  IRMapping mapping;
  Block *body = op.getBlock();
  unsigned inputs = op.getNumDpsInputs(), outputs = op.getNumDpsInits();
  const LoopDim *last = nullptr;
  for (const LoopDim &dim : strided.dims)
    if (dim.reduction)
      last = &dim;
  for (unsigned i = 0; i < inputs; ++i) {
    Type element = body->getArgument(i).getType();
    Value value;
    if (last->isInvariant(i))
      value = vector::BroadcastOp::create(builder, loc, vectorOf(element),
                                          memref::LoadOp::create(builder, loc, strided.buffers[i], at[i]));
    else if (mask)
      value = vector::MaskedLoadOp::create(builder, loc, vectorOf(element), strided.buffers[i], at[i], mask,
                                           spread(element, 0));
    else
      value = vector::LoadOp::create(builder, loc, vectorOf(element), strided.buffers[i], at[i]);
    mapping.map(body->getArgument(i), value);
  }
  SmallVector<Operation *> folds;
  for (unsigned i = 0; i < outputs; ++i)
    folds.push_back(findFold(op, i));
  auto lookup = [&](Value value) -> Value {
    if (Value mapped = mapping.lookupOrNull(value))
      return mapped;
    return vector::BroadcastOp::create(builder, loc, vectorOf(value.getType()), value); // from outside the op
  };
  for (Operation &nested : body->without_terminator()) {
    if (llvm::is_contained(folds, &nested))
      continue;
    if (nested.hasTrait<OpTrait::ConstantLike>()) {
      Value scalar = builder.clone(nested)->getResult(0);
      mapping.map(nested.getResult(0), lookup(scalar));
      continue;
    }
    SmallVector<Value> operands;
    for (Value operand : nested.getOperands())
      operands.push_back(lookup(operand));
    OperationState state(loc, nested.getName(), operands, vectorOf(nested.getResult(0).getType()), nested.getAttrs());
    mapping.map(nested.getResult(0), builder.create(state)->getResult(0));
  }
  SmallVector<Value> values;
  for (auto [i, fold] : llvm::enumerate(folds)) {
    Value old = body->getArgument(inputs + i);
    Value value = lookup(fold->getOperand(0) == old ? fold->getOperand(1) : fold->getOperand(0));
    if (mask)
      value = arith::SelectOp::create(builder, loc, mask, value, spread(old.getType(), neutralOf(fold)));
    values.push_back(value);
  }
  return values;
}

/// Adds everything along `dims` to the lanes of `sums`.
SmallVector<Value> LoopEmitter::vectorSums(ArrayRef<LoopDim> dims, const Offsets &at, ValueRange sums) {
  const LoopDim &dim = dims.front();
  if (dims.size() > 1)
    return loops.reduce(dim.extent, sums, [&](Value i, ValueRange carried) {
      return vectorSums(dims.drop_front(), move(at, dim, i), carried);
    });
  auto step = [&](Value i, Value mask, ValueRange carried) {
    SmallVector<Value> next;
    for (auto [output, element] : llvm::enumerate(vectorElements(move(at, dim, i), mask)))
      next.push_back(refold(builder, findFold(op, output), carried[output], element));
    return next;
  };
  Value end = loops.value(dim.extent);
  Value over = arith::RemUIOp::create(builder, loc, end, loops.constant(lanes));
  Value full = arith::SubIOp::create(builder, loc, end, over);
  if (std::optional<int64_t> known = dim.staticExtent())
    over = loops.constant(*known % lanes), full = loops.constant(*known - *known % lanes);
  SmallVector<Value> result(sums);
  if (getConstantIntValue(full) != 0)
    result = loops.reduce(full, sums, [&](Value i, ValueRange carried) { return step(i, {}, carried); }, lanes);
  if (getConstantIntValue(over) == 0)
    return result;
  Value mask = vector::CreateMaskOp::create(builder, loc, vectorOf(builder.getI1Type()), over);
  return step(full, mask, result);
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
  bool foldsVectors = !inLanes && isVectorFold(reductions);
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
    if (foldsVectors) {
      SmallVector<Value> sums, results;
      for (auto [i, init] : llvm::enumerate(op.getDpsInits()))
        sums.push_back(spread(getElementTypeOrSelf(init.getType()), neutralOf(findFold(op, i))));
      sums = vectorSums(reductions, at, sums);
      for (auto [i, old] : llvm::enumerate(loadOutputs(at))) {
        Operation *fold = findFold(op, i);
        auto flags = isa<arith::AddFOp>(fold) ? arith::FastMathFlags::reassoc : arith::FastMathFlags::none;
        Value sum = vector::ReductionOp::create(builder, loc, combiningKind(fold), sums[i], flags);
        results.push_back(refold(builder, fold, old, sum));
      }
      storeOutputs(at, results);
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
