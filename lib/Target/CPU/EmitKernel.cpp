//===- EmitKernel.cpp - register-tiled loops for contractions -------------===//
//
// The one kernel emitter. A tile of C stays in vector registers while the
// reductions run; around it are the loops over tiles:
//
//   for batch: for outer columns: for outer reductions: [pack Y]
//     for column tiles: for outer rows: for row tiles: tile
//
// The outermost loop of independent iterations is parallel; the first of the
// outer rows moves outside for that, where nothing has to be repeated then.
//
// Vectors are one-dimensional and carried by scf.for, so that LLVM keeps them
// in registers and folds the broadcasts into the multiply-adds.
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "LoopBuilder.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

/// The largest panel that is put on a thread's stack.
static constexpr int64_t kStackBytes = 256 << 10;

namespace {

/// Where in each buffer the loops around have got to.
using Position = std::array<Value, 3>;

class KernelEmitter {
public:
  KernelEmitter(OpBuilder &builder, Contraction given, const KernelShape &shape)
      : builder(builder), loops(builder, given.op.getLoc()), loc(given.op.getLoc()), contraction(std::move(given)),
        shape(shape), dims(contraction.dims), vector(VectorType::get({shape.lanes}, contraction.element)) {}

  void emit();

  /// Whether C has to be zeroed before after all.
  bool keepsFill = false;

private:
  Position move(Position at, unsigned dim, Value index);
  void over(ArrayRef<unsigned> loop, Position at, llvm::function_ref<void(Position)> body, bool independent = true);
  std::optional<double> split(mlir::OpFoldResult extent, int64_t tile);
  void emitPanel();
  void emitTemporary();
  void emitSums(Position at, std::optional<unsigned> range, int64_t count);
  void emitTiles(Position at, ArrayRef<unsigned> outerRows);
  void overRowTiles(unsigned level, Position at, SmallVector<int64_t> sizes,
                    llvm::function_ref<void(Position, ArrayRef<int64_t>)> body);
  SmallVector<std::array<OpFoldResult, 3>> rowOffsets(ArrayRef<int64_t> sizes);

  void emitOuter(Position at);
  void pack(Position at);
  void outerTile(Position at, Value firstColumn, ArrayRef<int64_t> rows, int64_t vectors, Value columns, bool last);
  SmallVector<Value> outerSteps(unsigned level, Position at, Value depth, Value firstColumn,
                                ArrayRef<std::array<OpFoldResult, 3>> rows, ArrayRef<Value> masks, ValueRange sums);

  void emitDot(Position at);
  void dotTile(Position at, ArrayRef<int64_t> rows, int64_t columns);
  SmallVector<Value> dotSteps(unsigned level, Position at, ArrayRef<std::array<OpFoldResult, 3>> rows, int64_t columns,
                              ValueRange sums);

  Value zero() { return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(vector)); }
  Value load(Value buffer, Value index, Value mask);
  void store(Value value, Value buffer, Value index, Value mask);
  Value broadcast(Value buffer, Value index);
  Value maskOf(Value left);
  void accumulate(Value value, Value index);

