//===- Attention.cpp - scaled dot product attention -----------------------===//

#include "Random.h"
#include "Sizes.h"
#include "Table.h"
#include <cmath>

using namespace mlir;
using namespace janus;
using namespace janus::library;

/// What is added to the scores: the mask, or minus infinity where it is false.
static Formula maskScores(const Formula &scores, const Operand &operand) {
  Emitter &emitter = *scores.emitter;
  Formula mask = tensorOf(emitter, operand, "attn_mask");
  if (mask.isFailed())
    return mask;
  bool adds = !mask.type().isInteger(1);
  if (adds && mask.type() != scores.type())
    return mask.failure("expected attn_mask of the query's dtype");
  constexpr double nothing = -std::numeric_limits<double>::infinity();
  // Of rows that let nothing through PyTorch's kernels make different things.
  Formula some = reduce<nn::AnyOp>(adds ? mask != nothing : mask, {mask.rank() - 1}, false);
  if (some.isFailed() ||
      failed(emitter.assumeAll(some.value(), "each row of an attention mask lets something through")))
    return Formula(emitter, Failable(failure()));
  return adds ? scores + mask : select(mask, scores, scores.number(nothing));
}

/// Keys or values with each head as often as there are queries' heads for it.
static Formula repeatHeads(const Formula &heads, const Formula &query) {
  if (heads.isFailed() || query.isFailed())
    return heads;
  Emitter &emitter = *heads.emitter;
  int64_t place = query.rank() - 3;
  SmallVector<Operand> sizes = heads.sizes();
  std::optional<int64_t> own = emitter.asInt(sizes[place]), all = emitter.asInt(query.sizes()[place]);
  if (!own || !all || *own < 1 || *all % *own)
    return heads.failure("expected a whole number of queries' heads for each of the keys' and values'");
  if (*own == *all)
    return heads;
  SmallVector<Operand> repeated = sizes;
  repeated.insert(repeated.begin() + place + 1, emitter.integer(*all / *own));
  sizes[place] = emitter.integer(*all);
  return heads.unsqueeze(place + 1).broadcastTo(repeated).reshape(sizes);
}

/// scaled_dot_product_attention(query, key, value, attn_mask, dropout_p, is_causal, *, scale, enable_gqa)
static Failable emitAttention(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula query = floatTensor(emitter, operands[0], "query"), key = floatTensor(emitter, operands[1], "key"),
          value = floatTensor(emitter, operands[2], "value");
  FailureOr<double> dropout = emitter.requireFloat(operands[4], "dropout_p");
  FailureOr<bool> causal = emitter.requireBool(operands[5], "is_causal"),
                  grouped = emitter.requireBool(operands[7], "enable_gqa");
  if (query.isFailed() || key.isFailed() || value.isFailed() || failed(dropout) || failed(causal) || failed(grouped))
    return failure();
  int64_t rank = query.rank();
  if (!(*dropout >= 0 && *dropout <= 1) || (*causal && !operands[3].isNone()))
    return emitter.fail("attention with a mask beside is_causal");
  if (rank < 3 || key.rank() != rank || value.rank() != rank || query.type().getIntOrFloatBitWidth() == 16)
    return emitter.fail("attention needs tensors of one rank, at least 3, in float32 or float64");
  if (*grouped) {
    key = repeatHeads(key, query), value = repeatHeads(value, query);
    if (key.isFailed() || value.isFailed())
      return failure();
  }
  if (failed(emitter.assumeEqual(query.sizes()[rank - 1], key.sizes()[rank - 1], "queries and keys have one size")) ||
      failed(emitter.assumeEqual(key.sizes()[rank - 2], value.sizes()[rank - 2], "there is a value for each key")))
    return failure();
  for (const Operand &size : {query.sizes()[rank - 2], key.sizes()[rank - 2], query.sizes()[rank - 1]})
    if (failed(assumeAtLeast(emitter, size, 1, "attention is of sequences that are not empty")))
      return failure();
  Formula scale = query;
  if (operands[6].isNone()) {
    std::optional<int64_t> size = emitter.asInt(query.sizes()[rank - 1]);
    if (!size)
      return emitter.fail("attention of queries of unknown size");
    scale = query.number(1 / std::sqrt(double(*size)));
  } else {
    FailureOr<double> given = emitter.requireFloat(operands[6], "scale");
    if (failed(given))
      return failure();
    scale = query.number(*given);
  }
  SmallVector<int64_t> turned = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(turned[rank - 1], turned[rank - 2]);
  auto product = [&](const Formula &a, const Formula &b) {
    return a.isFailed() || b.isFailed() ? (a.isFailed() ? a : b) : call(emitter, "torch.matmul", {a.get(), b.get()});
  };
  Formula scores = product(query, key.permute(turned)) * scale;
  if (*causal) {
    Formula row = countTo(emitter, query.sizes()[rank - 2]).unsqueeze(1);
    Formula column = countTo(emitter, key.sizes()[rank - 2]);
    scores = select(column <= row, scores, scores.number(-std::numeric_limits<double>::infinity()));
  } else if (!operands[3].isNone()) {
    scores = maskScores(scores, operands[3]);
  }
  if (scores.isFailed())
    return failure();
  Formula weights = apply<nn::SoftmaxOp>(scores, emitter.builder.getI64IntegerAttr(scores.rank() - 1));
  if (*dropout > 0)
    weights = dropOut(weights, *dropout);
  Formula result = product(weights, value);
  // PyTorch's kernel for batches of heads gives the query's strides.
  emitter.contiguousResult = rank != 4;
  return result;
}

void library::addAttention(Table &table) {
  table
      .add("torch.nn.functional.scaled_dot_product_attention",
           "(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, scale=None, enable_gqa=False)",
           emitAttention)
      .draws();
}
