//===- ParallelizeLoops.cpp - large loops over threads --------------------===//

#include "Abi.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

namespace janus::cpu {
#define GEN_PASS_DEF_OUTLINELOOPS
#define GEN_PASS_DEF_PARALLELIZELOOPS
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace mlir;

/// What an unknown extent is taken for.
static constexpr int64_t kUnknownExtent = 32;

/// A loop of unknown extent is split if it would be worth it at this one. That costs little where it is short, and
/// loops over all elements of a tensor are long.
static constexpr double kLargeExtent = 1 << 20;

/// Cycles below which handing work to a thread costs more than it brings: some
/// 20 microseconds.
static constexpr double kGrainCycles = 60000;

/// Cycles of the ops of a block, loops in it counted as often as they run. Loops
/// of scalars will be vectorised, a few elements a cycle.
static double cyclesOf(Block &block) {
  double cycles = 0;
  for (Operation &op : block.without_terminator()) {
    double inner = 0;
    for (Region &region : op.getRegions())
      for (Block &nested : region)
        inner += cyclesOf(nested);
    double trips = 1;
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      std::optional<int64_t> from = getConstantIntValue(loop.getLowerBound()),
                             to = getConstantIntValue(loop.getUpperBound()), step = getConstantIntValue(loop.getStep());
      trips = from && to && step && *step > 0 ? double(*to - *from) / double(*step) : kUnknownExtent;
    } else if (auto loop = dyn_cast<scf::ParallelOp>(op)) {
      for (Value bound : loop.getUpperBound())
        trips *= double(getConstantIntValue(bound).value_or(kUnknownExtent));
    }
    cycles += inner * trips;
    StringRef name = op.getName().getStringRef();
    if (name.starts_with("math."))
      cycles += 3;
    else if (op.getNumRegions() == 0 && !op.hasTrait<OpTrait::ConstantLike>())
      cycles += 0.25;
  }
  return cycles;
}

/// Replaces a parallel loop by sequential ones, buffers of its body's own with it.
static void makeSequential(scf::ParallelOp loop) {
  if (!loop.getInitVals().empty())
    return;
  loop.walk([](memref::AllocaOp alloca) {
    OpBuilder builder(alloca);
    auto alloc = memref::AllocOp::create(builder, alloca.getLoc(), alloca.getType(), alloca.getAlignmentAttr());
    alloca.replaceAllUsesWith(alloc.getResult());
    alloca.erase();
  });
  OpBuilder builder(loop);
  Block *body = loop.getBody();
  SmallVector<Value> counters;
  for (auto [from, to, step] : llvm::zip_equal(loop.getLowerBound(), loop.getUpperBound(), loop.getStep())) {
    auto nest = scf::ForOp::create(builder, loop.getLoc(), from, to, step);
    if (counters.empty())
      nest->setAttr(cpu::kNestAttr, builder.getUnitAttr());
    counters.push_back(nest.getInductionVar());
    builder.setInsertionPoint(nest.getBody()->getTerminator());
  }
  for (auto [old, counter] : llvm::zip_equal(body->getArguments(), counters))
    old.replaceAllUsesWith(counter);
  Block *target = builder.getInsertionBlock();
  target->getOperations().splice(builder.getInsertionPoint(), body->getOperations(), body->begin(),
                                 std::prev(body->end()));
  loop.erase();
}

namespace {

/// Makes a kernel of a loop's body, which is called for ranges of the loop's
/// first dimension.
class LoopOutliner {
public:
  LoopOutliner(func::FuncOp entry, scf::ParallelOp loop, TargetAttr target)
      : entry(entry), loop(loop), target(target), loc(loop.getLoc()), builder(loop), converter(loop.getContext()),
        pointer(LLVM::LLVMPointerType::get(loop.getContext())), i64(builder.getI64Type()) {}

  void run(int64_t grain);

private:
  void capture();
  func::FuncOp makeBody();

  func::FuncOp entry;
  scf::ParallelOp loop;
  TargetAttr target;
  Location loc;
  OpBuilder builder;
  LLVMTypeConverter converter;
  Type pointer, i64;
  llvm::SetVector<Value> captured;
  llvm::SetVector<Operation *> cloned; // what costs nothing to have twice
  Type record;
};

} // namespace

