//===- EmitBlockedKernel.cpp - products in blocks that fit the caches -----===//
//
// The kernel of scalars times vectors with Y packed, block by block:
//
//   for batch: for outer columns: for blocks of columns:
//     for outer reductions: for blocks of reductions:
//       pack Y: [tiles of columns][reductions][columns of a tile]
//       for blocks of rows: for tiles of columns: for outer rows: for row tiles
//
// A tile of the panel stays in the first cache while the rows go by, a block of
// rows in the second while the tiles do. X is read where it is.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"
#include "VectorBody.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

/// Calls `body` with where each block of a loop begins and its size; all at once
/// when there is one. With `cycles` of each block, the loop is parallel.
void KernelEmitter::overBlocks(OpFoldResult extent, int64_t block, std::optional<double> cycles,
                               function_ref<void(Value, OpFoldResult)> body) {
  std::optional<int64_t> known = getConstantIntValue(extent);
  if (!block || (known && *known <= block))
    return body(loops.constant(0), extent);
  Value end = loops.value(extent);
  auto inner = [&](Value from) {
    if (known && *known % block == 0)
      return body(from, builder.getIndexAttr(block));
    body(from, loops.minimum(loops.constant(block), loops.subtract(end, from)));
  };
  if (cycles)
    loops.parallel(loops.constant(0), end, block, *cycles, inner);
  else
    loops.loop(loops.constant(0), end, block, inner);
}

/// Covers [0, size) by tiles, where `size` is a block of `total`: what is left
/// over is one smaller tile where `total` is known, else tiles of half the size,
/// of a fourth, and so on. With `cycles` of each whole one, their loop is parallel.
void KernelEmitter::rangeTiles(OpFoldResult size, OpFoldResult total, int64_t tile,
                               function_ref<void(Value, int64_t)> body, std::optional<double> cycles) {
  std::optional<int64_t> known = getConstantIntValue(total);
  Value end = loops.value(size), over = loops.remainder(end, tile), whole = loops.subtract(end, over);
  auto once = [&](Value condition, Value at, int64_t count) {
    auto branch = scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&branch.getThenRegion().front());
    body(at, count);
  };
  if (std::optional<int64_t> count = getConstantIntValue(whole); count == tile)
    body(loops.constant(0), tile);
  else if (count != 0 && cycles)
    loops.parallel(loops.constant(0), whole, tile, *cycles, [&](Value i) { body(i, tile); });
  else if (count != 0)
    loops.loop(loops.constant(0), whole, tile, [&](Value i) { body(i, tile); });
  if (std::optional<int64_t> rest = getConstantIntValue(over)) {
    if (*rest)
      body(whole, *rest);
    return;
  }
  Value none = loops.constant(0);
  if (known) {
    if (*known % tile)
      once(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, over, none), whole, *known % tile);
    return;
  }
  for (int64_t part = llvm::bit_floor(uint64_t(tile - 1)); part; part /= 2) {
    Value bit = arith::AndIOp::create(builder, loc, over, loops.constant(part));
    once(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, bit, none), whole, part);
    whole = arith::AddIOp::create(builder, loc, whole, bit);
  }
}

OpFoldResult KernelEmitter::columnCount() {
  OpFoldResult columns = dims[shape.columns.front()].extent;
  for (unsigned dim : ArrayRef(shape.columns).drop_front())
    columns = loops.scale(columns, *dims[dim].staticExtent());
  return columns;
}

/// Calls `body` for the tiles of a block of columns with where each begins, its
/// vectors, and how many columns are left, or null when it is whole.
void KernelEmitter::columnTiles(Value from, OpFoldResult size, function_ref<void(Value, int64_t, Value)> body,
                                std::optional<double> cycles) {
  OpFoldResult total = columnCount();
  int64_t tile = shape.columnTile * shape.lanes;
  std::optional<int64_t> known = getConstantIntValue(total);
  Value count = loops.value(size), over = loops.remainder(count, tile), whole = loops.subtract(count, over);
  auto wholeTile = [&](Value i) { body(loops.add(from, i), shape.columnTile, {}); };
  if (std::optional<int64_t> static_ = getConstantIntValue(whole); static_ == tile)
    wholeTile(loops.constant(0));
  else if (static_ != 0 && cycles)
    loops.parallel(loops.constant(0), whole, tile, *cycles, wholeTile);
  else if (static_ != 0)
    loops.loop(loops.constant(0), whole, tile, wholeTile);
  Value rest = loops.add(from, whole);
  if (!known) {
    loops.loop(whole, count, shape.lanes, [&](Value i) { body(loops.add(from, i), 1, loops.subtract(count, i)); });
    return;
  }
  int64_t left = *known % tile;
  if (!left)
    return;
  auto last = [&] { body(rest, llvm::divideCeil(left, shape.lanes), loops.constant(left)); };
  if (std::optional<int64_t> isLast = getConstantIntValue(over)) {
    if (*isLast)
      last();
    return;
  }
  Value condition = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, over, loops.constant(0));
  auto branch = scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&branch.getThenRegion().front());
  last();
}

