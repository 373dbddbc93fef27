//===- EmitAttention.cpp - attention in blocks of scores ------------------===//
//
//   parallel for blocks of rows:
//     for blocks of columns:
//       scores  = f(Q * K)                         [rows x columns], in the caches
//       most'   = max(most, rows of scores)
//       sum     = sum * exp(most - most')          nothing, with one block of columns
//       result  = result * exp(most - most')
//       scores  = exp(scores - most')
//       sum    += rows of scores
//       result += scores * V
//     result = result / sum
//
// Every line is a linalg op on buffers: products become kernels like others.
//
//===----------------------------------------------------------------------===//

#include "Attention.h"
#include "LoopBuilder.h"
#include "janus/Target/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

namespace {

/// A block of scores.
struct Block2D {
  Value batch;
  OpFoldResult row, rows, column, columns;
};

class AttentionEmitter {
public:
  AttentionEmitter(Attention &attention, AttentionBlocks blocks, int64_t lanes)
      : attention(attention), blocks(blocks), lanes(lanes), builder(attention.product), loc(attention.product.getLoc()),
        loops(builder, loc), element(cast<FloatType>(getElementTypeOrSelf(attention.product->getResult(0)))) {}

  void run();

private:
  using Body = llvm::function_ref<Value(OpBuilder &, ValueRange)>;

  // Buffers.
  Value bufferOf(Value tensor);
  Value room(ArrayRef<int64_t> shape);
  Value part(Value buffer, ArrayRef<OpFoldResult> sizes);
  Value operandPart(linalg::GenericOp op, OpOperand *operand, ArrayRef<OpFoldResult> from,
                    ArrayRef<OpFoldResult> sizes);
  Value pick(Value buffer, ArrayRef<OpFoldResult> from, ArrayRef<OpFoldResult> sizes, ArrayRef<bool> kept);

  // Ops on them.
  void multiply(linalg::GenericOp op, Value lhs, Value rhs, Value sums);
  void update(Value buffer, ArrayRef<Value> byRow, Body body);
  void fold(Value block, Value byRow, Body body);
  void fill(Value buffer, double value);

  // The score.
  struct Leaf {
    Value buffer;
    AffineMap map; ///< over rows and columns of a block
  };
  void findLeaves(ScorePart part, const Block2D &block, SmallVectorImpl<Leaf> &leaves);
  Value evaluate(ScorePart part, const Block2D &block, ValueRange arguments, unsigned &next);
  void applyScore(Value scores, const Block2D &block);
  OpFoldResult place(AffineExpr expr, const Block2D &block);

  // Blocks.
  void emitRows(Value batch, OpFoldResult row, OpFoldResult rows);
  void emitColumns(const Block2D &block, Value most, Value sum, Value result, bool isOnly);
  double cyclesOfRows(int64_t rows) const;

  Attention &attention;
  AttentionBlocks blocks;
  int64_t lanes;
  OpBuilder builder;
  Location loc;
  LoopBuilder loops;
  FloatType element;
  Value result, scoreRoom, factorRoom;
  llvm::DenseMap<Value, Value> buffers;
  OpFoldResult allRows, allColumns;
  int64_t depth = 0, width = 0;
  SmallVector<OpFoldResult> batchSizes;
};

} // namespace

/// The memory of a tensor from outside, of any layout: what the layout is, is seen after bufferisation.
Value AttentionEmitter::bufferOf(Value tensor) {
  Value &buffer = buffers[tensor];
  if (buffer)
    return buffer;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(result.getDefiningOp());
  auto type = cast<RankedTensorType>(tensor.getType());
  auto layout = StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic,
                                       SmallVector<int64_t>(type.getRank(), ShapedType::kDynamic));
  return buffer = bufferization::ToBufferOp::create(
             builder, loc, MemRefType::get(type.getShape(), type.getElementType(), layout), tensor, /*read_only=*/true);
}

/// Memory of the thread's own.
Value AttentionEmitter::room(ArrayRef<int64_t> shape) {
  return memref::AllocaOp::create(builder, loc, MemRefType::get(shape, element), builder.getI64IntegerAttr(64));
}

