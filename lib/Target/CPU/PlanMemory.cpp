//===- PlanMemory.cpp - temporaries of an entry in one block of the arena -===//

#include "Abi.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

namespace janus::cpu {
#define GEN_PASS_DEF_PLANMEMORY
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace mlir;

/// What vector loads and cache lines want, and what the arena gives.
static constexpr int64_t kAlignment = 64;

namespace {

/// A buffer and the span of ops, numbered in the order they are written down,
/// over which its contents matter.
struct Buffer {
  memref::AllocOp alloc;
  unsigned begin, end;
  int64_t bytes; // -1: known at run time only
  unsigned slot = 0;
};

/// A buffer that has no place in the block, and the values that enclosing loops
/// carry in which an earlier one of its kind may still be in use.
struct LateBuffer {
  memref::AllocOp alloc;
  SmallVector<Value> carried;
};

/// A piece of the block that buffers of disjoint lives share.
struct Slot {
  unsigned end;
  int64_t bytes;            // of the largest static buffer; -1: dynamic
  SmallVector<Value> sizes; // of each dynamic one
};

/// Numbers ops and finds lives.
class Lives {
public:
  explicit Lives(func::FuncOp entry) : aliases(entry) {
    entry.walk<WalkOrder::PreOrder>([&](Operation *op) { numbers[op] = next++; });
  }

  /// The life of what `alloc` makes, or nothing when a loop carries it from
  /// one iteration to the next, so that one place cannot hold it.
  std::optional<Buffer> lifeOf(memref::AllocOp alloc);

  /// What enclosing loops carry that may be what `alloc` made in an earlier iteration.
  SmallVector<Value> carriedFrom(memref::AllocOp alloc);

private:
  /// Everything that may be (a part of) what `alloc` makes.
  llvm::SetVector<Value> aliasesOf(memref::AllocOp alloc);

  /// The number of the last op inside `op`.
  unsigned endOf(Operation *op) {
    unsigned end = numbers.lookup(op);
    op->walk([&](Operation *nested) { end = std::max(end, numbers.lookup(nested)); });
    return end;
  }

