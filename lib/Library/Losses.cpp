//===- Losses.cpp - losses ------------------------------------------------===//

#include "Formula.h"
#include "Table.h"
#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

static FailureOr<nn::LossReduction> reductionOf(Emitter &emitter, const Operand &operand) {
  std::optional<StringRef> name = emitter.asString(operand);
  if (name == "none")
    return nn::LossReduction::None;
  if (name == "mean")
    return nn::LossReduction::Mean;
  if (name == "sum")
    return nn::LossReduction::Sum;
  return emitter.fail("reduction must be 'none', 'mean' or 'sum'");
}

/// A loss of each element made one as `reduction` says.
static Failable reduced(Emitter &emitter, FailureOr<Value> loss, const Operand &reduction) {
  FailureOr<nn::LossReduction> kind = reductionOf(emitter, reduction);
  if (failed(kind) || failed(loss))
    return failure();
  if (*kind == nn::LossReduction::None)
    return Operand(*loss);
  auto dims = emitter.builder.getDenseI64ArrayAttr(
      llvm::to_vector(llvm::seq<int64_t>(0, Emitter::tensorType(*loss).getRank())));
  if (*kind == nn::LossReduction::Mean)
    return emitter.emit<nn::MeanOp>(*loss, dims, UnitAttr());
  return emitter.emit<nn::SumOp>(*loss, dims, UnitAttr());
}

/// Assumes that every target names a class or is ignored.
static LogicalResult assumeTargets(Emitter &emitter, Value target, const Operand &classes, int64_t ignored) {
  Type type = Emitter::elementType(target);
  FailureOr<SmallVector<Value>> values =
      emitter.elementwise({Operand(target), emitter.integer(0), classes, emitter.integer(ignored)}, type);
  if (failed(values))
    return failure();
  FailureOr<Value> low = emitter.op<nn::CompareOp>(nn::CompareKind::Ge, (*values)[0], (*values)[1]),
                   high = emitter.op<nn::CompareOp>(nn::CompareKind::Lt, (*values)[0], (*values)[2]),
                   skip = emitter.op<nn::CompareOp>(nn::CompareKind::Eq, (*values)[0], (*values)[3]);
  if (failed(low) || failed(high) || failed(skip))
    return failure();
  FailureOr<Value> inside = emitter.op<nn::AndOp>(*low, *high);
  if (failed(inside))
    return failure();
  FailureOr<Value> fine = emitter.op<nn::OrOp>(*inside, *skip);
  return failed(fine) ? failure() : emitter.assumeAll(*fine, "a target is a class or ignored");
}

/// The deprecated arguments size_average and reduce must be None.
static LogicalResult notDeprecated(Emitter &emitter, const Operand &sizeAverage, const Operand &reduce) {
  if (sizeAverage.isNone() && reduce.isNone())
    return success();
  return emitter.fail("size_average and reduce are deprecated");
}

/// Cross entropy with targets that are probabilities: the mean is over the rows.
static Failable emitSoftCrossEntropy(Emitter &emitter, Value input, Value probabilities, Value weight, double smoothing,
                                     const Operand &reduction) {
  Formula x(emitter, input), target(emitter, probabilities);
  int64_t rank = x.rank(), dim = rank == 1 ? 0 : 1;
  if (smoothing != 0) {
    std::optional<int64_t> classes = emitter.asInt(x.sizes()[dim]);
    if (!classes)
      return emitter.fail("label smoothing over classes of unknown size");
    target = target * (1 - smoothing) + smoothing / double(*classes);
  }
  Formula products = apply<nn::LogSoftmaxOp>(x, emitter.builder.getI64IntegerAttr(dim)) * target;
  if (weight) {
    SmallVector<Operand> line(rank, emitter.integer(1));
    line[dim] = emitter.size(weight, 0);
    products = products * Formula(emitter, weight).reshape(line);
  }
  FailureOr<Value> loss = -sum(products, {dim});
  return reduced(emitter, loss, reduction);
}

