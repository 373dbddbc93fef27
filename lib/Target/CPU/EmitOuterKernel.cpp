//===- EmitOuterKernel.cpp - kernels of scalars times vectors -------------===//

#include "KernelEmitter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

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

/// A vector of Y's columns where they are.
Value KernelEmitter::loadColumns(Value index, Value mask) {
  Value y = contraction.buffers[shape.column];
  if (shape.step == 1)
    return load(y, index, mask);
  auto wide = VectorType::get({shape.lanes * shape.step}, contraction.element);
  Value none = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(wide));
  Value both = vector::MaskedLoadOp::create(builder, loc, wide, y, index, mask, none);
  SmallVector<int64_t> picked;
  for (int64_t lane = 0; lane < shape.lanes; ++lane)
    picked.push_back(lane * shape.step);
  return vector::ShuffleOp::create(builder, loc, both, both, picked);
}

/// Runs the reductions from `level` in; returns the sums.
SmallVector<Value> KernelEmitter::outerSteps(unsigned level, Position at, Value depth, Value firstColumn,
                                             ArrayRef<Offsets> rows, ArrayRef<Value> masks, ValueRange sums) {
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
      Value place = loops.offset(at[shape.column], column, builder.getIndexAttr(shape.step));
      columns.push_back(loadColumns(place, masks[v]));
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
  SmallVector<Offsets> rows = rowOffsets(sizes);
  const OpFoldResult stride = dims[shape.columns.back()].strides[kC];
  bool contiguous = getConstantIntValue(stride) == 1;
  SmallVector<Value> masks, reads;
  for (int64_t v = 0; v < vectors; ++v) {
    Value left = loops.add(arith::SubIOp::create(builder, loc, columns, firstColumn).getResult(), -v * shape.lanes);
    if (std::optional<int64_t> a = getConstantIntValue(columns), b = getConstantIntValue(firstColumn); a && b)
      left = loops.constant(*a - *b - v * shape.lanes);
    masks.push_back(last || getConstantIntValue(left) ? maskOf(left) : Value());
    if (shape.step == 1) {
      reads.push_back(masks.back());
      continue;
    }
    // Nothing beyond the last column, though there is room for it in a register.
    Value upTo = masks.back() ? loops.minimum(left, loops.constant(shape.lanes)) : loops.constant(shape.lanes);
    Value end = loops.add(loops.multiply(upTo, builder.getIndexAttr(shape.step)), 1 - shape.step);
    auto type = VectorType::get({shape.lanes * shape.step}, builder.getI1Type());
    reads.push_back(vector::CreateMaskOp::create(builder, loc, type, end));
  }
  Value c = contraction.buffers[kC];
  auto placeOf = [&](unsigned role, unsigned r, unsigned v) {
    Value row = loops.add(at[role], loops.value(rows[r][role]));
    return loops.offset(row, loops.add(firstColumn, v * shape.lanes), dims[shape.columns.back()].strides[role]);
  };
  auto place = [&](unsigned r, unsigned v) { return placeOf(kC, r, v); };
  SmallVector<Value> sums;
  for (unsigned r = 0; r < rows.size(); ++r)
    for (int64_t v = 0; v < vectors; ++v)
      sums.push_back(contiguous && !contraction.zeroFill ? load(c, place(r, v), masks[v]) : zero());
  sums = outerSteps(0, at, loops.constant(0), firstColumn, rows, reads, sums);
  for (unsigned r = 0; r < rows.size(); ++r)
    for (int64_t v = 0; v < vectors; ++v) {
      Value sum = sums[r * vectors + v];
      if (contiguous) {
        auto here = [&, r = r, v = v](unsigned role) { return placeOf(role, r, v); };
        sum = finish(sum, here, shape.columns.back(), masks[v]);
        store(sum, contraction.buffers[written()], here(written()), masks[v]);
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
          Value index = loops.offset(first, loops.constant(lane), stride);
          accumulate(element, [&](unsigned) { return index; });
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
  Position start(contraction.buffers.size(), loops.constant(0));
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
              if (shape.kind == KernelShape::Kind::Blocked)
                emitBlocked(inside);
              else
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