/// Where the panel has a column of the block: the first of a tile, or of a
/// vector of the last one.
Value KernelEmitter::panelOffset(Value column) {
  int64_t tile = shape.columnTile * shape.lanes;
  Value begin = loops.multiply(loops.divide(column, tile), builder.getIndexAttr(panelTile));
  if (keptBlock)
    begin = loops.add(keptBlock, begin);
  if (getConstantIntValue(columnCount()))
    return begin;
  return loops.add(begin, loops.remainder(column, tile));
}

/// How far X is from one tile of rows to the next.
OpFoldResult KernelEmitter::nextTile() {
  auto [dim, part] = shape.rowTile.front();
  return loops.scale(dims[dim].strides[shape.row], part);
}

/// How far X is after `depth` steps of the reductions.
Value KernelEmitter::stepOffset(Value depth) {
  ArrayRef<unsigned> left(shape.reductions);
  Value result = loops.constant(0);
  while (!isOneLoop(contraction, left, shape.row)) {
    const LoopDim &dim = dims[left.back()];
    result = loops.offset(result, loops.remainder(depth, *dim.staticExtent()), dim.strides[shape.row]);
    depth = loops.divide(depth, *dim.staticExtent());
    left = left.drop_back();
  }
  return loops.offset(result, depth, dims[left.back()].strides[shape.row]);
}

/// Runs the reductions of a block as one loop: written as several, LLVM unrolls
/// short ones and keeps the scalars that steps share, for which there are no registers.
SmallVector<Value> KernelEmitter::blockedSteps(Position at, OpFoldResult steps, Value panelAt, ArrayRef<Offsets> rows,
                                               int64_t vectors, ValueRange sums) {
  for (unsigned inner : ArrayRef(shape.reductions).drop_front())
    steps = loops.scale(steps, *dims[inner].staticExtent());
  return loops.reduce(steps, sums, [&](Value i, ValueRange carried) {
    Value x = loops.add(at[shape.row], stepOffset(i));
    // Asks for what the next tile reads of an image.
    if (shape.turn && shape.rowTile.size() == 1)
      memref::PrefetchOp::create(builder, loc, contraction.buffers[shape.row], loops.add(x, loops.value(nextTile())),
                                 /*isWrite=*/false,
                                 /*localityHint=*/3, /*isDataCache=*/true);
    Value row = loops.offset(panelAt, i, builder.getIndexAttr(shape.columnTile * shape.lanes));
    // Kept panels come from afar, the next one while this one is used: a vector of each of its rows for each of the
    // first tiles.
    if (ahead)
      memref::PrefetchOp::create(builder, loc, panel, loops.add(row, ahead), /*isWrite=*/false, /*localityHint=*/2,
                                 /*isDataCache=*/true);
    SmallVector<Value> columns, result;
    for (int64_t v = 0; v < vectors; ++v)
      columns.push_back(load(panel, loops.add(row, v * shape.lanes), {}));
    for (auto [r, offsets] : llvm::enumerate(rows)) {
      Value scalar = broadcast(contraction.buffers[shape.row], loops.add(x, loops.value(offsets[shape.row])));
      for (int64_t v = 0; v < vectors; ++v)
        result.push_back(vector::FMAOp::create(builder, loc, scalar, columns[v], carried[r * vectors + v]));
    }
    return result;
  });
}