/// (input, target, weight, size_average, ignore_index, reduce, reduction[, label_smoothing])
template <bool crossEntropy> static Failable emitClassLoss(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input"),
                   target = emitter.requireTensor(operands[1], "target");
  FailureOr<int64_t> ignored = emitter.requireInt(operands[4], "ignore_index");
  FailureOr<nn::LossReduction> reduction = reductionOf(emitter, operands[6]);
  if (failed(input) || failed(target) || failed(ignored) || failed(reduction) ||
      failed(notDeprecated(emitter, operands[3], operands[5])))
    return failure();
  FailureOr<double> smoothing =
      crossEntropy ? emitter.requireFloat(operands[7], "label_smoothing") : FailureOr<double>(0.0);
  if (failed(smoothing))
    return failure();
  if (*smoothing < 0 || *smoothing > 1)
    return emitter.fail("label_smoothing must be between 0.0 and 1.0");
  int64_t rank = Emitter::tensorType(*input).getRank(), targetRank = Emitter::tensorType(*target).getRank();
  if (rank == 0 || !Emitter::isFloat(*input))
    return emitter.fail("a loss needs a float input of at least one dimension");
  // 1. Weights of classes.
  Operand classes = emitter.size(*input, rank == 1 ? 0 : 1);
  Value weight;
  if (!operands[2].isNone()) {
    FailureOr<Value> given = emitter.requireTensor(operands[2], "weight");
    if (failed(given))
      return failure();
    weight = *given;
    if (Emitter::tensorType(weight).getRank() != 1 ||
        failed(emitter.assumeEqual(emitter.size(weight, 0), classes, "a loss has a weight for each class")))
      return emitter.fail("weight must have an element for each class");
  }
  // 2. Targets of the input's shape are probabilities.
  if (crossEntropy && rank == targetRank && Emitter::isFloat(*target)) {
    if (Emitter::elementType(*input) != Emitter::elementType(*target))
      return emitter.fail("cross_entropy with probabilities of another dtype");
    for (int64_t dim = 0; dim < rank; ++dim)
      if (failed(emitter.assumeEqual(emitter.size(*input, dim), emitter.size(*target, dim),
                                     "probabilities have the input's shape")))
        return failure();
    return emitSoftCrossEntropy(emitter, *input, *target, weight, *smoothing, operands[6]);
  }
  // 3. Classes.
  if (!Emitter::elementType(*target).isInteger(64))
    return emitter.fail("expected a target of dtype int64");
  if (targetRank != rank - 1)
    return emitter.fail("the target of a loss has one dimension less than its input");
  for (int64_t dim = 0; dim < targetRank; ++dim)
    if (failed(emitter.assumeEqual(emitter.size(*target, dim), emitter.size(*input, dim ? dim + 1 : 0),
                                   "a loss has a target for each row")))
      return failure();
  if (failed(assumeTargets(emitter, *target, classes, *ignored)))
    return failure();
  Builder &builder = emitter.builder;
  auto kind = nn::LossReductionAttr::get(emitter.getContext(), *reduction);
  IntegerAttr ignore = builder.getI64IntegerAttr(*ignored);
  if (crossEntropy)
    return emitter.emit<nn::CrossEntropyOp>(*input, *target, weight, kind, ignore, builder.getF64FloatAttr(*smoothing));
  return emitter.emit<nn::NllLossOp>(*input, *target, weight, kind, ignore);
}

/// Input and target of a loss of differences: broadcasting warns, so they have
/// one shape.
static FailureOr<SmallVector<Value>> differenceOperands(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input"),
                   target = emitter.requireTensor(operands[1], "target");
  if (failed(input) || failed(target))
    return failure();
  if (Emitter::tensorType(*input).getRank() != Emitter::tensorType(*target).getRank())
    return emitter.fail("a target of another size than the input warns");
  for (int64_t dim = 0; dim < Emitter::tensorType(*input).getRank(); ++dim)
    if (failed(emitter.assumeEqual(emitter.size(*input, dim), emitter.size(*target, dim),
                                   "a loss's target has the input's shape")))
      return failure();
  FailureOr<Type> type = emitter.resultType(operands.take_front(2));
  if (failed(type))
    return failure();
  if (!isa<FloatType>(*type))
    return emitter.fail("a loss needs a float input");
  return emitter.elementwise(operands.take_front(2), *type);
}

