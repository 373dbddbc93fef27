//===- Indexing.cpp - derivatives of ops that take indices ----------------===//

#include "Rule.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

namespace {

/// Adds `source` into zeros like `like`.
Value scatterAdd(Emit &e, Value source, Value like, Value index, int64_t dim) {
  return ScatterAddOp::create(e.b, e.loc, source, e.zero(like), index, dim);
}

Adjoints gather(GatherOp op, Value dy, Emit &e) {
  return {scatterAdd(e, dy, op.getInput(), op.getIndex(), op.getDim()), Value()};
}

Adjoints scatter(ScatterAddOp op, Value dy, Emit &e) {
  return {GatherOp::create(e.b, e.loc, dy, op.getIndex(), op.getDim()), dy, Value()};
}

/// What is replaced gets nothing; the other kinds have no derivative.
FailureOr<Adjoints> scatterKind(ScatterOp op, ValueRange adjoints, Emit &e) {
  if (op.getKind() != ScatterKind::Replace)
    return op.emitError() << "a scatter that combines elements has no derivative";
  Value dy = adjoints.front(), source = GatherOp::create(e.b, e.loc, dy, op.getIndex(), op.getDim());
  Value kept = ScatterOp::create(e.b, e.loc, ScatterKind::Replace, e.zero(source), dy, op.getIndex(), op.getDim());
  return Adjoints{source, kept, Value()};
}

Adjoints indexSelect(IndexSelectOp op, Value dy, Emit &e) {
  Value index = e.alongDim(op.getIndex(), dy, op.getDim());
  return {scatterAdd(e, dy, op.getInput(), index, op.getDim()), Value()};
}

Adjoints embedding(EmbeddingOp op, Value dy, Emit &e) {
  return {EmbeddingBackwardOp::create(e.b, e.loc, dy, op.getIndex(), op.getWeight(), IntegerAttr()), Value()};
}

Adjoints embeddingBackward(EmbeddingBackwardOp op, Value dw, Emit &e) {
  Value rows = EmbeddingOp::create(e.b, e.loc, dw, op.getIndex());
  if (std::optional<uint64_t> padding = op.getPaddingIdx()) {
    Value isPadding = e.compare(CompareKind::Eq, op.getIndex(), double(int64_t(*padding)));
    SmallVector<OpFoldResult> sizes = e.sizes(rows), column(sizes);
    column.back() = e.b.getIndexAttr(1);
    isPadding = e.broadcast(e.reshape(isPadding, column), sizes);
    rows = e.select(isPadding, e.zero(rows), rows);
  }
  return {rows, Value(), Value()};
}

} // namespace

void nn::attachIndexingRules(MLIRContext *context) {
  attachRule<EmbeddingBackwardOp, embeddingBackward, 1>(context);
  attachRule<EmbeddingOp, embedding, 1>(context);
  attachRule<GatherOp, gather, 1>(context);
  attachRule<IndexSelectOp, indexSelect, 1>(context);
  attachRule<ScatterAddOp, scatter, 3>(context);
  attachRuleOfMany<ScatterOp, scatterKind, 3>(context);
  attachNoGradient<IotaOp>(context);
}
