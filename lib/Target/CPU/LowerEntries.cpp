//===- LowerEntries.cpp - entries with the signature of the C ABI ---------===//

#include "Abi.h"
#include "janus/Dialect/Janus/IR/Janus.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace janus::cpu {
#define GEN_PASS_DEF_LOWERENTRIES
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace mlir;

namespace {

/// Rewrites one entry. Its old arguments and results are read from the old
/// function type and attributes.
class EntryLowering {
public:
  EntryLowering(func::FuncOp entry, bool freeze)
      : entry(entry), freeze(freeze), loc(entry.getLoc()), builder(entry.getContext()), block(entry.getBody().front()),
        pointer(LLVM::LLVMPointerType::get(entry.getContext())) {}

  LogicalResult run();

private:
  LogicalResult check();
  void readArguments();
  Value readTensor(Value slot, MemRefType type);
  Value readNumber(Value slot, Type type);
  void returnTensor(OpOperand &operand, int32_t index);
  void returnNumber(Value value, int32_t index);
  void update(Value value, unsigned argument);
  Value resultBuffer(OpBuilder &at, int32_t index, MemRefType type, ValueRange sizes);
  std::optional<unsigned> findStorage(StringAttr name);
  bool isFrozen(unsigned argument);

  func::FuncOp entry;
  bool freeze;
  Location loc;
  OpBuilder builder;
  Block &block;
  Type pointer;
  Value context;
  SmallVector<Value> slots;     // the address each argument was read from
  SmallVector<Value> arguments; // the arguments as the body sees them
  llvm::SmallPtrSet<Operation *, 8> claimed;
};

} // namespace

LogicalResult EntryLowering::check() {
  if (!entry.getBody().hasOneBlock())
    return entry.emitOpError() << "has more than one block; lower entries before control flow";
  for (Type type : llvm::concat<const Type>(entry.getArgumentTypes(), entry.getResultTypes())) {
    if (auto memref = dyn_cast<MemRefType>(type)) {
      if (!memref.getLayout().isIdentity())
        return entry.emitOpError() << "has a buffer that is not row-major at its border: " << type;
      if (memref.getElementType().isIntOrIndexOrFloat())
        continue;
    } else if (type.isIntOrIndexOrFloat()) {
      continue;
    }
    return entry.emitOpError() << "has a type that the C ABI cannot carry: " << type << "; bufferise before";
  }
  return success();
}

Value EntryLowering::readTensor(Value slot, MemRefType type) {
  LLVMTypeConverter converter(entry.getContext());
  Value packed = LLVM::LoadOp::create(builder, loc, converter.convertType(type), slot);
  MemRefDescriptor descriptor(packed);
  Value data = descriptor.bufferPtr(builder, loc, converter, type);
  // Row-major by contract, so only the sizes the type leaves open are read.
  Value offset = descriptor.offset(builder, loc);
  data = LLVM::GEPOp::create(builder, loc, pointer, converter.convertType(type.getElementType()),
                             descriptor.alignedPtr(builder, loc), ValueRange{offset});
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(
          arith::IndexCastOp::create(builder, loc, builder.getIndexType(), descriptor.size(builder, loc, dim)));
  return cpu::bufferAt(builder, loc, data, type, sizes);
}

Value EntryLowering::readNumber(Value slot, Type type) {
  if (type.isIndex()) {
    Value bits = LLVM::LoadOp::create(builder, loc, builder.getI64Type(), slot);
    return arith::IndexCastOp::create(builder, loc, type, bits);
  }
  if (!type.isInteger(1))
    return LLVM::LoadOp::create(builder, loc, type, slot);
  Value byte = LLVM::LoadOp::create(builder, loc, builder.getI8Type(), slot);
  Value zero = arith::ConstantOp::create(builder, loc, builder.getI8IntegerAttr(0));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, byte, zero);
}

/// Whether an argument is a state that nobody writes in this entry, and that stays what it is by promise.
bool EntryLowering::isFrozen(unsigned argument) {
  auto name = entry.getArgAttrOfType<StringAttr>(argument, "janus.state");
  if (!freeze || !name)
    return false;
  for (unsigned i = 0, e = entry.getFunctionType().getNumResults(); i < e; ++i)
    if (entry.getResultAttr(i, "janus.update") == name)
      return false;
  return true;
}