static FailureOr<Value> difference(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<SmallVector<Value>> values = differenceOperands(emitter, operands);
  if (failed(values))
    return failure();
  return emitter.op<nn::SubOp>((*values)[0], (*values)[1]);
}

static Failable emitMse(Emitter &emitter, ArrayRef<Operand> operands) {
  if (failed(notDeprecated(emitter, operands[2], operands[3])))
    return failure();
  FailureOr<Value> delta = difference(emitter, operands);
  return failed(delta) ? Failable(failure()) : reduced(emitter, emitter.op<nn::MulOp>(*delta, *delta), operands[4]);
}

static Failable emitL1(Emitter &emitter, ArrayRef<Operand> operands) {
  if (failed(notDeprecated(emitter, operands[2], operands[3])))
    return failure();
  FailureOr<Value> delta = difference(emitter, operands);
  return failed(delta) ? Failable(failure()) : reduced(emitter, emitter.op<nn::AbsOp>(*delta), operands[4]);
}

/// Quadratic up to `bound`, linear beyond: huber_loss, and smooth_l1_loss which is
/// huber_loss divided by beta.
static Failable huber(Emitter &emitter, ArrayRef<Operand> operands, double bound, double divisor,
                      const Operand &reduction) {
  FailureOr<Value> delta = difference(emitter, operands);
  if (failed(delta))
    return failure();
  Type type = Emitter::elementType(*delta);
  FailureOr<Value> size = emitter.op<nn::AbsOp>(*delta), square = emitter.op<nn::MulOp>(*delta, *delta);
  if (failed(size) || failed(square))
    return failure();
  FailureOr<SmallVector<Value>> values =
      emitter.elementwise({Operand(*size), Operand(*square), emitter.floating(0.5 / divisor),
                           emitter.floating(0.5 * bound), emitter.floating(bound), emitter.floating(bound / divisor)},
                          type);
  if (failed(values))
    return failure();
  FailureOr<Value> near = emitter.op<nn::MulOp>((*values)[1], (*values)[2]),
                   shifted = emitter.op<nn::SubOp>((*values)[0], (*values)[3]);
  if (failed(near) || failed(shifted))
    return failure();
  FailureOr<Value> far = emitter.op<nn::MulOp>(*shifted, (*values)[5]),
                   inside = emitter.op<nn::CompareOp>(nn::CompareKind::Lt, (*values)[0], (*values)[4]);
  if (failed(far) || failed(inside))
    return failure();
  return reduced(emitter, emitter.op<nn::SelectOp>(*inside, *near, *far), reduction);
}

static Failable emitSmoothL1(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<double> beta = emitter.requireFloat(operands[5], "beta");
  if (failed(beta) || failed(notDeprecated(emitter, operands[2], operands[3])))
    return failure();
  if (*beta < 0)
    return emitter.fail("smooth_l1_loss does not support negative values for beta");
  if (*beta == 0)
    return emitL1(emitter, operands.take_front(5));
  return huber(emitter, operands, *beta, *beta, operands[4]);
}

static Failable emitHuber(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<double> bound = emitter.requireFloat(operands[3], "delta");
  if (failed(bound))
    return failure();
  if (*bound <= 0)
    return emitter.fail("huber_loss does not support non-positive values for delta");
  return huber(emitter, operands, *bound, 1, operands[2]);
}

