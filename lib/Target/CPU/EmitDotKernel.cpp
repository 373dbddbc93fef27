//===- EmitDotKernel.cpp - kernels of vectors times vectors ---------------===//

#include "KernelEmitter.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

SmallVector<Value> KernelEmitter::dotSteps(unsigned level, Position at, ArrayRef<Offsets> rows, int64_t columns,
                                           ValueRange sums) {
  unsigned dim = shape.reductions[level];
  if (level + 1 < shape.reductions.size())
    return loops.reduce(dims[dim].extent, sums, [&](Value i, ValueRange carried) {
      return dotSteps(level + 1, move(at, dim, i), rows, columns, carried);
    });
  unsigned columnDim = shape.columns.front();
  auto step = [&](Value i, Value mask, ValueRange carried) {
    Position here = move(at, dim, i);
    SmallVector<Value> ys, next;
    for (int64_t j = 0; j < columns; ++j)
      ys.push_back(load(
          contraction.buffers[shape.column],
          loops.add(here[shape.column], loops.value(loops.scale(dims[columnDim].strides[shape.column], j))), mask));
    for (auto [r, row] : llvm::enumerate(rows)) {
      Value x = load(contraction.buffers[shape.row], loops.add(here[shape.row], loops.value(row[shape.row])), mask);
      for (int64_t j = 0; j < columns; ++j)
        next.push_back(vector::FMAOp::create(builder, loc, x, ys[j], carried[r * columns + j]));
    }
    return next;
  };
  OpFoldResult extent = dims[dim].extent;
  if (std::optional<int64_t> known = getConstantIntValue(extent)) {
    int64_t full = *known / shape.lanes * shape.lanes;
    SmallVector<Value> carried(sums);
    if (full)
      carried = loops.reduce(
          builder.getIndexAttr(full), carried, [&](Value i, ValueRange values) { return step(i, {}, values); },
          shape.lanes);
    if (full != *known)
      carried = step(loops.constant(full), maskOf(loops.constant(*known - full)), carried);
    return carried;
  }
  Value end = loops.value(extent);
  Value over = arith::RemUIOp::create(builder, loc, end, loops.constant(shape.lanes));
  Value full = arith::SubIOp::create(builder, loc, end, over);
  SmallVector<Value> carried =
      loops.reduce(full, sums, [&](Value i, ValueRange values) { return step(i, {}, values); }, shape.lanes);
  return step(full, maskOf(over), carried);
}

void KernelEmitter::dotTile(Position at, ArrayRef<int64_t> sizes, int64_t columns) {
  SmallVector<Offsets> rows = rowOffsets(sizes);
  SmallVector<Value> sums(rows.size() * columns, zero());
  sums = dotSteps(0, at, rows, columns, sums);
  for (unsigned r = 0; r < rows.size(); ++r)
    for (int64_t j = 0; j < columns; ++j) {
      Value sum = vector::ReductionOp::create(builder, loc, vector::CombiningKind::ADD, sums[r * columns + j],
                                              arith::FastMathFlags::reassoc);
      accumulate(sum, [&](unsigned role) {
        Value row = loops.add(at[role], loops.value(rows[r][role]));
        return loops.add(row, loops.value(loops.scale(dims[shape.columns.front()].strides[role], j)));
      });
    }
}

void KernelEmitter::emitDot(Position at) {
  over(shape.outerColumns, at, [&](Position at) {
    over(shape.outerRows, at, [&](Position at) {
      unsigned dim = shape.columns.front();
      loops.tiles(
          dims[dim].extent, shape.columnTile, 1,
          [&](Value first, int64_t columns, bool) {
            overRowTiles(0, move(at, dim, first), {},
                         [&](Position at, ArrayRef<int64_t> sizes) { dotTile(at, sizes, columns); });
          },
          split(dims[dim].extent, shape.columnTile));
    });
  });
}
