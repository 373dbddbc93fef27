//===- Indexing.cpp - elements chosen by index ----------------------------===//

#include "Lowerings.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace janus;
using namespace janus::nn;

static Value lowerIota(IotaOp op, LinalgBuilder &b) {
  Type type = op.getStart().getType(), wide = accumulatorType(type);
  return b.map({}, b.resultSizes(op), type, [&](OpBuilder &builder, Location loc, ValueRange) {
    Scalars s(builder, loc);
    Value i = s.create<arith::IndexCastOp>(builder.getI64Type(), s.create<linalg::IndexOp>(0));
    Value step = s.mul(s.cast(i, wide), s.toFloatType(op.getStep(), wide));
    return s.toFloatType(s.add(s.toFloatType(op.getStart(), wide), step), type);
  });
}

/// The indices of the loops around an element.
static SmallVector<Value> loopIndices(Scalars &s, int64_t rank) {
  SmallVector<Value> indices;
  for (int64_t i = 0; i < rank; ++i)
    indices.push_back(s.create<linalg::IndexOp>(i));
  return indices;
}

static Value lowerGather(GatherOp op, LinalgBuilder &b) {
  int64_t rank = op.getType().getRank();
  return b.map(b.all(op.getIndex()), b.sizes(op.getIndex()), op.getType().getElementType(),
               [&](OpBuilder &builder, Location loc, ValueRange x) {
                 Scalars s(builder, loc);
                 SmallVector<Value> place = loopIndices(s, rank);
                 place[op.getDim()] = s.toIndex(x[0]);
                 return s.create<tensor::ExtractOp>(op.getInput(), place);
               });
}

static Value lowerIndexSelect(IndexSelectOp op, LinalgBuilder &b) {
  int64_t rank = op.getType().getRank(), dim = op.getDim();
  return b.map(Read{op.getIndex(), {dim}}, b.resultSizes(op), op.getType().getElementType(),
               [&](OpBuilder &builder, Location loc, ValueRange x) {
                 Scalars s(builder, loc);
                 SmallVector<Value> place = loopIndices(s, rank);
                 place[dim] = s.toIndex(x[0]);
                 return s.create<tensor::ExtractOp>(op.getInput(), place);
               });
}

static Value lowerEmbedding(EmbeddingOp op, LinalgBuilder &b) {
  int64_t rank = op.getType().getRank();
  return b.map(b.all(op.getIndex()), b.resultSizes(op), op.getType().getElementType(),
               [&](OpBuilder &builder, Location loc, ValueRange x) {
                 Scalars s(builder, loc);
                 Value column = s.create<linalg::IndexOp>(rank - 1);
                 return s.create<tensor::ExtractOp>(op.getWeight(), ValueRange{s.toIndex(x[0]), column});
               });
}

SmallVector<Value> janus::sequentialLoops(LinalgBuilder &b, ArrayRef<OpFoldResult> sizes, ValueRange initial,
                                          SequentialBody body, ArrayRef<Value> indices) {
  if (indices.size() == sizes.size()) {
    Scalars s(b.builder, b.loc);
    return body(s, indices, initial);
  }
  Value zero = b.indexValue(b.builder.getIndexAttr(0)), one = b.indexValue(b.builder.getIndexAttr(1));
  auto loop =
      scf::ForOp::create(b.builder, b.loc, zero, b.indexValue(sizes[indices.size()]), one, initial,
                         [&](OpBuilder &builder, Location loc, Value i, ValueRange state) {
                           LinalgBuilder inner(builder, loc);
                           SmallVector<Value> deeper(indices);
                           deeper.push_back(i);
                           scf::YieldOp::create(builder, loc, sequentialLoops(inner, sizes, state, body, deeper));
                         });
  return loop.getResults();
}

/// The same for one tensor that is handed on.
static Value sequentialLoops(LinalgBuilder &b, ArrayRef<OpFoldResult> sizes, Value initial,
                             llvm::function_ref<Value(Scalars &, ValueRange, Value)> body) {
  return sequentialLoops(
             b, sizes, ValueRange(initial),
             [&](Scalars &s, ValueRange i, ValueRange state) { return SmallVector<Value>{body(s, i, state.front())}; })
      .front();
}