  OpBuilder &builder;
  LoopBuilder loops;
  Location loc;
  Contraction contraction;
  KernelShape shape;
  const SmallVector<LoopDim> &dims;
  VectorType vector;
  Value panel;
  bool inParallel = false;
  int64_t panelWidth = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

Position KernelEmitter::move(Position at, unsigned dim, Value index) {
  for (unsigned role : {kX, kY, kC})
    at[role] = loops.offset(at[role], index, dims[dim].strides[role]);
  return at;
}

/// Cycles of each of the tiles of a loop if it is to be parallel: the first one
/// that asks, and that has several iterations.
std::optional<double> KernelEmitter::split(OpFoldResult extent, int64_t tile) {
  int64_t count = llvm::divideCeil(getConstantIntValue(extent).value_or(32), tile);
  if (inParallel || count < 2)
    return std::nullopt;
  inParallel = true;
  return shape.cost / double(count);
}

void KernelEmitter::over(ArrayRef<unsigned> loop, Position at, llvm::function_ref<void(Position)> body,
                         bool independent) {
  if (loop.empty())
    return body(at);
  OpFoldResult extent = dims[loop.front()].extent;
  auto inner = [&](Value i) { over(loop.drop_front(), move(at, loop.front(), i), body, independent); };
  std::optional<double> cycles = independent ? split(extent, 1) : std::nullopt;
  if (cycles)
    loops.parallel(loops.constant(0), loops.value(extent), 1, *cycles, inner);
  else
    loops.loop(loops.constant(0), loops.value(extent), 1, inner);
}

void KernelEmitter::overRowTiles(unsigned level, Position at, SmallVector<int64_t> sizes,
                                 llvm::function_ref<void(Position, ArrayRef<int64_t>)> body) {
  if (level == shape.rowTile.size())
    return body(at, sizes);
  auto [dim, part] = shape.rowTile[level];
  loops.tiles(dims[dim].extent, part, 1, [&, dim = dim](Value i, int64_t size, bool) {
    SmallVector<int64_t> more(sizes);
    more.push_back(size);
    overRowTiles(level + 1, move(at, dim, i), more, body);
  });
}

/// How far each row of a tile is from its first.
SmallVector<std::array<OpFoldResult, 3>> KernelEmitter::rowOffsets(ArrayRef<int64_t> sizes) {
  std::array<OpFoldResult, 3> none;
  none.fill(builder.getIndexAttr(0));
  SmallVector<std::array<OpFoldResult, 3>> rows = {none};
  for (auto [part, size] : llvm::zip_equal(shape.rowTile, sizes)) {
    SmallVector<std::array<OpFoldResult, 3>> more;
    for (const auto &row : rows)
      for (int64_t i = 0; i < size; ++i) {
        std::array<OpFoldResult, 3> next;
        for (unsigned role : {kX, kY, kC}) {
          OpFoldResult step = loops.scale(dims[part.first].strides[role], i);
          std::optional<int64_t> a = getConstantIntValue(row[role]), b = getConstantIntValue(step);
          next[role] = a && b ? OpFoldResult(builder.getIndexAttr(*a + *b))
                              : OpFoldResult(loops.add(loops.value(row[role]), loops.value(step)));
        }
        more.push_back(next);
      }
    rows = more;
  }
  return rows;
}

Value KernelEmitter::load(Value buffer, Value index, Value mask) {
  if (!mask)
    return vector::LoadOp::create(builder, loc, vector, buffer, index);
  return vector::MaskedLoadOp::create(builder, loc, vector, buffer, index, mask, zero());
}

void KernelEmitter::store(Value value, Value buffer, Value index, Value mask) {
  if (mask)
    vector::MaskedStoreOp::create(builder, loc, buffer, index, mask, value);
  else
    vector::StoreOp::create(builder, loc, value, buffer, index);
}

Value KernelEmitter::broadcast(Value buffer, Value index) {
  Value scalar = memref::LoadOp::create(builder, loc, buffer, index);
  return vector::BroadcastOp::create(builder, loc, vector, scalar);
}

/// The mask of the first `left` lanes; null when that is all of them.
Value KernelEmitter::maskOf(Value left) {
  std::optional<int64_t> known = getConstantIntValue(left);
  if (known && *known >= shape.lanes)
    return {};
  auto type = VectorType::get({shape.lanes}, builder.getI1Type());
  if (known)
    return vector::ConstantMaskOp::create(builder, loc, type, ArrayRef<int64_t>{*known});
  return vector::CreateMaskOp::create(builder, loc, type, left);
}

/// Adds one element to C, or sets it where C was zero.
void KernelEmitter::accumulate(Value value, Value index) {
  Value c = contraction.buffers[kC];
  if (!contraction.zeroFill)
    value = arith::AddFOp::create(builder, loc, memref::LoadOp::create(builder, loc, c, index), value);
  memref::StoreOp::create(builder, loc, value, c, index);
}

//===----------------------------------------------------------------------===//
// Scalars times vectors
//===----------------------------------------------------------------------===//

/// Copies Y into rows of the panel, one for each step of the reductions, each
/// a whole number of vectors. Lanes over the end are never stored to C.
void KernelEmitter::pack(Position at) {
  SmallVector<unsigned> steps(shape.reductions);
  // The loop along which Y is contiguous goes innermost, and to the panel's rows
  // when it can, so that whole vectors move.
  std::function<void(unsigned, Value, Value)> overSteps = [&](unsigned level, Value source, Value row) {
    if (level < steps.size()) {
      const LoopDim &dim = dims[steps[level]];
      loops.loop(loops.constant(0), loops.value(dim.extent), 1, [&](Value i) {
        overSteps(level + 1, loops.offset(source, i, dim.strides[shape.column]),
                  loops.add(loops.multiply(row, dim.extent), i));
      });
      return;
    }
    std::function<void(unsigned, Value, Value)> overColumns = [&](unsigned level, Value source, Value column) {
      if (level == shape.columns.size()) {
        Value value = memref::LoadOp::create(builder, loc, contraction.buffers[shape.column], source);
        memref::StoreOp::create(builder, loc, value, panel,
                                loops.add(loops.multiply(row, builder.getIndexAttr(panelWidth)), column));
        return;
      }
      const LoopDim &dim = dims[shape.columns[level]];
      loops.loop(loops.constant(0), loops.value(dim.extent), 1, [&](Value i) {
        overColumns(level + 1, loops.offset(source, i, dim.strides[shape.column]),
                    loops.add(loops.multiply(column, dim.extent), i));
      });
    };
    overColumns(0, source, loops.constant(0));
  };
  overSteps(0, at[shape.column], loops.constant(0));
}

/// Runs the reductions from `level` in; returns the sums.
SmallVector<Value> KernelEmitter::outerSteps(unsigned level, Position at, Value depth, Value firstColumn,
                                             ArrayRef<std::array<OpFoldResult, 3>> rows, ArrayRef<Value> masks,
                                             ValueRange sums) {
  if (level < shape.reductions.size()) {
    unsigned dim = shape.reductions[level];
    return loops.reduce(dims[dim].extent, sums, [&](Value i, ValueRange carried) {
      Value next = shape.pack ? loops.add(loops.multiply(depth, dims[dim].extent), i) : depth;
      return outerSteps(level + 1, move(at, dim, i), next, firstColumn, rows, masks, carried);
    });
  }
  SmallVector<Value> columns;
  for (unsigned v = 0; v < masks.size(); ++v) {
    Value column = loops.add(firstColumn, v * shape.lanes);
    if (shape.pack) {
      Value place = loops.add(loops.multiply(depth, builder.getIndexAttr(panelWidth)), column);
      columns.push_back(load(panel, place, {}));
    } else {
      columns.push_back(load(contraction.buffers[shape.column], loops.add(at[shape.column], column), masks[v]));
    }
  }
  SmallVector<Value> next;
  for (auto [r, row] : llvm::enumerate(rows)) {
    Value scalar = broadcast(contraction.buffers[shape.row], loops.add(at[shape.row], loops.value(row[shape.row])));
    for (unsigned v = 0; v < masks.size(); ++v)
      next.push_back(vector::FMAOp::create(builder, loc, scalar, columns[v], sums[r * masks.size() + v]));
  }
  return next;
}

void KernelEmitter::outerTile(Position at, Value firstColumn, ArrayRef<int64_t> sizes, int64_t vectors, Value columns,
                              bool last) {
  SmallVector<std::array<OpFoldResult, 3>> rows = rowOffsets(sizes);
  const OpFoldResult stride = dims[shape.columns.back()].strides[kC];
  bool contiguous = getConstantIntValue(stride) == 1;
  SmallVector<Value> masks;
  for (int64_t v = 0; v < vectors; ++v) {
    Value left = loops.add(arith::SubIOp::create(builder, loc, columns, firstColumn).getResult(), -v * shape.lanes);
    if (std::optional<int64_t> a = getConstantIntValue(columns), b = getConstantIntValue(firstColumn); a && b)
      left = loops.constant(*a - *b - v * shape.lanes);
    masks.push_back(last || getConstantIntValue(left) ? maskOf(left) : Value());
  }
  Value c = contraction.buffers[kC];
  auto place = [&](unsigned r, unsigned v) {
    Value row = loops.add(at[kC], loops.value(rows[r][kC]));
    return loops.offset(row, loops.add(firstColumn, v * shape.lanes), stride);
  };
  SmallVector<Value> sums;
  for (unsigned r = 0; r < rows.size(); ++r)
    for (int64_t v = 0; v < vectors; ++v)
      sums.push_back(contiguous && !contraction.zeroFill ? load(c, place(r, v), masks[v]) : zero());
  sums = outerSteps(0, at, loops.constant(0), firstColumn, rows, masks, sums);
  for (unsigned r = 0; r < rows.size(); ++r)
    for (int64_t v = 0; v < vectors; ++v) {
      Value sum = sums[r * vectors + v];
      if (contiguous) {
        store(sum, c, place(r, v), masks[v]);
        continue;
      }
      // Lane by lane; where the end is unknown, up to it.
      Value first = place(r, v);
      Value left = arith::SubIOp::create(builder, loc, columns, loops.add(firstColumn, v * shape.lanes));
      std::optional<int64_t> a = getConstantIntValue(columns), b = getConstantIntValue(firstColumn);
      for (int64_t lane = 0; lane < shape.lanes; ++lane) {
        if (a && b && *b + v * shape.lanes + lane >= *a)
          break;
        auto write = [&] {
          Value element = vector::ExtractOp::create(builder, loc, sum, lane);
          accumulate(element, loops.offset(first, loops.constant(lane), stride));
        };
        if (!masks[v] || (a && b)) {
          write();
          continue;
        }
        Value inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sgt, left, loops.constant(lane));
        auto branch = scf::IfOp::create(builder, loc, inside, /*withElseRegion=*/false);
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPointToStart(&branch.getThenRegion().front());
        write();
      }
    }
}

