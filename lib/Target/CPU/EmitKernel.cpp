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

#include "Epilogue.h"
#include "KernelEmitter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

Position KernelEmitter::move(Position at, unsigned dim, Value index) {
  for (unsigned role = 0; role < at.size(); ++role)
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
SmallVector<Offsets> KernelEmitter::rowOffsets(ArrayRef<int64_t> sizes) {
  Offsets none(contraction.buffers.size(), builder.getIndexAttr(0));
  SmallVector<Offsets> rows = {none};
  for (auto [part, size] : llvm::zip_equal(shape.rowTile, sizes)) {
    SmallVector<Offsets> more;
    for (const auto &row : rows)
      for (int64_t i = 0; i < size; ++i) {
        Offsets next(row.size());
        for (unsigned role = 0; role < row.size(); ++role) {
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
void KernelEmitter::accumulate(Value value, function_ref<Value(unsigned)> place) {
  Value c = contraction.buffers[kC];
  if (!contraction.zeroFill)
    value = arith::AddFOp::create(builder, loc, memref::LoadOp::create(builder, loc, c, place(kC)), value);
  value = finish(value, place, {}, {});
  memref::StoreOp::create(builder, loc, value, contraction.buffers[written()], place(written()));
}

/// What the epilogue makes of sums: of one, or of a vector of them `along` a loop.
Value KernelEmitter::finish(Value sums, function_ref<Value(unsigned)> place, std::optional<unsigned> along,
                            Value mask) {
  if (!contraction.epilogue)
    return sums;
  SmallVector<Value> inputs;
  for (auto [role, operand] : llvm::zip_equal(contraction.epilogueRoles, contraction.epilogue.getDpsInputs())) {
    if (!role) {
      auto type = along ? Type(VectorType::get({shape.lanes}, operand.getType())) : operand.getType();
      inputs.push_back(along ? vector::BroadcastOp::create(builder, loc, type, operand).getResult() : operand);
    } else if (*role == kC) {
      inputs.push_back(sums);
    } else if (!along) {
      inputs.push_back(memref::LoadOp::create(builder, loc, contraction.buffers[*role], place(*role)));
    } else if (dims[*along].isInvariant(*role)) {
      inputs.push_back(broadcast(contraction.buffers[*role], place(*role)));
    } else {
      inputs.push_back(load(contraction.buffers[*role], place(*role), mask));
    }
  }
  return applyBody(builder, contraction.epilogue, inputs, along ? std::optional(shape.lanes) : std::nullopt);
}

void KernelEmitter::emit() {
  // C is added to by each of the outer reductions; blocks know which is the first,
  // unless there may be none.
  bool blocked = shape.kind == KernelShape::Kind::Blocked;
  auto isUnknown = [&](unsigned dim) { return !dims[dim].staticExtent(); };
  bool added = blocked ? llvm::any_of(shape.outerReductions, isUnknown) ||
                             (shape.reductionBlock && isUnknown(shape.reductions.front()))
                       : !shape.outerReductions.empty();
  if (added && contraction.zeroFill && !shape.temporary) {
    contraction.zeroFill = {};
    keepsFill = true;
  }
  if (shape.temporary)
    return emitTemporary();
  Position start(contraction.buffers.size(), loops.constant(0));
  if (blocked)
    emitKeptPanels();
  over(
      shape.batch, start,
      [&](Position at) {
        if (blocked)
          emitBlocked(at);
        else if (shape.kind == KernelShape::Kind::Outer)
          emitOuter(at);
        else
          emitDot(at);
      },
      /*independent=*/!blocked || shape.split == KernelShape::Split::Batch);
}

bool cpu::emitKernel(OpBuilder &builder, const Contraction &contraction, const KernelShape &shape) {
  KernelEmitter emitter(builder, contraction, shape);
  emitter.emit();
  return !emitter.keepsFill;
}
