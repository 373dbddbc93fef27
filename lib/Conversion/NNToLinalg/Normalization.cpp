//===- Normalization.cpp - normalisation, softmax -------------------------===//

#include "Lowerings.h"

using namespace mlir;
using namespace janus;
using namespace janus::nn;

/// weight / sqrt(variance + epsilon), and bias - mean * that: what batch_norm
/// multiplies with and adds, for each channel.
static std::pair<Value, Value> scaleAndShift(LinalgBuilder &b, Value mean, Value variance, Value weight, Value bias,
                                             double epsilon, Type wide) {
  Sizes channels = b.sizes(mean);
  auto perChannel = [&](ArrayRef<Value> inputs, llvm::function_ref<Value(Scalars &, ArrayRef<Value>)> function) {
    SmallVector<Read> reads;
    for (Value input : inputs)
      if (input)
        reads.push_back(b.all(input));
    return b.map(reads, channels, wide, [&](OpBuilder &builder, Location loc, ValueRange x) {
      Scalars s(builder, loc);
      SmallVector<Value> elements;
      size_t next = 0;
      for (Value input : inputs)
        elements.push_back(input ? s.toFloatType(x[next++], wide) : Value());
      return function(s, elements);
    });
  };
  Value scale = perChannel({variance, weight}, [&](Scalars &s, ArrayRef<Value> x) {
    Value root = s.create<math::SqrtOp>(s.add(x[0], s.constant(wide, epsilon)));
    Value inverse = s.div(s.constant(wide, 1), root);
    return x[1] ? s.mul(inverse, x[1]) : inverse;
  });
  Value shift = perChannel({mean, scale, bias}, [&](Scalars &s, ArrayRef<Value> x) {
    Value product = s.mul(x[0], x[1]);
    return x[2] ? s.sub(x[2], product) : s.neg(product);
  });
  return {scale, shift};
}

static Value normalizeChannels(LinalgBuilder &b, Value input, Value mean, Value variance, Value weight, Value bias,
                               double epsilon, Layout layout) {
  RankedTensorType type = typeOf(input);
  Type wide = accumulatorType(type.getElementType());
  int64_t channel = layout == Layout::ChannelsFirst ? 1 : type.getRank() - 1;
  auto [scale, shift] = scaleAndShift(b, mean, variance, weight, bias, epsilon, wide);
  return b.map({b.all(input), {scale, {channel}}, {shift, {channel}}}, b.sizes(input), type.getElementType(),
               [&](OpBuilder &builder, Location loc, ValueRange x) {
                 Scalars s(builder, loc);
                 Value result = s.add(s.mul(s.toFloatType(x[0], wide), x[1]), x[2]);
                 return s.toFloatType(result, type.getElementType());
               });
}

static Value lowerBatchNorm(BatchNormOp op, LinalgBuilder &b) {
  return normalizeChannels(b, op.getInput(), op.getMean(), op.getVariance(), op.getWeight(), op.getBias(),
                           op.getEpsilon().convertToDouble(), op.getLayout());
}

/// Mean and variance of each channel by two sums over an f32 image, which neither needs the other's result for, so that
/// one pass can take both: sums of f64 hold the product of two f32 exactly, so what cancels is no more than the image's
/// own rounding.
static std::pair<Value, Value> momentsBySums(LinalgBuilder &b, Value input, ArrayRef<int64_t> dims) {
  Type narrow = typeOf(input).getElementType(), wide = b.builder.getF64Type();
  unsigned rank = typeOf(input).getRank();
  Sizes sizes = b.sizes(input), kept;
  SmallVector<AffineExpr> channel;
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::reduction);
  OpFoldResult count = b.builder.getIndexAttr(1);
  for (unsigned i = 0; i < rank; ++i) {
    if (llvm::is_contained(dims, i)) {
      count = b.multiply({count, sizes[i]});
      continue;
    }
    iterators[i] = utils::IteratorType::parallel;
    channel.push_back(b.builder.getAffineDimExpr(i));
    kept.push_back(sizes[i]);
  }
  AffineMap written = AffineMap::get(rank, 0, channel, b.builder.getContext());
  auto sum = [&](bool squared) {
    Value zero = b.fill(kept, wide, 0);
    return linalg::GenericOp::create(b.builder, b.loc, zero.getType(), input, zero,
                                     ArrayRef<AffineMap>{b.builder.getMultiDimIdentityMap(rank), written}, iterators,
                                     [&](OpBuilder &builder, Location loc, ValueRange x) {
                                       Scalars s(builder, loc);
                                       Value element = s.toFloatType(x[0], wide);
                                       Value added = squared ? s.mul(element, element) : element;
                                       linalg::YieldOp::create(builder, loc, ValueRange{s.add(x[1], added)});
                                     })
        .getResult(0);
  };
  Value first = sum(/*squared=*/false), squares = sum(/*squared=*/true);
  Value number = b.toFloat(count, wide);
  auto perChannel = [&](auto function) {
    return b.map({b.all(first), b.all(squares)}, kept, narrow, [&](OpBuilder &builder, Location loc, ValueRange x) {
      Scalars s(builder, loc);
      return s.toFloatType(function(s, s.div(x[0], number), s.div(x[1], number)), narrow);
    });
  };
  Value mean = perChannel([](Scalars &, Value first, Value) { return first; });
  Value variance = perChannel([&](Scalars &s, Value first, Value second) {
    return s.maximum(s.sub(second, s.mul(first, first)), s.constant(wide, 0));
  });
  return {mean, variance};
}

