//===- LowerDraws.cpp - random numbers from the runtime -------------------===//

#include "Abi.h"
#include "janus/Dialect/Janus/IR/Janus.h"
#include "janus/Runtime/janus.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace janus::cpu {
#define GEN_PASS_DEF_LOWERDRAWS
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace mlir;

namespace {

/// Lowers one draw.
class DrawLowering {
public:
  explicit DrawLowering(DrawOp op) : op(op), builder(op), loc(op.getLoc()) {}

  void run(func::FuncOp entry);

private:
  Value number(Type type, int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, type, builder.getIntegerAttr(type, value));
  }
  /// A buffer that is row-major: the given one, or a copy.
  Value rowMajor(Value buffer, bool copies);
  Value countOf(Value buffer);
  int64_t dtypeOf(Value buffer) { return cpu::dtypeCode(cast<MemRefType>(buffer.getType()).getElementType()); }

  DrawOp op;
  OpBuilder builder;
  Location loc;
};

} // namespace

Value DrawLowering::rowMajor(Value buffer, bool copies) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.getLayout().isIdentity())
    return buffer;
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(builder, loc, buffer, dim));
  Value own = memref::AllocOp::create(builder, loc, MemRefType::get(type.getShape(), type.getElementType()), sizes);
  if (copies)
    memref::CopyOp::create(builder, loc, buffer, own);
  return own;
}

Value DrawLowering::countOf(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  Value count = arith::ConstantIndexOp::create(builder, loc, 1);
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    count = arith::MulIOp::create(builder, loc, count,
                                  type.isDynamicDim(dim)
                                      ? memref::DimOp::create(builder, loc, buffer, dim).getResult()
                                      : arith::ConstantIndexOp::create(builder, loc, type.getDimSize(dim)).getResult());
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), count);
}

void DrawLowering::run(func::FuncOp entry) {
  Value values = rowMajor(op.getValues(), /*copies=*/false), generator = rowMajor(op.getGenerator(), true),
        input = op.getInput() ? rowMajor(op.getInput(), true) : Value();
  // 1. The request, laid out as janus_draw_request.
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext()), i64 = builder.getI64Type(),
       i32 = builder.getI32Type();
  Type fields[] = {i32, i32, i32, i64, i64, pointer, i64, pointer, i64};
  Type request = LLVM::LLVMStructType::getLiteral(builder.getContext(), fields);
  Value room = cpu::stackRoom(loc, entry, request, 1);
  int32_t next = 0;
  auto store = [&](Value value) {
    Value place = LLVM::GEPOp::create(builder, loc, pointer, request, room, ArrayRef<LLVM::GEPArg>{0, next++});
    LLVM::StoreOp::create(builder, loc, value, place);
  };
  store(number(i32, int64_t(op.getDistribution())));
  store(number(i32, dtypeOf(values)));
  store(number(i32, input ? dtypeOf(input) : 0));
  store(op.getFirst());
  store(op.getSecond());
  store(cpu::addressOf(builder, loc, values));
  store(countOf(values));
  store(input ? cpu::addressOf(builder, loc, input) : LLVM::ZeroOp::create(builder, loc, pointer).getResult());
  store(input ? countOf(input) : number(i64, 0));
  // 2. The call.
  Value status = cpu::callRuntime(builder, loc, "janus_draw", i32,
                                  {entry.getArgument(0), room, cpu::addressOf(builder, loc, generator)})
                     .getResult(0);
  Value ok = arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(JANUS_OK));
  Value drawn = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, status, ok);
  AssumeOp::create(builder, loc, drawn, builder.getI64IntegerAttr(-1),
                   builder.getStringAttr("random numbers are drawn"));
  if (values != op.getValues())
    memref::CopyOp::create(builder, loc, values, op.getValues());
  if (generator != op.getGenerator())
    memref::CopyOp::create(builder, loc, generator, op.getGenerator());
  op.erase();
}

namespace {
struct LowerDrawsPass : public cpu::impl::LowerDrawsBase<LowerDrawsPass> {
  void runOnOperation() override {
    SmallVector<DrawOp> draws;
    getOperation().walk([&](DrawOp draw) { draws.push_back(draw); });
    for (DrawOp draw : draws) {
      auto entry = draw->getParentOfType<func::FuncOp>();
      if (!entry || !cpu::isLoweredEntry(entry) || !isa<MemRefType>(draw.getValues().getType())) {
        draw.emitOpError() << "stands outside an entry with the signature of the C ABI, or is one of tensors";
        return signalPassFailure();
      }
      DrawLowering(draw).run(entry);
    }
  }
};
} // namespace