/// Goes over the elements of `shape` in row-major order, handing a tensor on.
static Value overElements(LinalgBuilder &b, Value shape, Value initial,
                          llvm::function_ref<Value(Scalars &, ValueRange, Value)> body) {
  return sequentialLoops(b, b.sizes(shape), initial, body);
}

/// tensor[place] += x, in the tensor's type.
static Value addAt(Scalars &s, Value tensor, ValueRange place, Value x) {
  Value before = s.create<tensor::ExtractOp>(tensor, place);
  Value sum = s.add(before, s.toFloatType(x, before.getType()));
  return s.create<tensor::InsertOp>(sum, tensor, place);
}

static Value lowerScatterAdd(ScatterAddOp op, LinalgBuilder &b) {
  return overElements(b, op.getIndex(), op.getInput(), [&](Scalars &s, ValueRange i, Value result) {
    SmallVector<Value> place(i);
    place[op.getDim()] = s.toIndex(s.create<tensor::ExtractOp>(op.getIndex(), i));
    return addAt(s, result, place, s.create<tensor::ExtractOp>(op.getSource(), i));
  });
}

/// What stands where `x` is put onto `before`.
static Value combined(ScatterKind kind, Scalars &s, Value before, Value x) {
  switch (kind) {
  case ScatterKind::Replace:
    return x;
  case ScatterKind::Multiply:
    return s.mul(before, x);
  case ScatterKind::Maximum:
    return s.maximum(before, x);
  case ScatterKind::Minimum:
    return s.minimum(before, x);
  }
  llvm_unreachable("every kind is handled");
}

static Value lowerScatter(ScatterOp op, LinalgBuilder &b) {
  return overElements(b, op.getIndex(), op.getInput(), [&](Scalars &s, ValueRange i, Value result) {
    SmallVector<Value> place(i);
    place[op.getDim()] = s.toIndex(s.create<tensor::ExtractOp>(op.getIndex(), i));
    Value x = s.create<tensor::ExtractOp>(op.getSource(), i);
    if (op.getKind() != ScatterKind::Replace) {
      Type type = x.getType(), wide = accumulatorType(type);
      Value before = s.create<tensor::ExtractOp>(result, place);
      x = s.toFloatType(combined(op.getKind(), s, s.toFloatType(before, wide), s.toFloatType(x, wide)), type);
    }
    return s.create<tensor::InsertOp>(x, result, place);
  });
}

static Value lowerEmbeddingBackward(EmbeddingBackwardOp op, LinalgBuilder &b) {
  Type type = op.getType().getElementType(), wide = accumulatorType(type);
  Value zero = b.fill(b.sizes(op.getWeight()), wide, 0);
  Value sum = overElements(b, op.getGrad(), zero, [&](Scalars &s, ValueRange i, Value result) {
    Value index = s.create<tensor::ExtractOp>(op.getIndex(), i.drop_back());
    Value x = s.create<tensor::ExtractOp>(op.getGrad(), i);
    if (op.getPaddingIdx()) {
      Value isPadding = s.eq(index, s.constant(index.getType(), *op.getPaddingIdx()));
      x = s.select(isPadding, s.constant(type, 0), x);
    }
    return addAt(s, result, ValueRange{s.toIndex(index), i.back()}, x);
  });
  return b.convert(sum, type);
}

void janus::attachIndexingLowerings(MLIRContext *context) {
  attachLowering<IotaOp, lowerIota>(context);
  attachLowering<GatherOp, lowerGather>(context);
  attachLowering<IndexSelectOp, lowerIndexSelect>(context);
  attachLowering<EmbeddingOp, lowerEmbedding>(context);
  attachLowering<ScatterAddOp, lowerScatterAdd>(context);
  attachLowering<ScatterOp, lowerScatter>(context);
  attachLowering<EmbeddingBackwardOp, lowerEmbeddingBackward>(context);
}