/// binary_cross_entropy_with_logits(input, target, weight, size_average, reduce, reduction, pos_weight):
/// (1 - target) * x - log_sigmoid(x)
static Failable emitBceWithLogits(Emitter &emitter, ArrayRef<Operand> operands) {
  if (failed(notDeprecated(emitter, operands[3], operands[4])))
    return failure();
  FailureOr<SmallVector<Value>> values = differenceOperands(emitter, operands);
  if (failed(values))
    return failure();
  Value input = (*values)[0], target = (*values)[1];
  if (!operands[6].isNone()) {
    Formula x(emitter, input), t(emitter, target), positive = floatTensor(emitter, operands[6], "pos_weight");
    Formula logSigmoid = call(emitter, "torch.nn.functional.logsigmoid", {Operand(input)});
    Formula loss = (1.0 - t) * x - (1.0 + (positive - 1.0) * t) * logSigmoid;
    if (!operands[2].isNone())
      loss = loss * floatTensor(emitter, operands[2], "weight");
    return reduced(emitter, loss, operands[5]);
  }
  const Function *logSigmoid = lookup(emitter.getContext(), "torch.nn.functional.logsigmoid");
  Failable positive = logSigmoid->emit(emitter, {Operand(input)});
  FailureOr<SmallVector<Value>> ones =
      emitter.elementwise({emitter.integer(1), Operand(target)}, Emitter::elementType(input));
  if (failed(positive) || failed(ones))
    return failure();
  FailureOr<Value> rest = emitter.op<nn::SubOp>((*ones)[0], (*ones)[1]);
  if (failed(rest))
    return failure();
  FailureOr<Value> linear = emitter.op<nn::MulOp>(*rest, input);
  if (failed(linear))
    return failure();
  FailureOr<Value> loss = emitter.op<nn::SubOp>(*linear, positive->getValue());
  if (failed(loss))
    return failure();
  if (!operands[2].isNone()) {
    FailureOr<SmallVector<Value>> weighted = emitter.elementwise({Operand(*loss), operands[2]});
    if (failed(weighted) || failed(loss = emitter.op<nn::MulOp>((*weighted)[0], (*weighted)[1])))
      return failure();
  }
  return reduced(emitter, loss, operands[5]);
}

/// binary_cross_entropy(input, target, weight, size_average, reduce, reduction): logarithms are at least -100. The
/// slope by the input is another formula, whose divisor is not zero.
static Failable emitBce(Emitter &emitter, ArrayRef<Operand> operands) {
  if (failed(notDeprecated(emitter, operands[3], operands[4])))
    return failure();
  FailureOr<SmallVector<Value>> values = differenceOperands(emitter, operands);
  if (failed(values))
    return failure();
  Formula x(emitter, (*values)[0]), target(emitter, (*values)[1]);
  Formula inside = (x >= 0.0) & (x <= 1.0);
  if (inside.isFailed() || failed(emitter.assumeAll(inside.value(), "all elements of input are between 0 and 1")))
    return failure();
  Formula fixed = detach(x);
  Formula positive = clamp(log(fixed), -100.0, std::nullopt), negative = clamp(log1p(-fixed), -100.0, std::nullopt);
  Formula loss = (target - 1.0) * negative - target * positive;
  loss = alsoWithSlope(loss, x, (x - target) / clamp((1.0 - x) * x, 1e-12, std::nullopt));
  if (!operands[2].isNone())
    loss = loss * floatTensor(emitter, operands[2], "weight");
  return reduced(emitter, loss, operands[5]);
}

void library::addLosses(Table &table) {
  StringRef classes =
      "(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean'";
  table.add("torch.nn.functional.cross_entropy", (classes + ", label_smoothing=0.0)").str(), emitClassLoss<true>);
  table.add("torch.nn.functional.nll_loss", (classes + ")").str(), emitClassLoss<false>);
  StringRef difference = "(input, target, size_average=None, reduce=None, reduction='mean'";
  table.add("torch.nn.functional.mse_loss", (difference + ")").str(), emitMse);
  table.add("torch.nn.functional.l1_loss", (difference + ")").str(), emitL1);
  table.add("torch.nn.functional.smooth_l1_loss", (difference + ", beta=1.0)").str(), emitSmoothL1);
  table.add("torch.nn.functional.huber_loss", "(input, target, reduction='mean', delta=1.0)", emitHuber);
  StringRef binary = "(input, target, weight=None, size_average=None, reduce=None, reduction='mean'";
  table.add("torch.nn.functional.binary_cross_entropy_with_logits", (binary + ", pos_weight=None)").str(),
            emitBceWithLogits);
  table.add("torch.nn.functional.binary_cross_entropy", (binary + ")").str(), emitBce);
}