void LoopOutliner::capture() {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(loop.getRegion(), used);
  for (Value value : used) {
    Operation *def = value.getDefiningOp();
    if (def && def->hasTrait<OpTrait::ConstantLike>())
      cloned.insert(def);
    else
      captured.insert(value);
  }
  // The bounds and steps beyond the first dimension belong to the body.
  for (ValueRange bounds :
       {ValueRange(loop.getLowerBound()), ValueRange(loop.getUpperBound()), ValueRange(loop.getStep())})
    for (Value bound : bounds) {
      Operation *def = bound.getDefiningOp();
      if (def && def->hasTrait<OpTrait::ConstantLike>())
        cloned.insert(def);
      else
        captured.insert(bound);
    }
  SmallVector<Type> types;
  for (Value value : captured)
    types.push_back(converter.convertType(value.getType()));
  record = LLVM::LLVMStructType::getLiteral(loop.getContext(), types);
}

/// `void body(data, begin, end)` in the module, after the entry.
func::FuncOp LoopOutliner::makeBody() {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfter(entry);
  auto body = func::FuncOp::create(builder, loc, cpu::kKernelPrefix, builder.getFunctionType({pointer, i64, i64}, {}));
  Block *block = body.addEntryBlock();
  builder.setInsertionPointToStart(block);
  IRMapping mapping;
  Value data = LLVM::LoadOp::create(builder, loc, record, block->getArgument(0));
  for (auto [i, value] : llvm::enumerate(captured)) {
    Value field = LLVM::ExtractValueOp::create(builder, loc, data, int64_t(i));
    if (field.getType() != value.getType())
      field = UnrealizedConversionCastOp::create(builder, loc, value.getType(), field).getResult(0);
    mapping.map(value, field);
  }
  for (Operation *op : cloned)
    builder.clone(*op, mapping);
  auto index = [&](Value value) -> Value {
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(), value);
  };
  // Iteration k of the loop is lower + k * step.
  Value begin = index(block->getArgument(1)), end = index(block->getArgument(2));
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto outer = scf::ForOp::create(builder, loc, begin, end, one);
  func::ReturnOp::create(builder, loc);
  builder.setInsertionPoint(outer.getBody()->getTerminator());
  Value scaled = arith::MulIOp::create(builder, loc, outer.getInductionVar(), mapping.lookup(loop.getStep()[0]));
  Value counter = arith::AddIOp::create(builder, loc, scaled, mapping.lookup(loop.getLowerBound()[0]));
  mapping.map(loop.getInductionVars()[0], counter);
  for (unsigned dim = 1; dim < loop.getNumLoops(); ++dim) {
    auto nest = scf::ForOp::create(builder, loc, mapping.lookup(loop.getLowerBound()[dim]),
                                   mapping.lookup(loop.getUpperBound()[dim]), mapping.lookup(loop.getStep()[dim]));
    mapping.map(loop.getInductionVars()[dim], nest.getInductionVar());
    builder.setInsertionPoint(nest.getBody()->getTerminator());
  }
  for (Operation &op : loop.getBody()->without_terminator())
    builder.clone(op, mapping);
  // Buffers of the body's own are made once a call.
  SmallVector<memref::AllocaOp> own;
  outer.walk([&](memref::AllocaOp alloca) { own.push_back(alloca); });
  for (memref::AllocaOp alloca : own)
    alloca->moveBefore(outer);
  return cpu::finishKernel(body, target);
}

