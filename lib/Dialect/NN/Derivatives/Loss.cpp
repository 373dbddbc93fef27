//===- Loss.cpp - derivatives of losses over classes ----------------------===//
//
// Written elementwise over scores: a place takes part where its index equals
// the target. No index can leave the tensor, whatever the target says.
//
//===----------------------------------------------------------------------===//

#include "Rule.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

namespace {

/// What the derivatives of a loss over classes have in common.
template <typename OpT> class ClassLoss {
public:
  ClassLoss(OpT op, Emit &e) : op(op), e(e), input(op.getInput()), dim(rankOf(op.getInput()) == 1 ? 0 : 1) {
    double ignored = static_cast<double>(static_cast<int64_t>(op.getIgnoreIndex()));
    counts = e.compare(CompareKind::Ne, op.getTarget(), ignored);
    Value start = number(0), step = number(1);
    Value classes = IotaOp::create(e.b, e.loc, start, step, e.size(input, dim));
    Value index = e.alongDim(classes, input, dim);
    isTarget = e.mul(e.compare(CompareKind::Eq, index, everywhere(op.getTarget())), everywhere(counts));
  }

  /// A value for each sample, at each of its classes.
  Value everywhere(Value sample) { return e.unreduce(sample, input, dim); }

  /// The class weights at every place, or null.
  Value weights() { return op.getWeight() ? e.alongDim(op.getWeight(), input, dim) : Value(); }

  /// The target's weight (or 1) at the target's class, 0 elsewhere.
  Value weightedTarget() {
    Value weight = op.getWeight() ? weights() : e.full(input, 1.0);
    return e.select(isTarget, weight, e.zero(input));
  }

  /// For each sample the derivative of the result by the sample's loss.
  Value perSample(Value dy) {
    Value zero = e.zero(sampleLike());
    if (op.getReduction() == LossReduction::None)
      return e.select(counts, dy, zero);
    if (op.getReduction() == LossReduction::Mean) {
      Value weight = op.getWeight() ? e.sum(weightedTarget(), dim) : e.cast(counts, elementTypeOf(input));
      SmallVector<int64_t> all;
      for (int64_t i = 0; i < rankOf(op.getTarget()); ++i)
        all.push_back(i);
      Value total = all.empty() ? weight : e.sum(weight, all);
      dy = e.div(dy, total);
    }
    return e.select(counts, e.broadcast(dy, e.sizes(op.getTarget())), zero);
  }

  int64_t getDim() const { return dim; }

private:
  Value number(int64_t value) {
    return arith::ConstantOp::create(e.b, e.loc, e.b.getIntegerAttr(elementTypeOf(op.getTarget()), value));
  }
  Value sampleLike() { return e.cast(counts, elementTypeOf(input)); }

  OpT op;
  Emit &e;
  Value input;
  int64_t dim;
  Value counts;   // for each sample, whether it is not ignored
  Value isTarget; // at each place, whether it is its sample's target
};

Adjoints nllLoss(NllLossOp op, Value dy, Emit &e) {
  ClassLoss<NllLossOp> loss(op, e);
  Adjoints adjoints(op->getNumOperands());
  adjoints[0] = e.neg(e.mul(loss.everywhere(loss.perSample(dy)), loss.weightedTarget()));
  return adjoints;
}

/// dy * (softmax * total - share): `share` is what the loss takes of each
/// class's negative log-probability, `total` their sum, which is 1 without
/// weights.
Adjoints crossEntropy(CrossEntropyOp op, Value dy, Emit &e) {
  ClassLoss<CrossEntropyOp> loss(op, e);
  Value x = op.getInput();
  Value share = loss.weightedTarget();
  if (double smoothing = op.getLabelSmoothing().convertToDouble(); smoothing != 0.0) {
    Value classes = e.broadcast(e.count(x, loss.getDim()), e.sizes(x));
    Value every = e.div(e.full(x, smoothing), classes);
    if (Value weights = loss.weights())
      every = e.mul(every, weights);
    share = e.add(e.mulScalar(share, 1.0 - smoothing), every);
  }
  Value softmax = SoftmaxOp::create(e.b, e.loc, x, loss.getDim());
  if (op.getWeight())
    softmax = e.mul(softmax, loss.everywhere(e.sum(share, loss.getDim())));
  Adjoints adjoints(op->getNumOperands());
  adjoints[0] = e.mul(e.sub(softmax, share), loss.everywhere(loss.perSample(dy)));
  return adjoints;
}

} // namespace

void nn::attachLossRules(MLIRContext *context) {
  attachRule<CrossEntropyOp, crossEntropy, 1>(context);
  attachRule<NllLossOp, nllLoss, 1>(context);
}
