//===- Contraction.cpp - products of matrices -----------------------------===//

#include "Lowerings.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace janus;
using namespace janus::nn;

/// The maps of lhs, rhs and result over loops [batch], m, n, k.
static SmallVector<Attribute> productMaps(Builder &builder, bool batched, bool transposeLhs, bool transposeRhs) {
  MLIRContext *context = builder.getContext();
  unsigned first = batched ? 1 : 0, loops = first + 3;
  AffineExpr m = builder.getAffineDimExpr(first), n = builder.getAffineDimExpr(first + 1),
             k = builder.getAffineDimExpr(first + 2);
  auto map = [&](AffineExpr row, AffineExpr column) -> Attribute {
    SmallVector<AffineExpr> exprs;
    if (batched)
      exprs.push_back(builder.getAffineDimExpr(0));
    exprs.push_back(row);
    exprs.push_back(column);
    return AffineMapAttr::get(AffineMap::get(loops, 0, exprs, context));
  };
  return {transposeLhs ? map(k, m) : map(m, k), transposeRhs ? map(n, k) : map(k, n), map(m, n)};
}

/// The product of matrices, or of batches of rank 3, in the operands' type.
static Value product(LinalgBuilder &b, Value lhs, Value rhs, bool transposeLhs, bool transposeRhs,
                     ArrayRef<OpFoldResult> sizes) {
  Type type = typeOf(lhs).getElementType();
  bool batched = sizes.size() == 3;
  Value init = b.fill(sizes, accumulatorType(type), 0);
  auto create = [&](auto tag) -> Value {
    auto named = decltype(tag)::create(b.builder, b.loc, init.getType(), ValueRange{lhs, rhs}, init);
    if (transposeLhs || transposeRhs)
      named.setIndexingMapsAttr(b.builder.getArrayAttr(productMaps(b.builder, batched, transposeLhs, transposeRhs)));
    return named->getResult(0);
  };
  return b.convert(batched ? create(linalg::BatchMatmulOp()) : create(linalg::MatmulOp()), type);
}

static Value lowerMatmul(nn::MatmulOp op, LinalgBuilder &b) {
  Sizes sizes = b.resultSizes(op);
  Value lhs = op.getLhs(), rhs = op.getRhs();
  if (sizes.size() <= 3)
    return product(b, lhs, rhs, op.getTransposeLhs(), op.getTransposeRhs(), sizes);
  // More batch dimensions count as one.
  auto flatten = [&](ArrayRef<OpFoldResult> shape) -> Sizes {
    return {b.multiply(shape.drop_back(2)), shape[shape.size() - 2], shape.back()};
  };
  lhs = b.reshape(lhs, flatten(b.sizes(lhs)));
  rhs = b.reshape(rhs, flatten(b.sizes(rhs)));
  return b.reshape(product(b, lhs, rhs, op.getTransposeLhs(), op.getTransposeRhs(), flatten(sizes)), sizes);
}

/// input * weightᵀ with every leading dimension a loop of its own.
static Value linearOverDims(LinearOp op, LinalgBuilder &b, ArrayRef<OpFoldResult> sizes) {
  Type type = op.getType().getElementType();
  unsigned rank = sizes.size();
  MLIRContext *context = b.builder.getContext();
  AffineExpr out = b.builder.getAffineDimExpr(rank - 1), in = b.builder.getAffineDimExpr(rank);
  SmallVector<AffineExpr> read, written;
  for (unsigned i = 0; i + 1 < rank; ++i)
    read.push_back(b.builder.getAffineDimExpr(i));
  written = read;
  read.push_back(in);
  written.push_back(out);
  SmallVector<utils::IteratorType> iterators(rank + 1, utils::IteratorType::parallel);
  iterators.back() = utils::IteratorType::reduction;
  Value init = b.fill(sizes, accumulatorType(type), 0);
  Value sum = b.contract(op.getInput(), AffineMap::get(rank + 1, 0, read, context), op.getWeight(),
                         AffineMap::get(rank + 1, 0, {out, in}, context), init,
                         AffineMap::get(rank + 1, 0, written, context), iterators);
  return b.convert(sum, type);
}

/// Adds a vector along the last dimension, if there is one.
static Value addBias(LinalgBuilder &b, Value tensor, Value bias) {
  if (!bias)
    return tensor;
  int64_t last = typeOf(tensor).getRank() - 1;
  return b.map({b.all(tensor), {bias, {last}}}, b.sizes(tensor), typeOf(tensor).getElementType(),
               [](OpBuilder &builder, Location loc, ValueRange x) {
                 Scalars s(builder, loc);
                 return s.add(x[0], x[1]);
               });
}

static Value lowerLinear(LinearOp op, LinalgBuilder &b) {
  Sizes sizes = b.resultSizes(op), inputSizes = b.sizes(op.getInput());
  // Rows of two dynamic sizes could not be told apart again.
  if (llvm::count_if(op.getType().getShape().drop_back(), ShapedType::isDynamic) > 1)
    return addBias(b, linearOverDims(op, b, sizes), op.getBias());
  OpFoldResult rows = b.multiply(ArrayRef(sizes).drop_back());
  Value input = op.getInput();
  bool isMatrix = sizes.size() == 2;
  if (!isMatrix)
    input = b.reshape(input, {rows, inputSizes.back()});
  Value result = product(b, input, op.getWeight(), false, true, {rows, sizes.back()});
  result = addBias(b, result, op.getBias());
  return isMatrix ? result : b.reshape(result, sizes);
}

void janus::attachContractionLowerings(MLIRContext *context) {
  attachLowering<nn::MatmulOp, lowerMatmul>(context);
  attachLowering<LinearOp, lowerLinear>(context);
}
