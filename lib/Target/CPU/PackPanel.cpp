//===- PackPanel.cpp - Y as panels of a blocked kernel --------------------===//
//
// A panel has tiles of columns, each with a row for every step of the sums, so
// that the kernel reads memory that is together. Lanes over the end are zero or
// of no account: they are never stored to C.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"
#include "VectorBody.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

PanelSize cpu::panelSize(const Contraction &contraction, const KernelShape &shape) {
  PanelSize size;
  int64_t width = shape.columnTile * shape.lanes, depth = 1, columns = 1;
  for (unsigned dim : shape.reductions)
    depth *= dim == shape.reductions.front() && shape.reductionBlock ? shape.reductionBlock
                                                                     : *contraction.dims[dim].staticExtent();
  if (shape.columnBlock)
    columns = shape.columnBlock;
  else
    for (unsigned dim : shape.columns)
      columns *= *contraction.dims[dim].staticExtent();
  size.tiles = llvm::divideCeil(columns, width);
  // Squares may reach over the last row.
  bool squares = packKind(contraction, shape) == PackKind::Transposed;
  size.tile = (depth + (squares ? shape.lanes : 0)) * width;
  return size;
}

int64_t cpu::keptPanels(const Contraction &contraction, const KernelShape &shape) {
  if (shape.kind != KernelShape::Kind::Blocked || !contraction.frozen[shape.column] || !shape.batch.empty() ||
      !shape.outerColumns.empty() || shape.temporary)
    return 0;
  int64_t columns = 1, blocks = 1;
  for (unsigned dim : llvm::concat<const unsigned>(shape.columns, shape.reductions, shape.outerReductions))
    if (!contraction.dims[dim].staticExtent())
      return 0;
  for (unsigned dim : shape.columns)
    columns *= *contraction.dims[dim].staticExtent();
  for (unsigned dim : shape.outerReductions)
    blocks *= *contraction.dims[dim].staticExtent();
  if (shape.columnBlock)
    blocks *= llvm::divideCeil(columns, shape.columnBlock);
  if (shape.reductionBlock)
    blocks *= llvm::divideCeil(*contraction.dims[shape.reductions.front()].staticExtent(), shape.reductionBlock);
  int64_t elements = blocks * panelSize(contraction, shape).elements();
  return elements * Type(contraction.element).getIntOrFloatBitWidth() / 8 <= kKeptBytes ? elements : 0;
}

/// Makes the panels of all blocks in front of everything, where what does not change from call to call may be found: at
/// the top of the function, not in a branch.
void KernelEmitter::emitKeptPanels() {
  OpBuilder::InsertionGuard guard(builder);
  Operation *at = contraction.op;
  while (!isa<FunctionOpInterface>(at->getParentOp()))
    at = at->getParentOp();
  Operation *y = contraction.buffers[shape.column].getDefiningOp();
  int64_t elements = keptPanels(contraction, shape);
  if (!elements || !y || y->getBlock() != at->getBlock())
    return;
  // The views of the buffers stand in front of the op, or of its epilogue.
  if (at->isBeforeInBlock(y))
    builder.setInsertionPointAfter(y);
  else
    builder.setInsertionPoint(at);
  Position start(contraction.buffers.size(), loops.constant(0));
  panelTile = panelSize(contraction, shape).tile;
  auto type = MemRefType::get({elements}, contraction.element);
  panel = memref::AllocOp::create(builder, loc, type, builder.getI64IntegerAttr(64));
  overBlocks(columnCount(), shape.columnBlock, {}, [&](Value from, OpFoldResult count) {
    overReductionBlocks(0, start, [&](Position at, Value, Value, OpFoldResult steps) {
      keptBlock = panelBlock(from);
      packBlock(at, from, count, steps);
    });
  });
  keeps = true;
}

/// The panel, in a thread's own memory when the loop around is parallel.
void KernelEmitter::emitPanel() {
  if (!shape.pack || keeps)
    return;
  bool blocked = shape.kind == KernelShape::Kind::Blocked;
  int64_t depth = 1;
  PanelSize size;
  if (blocked) {
    size = panelSize(contraction, shape);
    panelTile = size.tile;
  } else {
    int64_t columns = 1;
    for (unsigned dim : shape.columns)
      columns *= *dims[dim].staticExtent();
    for (unsigned dim : shape.reductions)
      depth *= *dims[dim].staticExtent();
    panelWidth = llvm::alignTo(columns, shape.lanes);
  }
  auto type = MemRefType::get({blocked ? size.elements() : depth * panelWidth}, contraction.element);
  int64_t bytes = type.getNumElements() * Type(contraction.element).getIntOrFloatBitWidth() / 8;
  auto alignment = builder.getI64IntegerAttr(64);
  if (inParallel && bytes <= kStackBytes)
    panel = memref::AllocaOp::create(builder, loc, type, alignment);
  else
    panel = memref::AllocOp::create(builder, loc, type, alignment);
}