  BufferViewFlowAnalysis aliases;
  llvm::DenseMap<Operation *, unsigned> numbers;
  unsigned next = 0;
};

} // namespace

/// Bytes of a buffer of static shape, -1 for another.
static int64_t staticBytes(MemRefType type) {
  if (!type.hasStaticShape())
    return -1;
  Type element = type.getElementType();
  int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  return llvm::alignTo(type.getNumElements() * llvm::divideCeil(bits, 8), kAlignment);
}

llvm::SetVector<Value> Lives::aliasesOf(memref::AllocOp alloc) {
  // What flows through regions, and whatever else is made of the buffer.
  llvm::SetVector<Value> all;
  all.insert(alloc.getResult());
  for (unsigned i = 0; i < all.size(); ++i) {
    BufferViewFlowAnalysis::ValueSetT more = aliases.resolve(all[i]);
    all.insert_range(more);
    for (Operation *user : all[i].getUsers())
      for (Value result : user->getResults())
        if (user->getNumRegions() == 0 && !result.getType().isIntOrIndexOrFloat())
          all.insert(result);
  }
  return all;
}

/// Whether a loop around `alloc` hands this value from one iteration to the next.
static bool isCarriedAround(memref::AllocOp alloc, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *loop = argument ? argument.getOwner()->getParentOp() : nullptr;
  return isa_and_nonnull<LoopLikeOpInterface>(loop) && loop->isProperAncestor(alloc);
}

SmallVector<Value> Lives::carriedFrom(memref::AllocOp alloc) {
  return llvm::filter_to_vector(aliasesOf(alloc), [&](Value value) {
    return isa<MemRefType>(value.getType()) && isCarriedAround(alloc, value) &&
           // Of the two regions of a while, the other one's arguments are not to be seen here.
           cast<BlockArgument>(value).getParentRegion()->isAncestor(alloc->getParentRegion());
  });
}

std::optional<Buffer> Lives::lifeOf(memref::AllocOp alloc) {
  Region *home = alloc->getParentRegion();
  SmallVector<Operation *> users;
  for (Value alias : aliasesOf(alloc)) {
    for (Operation *loop = alloc->getParentOp(); loop; loop = loop->getParentOp())
      if (isa<LoopLikeOpInterface>(loop)) {
        if (alias.getDefiningOp() == loop || isCarriedAround(alloc, alias))
          return std::nullopt;
      }
    llvm::append_range(users, alias.getUsers());
  }
  for (Operation *user : users)
    while (!home->isAncestor(user->getParentRegion()))
      home = home->getParentRegion();
  Buffer buffer{alloc, numbers.lookup(home->findAncestorOpInRegion(*alloc)), 0, staticBytes(alloc.getType())};
  buffer.end = buffer.begin;
  for (Operation *user : users)
    buffer.end = std::max(buffer.end, endOf(home->findAncestorOpInRegion(*user)));
  return buffer;
}

/// Bytes of a buffer as a value of type index, a multiple of the alignment.
static Value bytesOf(OpBuilder &builder, Location loc, memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  int64_t known =
      type.getElementType().isIndex() ? 8 : llvm::divideCeil(type.getElementType().getIntOrFloatBitWidth(), 8);
  for (int64_t size : type.getShape())
    if (!ShapedType::isDynamic(size))
      known *= size;
  auto constant = [&](int64_t value) -> Value { return arith::ConstantIndexOp::create(builder, loc, value); };
  Value bytes = constant(known);
  // A size that an assumption is yet to reject may be negative: it is not for want of memory that the call ends.
  Value none = alloc.getDynamicSizes().empty() ? Value() : constant(0);
  for (Value size : alloc.getDynamicSizes())
    bytes = arith::MulIOp::create(builder, loc, bytes, arith::MaxSIOp::create(builder, loc, size, none));
  bytes = arith::AddIOp::create(builder, loc, bytes, constant(kAlignment - 1));
  return arith::AndIOp::create(builder, loc, bytes, constant(-kAlignment));
}

/// Memory from the arena as a buffer of bytes.
static Value allocateBytes(OpBuilder &builder, Location loc, Value context, Value bytes) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value count = arith::IndexCastOp::create(builder, loc, builder.getI64Type(), bytes);
  Value data = cpu::callRuntime(builder, loc, "janus_arena_alloc", pointer, {context, count}).getResult(0);
  return cpu::bufferAt(builder, loc, data, MemRefType::get({ShapedType::kDynamic}, builder.getI8Type()), bytes);
}

/// Memory for a buffer whose allocation may be reached many times: places that it takes in turn, as earlier ones that a
/// loop carries are still in use.
static Value allocateInTurn(OpBuilder &builder, func::FuncOp entry, LateBuffer &late, Value bytes) {
  Location loc = late.alloc.getLoc();
  int64_t carried = late.carried.size(), places = 2 * (carried + 1);
  auto number = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), builder.getI64IntegerAttr(value));
  };
  // Zeros, where the function is entered: nothing has a place yet.
  Value table = cpu::stackRoom(loc, entry, builder.getI64Type(), places + carried);
  auto element = [&](int64_t index) -> Value {
    return LLVM::GEPOp::create(builder, loc, table.getType(), builder.getI64Type(), table,
                               ArrayRef<LLVM::GEPArg>{int32_t(index)});
  };
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(table);
    for (int64_t i = 0; i < places; ++i)
      LLVM::StoreOp::create(builder, loc, number(0), element(i));
  }
  for (auto [i, value] : llvm::enumerate(late.carried)) {
    Value address = memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, value);
    LLVM::StoreOp::create(builder, loc, arith::IndexCastOp::create(builder, loc, builder.getI64Type(), address),
                          element(places + i));
  }
  Value count = arith::IndexCastOp::create(builder, loc, builder.getI64Type(), bytes);
  Value data = cpu::callRuntime(builder, loc, "janus_arena_cycle", table.getType(),
                                {entry.getArgument(0), table, number(carried), count})
                   .getResult(0);
  return cpu::bufferAt(builder, loc, data, MemRefType::get({ShapedType::kDynamic}, builder.getI8Type()), bytes);
}

/// Replaces an allocation by a view into bytes.
static void replaceByView(memref::AllocOp alloc, Value bytes, Value offset) {
  OpBuilder builder(alloc);
  Value view = memref::ViewOp::create(builder, alloc.getLoc(), alloc.getType(), bytes, offset, alloc.getDynamicSizes());
  alloc.replaceAllUsesWith(view);
  alloc.erase();
}