/// The part of a buffer of the thread's own that is used.
Value AttentionEmitter::part(Value buffer, ArrayRef<OpFoldResult> sizes) {
  auto type = cast<MemRefType>(buffer.getType());
  bool isWhole = true;
  for (auto [size, given] : llvm::zip_equal(type.getShape(), sizes))
    isWhole &= getConstantIntValue(given) == size;
  if (isWhole)
    return buffer;
  SmallVector<OpFoldResult> from(sizes.size(), builder.getIndexAttr(0)), steps(sizes.size(), builder.getIndexAttr(1));
  return memref::SubViewOp::create(builder, loc, buffer, from, sizes, steps);
}

/// A part of a buffer, without the dimensions that are not `kept`.
Value AttentionEmitter::pick(Value buffer, ArrayRef<OpFoldResult> from, ArrayRef<OpFoldResult> sizes,
                             ArrayRef<bool> kept) {
  SmallVector<OpFoldResult> steps(sizes.size(), builder.getIndexAttr(1));
  SmallVector<int64_t> shape;
  for (auto [size, isKept] : llvm::zip_equal(sizes, kept))
    if (isKept)
      shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  MemRefType type =
      memref::SubViewOp::inferRankReducedResultType(shape, cast<MemRefType>(buffer.getType()), from, sizes, steps);
  return memref::SubViewOp::create(builder, loc, type, buffer, from, sizes, steps);
}

/// An operand of a product: `from` and `sizes` are those of its loops.
Value AttentionEmitter::operandPart(linalg::GenericOp op, OpOperand *operand, ArrayRef<OpFoldResult> from,
                                    ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> first, extent;
  SmallVector<bool> kept;
  for (AffineExpr expr : op.getMatchingIndexingMap(operand).getResults()) {
    unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    first.push_back(from[loop]);
    extent.push_back(sizes[loop]);
    kept.push_back(!(attention.isBatched() && kept.empty()));
  }
  return pick(bufferOf(operand->get()), first, extent, kept);
}

/// `sums` += `lhs` * `rhs`, as `op` does it for all of the batch.
void AttentionEmitter::multiply(linalg::GenericOp op, Value lhs, Value rhs, Value sums) {
  // The batch's loop is the one that comes first in all maps.
  SmallVector<AffineExpr> renumbered(op.getNumLoops());
  SmallVector<utils::IteratorType> kinds;
  std::optional<unsigned> batch;
  if (attention.isBatched())
    batch = cast<AffineDimExpr>(op.getIndexingMapsArray().back().getResult(0)).getPosition();
  for (unsigned i = 0; i < op.getNumLoops(); ++i) {
    if (i == batch)
      continue;
    renumbered[i] = builder.getAffineDimExpr(kinds.size());
    kinds.push_back(op.getIteratorTypesArray()[i]);
  }
  SmallVector<AffineMap> maps;
  for (AffineMap map : op.getIndexingMapsArray()) {
    SmallVector<AffineExpr> exprs;
    for (AffineExpr expr : map.getResults().drop_front(batch ? 1 : 0))
      exprs.push_back(renumbered[cast<AffineDimExpr>(expr).getPosition()]);
    maps.push_back(AffineMap::get(kinds.size(), 0, exprs, builder.getContext()));
  }
  linalg::GenericOp::create(builder, loc, ValueRange{lhs, rhs}, ValueRange{sums}, maps, kinds,
                            [&](OpBuilder &nested, Location at, ValueRange x) {
                              Value product = arith::MulFOp::create(nested, at, x[0], x[1]);
                              Value sum = arith::AddFOp::create(nested, at, x[2], product);
                              linalg::YieldOp::create(nested, at, sum);
                            });
}

/// buffer = body(numbers of the rows..., buffer), element by element.
void AttentionEmitter::update(Value buffer, ArrayRef<Value> byRow, Body body) {
  unsigned rank = cast<MemRefType>(buffer.getType()).getRank();
  AffineMap all = builder.getMultiDimIdentityMap(rank);
  SmallVector<AffineMap> maps(byRow.size(), all.getMajorSubMap(1));
  maps.push_back(all);
  linalg::GenericOp::create(
      builder, loc, byRow, ValueRange{buffer}, maps,
      SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
      [&](OpBuilder &nested, Location at, ValueRange x) { linalg::YieldOp::create(nested, at, body(nested, x)); });
}

/// byRow = body(element, byRow), along each row of the block.
void AttentionEmitter::fold(Value block, Value byRow, Body body) {
  AffineMap all = builder.getMultiDimIdentityMap(2);
  linalg::GenericOp::create(
      builder, loc, ValueRange{block}, ValueRange{byRow}, ArrayRef<AffineMap>{all, all.getMajorSubMap(1)},
      {utils::IteratorType::parallel, utils::IteratorType::reduction},
      [&](OpBuilder &nested, Location at, ValueRange x) { linalg::YieldOp::create(nested, at, body(nested, x)); });
}