/// Calls `body` for each step of the sums with where Y has it and its row.
void KernelEmitter::packSteps(ArrayRef<unsigned> reductions, Value source, Value row, OpFoldResult extent,
                              PackRow body) {
  unsigned dim = reductions.front();
  loops.loop(loops.constant(0), loops.value(extent), 1, [&](Value i) {
    Value at = loops.offset(source, i, dims[dim].strides[shape.column]), next = loops.add(row, i);
    if (reductions.size() == 1)
      return body(at, next);
    OpFoldResult inner = dims[reductions[1]].extent;
    packSteps(reductions.drop_front(), at, loops.multiply(next, inner), inner, body);
  });
}

/// How far a column is from the first one in Y.
Value KernelEmitter::columnSource(Value column) {
  ArrayRef<unsigned> left(shape.columns);
  if (isOneLoop(contraction, left, shape.column))
    return loops.multiply(column, dims[left.back()].strides[shape.column]);
  Value result = loops.constant(0);
  for (; left.size() > 1; left = left.drop_back()) {
    const LoopDim &dim = dims[left.back()];
    result = loops.offset(result, loops.remainder(column, *dim.staticExtent()), dim.strides[shape.column]);
    column = loops.divide(column, *dim.staticExtent());
  }
  return loops.offset(result, column, dims[left.back()].strides[shape.column]);
}

/// The lanes from `from` up to `to`.
Value KernelEmitter::rangeMask(Value from, Value to, int64_t lanes) {
  auto type = VectorType::get({lanes}, builder.getI1Type());
  Value upTo = vector::CreateMaskOp::create(builder, loc, type, to);
  if (getConstantIntValue(from) == 0)
    return upTo;
  Value before = vector::CreateMaskOp::create(builder, loc, type, from);
  Value all = arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, true));
  return arith::AndIOp::create(builder, loc, upTo, arith::XOrIOp::create(builder, loc, before, all));
}

/// Vectors whose columns lie in several rows of an image: one masked load a
/// row, its lanes already where they belong. A vector of an image read in steps
/// is picked out of as many vectors as the step is long.
void KernelEmitter::packSegments(Position at, Value first, int64_t vectors, Value left, Value panelAt,
                                 OpFoldResult steps) {
  struct Segment {
    Value source, mask, wide;
  };
  const LoopDim &last = dims[shape.columns.back()];
  int64_t step = *last.staticStride(shape.column), lanes = shape.lanes, count = segmentCount(contraction, shape);
  SmallVector<SmallVector<Segment>> parts(vectors);
  for (int64_t v = 0; v < vectors; ++v) {
    Value begin = loops.add(first, v * lanes), end = loops.constant(lanes);
    if (left)
      end = loops.minimum(end, loops.add(left, -v * lanes));
    Value from = loops.constant(0), column = begin;
    for (int64_t s = 0; s < count; ++s) {
      // The first segment goes up to its row's end, each other one a row on.
      Value to = end;
      if (s + 1 < count) {
        Value rest = loops.constant(*last.staticExtent());
        if (s == 0)
          rest = loops.subtract(rest, loops.remainder(begin, *last.staticExtent()));
        to = loops.minimum(end, loops.add(from, rest));
      }
      Segment segment;
      segment.source = loops.subtract(columnSource(column), loops.multiply(from, builder.getIndexAttr(step)));
      bool whole = count == 1 && !left;
      if (!whole || step > 1)
        segment.mask = rangeMask(from, to, lanes);
      if (step > 1) {
        // Nothing beyond the last place that is needed.
        Value wideFrom = loops.multiply(from, builder.getIndexAttr(step));
        Value wideTo = loops.add(loops.multiply(to, builder.getIndexAttr(step)), 1 - step);
        segment.wide = rangeMask(wideFrom, wideTo, lanes * step);
      }
      parts[v].push_back(segment);
      column = loops.add(begin, to);
      from = to;
    }
  }
  Value y = contraction.buffers[shape.column];
  auto wideType = VectorType::get({lanes * step}, contraction.element);
  SmallVector<int64_t> picked;
  for (int64_t lane = 0; lane < lanes; ++lane)
    picked.push_back(lane * step);
  packSteps(shape.reductions, at[shape.column], loops.constant(0), steps, [&](Value source, Value row) {
    Value to = loops.offset(panelAt, row, builder.getIndexAttr(shape.columnTile * lanes));
    for (int64_t v = 0; v < vectors; ++v) {
      Value value = zero();
      for (const Segment &segment : parts[v]) {
        Value place = loops.add(source, segment.source);
        if (step == 1) {
          value = segment.mask
                      ? vector::MaskedLoadOp::create(builder, loc, vector, y, place, segment.mask, value).getResult()
                      : load(y, place, {});
          continue;
        }
        Value none = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(wideType));
        Value wide = vector::MaskedLoadOp::create(builder, loc, wideType, y, place, segment.wide, none);
        Value picks = vector::ShuffleOp::create(builder, loc, wide, wide, picked);
        value = parts[v].size() == 1 ? picks
                                     : arith::SelectOp::create(builder, loc, segment.mask, picks, value).getResult();
      }
      store(value, panel, loops.add(to, v * lanes), {});
    }
  });
}