void KernelEmitter::blockedTile(Position at, Value first, ArrayRef<int64_t> sizes, int64_t vectors, Value left,
                                Value panelAt, OpFoldResult steps) {
  SmallVector<Offsets> rows = rowOffsets(sizes);
  SmallVector<Value> sums(rows.size() * vectors, zero());
  auto run = [&] { sums = blockedSteps(at, steps, panelAt, rows, vectors, sums); };
  if (shape.turn) {
    for (int64_t column = 0; column < vectors * shape.lanes; ++column)
      if (!left || column < *getConstantIntValue(left))
        prefetch(at[written()],
                 loops.multiply(loops.add(first, column), dims[shape.columns.back()].strides[written()]));
    run();
    return whenFinished([&] { storeTurned(at, first, rows.size(), vectors, left, sums); });
  }
  auto place = [&](unsigned role, unsigned r, unsigned v) {
    Value column = loops.multiply(loops.add(first, v * shape.lanes), dims[shape.columns.back()].strides[role]);
    return loops.add(loops.value(rows[r][role]), column);
  };
  for (unsigned r = 0; r < rows.size(); ++r)
    for (int64_t v = 0; v < vectors; ++v)
      prefetch(at[written()], place(written(), r, v));
  run();
  whenFinished([&] {
    for (unsigned r = 0; r < rows.size(); ++r)
      for (int64_t v = 0; v < vectors; ++v)
        addAndStore(
            sums[r * vectors + v], [&](unsigned role) { return loops.add(at[role], place(role, r, v)); }, shape.columns,
            left ? maskOf(loops.add(left, -v * shape.lanes)) : Value());
  });
}

/// Emits what is done at the end of a tile once, or for finished and unfinished sums.
void KernelEmitter::whenFinished(function_ref<void()> body) {
  if (!contraction.epilogue || !isLast)
    return body();
  auto branch = scf::IfOp::create(builder, loc, isLast, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&branch.getThenRegion().front());
  body();
  builder.setInsertionPointToStart(&branch.getElseRegion().front());
  finished = false;
  body();
  finished = true;
}

/// Asks for a part of what is written: it comes from afar while the sums are made.
void KernelEmitter::prefetch(Value row, Value place) {
  memref::PrefetchOp::create(builder, loc, contraction.buffers[written()], loops.add(row, place), /*isWrite=*/true,
                             /*localityHint=*/3, /*isDataCache=*/true);
}

/// Stores sums to C, added to what it has unless there is nothing yet: then no
/// lane of it is read. Finished ones go through the epilogue.
void KernelEmitter::addAndStore(Value sums, function_ref<Value(unsigned)> place, ArrayRef<unsigned> along, Value mask) {
  Value c = contraction.buffers[kC], readable = mask;
  if (isFirst) {
    Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
    auto type = VectorType::get({shape.lanes}, builder.getI1Type());
    readable = vector::BroadcastOp::create(builder, loc, type, arith::XOrIOp::create(builder, loc, isFirst, yes));
    if (mask)
      readable = arith::AndIOp::create(builder, loc, readable, mask);
  }
  if (!contraction.zeroFill || isFirst)
    sums = arith::AddFOp::create(builder, loc, load(c, place(kC), readable), sums);
  if (!finished)
    return store(sums, c, place(kC), mask);
  store(finish(sums, place, along.back(), mask), contraction.buffers[written()], place(written()), mask);
}

/// Stores a tile to C, which has its rows together: a vector of them for each
/// column.
void KernelEmitter::storeTurned(Position at, Value first, int64_t rows, int64_t vectors, Value left, ValueRange sums) {
  Value mask = maskOf(loops.constant(rows));
  for (int64_t v = 0; v < vectors; ++v) {
    SmallVector<Value> square;
    for (int64_t r = 0; r < shape.lanes; ++r)
      square.push_back(r < rows ? Value(sums[r * vectors + v]) : zero());
    for (auto [lane, value] : llvm::enumerate(turnOver(builder, loc, square))) {
      int64_t column = v * shape.lanes + lane;
      if (left && column >= *getConstantIntValue(left))
        break;
      auto place = [&](unsigned role) {
        return loops.offset(at[role], loops.add(first, column), dims[shape.columns.back()].strides[role]);
      };
      addAndStore(value, place, shape.rowTile.back().first, mask);
    }
  }
}

/// Cycles of a tile of the first loop of the rows, whose tiles are all that a block has to be parted among threads.
double KernelEmitter::rowTileCycles() {
  auto [dim, part] = shape.rowTile.front();
  return shape.blockCost * double(part) / double(getConstantIntValue(dims[dim].extent).value_or(32 * part));
}

/// The row tiles of `count` iterations of the first loop of the tile; with `share` they are parted among threads.
void KernelEmitter::blockedRows(Position at, OpFoldResult count, Value first, int64_t vectors, Value left,
                                Value panelAt, OpFoldResult steps, bool share) {
  if (shape.rowTile.empty())
    return blockedTile(at, first, {}, vectors, left, panelAt, steps);
  auto [dim, part] = shape.rowTile.front();
  rangeTiles(
      count, dims[dim].extent, part,
      [&, dim = dim](Value i, int64_t size) {
        overRowTiles(1, move(at, dim, i), {size}, [&](Position at, ArrayRef<int64_t> sizes) {
          blockedTile(at, first, sizes, vectors, left, panelAt, steps);
        });
      },
      share ? std::optional(rowTileCycles()) : std::nullopt);
}