void EntryLowering::readArguments() {
  unsigned count = block.getNumArguments();
  context = block.addArgument(pointer, loc);
  Value array = block.addArgument(pointer, loc);
  Operation *first = &block.front();
  builder.setInsertionPointToStart(&block);
  for (unsigned i = 0; i < count; ++i) {
    Value place = LLVM::GEPOp::create(builder, loc, pointer, pointer, array, ArrayRef<LLVM::GEPArg>{int32_t(i)});
    Value slot = LLVM::LoadOp::create(builder, loc, pointer, place);
    slots.push_back(slot);
    Type type = block.getArgument(i).getType();
    if (auto memref = dyn_cast<MemRefType>(type)) {
      arguments.push_back(readTensor(slot, memref));
      if (isFrozen(i))
        arguments.back().getDefiningOp()->setAttr(cpu::kFrozenAttr, builder.getUnitAttr());
    } else {
      arguments.push_back(readNumber(slot, type));
    }
    block.getArgument(i).replaceAllUsesWith(arguments.back());
  }
  if (count == 0) // something has to mark where the prologue ends
    arith::ConstantIndexOp::create(builder, loc, 0);
  block.eraseArguments(0, count);
  for (Operation &op : block) {
    if (&op == first)
      break;
    op.setAttr("janus.prologue", builder.getUnitAttr());
  }
}

Value EntryLowering::resultBuffer(OpBuilder &at, int32_t index, MemRefType type, ValueRange sizes) {
  Type i64 = at.getI64Type();
  int64_t rank = type.getRank();
  Value array = cpu::stackRoom(loc, entry, i64, std::max<int64_t>(rank, 1));
  unsigned dynamic = 0;
  for (int64_t dim = 0; dim < rank; ++dim) {
    Value size;
    if (type.isDynamicDim(dim))
      size = arith::IndexCastOp::create(at, loc, i64, sizes[dynamic++]);
    else
      size = LLVM::ConstantOp::create(at, loc, i64, at.getI64IntegerAttr(type.getDimSize(dim)));
    Value place = LLVM::GEPOp::create(at, loc, pointer, i64, array, ArrayRef<LLVM::GEPArg>{int32_t(dim)});
    LLVM::StoreOp::create(at, loc, size, place);
  }
  auto i32 = [&](int32_t value) -> Value {
    return LLVM::ConstantOp::create(at, loc, at.getI32Type(), at.getI32IntegerAttr(value));
  };
  Value data = cpu::callRuntime(at, loc, "janus_result", pointer,
                                {context, i32(index), i32(cpu::dtypeCode(type.getElementType())), i32(rank), array})
                   .getResult(0);
  return cpu::bufferAt(at, loc, data, type, sizes);
}

/// The allocation in the entry's own block that made this buffer whole, or null.
static memref::AllocOp ownAllocation(Value buffer, Block &block) {
  while (auto cast = buffer.getDefiningOp<memref::CastOp>())
    buffer = cast.getSource();
  auto alloc = buffer.getDefiningOp<memref::AllocOp>();
  return alloc && alloc->getBlock() == &block && alloc.getType().getLayout().isIdentity() ? alloc : nullptr;
}

void EntryLowering::returnTensor(OpOperand &operand, int32_t index) {
  auto type = cast<MemRefType>(operand.get().getType());
  memref::AllocOp alloc = ownAllocation(operand.get(), block);
  if (alloc && claimed.insert(alloc).second) {
    // As early as its sizes are known: a lack of memory must show before any
    // state is written.
    OpBuilder at(alloc);
    if (Operation *after = cpu::hoistAfter(alloc.getDynamicSizes(), cpu::prologueEnd(entry)))
      at.setInsertionPointAfter(after);
    Value buffer = resultBuffer(at, index, alloc.getType(), alloc.getDynamicSizes());
    claimed.erase(alloc);
    alloc.replaceAllUsesWith(buffer);
    alloc.erase();
    return;
  }
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(builder, loc, operand.get(), dim));
  Value buffer = resultBuffer(builder, index, type, sizes);
  memref::CopyOp::create(builder, loc, operand.get(), buffer);
}