/// The panel, in a thread's own memory when the loop around is parallel.
void KernelEmitter::emitPanel() {
  if (!shape.pack)
    return;
  int64_t width = 1, depth = 1;
  for (unsigned dim : shape.columns)
    width *= *dims[dim].staticExtent();
  for (unsigned dim : shape.reductions)
    depth *= *dims[dim].staticExtent();
  panelWidth = llvm::alignTo(width, shape.lanes);
  auto type = MemRefType::get({depth * panelWidth}, contraction.element);
  int64_t bytes = type.getNumElements() * Type(contraction.element).getIntOrFloatBitWidth() / 8;
  auto alignment = builder.getI64IntegerAttr(64);
  if (inParallel && bytes <= kStackBytes)
    panel = memref::AllocaOp::create(builder, loc, type, alignment);
  else
    panel = memref::AllocOp::create(builder, loc, type, alignment);
}

/// The loops over tiles with the panel as it is.
void KernelEmitter::emitTiles(Position at, ArrayRef<unsigned> outerRows) {
  OpFoldResult columns = dims[shape.columns.front()].extent;
  for (unsigned dim : ArrayRef(shape.columns).drop_front())
    columns = loops.scale(columns, *dims[dim].staticExtent());
  Value end = loops.value(columns);
  int64_t width = shape.columnTile * shape.lanes;
  loops.tiles(
      columns, width, shape.lanes,
      [&](Value first, int64_t size, bool last) {
        int64_t vectors = llvm::divideCeil(size, shape.lanes);
        over(outerRows, at, [&](Position at) {
          overRowTiles(0, at, {},
                       [&](Position at, ArrayRef<int64_t> sizes) { outerTile(at, first, sizes, vectors, end, last); });
        });
      },
      split(columns, width));
}