void AttentionEmitter::fill(Value buffer, double value) {
  Value number = arith::ConstantOp::create(builder, loc, builder.getFloatAttr(element, value));
  linalg::FillOp::create(builder, loc, number, buffer);
}

/// Where a dimension of the scores, or a fixed place, begins in a block.
OpFoldResult AttentionEmitter::place(AffineExpr expr, const Block2D &block) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return builder.getIndexAttr(constant.getValue());
  unsigned dim = cast<AffineDimExpr>(expr).getPosition(), rank = attention.rank();
  if (dim + 2 == rank)
    return block.row;
  if (dim + 1 == rank)
    return block.column;
  // The batch's dimensions are one loop.
  Value index = block.batch;
  for (unsigned i = rank - 3; i > dim; --i)
    index = arith::DivUIOp::create(builder, loc, index, loops.value(batchSizes[i]));
  return dim == 0 ? index : arith::RemUIOp::create(builder, loc, index, loops.value(batchSizes[dim])).getResult();
}

/// What the score reads beside the product of Q and K, in the order in which `evaluate` asks for it.
void AttentionEmitter::findLeaves(ScorePart part, const Block2D &block, SmallVectorImpl<Leaf> &leaves) {
  auto argument = dyn_cast<BlockArgument>(part.value);
  if (!argument || argument.getOwner() != part.op.getBody()) {
    Operation *def = part.value.getDefiningOp();
    if (def && def->getBlock() == part.op.getBody())
      for (Value operand : def->getOperands())
        findLeaves({part.op, part.map, operand}, block, leaves);
    return;
  }
  OpOperand *operand = part.op.getMatchingOpOperand(argument);
  auto type = dyn_cast<RankedTensorType>(operand->get().getType());
  if (!type || isScores(attention, operand->get()))
    return;
  if (std::optional<ScorePart> seen = seenThrough(part, *operand))
    return findLeaves(*seen, block, leaves);
  SmallVector<OpFoldResult> from, sizes;
  SmallVector<bool> kept;
  SmallVector<AffineExpr> exprs;
  for (AffineExpr expr : part.op.getMatchingIndexingMap(operand).compose(part.map).getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    unsigned fromEnd = dim ? attention.rank() - dim.getPosition() : 0;
    bool isInBlock = dim && fromEnd <= 2;
    from.push_back(place(expr, block));
    sizes.push_back(!isInBlock ? builder.getIndexAttr(1) : fromEnd == 2 ? block.rows : block.columns);
    kept.push_back(isInBlock);
    if (isInBlock)
      exprs.push_back(builder.getAffineDimExpr(2 - fromEnd));
  }
  leaves.push_back(
      {pick(bufferOf(operand->get()), from, sizes, kept), AffineMap::get(2, 0, exprs, builder.getContext())});
}

/// The value in the body of the op on a block; the last argument is the product of Q and K.
Value AttentionEmitter::evaluate(ScorePart part, const Block2D &block, ValueRange arguments, unsigned &next) {
  auto argument = dyn_cast<BlockArgument>(part.value);
  if (argument && argument.getOwner() == part.op.getBody()) {
    OpOperand *operand = part.op.getMatchingOpOperand(argument);
    if (!isa<RankedTensorType>(operand->get().getType()))
      return operand->get();
    if (isScores(attention, operand->get()))
      return arguments.back();
    if (std::optional<ScorePart> seen = seenThrough(part, *operand)) {
      return evaluate(*seen, block, arguments, next);
    }
    return arguments[next++];
  }
  Operation *def = part.value.getDefiningOp();
  if (!def || def->getBlock() != part.op.getBody())
    return part.value;
  if (auto index = dyn_cast<linalg::IndexOp>(def)) {
    AffineExpr expr = part.map.getResult(index.getDim());
    Value first = loops.value(place(expr, block));
    auto dim = dyn_cast<AffineDimExpr>(expr);
    unsigned fromEnd = dim ? attention.rank() - dim.getPosition() : 0;
    if (!dim || fromEnd > 2)
      return first;
    Value inside = linalg::IndexOp::create(builder, loc, 2 - fromEnd);
    return arith::AddIOp::create(builder, loc, first, inside);
  }
  // Operands are evaluated for each use, as their leaves were found.
  IRMapping operands;
  for (Value operand : def->getOperands())
    operands.map(operand, evaluate({part.op, part.map, operand}, block, arguments, next));
  return builder.clone(*def, operands)->getResult(0);
}

