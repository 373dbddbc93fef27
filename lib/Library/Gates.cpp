//===- Gates.cpp - activations made of other functions --------------------===//

#include "Formula.h"
#include "Table.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

/// glu(input, dim): the first half times the sigmoid of the second.
static Failable emitGlu(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = floatTensor(emitter, operands[0]);
  FailureOr<int64_t> dim = emitter.requireInt(operands[1], "dim");
  if (x.isFailed() || failed(dim) || failed(dim = emitter.wrapOwnDim(*dim, x.value())))
    return failure();
  std::optional<int64_t> size = emitter.asInt(x.sizes()[*dim]);
  if (!size)
    return emitter.fail("glu along a dimension of unknown size");
  if (*size % 2)
    return emitter.fail("Halving dimension must be even");
  Operand half = emitter.integer(*size / 2);
  return x.slice(*dim, emitter.integer(0), half) * apply<nn::SigmoidOp>(x.slice(*dim, half, half));
}

/// threshold(input, threshold, value)
static Failable emitThreshold(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<double> bound = emitter.requireFloat(operands[1], "threshold"),
                    value = emitter.requireFloat(operands[2], "value");
  if (x.isFailed() || failed(bound) || failed(value))
    return failure();
  if (!Emitter::isFloat(x.value()))
    return emitter.fail("threshold of an integer tensor");
  return select(x <= *bound, x.number(*value), x);
}

template <bool soft> static Failable emitShrink(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = floatTensor(emitter, operands[0]);
  FailureOr<double> bound = emitter.requireFloat(operands[1], "lambd");
  if (x.isFailed() || failed(bound))
    return failure();
  if (soft && *bound < 0)
    return emitter.fail("lambda must be greater or equal to 0");
  if (!soft)
    return select((x >= -*bound) & (x <= *bound), x.number(0.0), x);
  // A NaN stays one.
  return select(x > *bound, x - *bound, select(x < -*bound, x + *bound, x * 0.0));
}

/// softmin(input, dim, _stacklevel, dtype): the softmax of the negative.
static Failable emitSoftmin(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  if (x.isFailed() || x.type().isInteger(1))
    return emitter.fail("softmin of bools");
  Formula negative = -x;
  return negative.isFailed() ? negative : call(emitter, "torch.softmax", {negative.get(), operands[1], operands[3]});
}

/// rrelu(input, lower, upper, training) in inference: a leaky relu with the middle slope.
static Failable emitRrelu(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = floatTensor(emitter, operands[0]);
  FailureOr<double> lower = emitter.requireFloat(operands[1], "lower"),
                    upper = emitter.requireFloat(operands[2], "upper");
  FailureOr<bool> training = emitter.requireBool(operands[3], "training");
  if (x.isFailed() || failed(lower) || failed(upper) || failed(training))
    return failure();
  if (!(*lower <= *upper))
    return emitter.fail("lower bound should be less than or equal to the upper bound");
  if (*training)
    return emitter.fail("rrelu in training draws random numbers");
  return apply<nn::LeakyReluOp>(x, emitter.builder.getF64FloatAttr((*lower + *upper) / 2));
}

void library::addGates(Table &table) {
  StringRef nnf = "torch.nn.functional.";
  table.add("torch.nn.functional.glu", "(input, dim=-1)", emitGlu);
  table.add("torch.threshold", "(input, threshold, value)", emitThreshold)
      .alias((nnf + "threshold").str(), "(input, threshold, value, inplace=False)");
  table.add((nnf + "softshrink").str(), "(input, lambd=0.5)", emitShrink<true>);
  table.add("torch.hardshrink", "(input, lambd=0.5)", emitShrink<false>)
      .alias("torch.Tensor.hardshrink", "(self, lambd=0.5)")
      .alias((nnf + "hardshrink").str(), "(input, lambd=0.5)");
  table.add((nnf + "softmin").str(), "(input, dim=None, _stacklevel=3, dtype=None)", emitSoftmin);
  table.add((nnf + "rrelu").str(), "(input, lower=0.125, upper=0.3333333333333333, training=False, inplace=False)",
            [](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
              if (emitter.asBool(operands[4]) != false)
                return emitter.fail("rrelu in place");
              return emitRrelu(emitter, operands.drop_back());
            });
}