void KernelEmitter::emitOuter(Position at) {
  over(shape.outerColumns, at, [&](Position at) {
    ArrayRef<unsigned> rows = shape.outerRows;
    // One panel serves all rows; with several panels each range of rows makes
    // its own.
    if (shape.outerReductions.empty()) {
      emitPanel();
      if (shape.pack)
        pack(at);
    }
    if (shape.outerReductions.empty()) {
      ArrayRef<unsigned> first = inParallel ? rows.take_front(0) : rows.take_front(1);
      over(first, at, [&](Position at) { emitTiles(at, rows.drop_front(first.size())); });
      return;
    }
    // Two ranges of rows at most: each packs everything again.
    std::optional<int64_t> count = rows.empty() ? std::nullopt : dims[rows.front()].staticExtent();
    if (inParallel || !count || *count % 2 != 0)
      return emitSums(at, {}, 0);
    inParallel = true;
    loops.parallel(loops.constant(0), loops.constant(*count), *count / 2, shape.cost / 2,
                   [&](Value from) { emitSums(move(at, rows.front(), from), rows.front(), *count / 2); });
  });
}

/// The outer reductions around the tiles, for `count` rows of the first outer
/// loop of them if that is given, else for all.
void KernelEmitter::emitSums(Position at, std::optional<unsigned> range, int64_t count) {
  inParallel |= !range; // what is inside adds to C in turns
  emitPanel();
  auto eachPanel = [&](Position at) {
    pack(at);
    if (!range)
      return emitTiles(at, shape.outerRows);
    loops.loop(loops.constant(0), loops.constant(count), 1,
               [&](Value i) { emitTiles(move(at, *range, i), ArrayRef(shape.outerRows).drop_front()); });
  };
  over(shape.outerReductions, at, eachPanel, /*independent=*/false);
}