/// scores = f(scores).
void AttentionEmitter::applyScore(Value scores, const Block2D &block) {
  auto argument = dyn_cast<BlockArgument>(attention.score.value);
  if (argument && argument.getOwner() == attention.score.op.getBody() &&
      isScores(attention, attention.score.op.getMatchingOpOperand(argument)->get()))
    return; // f is nothing
  SmallVector<Leaf> leaves;
  findLeaves(attention.score, block, leaves);
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (const Leaf &leaf : leaves) {
    inputs.push_back(leaf.buffer);
    maps.push_back(leaf.map);
  }
  maps.push_back(builder.getMultiDimIdentityMap(2));
  linalg::GenericOp::create(builder, loc, inputs, ValueRange{scores}, maps,
                            {utils::IteratorType::parallel, utils::IteratorType::parallel},
                            [&](OpBuilder &nested, Location at, ValueRange x) {
                              OpBuilder::InsertionGuard guard(builder);
                              builder.restoreInsertionPoint(nested.saveInsertionPoint());
                              unsigned next = 0;
                              Value value = evaluate(attention.score, block, x, next);
                              linalg::YieldOp::create(builder, at, value);
                            });
}

/// What is taken from the scores before they are exponents: the greatest of the row, or nothing where that is minus
/// infinity, as exp(-inf - -inf) is no number.
static Value shiftOf(OpBuilder &builder, Location loc, Value most) {
  Type type = most.getType();
  Value least =
      arith::ConstantOp::create(builder, loc, builder.getFloatAttr(type, -std::numeric_limits<double>::infinity()));
  Value zero = arith::ConstantOp::create(builder, loc, builder.getFloatAttr(type, 0));
  Value isLeast = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, most, least);
  return arith::SelectOp::create(builder, loc, isLeast, zero, most);
}

/// One block of scores; `isOnly` if its rows have no other.
void AttentionEmitter::emitColumns(const Block2D &block, Value most, Value sum, Value result, bool isOnly) {
  linalg::GenericOp qk = attention.scores, pv = attention.product;
  SmallVector<OpFoldResult> zero(4, builder.getIndexAttr(0)), from, sizes;
  auto loopPlaces = [&](linalg::GenericOp op, OpFoldResult row, OpFoldResult rows, OpFoldResult column,
                        OpFoldResult columns, OpFoldResult sum, OpFoldResult sums) {
    from.assign(op.getNumLoops(), sum);
    sizes.assign(op.getNumLoops(), sums);
    ArrayRef<AffineExpr> out = op.getIndexingMapsArray().back().getResults();
    auto set = [&](AffineExpr expr, OpFoldResult first, OpFoldResult size) {
      unsigned loop = cast<AffineDimExpr>(expr).getPosition();
      from[loop] = first, sizes[loop] = size;
    };
    if (attention.isBatched())
      set(out[0], block.batch, builder.getIndexAttr(1));
    set(out[out.size() - 2], row, rows);
    set(out.back(), column, columns);
  };
  Value scores = part(scoreRoom, {block.rows, block.columns});
  // 1. f(Q * K).
  loopPlaces(qk, block.row, block.rows, block.column, block.columns, zero[0], builder.getIndexAttr(depth));
  Value query = operandPart(qk, qk.getDpsInputOperand(0), from, sizes),
        key = operandPart(qk, qk.getDpsInputOperand(1), from, sizes);
  fill(scores, 0);
  multiply(qk, query, key, scores);
  applyScore(scores, block);
  // 2. Exponentials, of differences to the greatest so far.
  auto greatest = [&](OpBuilder &b, ValueRange x) -> Value { return arith::MaximumFOp::create(b, loc, x[1], x[0]); };
  if (isOnly) {
    fill(most, -std::numeric_limits<double>::infinity());
    fold(scores, most, greatest);
    update(scores, {most}, [&](OpBuilder &b, ValueRange x) -> Value {
      return math::ExpOp::create(b, loc, arith::SubFOp::create(b, loc, x[1], x[0]));
    });
    fill(sum, 0);
    fill(result, 0);
  } else {
    Value old = part(factorRoom, {block.rows});
    update(old, {most}, [&](OpBuilder &, ValueRange x) { return x[0]; });
    fold(scores, most, greatest);
    update(old, {most}, [&](OpBuilder &b, ValueRange x) -> Value {
      return math::ExpOp::create(b, loc, arith::SubFOp::create(b, loc, x[1], shiftOf(b, loc, x[0])));
    });
    auto times = [&](OpBuilder &b, ValueRange x) -> Value { return arith::MulFOp::create(b, loc, x[1], x[0]); };
    update(sum, {old}, times);
    update(result, {old}, times);
    update(scores, {most}, [&](OpBuilder &b, ValueRange x) -> Value {
      return math::ExpOp::create(b, loc, arith::SubFOp::create(b, loc, x[1], shiftOf(b, loc, x[0])));
    });
  }
  fold(scores, sum, [&](OpBuilder &b, ValueRange x) -> Value { return arith::AddFOp::create(b, loc, x[1], x[0]); });
  // 3. Their product with V.
  loopPlaces(pv, block.row, block.rows, zero[0], builder.getIndexAttr(width), block.column, block.columns);
  Value value = operandPart(pv, pv.getDpsInputOperand(1), from, sizes);
  multiply(pv, scores, value, result);
}