/// Gives each buffer a slot: the one freed last that is of its kind, for its
/// lines are the likeliest to be in a cache.
static SmallVector<Slot> assignSlots(MutableArrayRef<Buffer> buffers) {
  llvm::sort(buffers, [](const Buffer &a, const Buffer &b) { return a.begin < b.begin; });
  SmallVector<Slot> slots;
  for (Buffer &buffer : buffers) {
    Slot *best = nullptr;
    for (Slot &slot : slots) {
      if (slot.end >= buffer.begin || (slot.bytes < 0) != (buffer.bytes < 0))
        continue;
      // Not into one of quite another size, which would make it grow or lie idle.
      if (buffer.bytes >= 0 && (slot.bytes > 4 * buffer.bytes || buffer.bytes > 4 * slot.bytes))
        continue;
      if (!best || slot.end > best->end)
        best = &slot;
    }
    if (!best) {
      slots.push_back({buffer.end, buffer.bytes, {}});
      best = &slots.back();
    }
    best->end = buffer.end;
    best->bytes = std::max(best->bytes, buffer.bytes);
    buffer.slot = best - slots.begin();
  }
  return slots;
}

cpu::MemoryPlan cpu::planMemory(func::FuncOp entry) {
  Operation *top = prologueEnd(entry);
  if (!top)
    return {};
  Value context = entry.getArgument(0);
  SmallVector<Buffer> buffers;
  SmallVector<LateBuffer> late;
  {
    Lives lives(entry);
    entry.walk([&](memref::AllocOp alloc) {
      std::optional<Buffer> buffer = lives.lifeOf(alloc);
      if (buffer)
        buffers.push_back(*buffer);
      else
        late.push_back({alloc, lives.carriedFrom(alloc)});
    });
  }
  llvm::erase_if(buffers, [&](Buffer &buffer) {
    Operation *after = hoistAfter(buffer.alloc.getDynamicSizes(), top);
    if (after)
      top = after;
    else
      late.push_back({buffer.alloc, {}});
    return !after;
  });

  SmallVector<Slot> slots = assignSlots(buffers);
  OpBuilder builder(entry.getContext());
  builder.setInsertionPointAfter(top);
  Location loc = entry.getLoc();
  for (Buffer &buffer : buffers)
    if (buffer.bytes < 0)
      slots[buffer.slot].sizes.push_back(bytesOf(builder, loc, buffer.alloc));
  SmallVector<Value> offsets;
  Value total = arith::ConstantIndexOp::create(builder, loc, 0);
  for (Slot &slot : slots) {
    offsets.push_back(total);
    Value bytes;
    if (slot.bytes >= 0)
      bytes = arith::ConstantIndexOp::create(builder, loc, slot.bytes);
    for (Value size : slot.sizes)
      bytes = bytes ? arith::MaxSIOp::create(builder, loc, bytes, size) : size;
    total = arith::AddIOp::create(builder, loc, total, bytes);
  }
  if (!slots.empty()) {
    Value block = allocateBytes(builder, loc, context, total);
    for (Buffer &buffer : buffers)
      replaceByView(buffer.alloc, block, offsets[buffer.slot]);
  }
  for (LateBuffer &buffer : late) {
    memref::AllocOp alloc = buffer.alloc;
    builder.setInsertionPoint(alloc);
    Value bytes = bytesOf(builder, alloc.getLoc(), alloc);
    Value block = alloc->getParentOfType<LoopLikeOpInterface>()
                      ? allocateInTurn(builder, entry, buffer, bytes)
                      : allocateBytes(builder, alloc.getLoc(), context, bytes);
    replaceByView(alloc, block, arith::ConstantIndexOp::create(builder, alloc.getLoc(), 0));
  }
  return {unsigned(buffers.size()), unsigned(slots.size())};
}

namespace {

struct PlanMemoryPass : public cpu::impl::PlanMemoryBase<PlanMemoryPass> {
  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (!cpu::isLoweredEntry(func) || func.isExternal())
        continue;
      cpu::MemoryPlan plan = cpu::planMemory(func);
      buffers += plan.buffers;
      slots += plan.slots;
    }
  }
};

} // namespace
