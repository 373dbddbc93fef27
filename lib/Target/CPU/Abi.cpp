//===- Abi.cpp - pieces of the border between buffers and the C ABI -------===//

#include "Abi.h"
#include "janus/Runtime/janus.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace janus;
using namespace mlir;

Value cpu::bufferAt(OpBuilder &builder, Location loc, Value pointer, MemRefType type, ValueRange sizes) {
  LLVMTypeConverter converter(builder.getContext());
  Type i64 = builder.getI64Type();
  auto constant = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(builder, loc, i64, builder.getI64IntegerAttr(value));
  };
  auto descriptor = MemRefDescriptor::poison(builder, loc, converter.convertType(type));
  descriptor.setAllocatedPtr(builder, loc, pointer);
  descriptor.setAlignedPtr(builder, loc, pointer);
  descriptor.setConstantOffset(builder, loc, 0);
  SmallVector<Value> extents;
  for (int64_t size : type.getShape()) {
    if (!ShapedType::isDynamic(size)) {
      extents.push_back(constant(size));
      continue;
    }
    extents.push_back(arith::IndexCastOp::create(builder, loc, i64, sizes.front()));
    sizes = sizes.drop_front();
  }
  Value stride = constant(1);
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    descriptor.setSize(builder, loc, dim, extents[dim]);
    descriptor.setStride(builder, loc, dim, stride);
    if (dim > 0)
      stride = LLVM::MulOp::create(builder, loc, stride, extents[dim]);
  }
  Value packed = descriptor;
  return UnrealizedConversionCastOp::create(builder, loc, type, packed).getResult(0);
}

Value cpu::addressOf(OpBuilder &builder, Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  LLVMTypeConverter converter(builder.getContext());
  Value packed = UnrealizedConversionCastOp::create(builder, loc, converter.convertType(type), buffer).getResult(0);
  return MemRefDescriptor(packed).bufferPtr(builder, loc, converter, type);
}

func::CallOp cpu::callRuntime(OpBuilder &builder, Location loc, StringRef name, TypeRange results,
                              ValueRange arguments) {
  auto module = builder.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  if (!module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    auto type = builder.getFunctionType(arguments.getTypes(), results);
    func::FuncOp::create(builder, loc, name, type).setPrivate();
  }
  return func::CallOp::create(builder, loc, name, results, arguments);
}

Value cpu::stackRoom(Location loc, func::FuncOp function, Type type, int64_t count) {
  auto builder = OpBuilder::atBlockBegin(&function.getBody().front());
  Value size = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), builder.getI64IntegerAttr(count));
  return LLVM::AllocaOp::create(builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), type, size);
}

int32_t cpu::dtypeCode(Type type) {
  unsigned bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  if (type.isInteger(1))
    return JANUS_BOOL;
  if (type.isBF16())
    return JANUS_BF16;
  if (isa<FloatType>(type))
    return 2 << 16 | bits;
  return (type.isUnsignedInteger() ? 1 : 0) << 16 | bits;
}

Operation *cpu::prologueEnd(func::FuncOp entry) {
  // Canonicalisation puts constants in front, so the marked ops are not a prefix.
  Operation *last = nullptr;
  for (Operation &op : entry.getBody().front())
    if (op.hasAttr("janus.prologue"))
      last = &op;
  return last;
}

Operation *cpu::hoistAfter(ValueRange values, Operation *after) {
  Block *block = after->getBlock();
  llvm::SetVector<Operation *> slice;
  auto visit = [&](Value value) {
    Operation *def = value.getDefiningOp();
    if (!def)
      return value.getParentBlock() == block;
    if (def->getBlock() == block && (def == after || def->isBeforeInBlock(after)))
      return true;
    // The size of a buffer is known before the buffer is.
    if (!isPure(def) || def->getNumRegions() != 0)
      return false;
    slice.insert(def);
    return true;
  };
  for (Value value : values)
    if (!visit(value))
      return nullptr;
  for (unsigned i = 0; i < slice.size(); ++i)
    for (Value operand : slice[i]->getOperands())
      if (!visit(operand))
        return nullptr;
  // Operands before their users: an op is placed when all it needs has been.
  llvm::SetVector<Operation *> left = slice;
  while (!left.empty()) {
    for (Operation *op : SmallVector<Operation *>(left.begin(), left.end())) {
      if (llvm::any_of(op->getOperands(), [&](Value v) { return left.contains(v.getDefiningOp()); }))
        continue;
      op->moveAfter(after);
      after = op;
      left.remove(op);
    }
  }
  return after;
}
