//===- Loss.cpp - losses over classes -------------------------------------===//

#include "Lowerings.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace janus;
using namespace janus::nn;

namespace {

/// What losses over classes share.
struct ClassLoss {
  Value scores, target, weight;
  int64_t ignored;
  Type wide;
  /// Where the class is among the scores' dimensions.
  int64_t classDim() const { return typeOf(scores).getRank() == 1 ? 0 : 1; }
};

} // namespace

/// Makes a number for each target: `function` gets the class (0 for an ignored
/// target) and the loops' indices. Where the target is ignored the number is 0.
static Value forEachTarget(LinalgBuilder &b, const ClassLoss &loss,
                           llvm::function_ref<Value(Scalars &, Value, ArrayRef<Value>)> function) {
  return b.map(b.all(loss.target), b.sizes(loss.target), loss.wide,
               [&](OpBuilder &builder, Location loc, ValueRange x) {
                 Scalars s(builder, loc);
                 Type type = x[0].getType();
                 Value counts = s.ne(x[0], s.constant(type, loss.ignored));
                 Value index = s.toIndex(s.select(counts, x[0], s.constant(type, 0)));
                 SmallVector<Value> place;
                 for (int64_t i = 0; i < typeOf(loss.target).getRank(); ++i)
                   place.push_back(s.create<linalg::IndexOp>(i));
                 return s.select(counts, function(s, index, place), s.constant(loss.wide, 0));
               });
}

/// The weight of the target's class, 1 without weights, 0 where ignored.
static Value targetWeights(LinalgBuilder &b, const ClassLoss &loss) {
  return forEachTarget(b, loss, [&](Scalars &s, Value index, ArrayRef<Value>) {
    return loss.weight ? s.toFloatType(s.create<tensor::ExtractOp>(loss.weight, index), loss.wide)
                       : s.constant(loss.wide, 1);
  });
}

/// Minus the score of the target's class times its weight.
static Value targetLosses(LinalgBuilder &b, const ClassLoss &loss) {
  return forEachTarget(b, loss, [&](Scalars &s, Value index, ArrayRef<Value> place) {
    SmallVector<Value> source(place);
    source.insert(source.begin() + loss.classDim(), index);
    Value score = s.toFloatType(s.create<tensor::ExtractOp>(loss.scores, source), loss.wide);
    Value negative = s.neg(score);
    if (!loss.weight)
      return negative;
    return s.mul(negative, s.toFloatType(s.create<tensor::ExtractOp>(loss.weight, index), loss.wide));
  });
}

/// Minus the weighted sum of all scores, 0 where the target is ignored.
static Value smoothLosses(LinalgBuilder &b, const ClassLoss &loss) {
  SmallVector<Read> reads{b.all(loss.scores)};
  if (loss.weight)
    reads.push_back({loss.weight, {loss.classDim()}});
  Value sums =
      b.reduce(reads, loss.classDim(), b.constant(loss.wide, 0), [&](OpBuilder &builder, Location loc, ValueRange x) {
        Scalars s(builder, loc);
        Value score = s.toFloatType(x[0], loss.wide);
        if (loss.weight)
          score = s.mul(score, s.toFloatType(x[1], loss.wide));
        return s.sub(x.back(), score);
      });
  return forEachTarget(b, loss, [&](Scalars &s, Value, ArrayRef<Value> place) {
    return s.create<tensor::ExtractOp>(sums, SmallVector<Value>(place));
  });
}

static Value sumAll(LinalgBuilder &b, Value tensor) { return sumOver(b, tensor, upTo(typeOf(tensor).getRank())); }

/// function(a, b) for every element of two tensors of one shape.
static Value zip(LinalgBuilder &b, Value lhs, Value rhs, llvm::function_ref<Value(Scalars &, Value, Value)> function) {
  return b.map({b.all(lhs), b.all(rhs)}, b.sizes(lhs), typeOf(lhs).getElementType(),
               [&](OpBuilder &builder, Location loc, ValueRange x) {
                 Scalars s(builder, loc);
                 return function(s, x[0], x[1]);
               });
}

static Value divide(Scalars &s, Value a, Value b) { return s.div(a, b); }

/// Losses of single targets as the reduction wants them.
static Value reduceLosses(LinalgBuilder &b, const ClassLoss &loss, Value losses, LossReduction reduction) {
  if (reduction == LossReduction::None)
    return losses;
  Value sum = sumAll(b, losses);
  return reduction == LossReduction::Sum ? sum : zip(b, sum, sumAll(b, targetWeights(b, loss)), divide);
}

static Value lowerNllLoss(NllLossOp op, LinalgBuilder &b) {
  Type type = op.getType().getElementType();
  ClassLoss loss{op.getInput(), op.getTarget(), op.getWeight(), int64_t(op.getIgnoreIndex()), accumulatorType(type)};
  return b.convert(reduceLosses(b, loss, targetLosses(b, loss), op.getReduction()), type);
}

static Value lowerCrossEntropy(CrossEntropyOp op, LinalgBuilder &b) {
  Type type = op.getType().getElementType(), wide = accumulatorType(type);
  ClassLoss loss{b.convert(op.getInput(), wide), op.getTarget(), op.getWeight(), int64_t(op.getIgnoreIndex()), wide};
  int64_t classDim = loss.classDim();
  Value classes = b.toFloat(b.size(op.getInput(), classDim), wide);
  loss.scores = LogSoftmaxOp::create(b.builder, b.loc, loss.scores, classDim);
  Value result = reduceLosses(b, loss, targetLosses(b, loss), op.getReduction());
  double smoothing = op.getLabelSmoothing().convertToDouble();
  if (smoothing != 0) {
    Value smooth = reduceLosses(b, loss, smoothLosses(b, loss), op.getReduction());
    result = zip(b, result, smooth, [&](Scalars &s, Value target, Value all) {
      Value share = s.div(s.constant(wide, smoothing), classes);
      return s.add(s.mul(target, s.constant(wide, 1 - smoothing)), s.mul(all, share));
    });
  }
  return b.convert(result, type);
}

void janus::attachLossLowerings(MLIRContext *context) {
  attachLowering<NllLossOp, lowerNllLoss>(context);
  attachLowering<CrossEntropyOp, lowerCrossEntropy>(context);
}