/// A block of rows.
void AttentionEmitter::emitRows(Value batch, OpFoldResult row, OpFoldResult rows) {
  scoreRoom = room({blocks.rows, blocks.columns});
  Value most = part(room({blocks.rows}), {rows}), sum = part(room({blocks.rows}), {rows});
  SmallVector<OpFoldResult> from = {row, builder.getIndexAttr(0)}, sizes = {rows, builder.getIndexAttr(width)};
  SmallVector<bool> kept = {true, true};
  if (attention.isBatched()) {
    from.insert(from.begin(), batch);
    sizes.insert(sizes.begin(), builder.getIndexAttr(1));
    kept.insert(kept.begin(), false);
  }
  Value out = pick(result, from, sizes, kept);
  std::optional<int64_t> columns = getConstantIntValue(allColumns);
  Block2D block{batch, row, rows, builder.getIndexAttr(0), allColumns};
  if (columns && *columns <= blocks.columns) {
    emitColumns(block, most, sum, out, /*isOnly=*/true);
  } else {
    factorRoom = room({blocks.rows});
    fill(most, -std::numeric_limits<double>::infinity());
    fill(sum, 0);
    fill(out, 0);
    Value all = loops.value(allColumns), rest = loops.remainder(all, blocks.columns), whole = loops.subtract(all, rest),
          end = whole;
    // Scores right of the diagonal add nothing.
    if (attention.isCausal)
      end = loops.minimum(whole, loops.add(loops.value(row), loops.value(rows)));
    loops.loop(loops.constant(0), end, blocks.columns, [&](Value column) {
      block.column = column, block.columns = builder.getIndexAttr(blocks.columns);
      emitColumns(block, most, sum, out, false);
    });
    if (getConstantIntValue(rest) != 0) {
      block.column = whole, block.columns = getAsOpFoldResult(rest);
      emitColumns(block, most, sum, out, false);
    }
  }
  update(out, {sum}, [&](OpBuilder &b, ValueRange x) -> Value { return arith::DivFOp::create(b, loc, x[1], x[0]); });
}

double AttentionEmitter::cyclesOfRows(int64_t rows) const {
  double columns = double(getConstantIntValue(allColumns).value_or(512));
  return double(rows) * columns * (double(depth + width) / double(2 * lanes) + 20 / double(lanes));
}