/// The tiles of a block with the rows outside: a row's part of X is read from the
/// first cache by all tiles of columns but the first. The first two loops over
/// rows are one, to be parted among threads.
void KernelEmitter::rowsOutside(Position at, Value from, OpFoldResult size, OpFoldResult steps, bool share) {
  auto tilesOf = [&](Position at, std::optional<double> cycles) {
    if (shape.rowTile.empty())
      return columnTiles(from, size, [&](Value first, int64_t vectors, Value left) {
        blockedTile(at, first, {}, vectors, left, panelOffset(loops.subtract(first, from)), steps);
      });
    auto [dim, part] = shape.rowTile.front();
    OpFoldResult extent = dims[dim].extent;
    auto tile = [&, dim = dim, part = part](Value i, int64_t count) {
      if (keeps) {
        // Once each vector has been asked for, what is asked for is at hand.
        Value number = loops.divide(i, part), none = loops.constant(0);
        Value next = loops.add(loops.multiply(number, builder.getIndexAttr(shape.lanes)),
                               panelSize(contraction, shape).elements());
        Value early =
            arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, number, loops.constant(shape.columnTile));
        ahead = arith::SelectOp::create(builder, loc, early, next, none);
      }
      overRowTiles(1, move(at, dim, i), {count}, [&](Position at, ArrayRef<int64_t> sizes) {
        columnTiles(from, size, [&](Value first, int64_t vectors, Value left) {
          blockedTile(at, first, sizes, vectors, left, panelOffset(loops.subtract(first, from)), steps);
        });
      });
      ahead = {};
    };
    rangeTiles(extent, extent, part, tile, cycles);
  };
  auto tiles = [&](Position at) { tilesOf(at, {}); };
  ArrayRef<unsigned> rows(shape.outerRows);
  if (share && rows.empty() && !shape.rowTile.empty())
    return tilesOf(at, rowTileCycles());
  if (!share || rows.empty())
    return over(rows, at, tiles, /*independent=*/false);
  unsigned outer = rows.front();
  rows = rows.drop_front();
  OpFoldResult count = dims[outer].extent;
  std::optional<int64_t> inner = rows.empty() ? std::nullopt : dims[rows.front()].staticExtent();
  if (inner)
    count = loops.scale(count, *inner);
  double trips = double(getConstantIntValue(count).value_or(32 * inner.value_or(1)));
  loops.parallel(loops.constant(0), loops.value(count), 1, shape.blockCost / trips, [&](Value i) {
    Position here = move(at, outer, inner ? loops.divide(i, *inner) : i);
    if (inner)
      here = move(here, rows.front(), loops.remainder(i, *inner));
    over(inner ? rows.drop_front() : rows, here, tiles, /*independent=*/false);
  });
}

/// A panel and everything that is computed with it.
void KernelEmitter::emitBlock(Position at, Value from, OpFoldResult size, OpFoldResult steps) {
  if (!keeps)
    packBlock(at, from, size, steps);
  bool share = shape.split == KernelShape::Split::Rows && !inParallel;
  OpFoldResult rows = shape.rowTile.empty() ? OpFoldResult(builder.getIndexAttr(1))
                                            : OpFoldResult(dims[shape.rowTile.front().first].extent);
  auto tiles = [&](Position at, OpFoldResult count, ArrayRef<unsigned> outerRows, std::optional<double> cycles,
                   bool shareRows = false) {
    columnTiles(
        from, size,
        [&](Value first, int64_t vectors, Value left) {
          Value panelAt = panelOffset(loops.subtract(first, from));
          over(
              outerRows, at,
              [&](Position at) { blockedRows(at, count, first, vectors, left, panelAt, steps, shareRows); },
              /*independent=*/false);
        },
        cycles);
  };
  double cycles = shape.blockCost;
  if (shape.rowBlock) {
    std::optional<double> each;
    if (share)
      each = cycles * double(shape.rowBlock) / double(getConstantIntValue(rows).value_or(4 * shape.rowBlock));
    return overBlocks(rows, shape.rowBlock, each, [&](Value i, OpFoldResult count) {
      tiles(move(at, shape.rowTile.front().first, i), count, shape.outerRows, {});
    });
  }
  std::optional<int64_t> columns = getConstantIntValue(size);
  int64_t count = columns.value_or(shape.columnBlock) / (shape.columnTile * shape.lanes);
  std::optional<int64_t> outer = shape.outerRows.empty() ? std::nullopt : dims[shape.outerRows.front()].staticExtent();
  if (shape.turn)
    return rowsOutside(at, from, size, steps, share);
  if (share && outer && *outer > count) {
    unsigned dim = shape.outerRows.front();
    return loops.parallel(loops.constant(0), loops.constant(*outer), 1, cycles / double(*outer),
                          [&](Value i) { tiles(move(at, dim, i), rows, ArrayRef(shape.outerRows).drop_front(), {}); });
  }
  if (share && count > 1)
    return tiles(at, rows, shape.outerRows, cycles / double(count));
  tiles(at, rows, shape.outerRows, {}, /*shareRows=*/share && shape.outerRows.empty());
}

