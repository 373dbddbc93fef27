//===- KeepConstants.cpp - what frozen state gives, computed once ---------===//
//
// Loop-invariant code motion across calls. An op of the entry is constant if
// all that it reads are frozen buffers, or buffers that only constant ops write,
// and all that it writes are allocations of the entry. Those allocations are
// kept from call to call.
//
//===----------------------------------------------------------------------===//

#include "Abi.h"
#include "Constants.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

namespace janus::cpu {
#define GEN_PASS_DEF_KEEPCONSTANTS
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace mlir;

/// What vector loads want, and what the runtime gives.
static constexpr int64_t kAlignment = 64;

Value cpu::viewedBuffer(Value buffer) {
  while (Operation *def = buffer.getDefiningOp()) {
    if (auto view = dyn_cast<ViewLikeOpInterface>(def))
      buffer = view.getViewSource();
    else if (auto metadata = dyn_cast<memref::ExtractStridedMetadataOp>(def))
      buffer = metadata.getSource();
    else
      break;
  }
  return buffer;
}

bool cpu::isFrozen(Value buffer) {
  Operation *def = viewedBuffer(buffer).getDefiningOp();
  return def && def->hasAttr(kFrozenAttr);
}

namespace {

/// What one op of the entry's block does to memory.
struct Effects {
  bool known = true;
  llvm::SetVector<Value> reads, writes; ///< the buffers, not views of them
};

/// Finds the constant ops of one entry, and moves them.
class ConstantKeeper {
public:
  explicit ConstantKeeper(func::FuncOp entry) : entry(entry), block(entry.getBody().front()) {}

  unsigned run();

private:
  Effects effectsOf(Operation &op);
  bool addCall(func::CallOp call, Effects &result);
  bool isOwn(Value buffer);
  void findConstants();
  bool canMove(Operation *op, llvm::SetVector<Operation *> &needed);
  void move(ArrayRef<Operation *> needed);

  func::FuncOp entry;
  Block &block;
  Operation *top = nullptr;
  llvm::MapVector<Operation *, Effects> effects;
  llvm::DenseMap<Operation *, Effects> callees;
  llvm::SetVector<Operation *> constant, kept;
};

} // namespace

/// Whether a buffer is an allocation of the entry's own block, of a size known here.
bool ConstantKeeper::isOwn(Value buffer) {
  auto alloc = buffer.getDefiningOp<memref::AllocOp>();
  return alloc && alloc->getBlock() == &block && alloc.getType().hasStaticShape() &&
         alloc.getType().getLayout().isIdentity();
}

/// Adds what a call of a function of the module's own (a stage of a chain) does to its operands; false where that is
/// not known.
bool ConstantKeeper::addCall(func::CallOp call, Effects &result) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
  if (!callee || callee.isExternal() || !callee.getBody().hasOneBlock())
    return false;
  auto [place, isNew] = callees.try_emplace(callee);
  if (isNew) {
    Effects all;
    for (Operation &op : callee.getBody().front()) {
      Effects found = effectsOf(op);
      all.known &= found.known;
      all.reads.insert_range(found.reads);
      all.writes.insert_range(found.writes);
    }
    callees[callee] = all;
  }
  Effects all = callees[callee];
  auto add = [&](const llvm::SetVector<Value> &from, llvm::SetVector<Value> &to) {
    for (Value buffer : from) {
      auto argument = dyn_cast<BlockArgument>(buffer);
      if (argument && argument.getOwner() == &callee.getBody().front())
        to.insert(cpu::viewedBuffer(call.getOperand(argument.getArgNumber())));
      else if (!buffer.getDefiningOp<memref::AllocOp>() && !buffer.getDefiningOp<memref::AllocaOp>())
        return false;
    }
    return true;
  };
  return all.known && add(all.reads, result.reads) && add(all.writes, result.writes);
}

Effects ConstantKeeper::effectsOf(Operation &op) {
  Effects result;
  op.walk([&](Operation *nested) {
    if (nested->hasTrait<OpTrait::HasRecursiveMemoryEffects>() || isa<memref::PrefetchOp>(nested) ||
        isMemoryEffectFree(nested))
      return;
    if (auto call = dyn_cast<func::CallOp>(nested)) {
      result.known &= addCall(call, result);
      return;
    }
    auto interface = dyn_cast<MemoryEffectOpInterface>(nested);
    SmallVector<MemoryEffects::EffectInstance> instances;
    if (interface)
      interface.getEffects(instances);
    for (const MemoryEffects::EffectInstance &effect : instances) {
      Value value = effect.getValue();
      if (!value) {
        interface = nullptr;
        break;
      }
      Value buffer = cpu::viewedBuffer(value);
      // What is made inside and stays there is nobody else's business.
      Operation *def = buffer.getDefiningOp();
      if (auto argument = dyn_cast<BlockArgument>(buffer);
          argument && !isa<func::FuncOp>(argument.getOwner()->getParentOp())) {
        interface = nullptr; // carried by a loop
        break;
      }
      if (isa<MemoryEffects::Allocate>(effect.getEffect()) || (def && op.isProperAncestor(def)))
        continue;
      (isa<MemoryEffects::Read>(effect.getEffect()) ? result.reads : result.writes).insert(buffer);
    }
    result.known &= bool(interface);
  });
  return result;
}

