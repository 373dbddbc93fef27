//===- LoopBuilder.cpp - loops and index arithmetic for kernels -----------===//

#include "LoopBuilder.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace janus::cpu;
using namespace mlir;

Value LoopBuilder::constant(int64_t value) { return arith::ConstantIndexOp::create(builder, loc, value); }

Value LoopBuilder::value(OpFoldResult number) { return getValueOrCreateConstantIndexOp(builder, loc, number); }

Value LoopBuilder::add(Value a, Value b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y)
    return constant(*x + *y);
  if (x == 0)
    return b;
  if (y == 0)
    return a;
  return arith::AddIOp::create(builder, loc, a, b);
}

Value LoopBuilder::multiply(Value a, OpFoldResult b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y)
    return constant(*x * *y);
  if (x == 0 || y == 0)
    return constant(0);
  if (x == 1)
    return value(b);
  if (y == 1)
    return a;
  return arith::MulIOp::create(builder, loc, a, value(b));
}

Value LoopBuilder::subtract(Value a, Value b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y)
    return constant(*x - *y);
  return y == 0 ? a : arith::SubIOp::create(builder, loc, a, b).getResult();
}

Value LoopBuilder::minimum(Value a, Value b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y)
    return *x < *y ? a : b;
  return a == b ? a : arith::MinSIOp::create(builder, loc, a, b).getResult();
}

Value LoopBuilder::maximum(Value a, Value b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y)
    return *x > *y ? a : b;
  return a == b ? a : arith::MaxSIOp::create(builder, loc, a, b).getResult();
}

Value LoopBuilder::divide(Value a, int64_t b) {
  if (std::optional<int64_t> x = getConstantIntValue(a))
    return constant(*x / b);
  return b == 1 ? a : arith::DivUIOp::create(builder, loc, a, constant(b)).getResult();
}

Value LoopBuilder::remainder(Value a, int64_t b) {
  if (std::optional<int64_t> x = getConstantIntValue(a); x || b == 1)
    return constant(x ? *x % b : 0);
  return arith::RemUIOp::create(builder, loc, a, constant(b));
}

OpFoldResult LoopBuilder::scale(OpFoldResult number, int64_t factor) {
  if (std::optional<int64_t> known = getConstantIntValue(number))
    return builder.getIndexAttr(*known * factor);
  return multiply(value(number), builder.getIndexAttr(factor));
}

void LoopBuilder::loop(Value from, Value to, int64_t step, function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(builder, loc, from, to, constant(step));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(loop.getBody()->getTerminator());
  body(loop.getInductionVar());
}

void LoopBuilder::parallel(Value from, Value to, int64_t step, double cycles, function_ref<void(Value)> body) {
  auto loop = scf::ParallelOp::create(builder, loc, from, to, constant(step));
  loop->setAttr("janus.cost", builder.getF64FloatAttr(cycles));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(loop.getBody()->getTerminator());
  body(loop.getInductionVars()[0]);
}

SmallVector<Value> LoopBuilder::reduce(OpFoldResult extent, ValueRange init,
                                       function_ref<SmallVector<Value>(Value, ValueRange)> body, int64_t step) {
  if (std::optional<int64_t> known = getConstantIntValue(extent); known && *known > 0 && *known <= step)
    return body(constant(0), init);
  auto loop = scf::ForOp::create(builder, loc, constant(0), value(extent), constant(step), init);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(loop.getBody());
  SmallVector<Value> carried = body(loop.getInductionVar(), loop.getRegionIterArgs());
  scf::YieldOp::create(builder, loc, carried);
  return SmallVector<Value>(loop.getResults());
}

void LoopBuilder::tiles(OpFoldResult extent, int64_t tile, int64_t rest, function_ref<void(Value, int64_t, bool)> body,
                        std::optional<double> cycles) {
  auto whole = [&](Value end) {
    auto tileAt = [&](Value i) { body(i, tile, false); };
    if (cycles)
      parallel(constant(0), end, tile, *cycles, tileAt);
    else
      loop(constant(0), end, tile, tileAt);
  };
  if (std::optional<int64_t> known = getConstantIntValue(extent)) {
    int64_t full = *known / tile;
    if (full == 1)
      body(constant(0), tile, false);
    else if (full > 1)
      whole(constant(full * tile));
    if (*known % tile)
      body(constant(full * tile), *known % tile, true);
    return;
  }
  Value end = value(extent);
  if (tile == 1)
    return whole(end);
  Value over = arith::RemUIOp::create(builder, loc, end, constant(tile));
  Value full = arith::SubIOp::create(builder, loc, end, over);
  whole(full);
  loop(full, end, rest, [&](Value i) { body(i, rest, true); });
}