/// Calls `body` for each block of the reductions with where it is, whether it is the first and the last (null: in any
/// case), and its steps.
void KernelEmitter::overReductionBlocks(unsigned level, Position at,
                                        function_ref<void(Position, Value, Value, OpFoldResult)> body, Value first,
                                        Value last, Value number) {
  bool flags = bool(contraction.zeroFill);
  auto both = [&](Value a, Value counter) -> Value {
    if (!flags || getConstantIntValue(counter) == 0)
      return a;
    Value zero = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, counter, loops.constant(0));
    return a ? arith::AndIOp::create(builder, loc, a, zero).getResult() : zero;
  };
  auto bothLast = [&](Value a, Value next, OpFoldResult extent) -> Value {
    std::optional<int64_t> known = getConstantIntValue(next), end = getConstantIntValue(extent);
    if (!contraction.epilogue || (known && end && *known >= *end))
      return a;
    Value last = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge, next, loops.value(extent));
    return a ? arith::AndIOp::create(builder, loc, a, last).getResult() : last;
  };
  if (!number)
    number = loops.constant(0);
  if (level < shape.outerReductions.size()) {
    unsigned dim = shape.outerReductions[level];
    OpFoldResult extent = dims[dim].extent;
    loops.loop(loops.constant(0), loops.value(extent), 1, [&](Value i) {
      overReductionBlocks(level + 1, move(at, dim, i), body, both(first, i), bothLast(last, loops.add(i, 1), extent),
                          loops.add(loops.multiply(number, extent), i));
    });
    return;
  }
  unsigned dim = shape.reductions.front();
  OpFoldResult extent = dims[dim].extent;
  overBlocks(extent, shape.reductionBlock, {}, [&](Value i, OpFoldResult steps) {
    std::optional<int64_t> known = getConstantIntValue(extent);
    reductionNumber = number;
    if (known && shape.reductionBlock)
      reductionNumber =
          loops.add(loops.multiply(number, builder.getIndexAttr(llvm::divideCeil(*known, shape.reductionBlock))),
                    loops.divide(i, shape.reductionBlock));
    body(move(at, dim, i), both(first, i),
         shape.reductionBlock ? bothLast(last, loops.add(i, shape.reductionBlock), extent) : last, steps);
  });
}

/// Where the kept panels have the block of columns from `from` on, and of the reductions that is being done.
Value KernelEmitter::panelBlock(Value from) {
  int64_t blocks = 1;
  for (unsigned dim : shape.outerReductions)
    blocks *= *dims[dim].staticExtent();
  if (shape.reductionBlock)
    blocks *= llvm::divideCeil(*dims[shape.reductions.front()].staticExtent(), shape.reductionBlock);
  Value column = shape.columnBlock ? loops.divide(from, shape.columnBlock) : loops.constant(0);
  Value number = loops.add(loops.multiply(column, builder.getIndexAttr(blocks)), reductionNumber);
  return loops.multiply(number, builder.getIndexAttr(panelSize(contraction, shape).elements()));
}

/// All reductions of a block of columns.
void KernelEmitter::emitColumnBlock(Position at, Value from, OpFoldResult size) {
  overReductionBlocks(0, at, [&](Position at, Value first, Value last, OpFoldResult steps) {
    isFirst = first;
    isLast = last;
    if (keeps)
      keptBlock = panelBlock(from);
    emitBlock(at, from, size, steps);
  });
}

void KernelEmitter::emitBlocked(Position at) {
  bool share = shape.split == KernelShape::Split::Rows;
  over(
      shape.outerColumns, at,
      [&](Position at) {
        OpFoldResult columns = columnCount();
        std::optional<double> cycles = share || !shape.columnBlock ? std::nullopt : split(columns, shape.columnBlock);
        if (share)
          emitPanel();
        overBlocks(columns, shape.columnBlock, cycles, [&](Value from, OpFoldResult size) {
          if (!share)
            emitPanel();
          emitColumnBlock(at, from, size);
        });
      },
      /*independent=*/shape.split == KernelShape::Split::Batch);
}