void LoopOutliner::run(int64_t grain) {
  capture();
  func::FuncOp body = makeBody();
  Value data = cpu::stackRoom(loc, entry, record, 1);
  for (auto [i, value] : llvm::enumerate(captured)) {
    Type type = converter.convertType(value.getType());
    Value field = value;
    if (type != value.getType())
      field = UnrealizedConversionCastOp::create(builder, loc, type, value).getResult(0);
    Value place = LLVM::GEPOp::create(builder, loc, pointer, record, data, ArrayRef<LLVM::GEPArg>{0, int32_t(i)});
    LLVM::StoreOp::create(builder, loc, field, place);
  }
  Value extent = arith::SubIOp::create(builder, loc, loop.getUpperBound()[0], loop.getLowerBound()[0]);
  Value count = arith::CeilDivSIOp::create(builder, loc, extent, loop.getStep()[0]);
  count = arith::IndexCastOp::create(builder, loc, i64, count);
  Value function = func::ConstantOp::create(builder, loc, body.getFunctionType(), SymbolRefAttr::get(body));
  function = UnrealizedConversionCastOp::create(builder, loc, pointer, function).getResult(0);
  Value least = LLVM::ConstantOp::create(builder, loc, i64, builder.getI64IntegerAttr(grain));
  cpu::callRuntime(builder, loc, "janus_parallel_for", {}, {entry.getArgument(0), function, data, count, least});
  loop.erase();
}

/// The attribute of a loop that is to be split: iterations to a chunk, at least.
static constexpr StringLiteral kGrainAttr = "janus.grain";

/// The grain to split the loop with, or nothing when splitting does not pay.
static std::optional<int64_t> grainOf(scf::ParallelOp loop) {
  if (!loop.getInitVals().empty())
    return std::nullopt;
  double each = cyclesOf(*loop.getBody());
  for (unsigned dim = 1; dim < loop.getNumLoops(); ++dim)
    each *= double(getConstantIntValue(loop.getUpperBound()[dim]).value_or(kUnknownExtent));
  if (auto cost = loop->getAttrOfType<FloatAttr>("janus.cost"))
    each = cost.getValueAsDouble();
  int64_t grain = std::max<int64_t>(1, int64_t(kGrainCycles / std::max(each, 1e-3)));
  std::optional<int64_t> from = getConstantIntValue(loop.getLowerBound()[0]),
                         to = getConstantIntValue(loop.getUpperBound()[0]),
                         step = getConstantIntValue(loop.getStep()[0]);
  if (from && to && step && *step > 0) {
    int64_t count = llvm::divideCeil(*to - *from, *step);
    if (count < 2 || double(count) * each < 2 * kGrainCycles)
      return std::nullopt;
    grain = std::min(grain, count / 2);
  } else if (each * kLargeExtent < 2 * kGrainCycles) {
    return std::nullopt;
  }
  // Buffers made inside have to be small enough for a thread's stack.
  bool heap = false;
  loop.walk([&](memref::AllocOp) { heap = true; });
  return heap ? std::nullopt : std::optional(grain);
}

/// The outermost parallel loops of a function.
static SmallVector<scf::ParallelOp> outermostLoops(func::FuncOp func) {
  SmallVector<scf::ParallelOp> loops;
  func.walk<WalkOrder::PreOrder>([&](scf::ParallelOp loop) {
    loops.push_back(loop);
    return WalkResult::skip();
  });
  return loops;
}

namespace {

struct ParallelizeLoopsPass : public cpu::impl::ParallelizeLoopsBase<ParallelizeLoopsPass> {
  using ParallelizeLoopsBase::ParallelizeLoopsBase;

  void runOnOperation() override {
    Builder builder(&getContext());
    for (auto func : getOperation().getOps<func::FuncOp>())
      for (scf::ParallelOp loop : outermostLoops(func)) {
        SmallVector<scf::ParallelOp> nested;
        loop.getBody()->walk([&](scf::ParallelOp inner) { nested.push_back(inner); });
        for (scf::ParallelOp inner : nested)
          makeSequential(inner);
        std::optional<int64_t> grain = enabled && cpu::isLoweredEntry(func) ? grainOf(loop) : std::nullopt;
        if (grain)
          loop->setAttr(kGrainAttr, builder.getI64IntegerAttr(*grain));
        else
          makeSequential(loop);
      }
  }
};

struct OutlineLoopsPass : public cpu::impl::OutlineLoopsBase<OutlineLoopsPass> {
  void runOnOperation() override {
    TargetAttr target = getOrSetTarget(getOperation());
    if (!target)
      return signalPassFailure();
    for (auto func : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      for (scf::ParallelOp loop : outermostLoops(func))
        if (auto grain = loop->getAttrOfType<IntegerAttr>(kGrainAttr)) {
          LoopOutliner(func, loop, target).run(grain.getInt());
          ++outlined;
        }
  }
};

} // namespace
