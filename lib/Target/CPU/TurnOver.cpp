//===- TurnOver.cpp - copies that exchange dimensions ---------------------===//
//
// A copy that reads along one dimension and writes along another goes in squares
// turned over in registers: LLVM would read or write element by element.
//
//===----------------------------------------------------------------------===//

#include "TurnOver.h"
#include "LoopBuilder.h"
#include "VectorBody.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

/// Whether the op copies elements of a type that vectors of so many bits have.
static bool isCopy(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 || op.getNumReductionLoops() != 0)
    return false;
  Block &body = *op.getBlock();
  Type element = body.getArgument(0).getType();
  return element == body.getArgument(1).getType() && element.isIntOrFloat() &&
         (element.getIntOrFloatBitWidth() == 32 || element.getIntOrFloatBitWidth() == 64) &&
         body.getTerminator()->getOperand(0) == body.getArgument(0);
}

bool cpu::emitTurnedCopy(OpBuilder &builder, linalg::LinalgOp op, const StridedLoops &strided, unsigned vectorBits) {
  if (!isCopy(op) || !strided.buffers[0])
    return false;
  // 1. The loops that memory is read and written along.
  const LoopDim *read = nullptr, *written = nullptr;
  for (const LoopDim &dim : strided.dims) {
    if (dim.staticStride(0) == 1)
      read = &dim;
    if (dim.staticStride(1) == 1)
      written = &dim;
  }
  Type element = op.getBlock()->getArgument(0).getType();
  int64_t lanes = vectorBits / element.getIntOrFloatBitWidth();
  if (!read || !written || read == written || written->isInvariant(0) || !read->staticExtent() ||
      !written->staticExtent() || std::min(*read->staticExtent(), *written->staticExtent()) < lanes / 2)
    return false;
  Location loc = op.getLoc();
  LoopBuilder loops(builder, loc);
  auto vector = VectorType::get({lanes}, element);
  auto maskOf = [&](int64_t count) {
    auto type = VectorType::get({lanes}, builder.getI1Type());
    return vector::ConstantMaskOp::create(builder, loc, type, ArrayRef<int64_t>{count});
  };
  // 2. A square, or what is left of one, from `from` to `to`.
  auto square = [&](Value from, Value to, int64_t rows, int64_t columns) {
    Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(vector));
    SmallVector<Value> values(lanes, zero);
    for (int64_t i = 0; i < rows; ++i) {
      Value at = loops.add(from, loops.value(loops.scale(written->strides[0], i)));
      if (columns == lanes)
        values[i] = vector::LoadOp::create(builder, loc, vector, strided.buffers[0], at);
      else
        values[i] = vector::MaskedLoadOp::create(builder, loc, vector, strided.buffers[0], at, maskOf(columns), zero);
    }
    values = turnOver(builder, loc, values);
    values.truncate(columns);
    for (auto [i, value] : llvm::enumerate(values)) {
      Value at = loops.add(to, loops.value(loops.scale(read->strides[1], i)));
      if (rows == lanes)
        vector::StoreOp::create(builder, loc, value, strided.buffers[1], at);
      else
        vector::MaskedStoreOp::create(builder, loc, strided.buffers[1], at, maskOf(rows), value);
    }
  };
  // 3. The loops around them, the outermost parallel.
  SmallVector<const LoopDim *> outer;
  double elements = 1;
  for (const LoopDim &dim : strided.dims) {
    if (&dim != read && &dim != written)
      outer.push_back(&dim);
    elements *= double(dim.staticExtent().value_or(32));
  }
  bool isParallel = false;
  auto split = [&](OpFoldResult extent, int64_t tile) -> std::optional<double> {
    if (std::exchange(isParallel, true))
      return std::nullopt;
    return elements / 2 / double(llvm::divideCeil(getConstantIntValue(extent).value_or(32), tile));
  };
  std::function<void(unsigned, Value, Value)> nest = [&](unsigned level, Value from, Value to) {
    if (level < outer.size()) {
      const LoopDim &dim = *outer[level];
      auto inside = [&](Value i) {
        nest(level + 1, loops.offset(from, i, dim.strides[0]), loops.offset(to, i, dim.strides[1]));
      };
      if (std::optional<double> cycles = split(dim.extent, 1))
        return loops.parallel(loops.constant(0), loops.value(dim.extent), 1, *cycles, inside);
      return loops.loop(loops.constant(0), loops.value(dim.extent), 1, inside);
    }
    loops.tiles(
        written->extent, lanes, 1,
        [&](Value i, int64_t rows, bool) {
          loops.tiles(read->extent, lanes, 1, [&](Value j, int64_t columns, bool) {
            square(loops.add(loops.offset(from, i, written->strides[0]), j),
                   loops.add(loops.offset(to, j, read->strides[1]), i), rows, columns);
          });
        },
        split(written->extent, lanes));
  };
  nest(0, loops.constant(0), loops.constant(0));
  return true;
}