static SmallVector<Value> lowerBatchNormTraining(BatchNormTrainingOp op, LinalgBuilder &b) {
  int64_t rank = typeOf(op.getInput()).getRank();
  int64_t channel = op.getLayout() == Layout::ChannelsFirst ? 1 : rank - 1;
  SmallVector<int64_t> dims = without(rank, channel);
  auto [mean, variance] = typeOf(op.getInput()).getElementType().isF32()
                              ? momentsBySums(b, op.getInput(), dims)
                              : momentsOver(b, op.getInput(), dims, /*correction=*/0);
  Value result = normalizeChannels(b, op.getInput(), mean, variance, op.getWeight(), op.getBias(),
                                   op.getEpsilon().convertToDouble(), op.getLayout());
  return {result, mean, variance};
}

static Value lowerLayerNorm(LayerNormOp op, LinalgBuilder &b) {
  RankedTensorType type = op.getType();
  Type wide = accumulatorType(type.getElementType());
  int64_t outer = type.getRank() - op.getRank();
  SmallVector<int64_t> dims, kept = upTo(outer);
  for (int64_t i = outer; i < type.getRank(); ++i)
    dims.push_back(i);
  auto [mean, variance] = momentsOver(b, op.getInput(), dims, /*correction=*/0);
  double epsilon = op.getEpsilon().convertToDouble();
  Value inverse = b.map(b.all(variance), b.sizes(variance), wide, [&](OpBuilder &builder, Location loc, ValueRange x) {
    Scalars s(builder, loc);
    return s.div(s.constant(wide, 1), s.create<math::SqrtOp>(s.add(x[0], s.constant(wide, epsilon))));
  });
  SmallVector<Read> reads{b.all(op.getInput()), {mean, kept}, {inverse, kept}};
  for (Value parameter : {op.getWeight(), op.getBias()})
    if (parameter)
      reads.push_back({parameter, dims});
  return b.map(reads, b.sizes(op.getInput()), type.getElementType(),
               [&](OpBuilder &builder, Location loc, ValueRange x) {
                 Scalars s(builder, loc);
                 Value result = s.mul(s.sub(s.toFloatType(x[0], wide), x[1]), x[2]);
                 size_t next = 3;
                 if (op.getWeight())
                   result = s.mul(result, s.toFloatType(x[next++], wide));
                 if (op.getBias())
                   result = s.add(result, s.toFloatType(x[next], wide));
                 return s.toFloatType(result, type.getElementType());
               });
}

/// exp(x - max) along a dimension, and its sum and max; in the accumulator's type.
struct Exponentials {
  Value exponentials, sum, max;
};

static Exponentials exponentialsAlong(LinalgBuilder &b, Value input, int64_t dim) {
  Type wide = accumulatorType(typeOf(input).getElementType());
  SmallVector<int64_t> kept = without(typeOf(input).getRank(), dim);
  Value max = maxOver(b, input, dim);
  Value exponentials =
      b.map({b.all(input), {max, kept}}, b.sizes(input), wide, [&](OpBuilder &builder, Location loc, ValueRange x) {
        Scalars s(builder, loc);
        return s.exp(s.sub(s.toFloatType(x[0], wide), x[1]));
      });
  return {exponentials, sumOver(b, exponentials, dim), max};
}

static Value lowerSoftmax(nn::SoftmaxOp op, LinalgBuilder &b) {
  Type type = op.getType().getElementType();
  SmallVector<int64_t> kept = without(op.getType().getRank(), int64_t(op.getDim()));
  Exponentials parts = exponentialsAlong(b, op.getInput(), op.getDim());
  return b.map({b.all(parts.exponentials), {parts.sum, kept}}, b.sizes(op.getInput()), type,
               [&](OpBuilder &builder, Location loc, ValueRange x) {
                 Scalars s(builder, loc);
                 return s.toFloatType(s.div(x[0], x[1]), type);
               });
}

static Value lowerLogSoftmax(LogSoftmaxOp op, LinalgBuilder &b) {
  Type type = op.getType().getElementType(), wide = accumulatorType(type);
  SmallVector<int64_t> kept = without(op.getType().getRank(), int64_t(op.getDim()));
  Exponentials parts = exponentialsAlong(b, op.getInput(), op.getDim());
  Value logs = b.map(b.all(parts.sum), b.sizes(parts.sum), wide, [&](OpBuilder &builder, Location loc, ValueRange x) {
    return Scalars(builder, loc).create<math::LogOp>(x[0]);
  });
  return b.map({b.all(op.getInput()), {parts.max, kept}, {logs, kept}}, b.sizes(op.getInput()), type,
               [&](OpBuilder &builder, Location loc, ValueRange x) {
                 Scalars s(builder, loc);
                 return s.toFloatType(s.sub(s.sub(s.toFloatType(x[0], wide), x[1]), x[2]), type);
               });
}

void janus::attachNormalizationLowerings(MLIRContext *context) {
  attachLowering<BatchNormOp, lowerBatchNorm>(context);
  attachLowering<BatchNormTrainingOp, lowerBatchNormTraining>(context);
  attachLowering<LayerNormOp, lowerLayerNorm>(context);
  attachLowering<nn::SoftmaxOp, lowerSoftmax>(context);
  attachLowering<LogSoftmaxOp, lowerLogSoftmax>(context);
}