/// Makes the sums of a contraction whose C has its columns apart in a buffer
/// with the columns together, and brings them to C.
void KernelEmitter::emitTemporary() {
  SmallVector<unsigned> rows(shape.outerRows);
  for (auto [dim, part] : shape.rowTile)
    rows.push_back(dim);
  SmallVector<LoopDim> old(dims);
  int64_t size = llvm::alignTo(*dims[shape.columns.back()].staticExtent(), shape.lanes);
  contraction.dims[shape.columns.back()].strides[kC] = builder.getIndexAttr(1);
  for (unsigned dim : llvm::reverse(rows)) {
    contraction.dims[dim].strides[kC] = builder.getIndexAttr(size);
    size *= *dims[dim].staticExtent();
  }
  Value c = contraction.buffers[kC];
  bool wasZero = bool(contraction.zeroFill);
  contraction.zeroFill = {};
  Value sums = memref::AllocOp::create(builder, loc, MemRefType::get({size}, contraction.element),
                                       builder.getI64IntegerAttr(64));
  Value nothing = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(contraction.element));
  Position start;
  start.fill(loops.constant(0));
  over(
      shape.batch, start,
      [&](Position at) {
        over(
            shape.outerColumns, at,
            [&](Position at) {
              linalg::FillOp::create(builder, loc, nothing, sums);
              SmallVector<unsigned> none;
              contraction.buffers[kC] = sums;
              Position inside = at;
              inside[kC] = loops.constant(0);
              std::swap(none, shape.outerColumns);
              inParallel = false;
              emitOuter(inside);
              inParallel = true;
              std::swap(none, shape.outerColumns);
              // Sums to C: rows and columns by their old strides.
              contraction.buffers[kC] = c;
              SmallVector<unsigned> every(rows);
              every.push_back(shape.columns.back());
              std::function<void(unsigned, Value, Value)> copy = [&](unsigned level, Value from, Value to) {
                if (level == every.size()) {
                  Value value = memref::LoadOp::create(builder, loc, sums, from);
                  if (!wasZero)
                    value = arith::AddFOp::create(builder, loc, memref::LoadOp::create(builder, loc, c, to), value);
                  memref::StoreOp::create(builder, loc, value, c, to);
                  return;
                }
                unsigned dim = every[level];
                loops.loop(loops.constant(0), loops.value(dims[dim].extent), 1, [&](Value i) {
                  copy(level + 1, loops.offset(from, i, dims[dim].strides[kC]),
                       loops.offset(to, i, old[dim].strides[kC]));
                });
              };
              copy(0, loops.constant(0), at[kC]);
            },
            /*independent=*/false);
      },
      /*independent=*/false);
}

//===----------------------------------------------------------------------===//
// Vectors times vectors
//===----------------------------------------------------------------------===//

SmallVector<Value> KernelEmitter::dotSteps(unsigned level, Position at, ArrayRef<std::array<OpFoldResult, 3>> rows,
                                           int64_t columns, ValueRange sums) {
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
  SmallVector<std::array<OpFoldResult, 3>> rows = rowOffsets(sizes);
  SmallVector<Value> sums(rows.size() * columns, zero());
  sums = dotSteps(0, at, rows, columns, sums);
  for (unsigned r = 0; r < rows.size(); ++r)
    for (int64_t j = 0; j < columns; ++j) {
      Value sum = vector::ReductionOp::create(builder, loc, vector::CombiningKind::ADD, sums[r * columns + j],
                                              arith::FastMathFlags::reassoc);
      Value row = loops.add(at[kC], loops.value(rows[r][kC]));
      accumulate(sum, loops.add(row, loops.value(loops.scale(dims[shape.columns.front()].strides[kC], j))));
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

void KernelEmitter::emit() {
  // C is added to by each of the outer reductions.
  if (!shape.outerReductions.empty() && contraction.zeroFill && !shape.temporary) {
    contraction.zeroFill = {};
    keepsFill = true;
  }
  if (shape.temporary)
    return emitTemporary();
  Position start;
  start.fill(loops.constant(0));
  over(shape.batch, start, [&](Position at) {
    if (shape.kind == KernelShape::Kind::Outer)
      emitOuter(at);
    else
      emitDot(at);
  });
}

bool cpu::emitKernel(OpBuilder &builder, const Contraction &contraction, const KernelShape &shape) {
  KernelEmitter emitter(builder, contraction, shape);
  emitter.emit();
  return !emitter.keepsFill;
}