void ConstantKeeper::findConstants() {
  // 1. Who writes each allocation.
  llvm::DenseMap<Value, SmallVector<Operation *>> writers;
  for (Operation &op : block) {
    if (isMemoryEffectFree(&op) || isa<memref::AllocOp>(op) || op.hasTrait<OpTrait::IsTerminator>())
      continue;
    Effects found = effectsOf(op);
    for (Value buffer : found.writes)
      writers[buffer].push_back(&op);
    if (!found.known) // anything that it mentions may be written
      op.walk([&](Operation *nested) {
        for (Value operand : nested->getOperands())
          if (isa<MemRefType>(operand.getType()))
            writers[cpu::viewedBuffer(operand)].push_back(&op);
      });
    effects.insert({&op, std::move(found)});
  }
  // 2. All ops that may be constant; then fewer and fewer.
  for (auto &[op, found] : effects)
    if (found.known && !found.writes.empty() && op->getNumResults() == 0 &&
        llvm::all_of(found.writes, [&](Value buffer) { return isOwn(buffer); }))
      constant.insert(op);
  auto isConstant = [&](Value buffer) {
    if (cpu::isFrozen(buffer))
      return true;
    return isOwn(buffer) && llvm::all_of(writers[buffer], [&](Operation *writer) { return constant.contains(writer); });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (Operation *op : SmallVector<Operation *>(constant.begin(), constant.end())) {
      Effects &found = effects[op];
      llvm::SetVector<Operation *> needed;
      if (llvm::all_of(found.reads, isConstant) && llvm::all_of(found.writes, isConstant) && canMove(op, needed))
        continue;
      constant.remove(op);
      changed = true;
    }
  }
  for (Operation *op : constant)
    for (Value buffer : effects[op].writes)
      kept.insert(buffer.getDefiningOp());
}

/// Whether what an op takes from outside is there at the top, or can be made there: adds the ops that make it.
bool ConstantKeeper::canMove(Operation *op, llvm::SetVector<Operation *> &needed) {
  bool can = true;
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands()) {
      Operation *def = operand.getDefiningOp();
      if (!def) {
        can &= operand.getParentBlock() != &block || operand == entry.getArgument(0);
        continue;
      }
      if (def->getBlock() != &block || def == op || needed.contains(def) || def->isBeforeInBlock(top) || def == top)
        continue;
      if (isOwn(operand))
        continue;
      if (def->getNumRegions() || !isMemoryEffectFree(def) || !canMove(def, needed)) {
        can = false;
        return;
      }
      needed.insert(def);
    }
  });
  return can;
}

/// Gives the buffers their places in kept memory, and moves what fills them there.
void ConstantKeeper::move(ArrayRef<Operation *> needed) {
  OpBuilder builder(entry.getContext());
  builder.setInsertionPointAfter(top);
  Location loc = entry.getLoc();
  auto i32 = builder.getI32Type();
  int64_t total = 0;
  SmallVector<int64_t> offsets;
  for (Operation *op : kept) {
    auto type = cast<memref::AllocOp>(op).getType();
    Type element = type.getElementType();
    int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
    offsets.push_back(total);
    total += llvm::alignTo(type.getNumElements() * llvm::divideCeil(bits, 8), kAlignment);
  }
  Value flag = cpu::stackRoom(loc, entry, i32, 1);
  Value bytes = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), builder.getI64IntegerAttr(total));
  Value data = cpu::callRuntime(builder, loc, "janus_kept", LLVM::LLVMPointerType::get(entry.getContext()),
                                {entry.getArgument(0), bytes, flag})
                   .getResult(0);
  Value size = arith::ConstantIndexOp::create(builder, loc, total);
  Value memory = cpu::bufferAt(builder, loc, data, MemRefType::get({ShapedType::kDynamic}, builder.getI8Type()), size);
  for (auto [op, offset] : llvm::zip_equal(kept, offsets)) {
    auto alloc = cast<memref::AllocOp>(op);
    Value place = arith::ConstantIndexOp::create(builder, loc, offset);
    Value view = memref::ViewOp::create(builder, loc, alloc.getType(), memory, place, ValueRange());
    alloc.replaceAllUsesWith(view);
    alloc.erase();
  }
  Value stale = LLVM::LoadOp::create(builder, loc, i32, flag);
  Value none = arith::ConstantIntOp::create(builder, loc, 0, 32);
  Value fill = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, stale, none);
  auto branch = scf::IfOp::create(builder, loc, fill, /*withElseRegion=*/false);
  for (Operation *op : needed)
    op->moveBefore(branch);
  // In program order, which `constant` has.
  for (Operation *op : constant)
    op->moveBefore(branch.thenBlock()->getTerminator());
}

unsigned ConstantKeeper::run() {
  top = cpu::prologueEnd(entry);
  if (!top)
    return 0;
  findConstants();
  if (kept.empty())
    return 0;
  llvm::SetVector<Operation *> needed;
  for (Operation *op : constant)
    canMove(op, needed);
  move(needed.getArrayRef());
  return kept.size();
}

unsigned cpu::keepConstants(func::FuncOp entry) { return ConstantKeeper(entry).run(); }

namespace {

struct KeepConstantsPass : public cpu::impl::KeepConstantsBase<KeepConstantsPass> {
  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (cpu::isLoweredEntry(func) && !func.isExternal())
        buffers += cpu::keepConstants(func);
  }
};

} // namespace