void AttentionEmitter::run() {
  linalg::GenericOp product = attention.product;
  ArrayRef<AffineExpr> out = product.getIndexingMapsArray().back().getResults();
  SmallVector<int64_t> ranges = attention.scores.getStaticLoopRanges();
  for (auto [range, kind] : llvm::zip_equal(ranges, attention.scores.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction)
      depth = range;
  width = product.getStaticLoopRanges()[cast<AffineDimExpr>(out.back()).getPosition()];
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, product.getDpsInits()[0]),
                            scores = tensor::getMixedSizes(builder, loc, attention.scores.getDpsInits()[0]);
  allRows = sizes[sizes.size() - 2];
  allColumns = scores.back();
  batchSizes = tensor::getMixedSizes(builder, loc, attention.weights.getDpsInits()[0]);
  batchSizes.truncate(batchSizes.size() - 2);
  auto type = cast<RankedTensorType>(product->getResult(0).getType());
  SmallVector<Value> dynamic;
  for (OpFoldResult size : sizes)
    if (!getConstantIntValue(size))
      dynamic.push_back(loops.value(size));
  result = memref::AllocOp::create(builder, loc, MemRefType::get(type.getShape(), element), dynamic,
                                   builder.getI64IntegerAttr(64));
  Value batch = loops.value(attention.isBatched() ? sizes[0] : OpFoldResult(builder.getIndexAttr(1)));
  Value none = loops.constant(0);
  if (std::optional<int64_t> rows = getConstantIntValue(allRows)) {
    // The last block begins where it is as long as the others: its first rows are computed twice.
    int64_t count = llvm::divideCeil(*rows, blocks.rows), last = *rows - blocks.rows;
    loops.parallel(none, loops.multiply(batch, builder.getIndexAttr(count)), 1, cyclesOfRows(blocks.rows),
                   [&](Value i) {
                     Value row = loops.multiply(loops.remainder(i, count), builder.getIndexAttr(blocks.rows));
                     if (last % blocks.rows)
                       row = loops.minimum(row, loops.constant(last));
                     emitRows(loops.divide(i, count), getAsOpFoldResult(row), builder.getIndexAttr(blocks.rows));
                   });
  } else {
    Value all = loops.value(allRows), rest = loops.remainder(all, blocks.rows), count = loops.divide(all, blocks.rows);
    loops.parallel(none, loops.multiply(batch, count), 1, cyclesOfRows(blocks.rows), [&](Value i) {
      Value block = arith::RemUIOp::create(builder, loc, i, count);
      emitRows(arith::DivUIOp::create(builder, loc, i, count), loops.multiply(block, builder.getIndexAttr(blocks.rows)),
               builder.getIndexAttr(blocks.rows));
    });
    Value isEven = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rest, none);
    Value end = arith::SelectOp::create(builder, loc, isEven, none, batch);
    loops.parallel(none, end, 1, cyclesOfRows(blocks.rows / 2),
                   [&](Value i) { emitRows(i, loops.subtract(all, rest), rest); });
  }
  Value made = bufferization::ToTensorOp::create(builder, loc, type, result, /*restrict=*/true, /*writable=*/true);
  product->getResult(0).replaceAllUsesWith(made);
}

/// Rows of a block: enough that a panel of keys or values is used well, few enough that the scores of some hundred
/// columns lie in the first caches.
static constexpr int64_t kRows = 64;
/// Scores of a block.
static constexpr int64_t kScores = 16 << 10;
/// Columns of a block where what is right of the diagonal is left out.
static constexpr int64_t kCausalColumns = 64;

AttentionBlocks cpu::chooseBlocks(Attention &attention, TargetAttr) {
  SmallVector<int64_t> ranges = attention.scores.getStaticLoopRanges();
  ArrayRef<AffineExpr> out = attention.scores.getIndexingMapsArray().back().getResults();
  int64_t rows = ranges[cast<AffineDimExpr>(out[out.size() - 2]).getPosition()],
          columns = ranges[cast<AffineDimExpr>(out.back()).getPosition()];
  AttentionBlocks blocks;
  blocks.rows = ShapedType::isDynamic(rows) ? kRows : llvm::divideCeil(rows, llvm::divideCeil(rows, kRows));
  int64_t most = std::min<int64_t>(kScores / blocks.rows, 4096);
  if (attention.isCausal)
    most = std::max(kCausalColumns, blocks.rows);
  blocks.columns = most;
  if (ShapedType::isDynamic(columns))
    return blocks;
  if (columns <= most + most / 2 && !attention.isCausal)
    blocks.columns = columns;
  else
    // Blocks of one length, in whole vectors, where there is one.
    for (int64_t length = most; length >= most / 2 && length >= 16; length -= 16)
      if (columns % length == 0) {
        blocks.columns = length;
        break;
      }
  blocks.columns = std::min(blocks.columns, columns);
  return blocks;
}

void cpu::emitAttention(Attention &attention, AttentionBlocks blocks, TargetAttr target) {
  auto element = cast<FloatType>(getElementTypeOrSelf(attention.product->getResult(0)));
  AttentionEmitter(attention, blocks, target.getVectorBits() / element.getWidth()).run();
}
