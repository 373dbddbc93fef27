//===- Random.cpp - random numbers ----------------------------------------===//

#include "Lowerings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace janus;

static SmallVector<Value> lowerDraw(nn::DrawOp op, LinalgBuilder &b) {
  auto bits = [&](Value number) -> Value {
    return number.getType().isF64() ? arith::BitcastOp::create(b.builder, b.loc, b.builder.getI64Type(), number)
                                    : number;
  };
  Value values = b.empty(op.getMixedSizes(), op.getElementType());
  Type types[] = {values.getType(), op.getGenerator().getType()};
  auto draw = janus::DrawOp::create(b.builder, b.loc, TypeRange(types), op.getDistributionAttr(), bits(op.getFirst()),
                                    bits(op.getSecond()), op.getInput(), values, op.getGenerator());
  return draw.getResults();
}

void janus::attachRandomLowerings(MLIRContext *context) { attachLowering<nn::DrawOp, lowerDraw>(context); }
