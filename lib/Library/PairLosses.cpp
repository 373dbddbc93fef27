//===- PairLosses.cpp - losses and distances of pairs of tensors ----------===//

#include "Formula.h"
#include "Sizes.h"
#include "Table.h"
#include <cmath>

using namespace mlir;
using namespace janus;
using namespace janus::library;

static Formula failedFormula(Emitter &emitter) { return Formula(emitter, Failable(failure())); }

/// The loss of each element as the reduction wants it; size_average and reduce are deprecated.
static Failable reduced(const Formula &loss, const Operand &reduction) {
  if (loss.isFailed())
    return failure();
  std::optional<StringRef> name = loss.emitter->asString(reduction);
  if (name == "none")
    return loss;
  if (name == "mean")
    return mean(loss, allDims(loss));
  if (name == "sum")
    return sum(loss, allDims(loss));
  return loss.emitter->fail("a reduction other than 'none', 'mean' and 'sum'");
}

static LogicalResult notDeprecated(Emitter &emitter, const Operand &sizeAverage, const Operand &reduce) {
  if (sizeAverage.isNone() && reduce.isNone())
    return success();
  return emitter.fail("size_average and reduce are deprecated");
}

/// Numbers of a signature.
template <size_t count>
static FailureOr<std::array<double, count>> numbers(Emitter &emitter, std::array<Operand, count> operands) {
  std::array<double, count> values;
  for (size_t i = 0; i < count; ++i) {
    FailureOr<double> value = emitter.requireFloat(operands[i], "a loss's parameter");
    if (failed(value))
      return failure();
    values[i] = *value;
  }
  return values;
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

/// soft_margin_loss(input, target, size_average, reduce, reduction)
static Failable emitSoftMargin(Emitter &emitter, ArrayRef<Operand> operands) {
  if (failed(notDeprecated(emitter, operands[2], operands[3])))
    return failure();
  Formula x = floatTensor(emitter, operands[0]), target = floatTensor(emitter, operands[1], "target");
  return reduced(log1p(exp(-x * target)), operands[4]);
}

/// margin_ranking_loss(input1, input2, target, margin, size_average, reduce, reduction)
static Failable emitMarginRanking(Emitter &emitter, ArrayRef<Operand> operands) {
  auto margin = numbers<1>(emitter, {operands[3]});
  if (failed(margin) || failed(notDeprecated(emitter, operands[4], operands[5])))
    return failure();
  Formula a = floatTensor(emitter, operands[0]), b = floatTensor(emitter, operands[1], "input2"),
          target = floatTensor(emitter, operands[2], "target");
  if (a.isFailed() || b.isFailed() || target.isFailed())
    return failure();
  if (a.rank() != b.rank() || a.rank() != target.rank())
    return emitter.fail("margin_ranking_loss : All input tensors should have same dimension");
  return reduced(clamp(-target * (a - b) + (*margin)[0], 0.0, std::nullopt), operands[6]);
}

/// hinge_embedding_loss(input, target, margin, size_average, reduce, reduction)
static Failable emitHingeEmbedding(Emitter &emitter, ArrayRef<Operand> operands) {
  auto margin = numbers<1>(emitter, {operands[2]});
  if (failed(margin) || failed(notDeprecated(emitter, operands[3], operands[4])))
    return failure();
  Formula x = floatTensor(emitter, operands[0]), target = tensorOf(emitter, operands[1], "target");
  Formula beside = select(target != 1, clamp((*margin)[0] - x, 0.0, std::nullopt), x.number(0.0));
  return reduced(beside + select(target != -1, x, x.number(0.0)), operands[5]);
}

/// cosine_embedding_loss(input1, input2, target, margin, size_average, reduce, reduction)
static Failable emitCosineEmbedding(Emitter &emitter, ArrayRef<Operand> operands) {
  auto margin = numbers<1>(emitter, {operands[3]});
  if (failed(margin) || failed(notDeprecated(emitter, operands[4], operands[5])))
    return failure();
  Formula a = floatTensor(emitter, operands[0]), b = floatTensor(emitter, operands[1], "input2"),
          target = tensorOf(emitter, operands[2], "target");
  if (a.isFailed() || b.isFailed() || target.isFailed())
    return failure();
  if (a.rank() != b.rank() || target.rank() > 1 || target.rank() + 1 != a.rank())
    return emitter.fail("cosine_embedding_loss: a target for each pair of vectors is expected");
  SmallVector<int64_t> dims = {target.rank()};
  constexpr double eps = 1e-12;
  Formula scale = sqrt((sum(a * a, dims) + eps) * (sum(b * b, dims) + eps));
  Formula cosine = sum(a * b, dims) / scale;
  Formula near = select(target == 1, 1.0 - cosine, cosine.number(0.0));
  Formula far = select(target == -1, clamp(cosine - (*margin)[0], 0.0, std::nullopt), cosine.number(0.0));
  return reduced(near + far, operands[6]);
}

/// kl_div(input, target, size_average, reduce, reduction, log_target)
static Failable emitKlDiv(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<bool> logarithm = emitter.requireBool(operands[5], "log_target");
  if (failed(logarithm) || failed(notDeprecated(emitter, operands[2], operands[3])))
    return failure();
  Formula x = floatTensor(emitter, operands[0]), target = floatTensor(emitter, operands[1], "target");
  std::optional<StringRef> name = emitter.asString(operands[4]);
  if (x.isFailed() || target.isFailed())
    return failure();
  if (name == "mean")
    return emitter.fail("kl_div with reduction='mean' warns");
  Formula loss =
      *logarithm ? exp(target) * (target - x) : call(emitter, "torch.xlogy", {target.get(), target.get()}) - target * x;
  if (name != "batchmean")
    return reduced(loss, operands[4]);
  if (x.rank() == 0)
    return sum(loss, allDims(loss));
  return sum(loss, allDims(loss)) / Formula(emitter, emitter.toF64(x.sizes().front()));
}

/// poisson_nll_loss(input, target, log_input, full, size_average, eps, reduce, reduction)
static Failable emitPoisson(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<bool> logarithm = emitter.requireBool(operands[2], "log_input"),
                  full = emitter.requireBool(operands[3], "full");
  auto eps = numbers<1>(emitter, {operands[5]});
  if (failed(logarithm) || failed(full) || failed(eps) || failed(notDeprecated(emitter, operands[4], operands[6])))
    return failure();
  Formula x = floatTensor(emitter, operands[0]), target = floatTensor(emitter, operands[1], "target");
  Formula loss = *logarithm ? exp(x) - target * x : x - target * log(x + (*eps)[0]);
  if (*full) {
    Formula stirling = target * log(target) - target + 0.5 * log(2 * M_PI * target);
    loss = loss + select(target <= 1.0, target.number(0.0), stirling);
  }
  return reduced(loss, operands[7]);
}

/// gaussian_nll_loss(input, target, var, full, eps, reduction)
static Failable emitGaussian(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<bool> full = emitter.requireBool(operands[3], "full");
  auto eps = numbers<1>(emitter, {operands[4]});
  Formula x = floatTensor(emitter, operands[0]), target = floatTensor(emitter, operands[1], "target");
  if (failed(full) || failed(eps) || x.isFailed() || target.isFailed())
    return failure();
  Formula variance = failedFormula(emitter);
  if (operands[2].isNumber()) {
    FailureOr<double> value = emitter.requireFloat(operands[2], "var");
    if (failed(value) || *value < 0)
      return emitter.fail("var has negative entry/entries");
    variance = Formula(emitter, emitter.full(x.sizes(), x.type(), emitter.floating(*value)));
  } else {
    variance = floatTensor(emitter, operands[2], "var");
    if (variance.isFailed())
      return failure();
    if (variance.rank() + 1 == x.rank())
      variance = variance.unsqueeze(variance.rank());
    else if (variance.rank() != x.rank())
      return emitter.fail("var is of incorrect size");
    if (variance.isFailed())
      return failure();
    // Of one size, or of 1 in one dimension.
    SmallVector<Operand> sizes = x.sizes();
    for (auto [dim, size] : llvm::enumerate(variance.sizes()))
      if (emitter.asInt(size) != 1 && failed(emitter.assumeEqual(size, sizes[dim], "var has the input's size or 1")))
        return failure();
    Formula fine = variance >= 0.0;
    if (fine.isFailed() || failed(emitter.assumeAll(fine.value(), "var has no negative entries")))
      return failure();
  }
  if (variance.isFailed())
    return failure();
  // The bound is no part of the graph.
  Formula bounded = withSlope(clamp(variance, (*eps)[0], std::nullopt), variance,
                              Formula(emitter, emitter.full(variance.sizes(), variance.type(), emitter.integer(1))));
  Formula difference = x - target;
  Formula loss = 0.5 * (log(bounded) + difference * difference / bounded);
  if (*full)
    loss = loss + 0.5 * std::log(2 * M_PI);
  return reduced(loss, operands[5]);
}

/// multilabel_soft_margin_loss(input, target, weight, size_average, reduce, reduction)
static Failable emitMultilabelSoftMargin(Emitter &emitter, ArrayRef<Operand> operands) {
  if (failed(notDeprecated(emitter, operands[3], operands[4])))
    return failure();
  Formula x = floatTensor(emitter, operands[0]), target = tensorOf(emitter, operands[1], "target");
  if (x.isFailed() || target.isFailed() || x.rank() == 0)
    return emitter.fail("multilabel_soft_margin_loss needs an input of at least one dimension");
  Formula negative = -x;
  if (negative.isFailed())
    return failure();
  Formula loss = -(target * call(emitter, "torch.nn.functional.logsigmoid", {x.get()}) +
                   (1 - target) * call(emitter, "torch.nn.functional.logsigmoid", {negative.get()}));
  if (!operands[2].isNone())
    loss = loss * floatTensor(emitter, operands[2], "weight");
  return reduced(mean(loss, {x.rank() - 1}), operands[5]);
}

/// multi_margin_loss(input, target, p, margin, weight, size_average, reduce, reduction)
static Failable emitMultiMargin(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<int64_t> p = emitter.requireInt(operands[2], "p");
  auto margin = numbers<1>(emitter, {operands[3]});
  if (failed(p) || failed(margin) || failed(notDeprecated(emitter, operands[5], operands[6])))
    return failure();
  Formula x = floatTensor(emitter, operands[0]), target = tensorOf(emitter, operands[1], "target");
  if (x.isFailed() || target.isFailed())
    return failure();
  if (*p != 1 && *p != 2)
    return emitter.fail("only p == 1 and p == 2 supported");
  bool batched = x.rank() == 2;
  if (x.rank() == 0 || x.rank() > 2 || target.rank() > 1 || (batched && target.rank() != 1) ||
      !target.type().isInteger(64))
    return emitter.fail("multi_margin_loss expects vectors of scores and a class for each");
  if (!batched) {
    x = x.unsqueeze(0);
    target = target.rank() ? target : target.unsqueeze(0);
  }
  if (x.isFailed() || target.isFailed())
    return failure();
  if (failed(emitter.assumeEqual(x.sizes()[0], target.sizes()[0], "multi_margin_loss has a class for each row")) ||
      failed(assumeAtLeast(emitter, x.sizes()[1], 1, "multi_margin_loss has classes")))
    return failure();
  Operand classes = x.sizes()[1];
  Formula inside = (target >= 0) & (target < Formula(emitter, classes));
  if (inside.isFailed() || failed(emitter.assumeAll(inside.value(), "a target is a class")))
    return failure();
  Formula column = target.unsqueeze(1);
  Formula loss = clamp((*margin)[0] - x.gather(1, column) + x, 0.0, std::nullopt);
  if (*p == 2)
    loss = loss * loss;
  if (!operands[4].isNone())
    loss = loss * floatTensor(emitter, operands[4], "weight").indexSelect(0, target).unsqueeze(1);
  loss = select(countTo(emitter, classes) == column, loss.number(0.0), loss);
  Formula rows = mean(loss, {1});
  if (!batched && !rows.isFailed())
    rows = rows.squeeze(0);
  return reduced(rows, operands[7]);
}

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

/// The p-norm of vectors along dimensions; zero, with a gradient of zero, where all elements are.
Formula library::normOver(const Formula &x, double p, ArrayRef<int64_t> dims, bool keepdim) {
  if (x.isFailed())
    return x;
  Type wide = Emitter::computeType(x.type());
  if (wide != x.type())
    return normOver(x.cast(wide), p, dims, keepdim).cast(x.type());
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (p == 2)
    return reduce<nn::NormOp>(x, dims, keepdim);
  Formula size = abs(x);
  if (p == 1)
    return sum(size, dims, keepdim);
  if (p == infinity || p == -infinity) {
    for (int64_t dim : dims)
      if (failed(assumeAtLeast(*x.emitter, x.sizes()[dim], 1, "a reduced dimension is not empty")))
        return failedFormula(*x.emitter);
    return p > 0 ? reduce<nn::AmaxOp>(size, dims, keepdim) : reduce<nn::AminOp>(size, dims, keepdim);
  }
  Formula zero = x == 0.0;
  if (p == 0)
    return sum((!zero).cast(x.type()), dims, keepdim);
  Formula power = combine<nn::PowOp>(select(zero, x.number(1.0), size), x.number(p));
  Formula total = sum(select(zero, x.number(p > 0 ? 0.0 : infinity), power), dims, keepdim);
  if (p < 0)
    return combine<nn::PowOp>(total, x.number(1 / p));
  Formula none = total == 0.0;
  return select(none, x.number(0.0), combine<nn::PowOp>(select(none, x.number(1.0), total), x.number(1 / p)));
}

/// pairwise_distance(x1, x2, p, eps, keepdim)
static Formula pairwiseDistance(const Formula &a, const Formula &b, double p, double eps, bool keepdim) {
  Formula difference = a - b + eps;
  return difference.isFailed() ? difference
                               : normOver(difference, p, {std::max<int64_t>(difference.rank() - 1, 0)}, keepdim);
}

static Failable emitPairwiseDistance(Emitter &emitter, ArrayRef<Operand> operands) {
  auto parameters = numbers<2>(emitter, {operands[2], operands[3]});
  FailureOr<bool> keepdim = emitter.requireBool(operands[4], "keepdim");
  Formula a = floatTensor(emitter, operands[0], "x1"), b = floatTensor(emitter, operands[1], "x2");
  if (failed(parameters) || failed(keepdim) || a.isFailed() || b.isFailed())
    return failure();
  if (a.rank() == 0 || b.rank() == 0)
    return emitter.fail("pairwise_distance of 0-d tensors");
  emitter.contiguousResult = true;
  return pairwiseDistance(a, b, (*parameters)[0], (*parameters)[1], *keepdim);
}

/// triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, size_average, reduce, reduction)
static Failable emitTriplet(Emitter &emitter, ArrayRef<Operand> operands) {
  auto parameters = numbers<3>(emitter, {operands[3], operands[4], operands[5]});
  FailureOr<bool> swap = emitter.requireBool(operands[6], "swap");
  if (failed(parameters) || failed(swap) || failed(notDeprecated(emitter, operands[7], operands[8])))
    return failure();
  auto [margin, p, eps] = *parameters;
  Formula anchor = floatTensor(emitter, operands[0], "anchor"),
          positive = floatTensor(emitter, operands[1], "positive"),
          negative = floatTensor(emitter, operands[2], "negative");
  if (anchor.isFailed() || positive.isFailed() || negative.isFailed())
    return failure();
  if (anchor.rank() != positive.rank() || anchor.rank() != negative.rank() || anchor.rank() == 0 || margin <= 0)
    return emitter.fail("triplet_margin_loss needs tensors of one rank and a positive margin");
  Formula near = pairwiseDistance(anchor, positive, p, eps, false),
          far = pairwiseDistance(anchor, negative, p, eps, false);
  if (*swap)
    far = minimum(far, pairwiseDistance(positive, negative, p, eps, false));
  return reduced(clamp(margin + near - far, 0.0, std::nullopt), operands[9]);
}

/// cosine_similarity(x1, x2, dim, eps): of vectors whose lengths are at least eps.
static Failable emitCosineSimilarity(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<int64_t> dim = emitter.requireInt(operands[2], "dim");
  auto eps = numbers<1>(emitter, {operands[3]});
  Formula a = floatTensor(emitter, operands[0], "x1"), b = floatTensor(emitter, operands[1], "x2");
  FailureOr<SmallVector<Value>> values = together({a, b});
  if (failed(dim) || failed(eps) || failed(values))
    return failure();
  a = Formula(emitter, (*values)[0]);
  b = Formula(emitter, (*values)[1]);
  if (failed(dim = emitter.wrapOwnDim(*dim, a.value())))
    return failure();
  auto unit = [&](const Formula &x) { return x / clamp(normOver(x, 2, {*dim}, true), (*eps)[0], std::nullopt); };
  emitter.contiguousResult = true;
  return sum(unit(a) * unit(b), {*dim});
}

/// dist(input, other, p): the norm of the difference.
static Failable emitDist(Emitter &emitter, ArrayRef<Operand> operands) {
  auto p = numbers<1>(emitter, {operands[2]});
  Formula difference = floatTensor(emitter, operands[0]) - floatTensor(emitter, operands[1], "other");
  if (failed(p) || difference.isFailed())
    return failure();
  return normOver(difference, (*p)[0], allDims(difference), false);
}

/// cdist(x1, x2, p, compute_mode): of every row of one to every row of the other.
static Failable emitCdist(Emitter &emitter, ArrayRef<Operand> operands) {
  auto p = numbers<1>(emitter, {operands[2]});
  Formula a = floatTensor(emitter, operands[0], "x1"), b = floatTensor(emitter, operands[1], "x2");
  if (failed(p) || a.isFailed() || b.isFailed())
    return failure();
  if (a.rank() < 2 || b.rank() < 2 || (*p)[0] < 0 || a.type() != b.type())
    return emitter.fail("cdist needs matrices of one dtype and a p that is not negative");
  Formula difference = a.unsqueeze(a.rank() - 1) - b.unsqueeze(b.rank() - 2);
  emitter.contiguousResult = true;
  return difference.isFailed() ? difference : normOver(difference, (*p)[0], {difference.rank() - 1}, false);
}

/// pdist(input, p): the distances of all pairs of rows.
static Failable emitPdist(Emitter &emitter, ArrayRef<Operand> operands) {
  auto p = numbers<1>(emitter, {operands[1]});
  Formula x = floatTensor(emitter, operands[0]);
  if (failed(p) || x.isFailed())
    return failure();
  std::optional<int64_t> rows = x.rank() == 2 ? emitter.asInt(x.sizes()[0]) : std::nullopt;
  if (x.rank() == 2 && !rows)
    return emitter.fail("pdist of a matrix of unknown size");
  if (!rows || (*p)[0] < 0)
    return emitter.fail("pdist needs a matrix and a p that is not negative");
  SmallVector<int64_t> first, second;
  for (int64_t i = 0; i < *rows; ++i)
    for (int64_t j = i + 1; j < *rows; ++j) {
      first.push_back(i);
      second.push_back(j);
    }
  emitter.contiguousResult = true;
  return normOver(x.indexSelect(0, constants(emitter, first)) - x.indexSelect(0, constants(emitter, second)), (*p)[0],
                  {1}, false);
}

void library::addPairLosses(Table &table) {
  auto add = [&](StringRef name, StringRef signature, EmitFn emit) {
    return table.add(("torch.nn.functional." + name).str(), signature, std::move(emit));
  };
  StringRef old = ", size_average=None, reduce=None, reduction='mean')";
  auto loss = [&](StringRef name, StringRef parameters, EmitFn emit) {
    add(name, ("(" + parameters + old).str(), std::move(emit));
  };
  loss("soft_margin_loss", "input, target", emitSoftMargin);
  loss("margin_ranking_loss", "input1, input2, target, margin=0", emitMarginRanking);
  loss("hinge_embedding_loss", "input, target, margin=1.0", emitHingeEmbedding);
  loss("cosine_embedding_loss", "input1, input2, target, margin=0", emitCosineEmbedding);
  loss("multilabel_soft_margin_loss", "input, target, weight=None", emitMultilabelSoftMargin);
  loss("multi_margin_loss", "input, target, p=1, margin=1.0, weight=None", exceptFor(Halves, emitMultiMargin));
  loss("triplet_margin_loss", "anchor, positive, negative, margin=1.0, p=2, eps=1e-06, swap=False", emitTriplet);
  add("kl_div", "(input, target, size_average=None, reduce=None, reduction='mean', log_target=False)", emitKlDiv);
  add("poisson_nll_loss",
      "(input, target, log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, reduction='mean')",
      emitPoisson);
  add("gaussian_nll_loss", "(input, target, var, full=False, eps=1e-06, reduction='mean')", emitGaussian);
  add("pairwise_distance", "(x1, x2, p=2.0, eps=1e-06, keepdim=False)", emitPairwiseDistance)
      .alias("torch.pairwise_distance");
  add("cosine_similarity", "(x1, x2, dim=1, eps=1e-08)", emitCosineSimilarity).alias("torch.cosine_similarity");
  table.add("torch.dist", "(input, other, p=2)", emitDist).alias("torch.Tensor.dist", "(self, other, p=2)");
  table.add("torch.cdist", "(x1, x2, p=2.0, compute_mode='use_mm_for_euclid_dist_if_necessary')",
            exceptFor(Halves, emitCdist));
  add("pdist", "(input, p=2.0)", exceptFor(Halves, emitPdist)).alias("torch.pdist");
}
