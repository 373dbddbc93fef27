//===- Normalization.cpp - derivatives of norms and softmax ---------------===//

#include "Rule.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

namespace {

/// A normalised tensor taken apart again, in the element type of its
/// statistics: x̂ = (x - mean) * inverse deviation.
struct Normalized {
  Value deviation; // 1 / sqrt(variance + epsilon), at every place
  Value value;     // x̂
};

Normalized normalize(Emit &e, Value x, Value mean, Value variance, double epsilon) {
  Value inverse = RsqrtOp::create(e.b, e.loc, e.addScalar(variance, epsilon));
  return {inverse, e.mul(e.sub(x, mean), inverse)};
}

/// The adjoint of x through x̂ with statistics of x over `dims`, from the
/// adjoint of x̂: inverse * (dx̂ - mean(dx̂) - x̂ * mean(dx̂ * x̂)).
Value throughStatistics(Emit &e, const Normalized &n, Value dNormalized, ArrayRef<int64_t> dims) {
  Value first = e.unreduce(e.mean(dNormalized, dims), dNormalized, dims);
  Value second = e.unreduce(e.mean(e.mul(dNormalized, n.value), dims), dNormalized, dims);
  Value inner = e.sub(e.sub(dNormalized, first), e.mul(n.value, second));
  return e.mul(inner, n.deviation);
}

/// The type that a norm computes in: f32 for 16-bit floats.
Type computeType(OpBuilder &b, Value x) {
  Type type = elementTypeOf(x);
  return type.getIntOrFloatBitWidth() < 32 ? b.getF32Type() : type;
}

int64_t channelDim(Value x, Layout layout) { return layout == Layout::ChannelsFirst ? 1 : rankOf(x) - 1; }

/// Appends the adjoints of weight and bias, where the op has them.
template <typename OpT>
void addAffine(OpT op, Emit &e, Value dy, Value normalized, ArrayRef<int64_t> dims, Adjoints &adjoints) {
  if (Value weight = op.getWeight())
    adjoints.push_back(e.cast(e.sum(e.mul(dy, normalized), dims), elementTypeOf(weight)));
  if (Value bias = op.getBias())
    adjoints.push_back(e.cast(e.sum(dy, dims), elementTypeOf(bias)));
}

/// Given statistics are constants, as running statistics are in PyTorch.
Adjoints batchNorm(BatchNormOp op, Value dy, Emit &e) {
  Value input = op.getInput();
  Type type = computeType(e.b, input);
  int64_t channel = channelDim(input, op.getLayout());
  Value x = e.cast(input, type);
  dy = e.cast(dy, type);
  auto everywhere = [&](Value v) { return e.alongDim(e.cast(v, type), x, channel); };
  Normalized n =
      normalize(e, x, everywhere(op.getMean()), everywhere(op.getVariance()), op.getEpsilon().convertToDouble());
  Value dx = e.mul(dy, n.deviation);
  if (op.getWeight())
    dx = e.mul(dx, everywhere(op.getWeight()));
  Adjoints adjoints{e.cast(dx, elementTypeOf(input)), Value(), Value()};
  addAffine(op, e, dy, n.value, allDimsBut(x, channel), adjoints);
  return adjoints;
}

/// What is computed for a channel stays one number for it: of the image there are two sums, which one pass over it can
/// take together, and the adjoint of x, which is linear in dy and x.
FailureOr<Adjoints> batchNormTraining(BatchNormTrainingOp op, ValueRange given, Emit &e) {
  Value input = op.getInput();
  Type type = computeType(e.b, input);
  int64_t channel = channelDim(input, op.getLayout());
  SmallVector<int64_t> dims = allDimsBut(input, channel);
  Value x = e.cast(input, type);
  auto everywhere = [&](Value v) { return e.alongDim(v, x, channel); };
  Value mean = e.cast(op.getMean(), type);
  auto centred = [&] { return e.sub(x, everywhere(mean)); };
  auto overCount = [&](Value v) { return e.div(v, e.broadcast(e.cast(e.count(x, dims), type), e.sizes(v))); };
  Adjoints adjoints(1);
  Value dx;
  auto accumulate = [&](Value part) { dx = dx ? e.add(dx, part) : part; };
  if (given[0]) {
    Value dy = e.cast(given[0], type);
    Value inverse =
        RsqrtOp::create(e.b, e.loc, e.addScalar(e.cast(op.getVariance(), type), op.getEpsilon().convertToDouble()));
    Value sum = e.sum(dy, dims), product = e.sum(e.mul(dy, centred()), dims);
    // inverse * weight * (dy - mean(dy) - (x - mean) * inverse² * mean(dy * (x - mean)))
    Value slope = overCount(e.mul(e.mul(product, inverse), inverse));
    Value inner = e.sub(e.sub(dy, everywhere(overCount(sum))), e.mul(centred(), everywhere(slope)));
    Value weight = op.getWeight();
    accumulate(e.mul(inner, everywhere(weight ? e.mul(inverse, e.cast(weight, type)) : inverse)));
    if (weight)
      adjoints.push_back(e.cast(e.mul(product, inverse), elementTypeOf(weight)));
    if (Value bias = op.getBias())
      adjoints.push_back(e.cast(sum, elementTypeOf(bias)));
  }
  if (given[1])
    accumulate(everywhere(overCount(e.cast(given[1], type))));
  if (given[2])
    accumulate(e.mul(everywhere(overCount(e.cast(e.mulScalar(given[2], 2.0), type))), centred()));
  adjoints[0] = e.cast(dx, elementTypeOf(input));
  adjoints.resize(op->getNumOperands());
  return adjoints;
}

Adjoints layerNorm(LayerNormOp op, Value dy, Emit &e) {
  Value input = op.getInput();
  Type type = computeType(e.b, input);
  Value x = e.cast(input, type);
  dy = e.cast(dy, type);
  SmallVector<int64_t> inner, outer;
  int64_t first = rankOf(x) - op.getRank();
  for (int64_t i = 0; i < rankOf(x); ++i)
    (i < first ? outer : inner).push_back(i);
  Value variance = VarOp::create(e.b, e.loc, x, inner, /*keepdim=*/false, APFloat(0.0));
  Normalized n = normalize(e, x, e.unreduce(e.mean(x, inner), x, inner), e.unreduce(variance, x, inner),
                           op.getEpsilon().convertToDouble());
  Value dNormalized = dy;
  if (Value weight = op.getWeight())
    dNormalized = e.mul(dy, e.unreduce(e.cast(weight, type), x, outer));
  Adjoints adjoints{e.cast(throughStatistics(e, n, dNormalized, inner), elementTypeOf(input))};
  addAffine(op, e, dy, n.value, outer, adjoints);
  return adjoints;
}

Adjoints softmax(SoftmaxOp op, Value dy, Emit &e) {
  int64_t dim = op.getDim();
  Value product = e.mul(dy, op.getResult());
  Value total = e.unreduce(e.sum(product, dim), dy, dim);
  return {e.sub(product, e.mul(op.getResult(), total))};
}

Adjoints logSoftmax(LogSoftmaxOp op, Value dy, Emit &e) {
  int64_t dim = op.getDim();
  Value total = e.unreduce(e.sum(dy, dim), dy, dim);
  return {e.sub(dy, e.mul(e.exp(op.getResult()), total))};
}

} // namespace

void nn::attachNormalizationRules(MLIRContext *context) {
  constexpr uint64_t kNotStatistics = ~uint64_t(6);
  attachRule<BatchNormOp, batchNorm, kNotStatistics>(context);
  attachRuleOfMany<BatchNormTrainingOp, batchNormTraining>(context);
  attachRule<LayerNormOp, layerNorm>(context);
  attachRule<LogSoftmaxOp, logSoftmax>(context);
  attachRule<SoftmaxOp, softmax>(context);
}