/// The mask of `count` lanes of what a column of a tile is loaded from, where `left` columns are left of the tile, or
/// nothing where the column is none of them. Whether it is may turn out when the program runs: then its mask is empty.
std::optional<Value> KernelEmitter::columnMask(Value left, int64_t column, Value count) {
  if (!left)
    return maskOf(count);
  Value inside = loops.add(left, -column);
  if (std::optional<int64_t> known = getConstantIntValue(inside))
    return *known > 0 ? std::optional(maskOf(count)) : std::nullopt;
  Value yes = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sgt, inside, loops.constant(0));
  return maskOf(arith::SelectOp::create(builder, loc, yes, count, loops.constant(0)));
}

/// Squares of as many columns as lanes, loaded along the last sum and turned
/// over in registers.
void KernelEmitter::packTransposed(Position at, Value first, int64_t vectors, Value left, Value panelAt,
                                   OpFoldResult steps) {
  int64_t lanes = shape.lanes, tile = shape.columnTile * lanes;
  OpFoldResult stride = dims[shape.columns.back()].strides[shape.column];
  Value y = contraction.buffers[shape.column];
  // `count` steps from `source` on, which are the panel's rows from `row` on.
  auto square = [&](Value source, Value row, Value count) {
    for (int64_t v = 0; v < vectors; ++v) {
      SmallVector<Value> rows;
      for (int64_t lane = 0; lane < lanes; ++lane) {
        std::optional<Value> mask = columnMask(left, v * lanes + lane, count);
        rows.push_back(mask ? load(y, loops.offset(source, loops.add(first, v * lanes + lane), stride), *mask)
                            : zero());
      }
      for (auto [i, value] : llvm::enumerate(turnOver(builder, loc, rows)))
        store(value, panel, loops.add(loops.offset(panelAt, loops.add(row, i), builder.getIndexAttr(tile)), v * lanes),
              {});
    }
  };
  auto run = [&](Value source, Value row, OpFoldResult extent) {
    Value end = loops.value(extent), over = loops.remainder(end, lanes), whole = loops.subtract(end, over);
    loops.loop(loops.constant(0), whole, lanes, [&](Value i) {
      square(loops.add(source, i), loops.add(row, i), loops.constant(lanes)); // its stride is one
    });
    if (getConstantIntValue(over) != 0)
      loops.loop(whole, end, lanes, [&](Value i) { square(loops.add(source, i), loops.add(row, i), over); });
  };
  ArrayRef<unsigned> outer = ArrayRef(shape.reductions).drop_back();
  if (isOneLoop(contraction, shape.reductions, shape.column)) {
    for (unsigned dim : ArrayRef(shape.reductions).drop_front())
      steps = loops.scale(steps, *dims[dim].staticExtent());
    return run(at[shape.column], loops.constant(0), steps);
  }
  OpFoldResult inner = dims[shape.reductions.back()].extent;
  packSteps(outer, at[shape.column], loops.constant(0), steps,
            [&](Value source, Value row) { run(source, loops.multiply(row, inner), inner); });
}

