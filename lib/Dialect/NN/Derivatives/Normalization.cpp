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

FailureOr<Adjoints> batchNormTraining(BatchNormTrainingOp op, ValueRange given, Emit &e) {
  Value input = op.getInput();
  Type type = computeType(e.b, input);
  int64_t channel = channelDim(input, op.getLayout());
  SmallVector<int64_t> dims = allDimsBut(input, channel);
  Value x = e.cast(input, type);
  auto everywhere = [&](Value v) { return e.alongDim(e.cast(v, type), x, channel); };
  Value mean = everywhere(op.getMean());
  Normalized n = normalize(e, x, mean, everywhere(op.getVariance()), op.getEpsilon().convertToDouble());
  Value dx;
  auto accumulate = [&](Value part) { dx = dx ? e.add(dx, part) : part; };
  Value dy = given[0] ? e.cast(given[0], type) : Value();
  if (dy) {
    Value inner = op.getWeight() ? e.mul(dy, everywhere(op.getWeight())) : dy;
    accumulate(throughStatistics(e, n, inner, dims));
  }
  auto perElement = [&](Value d) { return e.div(everywhere(d), e.broadcast(e.count(x, dims), e.sizes(x))); };
  if (given[1])
    accumulate(perElement(given[1]));
  if (given[2])
    accumulate(e.mul(perElement(e.mulScalar(given[2], 2.0)), e.sub(x, mean)));
  Adjoints adjoints{e.cast(dx, elementTypeOf(input))};
  if (dy)
    addAffine(op, e, dy, n.value, dims, adjoints);
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