void EntryLowering::returnNumber(Value value, int32_t index) {
  Type type = value.getType(), i64 = builder.getI64Type();
  if (isa<FloatType>(type)) {
    if (!type.isF64())
      value = arith::ExtFOp::create(builder, loc, builder.getF64Type(), value);
    value = arith::BitcastOp::create(builder, loc, i64, value);
  } else if (type.isIndex()) {
    value = arith::IndexCastOp::create(builder, loc, i64, value);
  } else if (type.isInteger(1)) {
    value = arith::ExtUIOp::create(builder, loc, i64, value);
  } else if (!type.isInteger(64)) {
    value = arith::ExtSIOp::create(builder, loc, i64, value);
  }
  Value number = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), builder.getI32IntegerAttr(index));
  cpu::callRuntime(builder, loc, "janus_result_scalar", {}, {context, number, value});
}

void EntryLowering::update(Value value, unsigned argument) {
  if (isa<MemRefType>(value.getType())) {
    Value from = value, to = arguments[argument];
    while (auto cast = from.getDefiningOp<memref::CastOp>())
      from = cast.getSource();
    if (from != to)
      memref::CopyOp::create(builder, loc, value, to);
    return;
  }
  if (value.getType().isIndex())
    value = arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
  if (value.getType().isInteger(1))
    value = arith::ExtUIOp::create(builder, loc, builder.getI8Type(), value);
  LLVM::StoreOp::create(builder, loc, value, slots[argument]);
}

std::optional<unsigned> EntryLowering::findStorage(StringAttr name) {
  for (unsigned i = 0, e = entry.getFunctionType().getNumInputs(); i < e; ++i)
    if (entry.getArgAttr(i, "janus.state") == name || entry.getArgAttr(i, "janus.arg") == name)
      return i;
  return std::nullopt;
}

LogicalResult EntryLowering::run() {
  if (failed(check()))
    return failure();
  readArguments();
  auto ret = cast<func::ReturnOp>(block.getTerminator());
  builder.setInsertionPoint(ret);
  int32_t gradients = 0;
  for (unsigned i = 0, e = ret.getNumOperands(); i < e; ++i)
    if (auto index = entry.getResultAttrOfType<IntegerAttr>(i, "janus.result"))
      gradients = std::max<int32_t>(gradients, index.getInt() + 1);
  // Results first: they may read what the updates overwrite.
  SmallVector<std::pair<unsigned, unsigned>> updates;
  for (OpOperand &operand : ret->getOpOperands()) {
    unsigned i = operand.getOperandNumber();
    if (auto name = entry.getResultAttrOfType<StringAttr>(i, "janus.update")) {
      std::optional<unsigned> argument = findStorage(name);
      if (!argument)
        return entry.emitOpError() << "result " << i << " updates '" << name.getValue()
                                   << "', which is no argument's janus.state or janus.arg";
      updates.emplace_back(i, *argument);
      continue;
    }
    int32_t index = i;
    if (auto number = entry.getResultAttrOfType<IntegerAttr>(i, "janus.result"))
      index = number.getInt();
    else if (entry.getResultAttr(i, "janus.grad"))
      index = gradients++;
    if (isa<MemRefType>(operand.get().getType()))
      returnTensor(operand, index);
    else
      returnNumber(operand.get(), index);
  }
  for (auto [result, argument] : updates)
    update(ret.getOperand(result), argument);
  Value status = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), builder.getI32IntegerAttr(0));
  func::ReturnOp::create(builder, loc, status);
  ret.erase();

  std::string name = (cpu::kEntryPrefix + entry.getName()).str();
  // Before the type, whose arguments and results they belong to.
  entry.removeArgAttrsAttr();
  entry.removeResAttrsAttr();
  entry.setFunctionType(builder.getFunctionType({pointer, pointer}, {builder.getI32Type()}));
  entry->removeAttr("janus.output");
  entry->removeAttr("janus.backward");
  entry->removeAttr("janus.differentiated");
  entry->removeAttr("janus.writes");
  entry.setName(name);
  entry.setPublic();
  return success();
}

LogicalResult cpu::lowerEntry(func::FuncOp entry, bool freeze) { return EntryLowering(entry, freeze).run(); }

namespace {

struct LowerEntriesPass : public cpu::impl::LowerEntriesBase<LowerEntriesPass> {
  using LowerEntriesBase::LowerEntriesBase;
  void runOnOperation() override {
    for (auto func : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (cpu::isEntry(func) && failed(cpu::lowerEntry(func, freeze)))
        return signalPassFailure();
  }
};

} // namespace