/// Squares of as many columns as lanes, each loaded from the first to the last of
/// a kernel's places, be they apart or backwards, and turned over in registers.
void KernelEmitter::packWindows(Position at, Value first, int64_t vectors, Value left, Value panelAt,
                                OpFoldResult steps) {
  PackWindow window = packWindow(contraction, shape);
  int64_t lanes = shape.lanes, tile = shape.columnTile * lanes;
  OpFoldResult stride = dims[shape.columns.back()].strides[shape.column];
  ArrayRef<unsigned> outer = ArrayRef(shape.reductions).drop_back(window.loops),
                     inner = ArrayRef(shape.reductions).take_back(window.loops);
  // Where in the window each step is.
  SmallVector<int64_t> places{-window.low};
  for (unsigned dim : inner) {
    SmallVector<int64_t> more;
    for (int64_t place : places)
      for (int64_t i = 0; i < *dims[dim].staticExtent(); ++i)
        more.push_back(place + i * *dims[dim].staticStride(shape.column));
    places = more;
  }
  Value width = loops.constant(window.high - window.low + 1);
  packSteps(outer, at[shape.column], loops.constant(0), steps, [&](Value source, Value row) {
    Value begin = loops.add(source, window.low);
    Value to = loops.offset(panelAt, row, builder.getIndexAttr(window.steps * tile));
    for (int64_t v = 0; v < vectors; ++v) {
      SmallVector<Value> rows;
      for (int64_t lane = 0; lane < lanes; ++lane) {
        std::optional<Value> mask = columnMask(left, v * lanes + lane, width);
        Value place = loops.offset(begin, loops.add(first, v * lanes + lane), stride);
        rows.push_back(mask ? load(contraction.buffers[shape.column], place, *mask) : zero());
      }
      SmallVector<Value> turned = turnOver(builder, loc, rows);
      for (auto [step, place] : llvm::enumerate(places))
        store(turned[place], panel, loops.add(to, step * tile + v * lanes), {});
    }
  });
}

void KernelEmitter::packScalars(Position at, Value first, int64_t vectors, Value left, Value panelAt,
                                OpFoldResult steps) {
  Value count =
      left ? loops.minimum(left, loops.constant(vectors * shape.lanes)) : loops.constant(vectors * shape.lanes);
  packSteps(shape.reductions, at[shape.column], loops.constant(0), steps, [&](Value source, Value row) {
    Value to = loops.offset(panelAt, row, builder.getIndexAttr(shape.columnTile * shape.lanes));
    loops.loop(loops.constant(0), count, 1, [&](Value i) {
      Value place = loops.add(source, columnSource(loops.add(first, i)));
      Value value = memref::LoadOp::create(builder, loc, contraction.buffers[shape.column], place);
      memref::StoreOp::create(builder, loc, value, panel, loops.add(to, i));
    });
  });
}

void KernelEmitter::packTile(Position at, Value first, int64_t vectors, Value left, Value panelAt, OpFoldResult steps) {
  switch (packKind(contraction, shape)) {
  case PackKind::Copy: // a row at a time, see packBlock
  case PackKind::Segments:
    return packSegments(at, first, vectors, left, panelAt, steps);
  case PackKind::Transposed:
    return packTransposed(at, first, vectors, left, panelAt, steps);
  case PackKind::Windows:
    return packWindows(at, first, vectors, left, panelAt, steps);
  case PackKind::Scalars:
    return packScalars(at, first, vectors, left, panelAt, steps);
  }
}

/// Packs a block of columns for `steps` of the first reduction.
void KernelEmitter::packBlock(Position at, Value from, OpFoldResult size, OpFoldResult steps) {
  bool share = shape.split == KernelShape::Split::Rows && !inParallel;
  if (packKind(contraction, shape) != PackKind::Copy) {
    int64_t depth = panelTile / shape.lanes;
    columnTiles(
        from, size,
        [&](Value first, int64_t vectors, Value left) {
          packTile(at, first, vectors, left, panelOffset(loops.subtract(first, from)), steps);
        },
        share ? std::optional(4.0 * double(depth)) : std::nullopt);
    return;
  }
  // Along the rows of Y, as they lie in memory.
  unsigned dim = shape.reductions.front();
  auto row = [&](Value source, Value row) {
    columnTiles(from, size, [&](Value first, int64_t vectors, Value left) {
      Value to = loops.offset(panelOffset(loops.subtract(first, from)), row,
                              builder.getIndexAttr(shape.columnTile * shape.lanes));
      for (int64_t v = 0; v < vectors; ++v) {
        Value mask = left ? maskOf(loops.add(left, -v * shape.lanes)) : Value();
        Value value =
            load(contraction.buffers[shape.column], loops.add(source, loops.add(first, v * shape.lanes)), mask);
        store(value, panel, loops.add(to, v * shape.lanes), {});
      }
    });
  };
  if (share && shape.reductions.size() == 1) {
    double width = double(getConstantIntValue(size).value_or(shape.columnBlock));
    loops.parallel(loops.constant(0), loops.value(steps), 1, 3 * width / double(shape.lanes),
                   [&](Value i) { row(loops.offset(at[shape.column], i, dims[dim].strides[shape.column]), i); });
    return;
  }
  packSteps(shape.reductions, at[shape.column], loops.constant(0), steps, row);
}
