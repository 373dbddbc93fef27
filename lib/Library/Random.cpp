//===- Random.cpp - random numbers, dropout -------------------------------===//
//
// What is drawn is what eager draws for the same seed. Where numbers go to a tensor with strides of another one, eager
// draws in the order of memory: that other one must be contiguous here.
//
//===----------------------------------------------------------------------===//

#include "Random.h"
#include "NumberLists.h"
#include "Sizes.h"
#include "Table.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

FailureOr<Value> library::draw(Emitter &emitter, Distribution distribution, ArrayRef<Operand> sizes, Type type,
                               Value first, Value second, Value input) {
  if (!emitter.generator)
    return emitter.fail("random numbers cannot be drawn here");
  SmallVector<Value> open;
  SmallVector<int64_t> fixed;
  dispatchIndexOpFoldResults(emitter.toFoldResults(sizes), open, fixed);
  auto number = [&](Value value) { return value ? value : emitter.toF64(emitter.floating(0)); };
  // Nothing is differentiated by where a number was drawn from.
  if (input && Emitter::isFloat(input))
    input = emitter.create<nn::DetachOp>(input);
  auto op = emitter.ops<nn::DrawOp>(2, DistributionAttr::get(emitter.getContext(), distribution), number(first),
                                    number(second), input, emitter.generator, open,
                                    emitter.builder.getDenseI64ArrayAttr(fixed), TypeAttr::get(type));
  if (failed(op))
    return failure();
  emitter.generator = op->getNext();
  return op->getValues();
}

/// Fails unless an argument for a generator is None.
static LogicalResult fromDefault(Emitter &emitter, const Operand &generator) {
  return generator.isNone() ? success() : emitter.fail("a generator of its own");
}

/// A number as a parameter of a distribution.
static FailureOr<Value> parameter(Emitter &emitter, const Operand &operand, StringRef name) {
  if (!operand.isNumber())
    return emitter.fail(name + " must be a number");
  return emitter.toF64(operand);
}

//===----------------------------------------------------------------------===//
// New tensors
//===----------------------------------------------------------------------===//

static Failable drawNew(Emitter &emitter, Distribution distribution, FailureOr<SmallVector<Operand>> sizes,
                        FailureOr<Type> type, Value first, Value second) {
  if (failed(sizes) || failed(type))
    return failure();
  for (const Operand &size : *sizes)
    if (failed(assumeAtLeast(emitter, size, 0, "a size is not negative")))
      return failure();
  FailureOr<Value> values = draw(emitter, distribution, *sizes, *type, first, second);
  return failed(values) ? Failable(failure()) : Failable(Operand(*values));
}

static FailureOr<Type> floatType(Emitter &emitter, FailureOr<Type> type) {
  if (succeeded(type) && !isa<FloatType>(*type))
    return emitter.fail("random floats of another dtype");
  return type;
}

/// rand(*size), randn(*size), and with a tensor in the place of the sizes rand_like(input), randn_like(input).
template <Distribution distribution> Failable emitRand(Emitter &emitter, ArrayRef<Operand> operands) {
  Value low = emitter.toF64(emitter.floating(0)), high = emitter.toF64(emitter.floating(1));
  if (failed(fromDefault(emitter, operands[1])))
    return failure();
  FailureOr<Type> type = floatType(emitter, factoryType(emitter, operands.drop_front(2), emitter.defaultDtype()));
  return drawNew(emitter, distribution, sizesOf(emitter, operands[0]), type, low, high);
}
template <Distribution distribution> Failable emitRandLike(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  if (failed(input))
    return failure();
  Value low = emitter.toF64(emitter.floating(0)), high = emitter.toF64(emitter.floating(1));
  FailureOr<Type> type = floatType(emitter, factoryType(emitter, operands.drop_front(1), Emitter::elementType(*input)));
  emitter.inMemoryOrder = true;
  return drawNew(emitter, distribution, emitter.sizes(*input), type, low, high);
}

/// Fails unless a dtype holds all ints between two bounds that are known.
static LogicalResult holdsInts(Emitter &emitter, const Operand &low, const Operand &high, Type type) {
  std::optional<int64_t> from = emitter.asInt(low), to = emitter.asInt(high);
  if (type.isInteger(64))
    return success();
  unsigned bits = type.isInteger(1) ? 1 : type.getIntOrFloatBitWidth() - 1;
  if (auto real = dyn_cast<FloatType>(type))
    bits = real.getFPMantissaWidth();
  int64_t limit = int64_t(1) << std::min(bits, 62u);
  if (!from || !to || *from < (type.isInteger(1) ? 0 : -limit) || *to > limit)
    return emitter.fail("random ints with bounds that the dtype may not hold");
  return success();
}

static Failable drawInts(Emitter &emitter, const Operand &low, const Operand &high,
                         FailureOr<SmallVector<Operand>> sizes, FailureOr<Type> type) {
  auto isInt = [](const Operand &operand) {
    if (!operand.isNumber())
      return false;
    Type type = operand.isConstant() ? cast<TypedAttr>(operand.getConstant()).getType() : operand.getValue().getType();
    return type.isInteger(64);
  };
  if (!isInt(low) || !isInt(high))
    return emitter.fail("random ints need two ints as bounds");
  if (failed(type) || failed(holdsInts(emitter, low, high, *type)))
    return failure();
  return drawNew(emitter, Distribution::Integers, sizes, type, emitter.toI64(low), emitter.toI64(high));
}

/// randint(high, size), randint(low, high, size)
static Failable emitRandint(Emitter &emitter, ArrayRef<Operand> operands) {
  bool single = operands[2].isNone();
  if (failed(fromDefault(emitter, operands[3])))
    return failure();
  FailureOr<Type> type = factoryType(emitter, operands.drop_front(4), emitter.builder.getI64Type());
  return drawInts(emitter, single ? emitter.integer(0) : operands[0], operands[single ? 0 : 1],
                  sizesOf(emitter, operands[single ? 1 : 2]), type);
}

/// randint_like(input, high), randint_like(input, low, high)
static Failable emitRandintLike(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  if (failed(input))
    return failure();
  bool single = operands[2].isNone();
  FailureOr<Type> type = factoryType(emitter, operands.drop_front(3), Emitter::elementType(*input));
  emitter.contiguousResult = false; // strides are the input's
  emitter.inMemoryOrder = true;
  return drawInts(emitter, single ? emitter.integer(0) : operands[1], operands[single ? 1 : 2], emitter.sizes(*input),
                  type);
}

static Failable emitRandperm(Emitter &emitter, ArrayRef<Operand> operands) {
  if (!operands[0].isNumber() || failed(fromDefault(emitter, operands[1])))
    return emitter.fail("randperm needs an int");
  FailureOr<Type> type = factoryType(emitter, operands.drop_front(2), emitter.builder.getI64Type());
  if (succeeded(type) && !type->isInteger(64) && !type->isInteger(32))
    return emitter.fail("randperm of another dtype");
  return drawNew(emitter, Distribution::Permutation, SmallVector<Operand>{operands[0]}, type, {}, {});
}

/// normal(mean, std, size): a tensor is drawn from the standard normal, then scaled and moved.
static Failable emitNormal(Emitter &emitter, ArrayRef<Operand> operands) {
  const Operand &mean = operands[0], &deviation = operands[1];
  if (failed(fromDefault(emitter, operands[3])))
    return failure();
  if (mean.isNumber() && deviation.isNumber()) {
    FailureOr<Type> type = floatType(emitter, factoryType(emitter, operands.drop_front(4), emitter.defaultDtype()));
    return drawNew(emitter, Distribution::Normal, sizesOf(emitter, operands[2]), type, emitter.toF64(mean),
                   emitter.toF64(deviation));
  }
  auto isTensorOrNumber = [](const Operand &operand) { return operand.isTensor() || operand.isNumber(); };
  if (!operands[2].isNone() || !isTensorOrNumber(mean) || !isTensorOrNumber(deviation))
    return emitter.fail("normal of a tensor takes no size");
  Type type = Emitter::elementType((mean.isTensor() ? mean : deviation).getValue());
  if (!isa<FloatType>(type) ||
      (mean.isTensor() && deviation.isTensor() && Emitter::elementType(deviation.getValue()) != type))
    return emitter.fail("normal of tensors that are not floats of one dtype");
  auto asTensor = [&](const Operand &operand) {
    return operand.isTensor() ? Formula(emitter, operand) : Formula(emitter, emitter.toTensor(operand, type));
  };
  Formula location = asTensor(mean), scale = asTensor(deviation);
  if (location.isFailed() || scale.isFailed())
    return failure();
  FailureOr<SmallVector<Operand>> sizes = emitter.broadcastSizes({location.value(), scale.value()});
  if (failed(sizes))
    return failure();
  if (deviation.isTensor()) {
    Formula valid = scale >= 0.0;
    if (valid.isFailed() || failed(emitter.assumeAll(valid.value(), "no standard deviation is negative")))
      return failure();
  }
  // A number is the distribution's own, a tensor multiplies what it gives.
  Value drawn = emitter.toF64(deviation.isTensor() ? emitter.floating(1) : deviation);
  FailureOr<Value> values =
      draw(emitter, Distribution::Normal, *sizes, type, emitter.toF64(emitter.floating(0)), drawn);
  if (failed(values))
    return failure();
  Formula result(emitter, *values);
  if (deviation.isTensor())
    result = result * detach(scale);
  result = result + detach(location);
  emitter.contiguousResult = true;
  return result;
}

/// bernoulli(input): of the input's own elements; bernoulli(input, p): of one probability.
static Failable emitBernoulli(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  if (failed(input) || failed(fromDefault(emitter, operands[2])))
    return failure();
  if (!Emitter::isFloat(*input))
    return emitter.fail("bernoulli of a tensor that is not one of floats");
  emitter.inMemoryOrder = true;
  Formula result(emitter, Failable(failure()));
  if (operands[1].isNone()) {
    result = Formula(emitter, draw(emitter, Distribution::BernoulliOf, emitter.sizes(*input),
                                   Emitter::elementType(*input), {}, {}, *input));
  } else {
    FailureOr<Value> p = parameter(emitter, operands[1], "p");
    if (failed(p))
      return failure();
    result = Formula(emitter,
                     draw(emitter, Distribution::Bernoulli, emitter.sizes(*input), Emitter::elementType(*input), *p));
  }
  // It is part of the graph, with a derivative of zero.
  return result.isFailed() ? result : withSlope(result, Formula(emitter, *input), result * 0.0);
}

/// poisson(input)
static Failable emitPoisson(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  if (failed(input) || failed(fromDefault(emitter, operands[1])))
    return failure();
  if (!Emitter::isFloat(*input))
    return emitter.fail("poisson of a tensor that is not one of floats");
  emitter.contiguousResult = true;
  emitter.inMemoryOrder = true;
  Formula result(emitter, draw(emitter, Distribution::PoissonOf, emitter.sizes(*input), Emitter::elementType(*input),
                               {}, {}, *input));
  return result.isFailed() ? result : withSlope(result, Formula(emitter, *input), result * 0.0);
}

/// multinomial(input, num_samples, replacement): indices, rows of them where the input has rows.
static Failable emitMultinomial(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  FailureOr<int64_t> samples = emitter.requireInt(operands[1], "num_samples");
  FailureOr<bool> replacement = emitter.requireBool(operands[2], "replacement");
  if (failed(input) || failed(samples) || failed(replacement) || failed(fromDefault(emitter, operands[3])))
    return failure();
  SmallVector<Operand> sizes = emitter.sizes(*input);
  if (!Emitter::isFloat(*input) || sizes.empty() || sizes.size() > 2 || *samples < 1)
    return emitter.fail("multinomial needs a vector or matrix of floats and at least one sample");
  Operand rows = sizes.size() == 2 ? sizes.front() : emitter.integer(1);
  sizes.back() = emitter.integer(*samples);
  emitter.contiguousResult = true;
  emitter.inMemoryOrder = true;
  FailureOr<Value> values = draw(emitter, Distribution::Multinomial, sizes, emitter.builder.getI64Type(),
                                 emitter.toI64(rows), emitter.toI64(emitter.integer(*replacement)), *input);
  return failed(values) ? Failable(failure()) : Failable(Operand(*values));
}

//===----------------------------------------------------------------------===//
// In place
//===----------------------------------------------------------------------===//

/// The tensor overwritten with what is drawn. One that is not contiguous is drawn in another order.
static Failable drawInto(Emitter &emitter, const Operand &self, FailureOr<Value> values) {
  if (failed(values))
    return failure();
  Failable result = emitInplace(emitter, self, Operand(*values));
  emitter.contiguity = Contiguity::OrFails;
  return result;
}

/// self.<distribution>_(first, second): floats alone.
template <Distribution distribution> Failable emitInto(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "self");
  if (failed(self) || failed(fromDefault(emitter, operands.back())))
    return failure();
  if (!Emitter::isFloat(*self))
    return emitter.fail("random floats in a tensor of another dtype");
  Value numbers[2];
  for (unsigned i = 1; i + 1 < operands.size(); ++i) {
    FailureOr<Value> number = parameter(emitter, operands[i], "a distribution's parameter");
    if (failed(number))
      return failure();
    numbers[i - 1] = *number;
  }
  return drawInto(
      emitter, operands[0],
      draw(emitter, distribution, emitter.sizes(*self), Emitter::elementType(*self), numbers[0], numbers[1]));
}

/// self.bernoulli_(p), of a number or a tensor of self's shape and dtype.
static Failable emitBernoulliInto(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "self");
  if (failed(self) || failed(fromDefault(emitter, operands[2])))
    return failure();
  Type type = Emitter::elementType(*self);
  if (!operands[1].isTensor()) {
    FailureOr<Value> p = parameter(emitter, operands[1], "p");
    if (failed(p))
      return failure();
    return drawInto(emitter, operands[0], draw(emitter, Distribution::Bernoulli, emitter.sizes(*self), type, *p));
  }
  Value p = operands[1].getValue();
  int64_t rank = Emitter::tensorType(p).getRank();
  if (!Emitter::isFloat(p) || Emitter::elementType(p) != type || rank != Emitter::tensorType(*self).getRank())
    return emitter.fail("bernoulli_ by a tensor of another shape or dtype");
  for (int64_t dim = 0; dim < rank; ++dim)
    if (failed(emitter.assumeEqual(emitter.size(p, dim), emitter.size(*self, dim),
                                   "bernoulli_'s probabilities have the tensor's shape")))
      return failure();
  emitter.inMemoryOrder = true;
  return drawInto(emitter, operands[0],
                  draw(emitter, Distribution::BernoulliOf, emitter.sizes(*self), type, {}, {}, p));
}

/// self.random_(), self.random_(to), self.random_(from, to)
static Failable emitRandomInto(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "self");
  if (failed(self) || failed(fromDefault(emitter, operands[3])))
    return failure();
  Type type = Emitter::elementType(*self);
  if (operands[1].isNone()) {
    if (!operands[2].isNone())
      return emitter.fail("random_ with an upper bound alone");
    return drawInto(emitter, operands[0], draw(emitter, Distribution::AnyIntegers, emitter.sizes(*self), type));
  }
  bool single = operands[2].isNone();
  Failable drawn = drawInts(emitter, single ? emitter.integer(0) : operands[1], operands[single ? 1 : 2],
                            emitter.sizes(*self), type);
  return failed(drawn) ? Failable(failure()) : drawInto(emitter, operands[0], drawn->getValue());
}

//===----------------------------------------------------------------------===//
// Dropout
//===----------------------------------------------------------------------===//

namespace {
/// What is dropped: elements, or planes of the first two dimensions; and whether mean and variance are kept.
struct DropoutKind {
  bool planes, alpha;
};
} // namespace

static Formula dropOut(const Formula &x, double p, DropoutKind kind) {
  Emitter &emitter = *x.emitter;
  if (p == 1)
    return x * Formula(emitter, emitter.toTensor(emitter.integer(0), x.type()));
  SmallVector<Operand> sizes = x.sizes();
  if (kind.planes)
    for (Operand &size : MutableArrayRef<Operand>(sizes).drop_front(2))
      size = emitter.integer(1);
  else
    emitter.inMemoryOrder = true;
  // An input without elements is given back itself.
  for (const Operand &size : x.sizes())
    if (failed(assumeAtLeast(emitter, size, 1, "dropout is of a tensor that has elements")))
      return Formula(emitter, Failable(failure()));
  Formula noise(emitter,
                draw(emitter, Distribution::Bernoulli, sizes, x.type(), emitter.toF64(emitter.floating(1 - p))));
  if (noise.isFailed())
    return noise;
  noise = noise.cast(Emitter::computeType(x.type()));
  if (!kind.alpha)
    return x * (noise / (1 - p)).cast(x.type());
  constexpr double alpha = 1.7580993408473766;
  double a = 1 / std::sqrt((alpha * alpha * p + 1) * (1 - p));
  Formula moved = (noise - 1.0) * (alpha * a) + alpha * a * p;
  return x * (noise * a).cast(x.type()) + moved.cast(x.type());
}

Formula library::dropOut(const Formula &x, double p) { return ::dropOut(x, p, {false, false}); }

/// dropout(input, p, training, inplace): the input itself where nothing drops. `batched` is the rank of an input of the
/// planar forms, and `unbatched` that of one that is a batch's only member, 0 for none.
static EmitFn dropout(DropoutKind kind, int64_t batched = 0, int64_t unbatched = 0) {
  return [=](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    FailureOr<double> p = emitter.requireFloat(operands[1], "p");
    FailureOr<bool> training = emitter.requireBool(operands[2], "training"),
                    inplace = emitter.requireBool(operands[3], "inplace");
    if (failed(p) || failed(training) || failed(inplace))
      return failure();
    if (!(*p >= 0 && *p <= 1))
      return emitter.fail("dropout probability has to be between 0 and 1");
    Formula x(emitter, operands[0]);
    bool drops = *training && *p > 0;
    // A rank that it warns about, or a view of the input.
    if (batched && x.rank() != batched && (x.rank() != unbatched || !drops || *inplace))
      return emitter.fail("dropout of planes of a tensor of " + Twine(x.rank()) + " dimensions");
    if (!drops) {
      emitter.aliasing = Aliasing::Same;
      return operands[0];
    }
    if (!Emitter::isFloat(x.value()) || (kind.planes && x.rank() < 2))
      return emitter.fail("dropout of a tensor that is not one of floats, or without planes");
    bool alone = batched && x.rank() == unbatched;
    Formula result = ::dropOut(alone ? x.unsqueeze(0) : x, *p, kind);
    if (alone && !result.isFailed())
      result = result.squeeze(0);
    if (result.isFailed())
      return failure();
    emitter.aliasing = Aliasing::Fresh;
    return *inplace ? emitInplace(emitter, operands[0], result.get()) : Failable(result.get());
  };
}

void library::addRandom(Table &table) {
  StringRef options = ", dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False)";
  auto add = [&](const Twine &name, const Twine &signature, EmitFn emit) {
    return table.add(name.str(), signature.str(), std::move(emit)).draws();
  };
  add("torch.rand", "(*size, generator=None" + options, emitRand<Distribution::Uniform>);
  add("torch.randn", "(*size, generator=None" + options, emitRand<Distribution::Normal>);
  add("torch.rand_like", "(input, *" + options, emitRandLike<Distribution::Uniform>);
  add("torch.randn_like", "(input, *" + options, emitRandLike<Distribution::Normal>);
  add("torch.randint", "(low, high=None, size=None, *, generator=None" + options, emitRandint);
  add("torch.randint_like", "(input, low, high=None, *" + options, emitRandintLike);
  add("torch.randperm", "(n, *, generator=None" + options, emitRandperm);
  add("torch.normal", "(mean=0.0, std=1.0, size=None, *, generator=None" + options, emitNormal);
  add("torch.bernoulli", "(input, p=None, *, generator=None)", emitBernoulli)
      .alias("torch.Tensor.bernoulli", "(self, p=None, *, generator=None)");
  add("torch.poisson", "(input, generator=None)", emitPoisson);
  add("torch.multinomial", "(input, num_samples, replacement=False, *, generator=None)", emitMultinomial)
      .alias("torch.Tensor.multinomial", "(self, num_samples, replacement=False, *, generator=None)");

  add("torch.Tensor.uniform_", "(self, from=0.0, to=1.0, *, generator=None)", emitInto<Distribution::Uniform>);
  add("torch.Tensor.normal_", "(self, mean=0.0, std=1.0, *, generator=None)", emitInto<Distribution::Normal>);
  add("torch.Tensor.exponential_", "(self, lambd=1.0, *, generator=None)", emitInto<Distribution::Exponential>);
  add("torch.Tensor.cauchy_", "(self, median=0.0, sigma=1.0, *, generator=None)", emitInto<Distribution::Cauchy>);
  add("torch.Tensor.log_normal_", "(self, mean=1.0, std=2.0, *, generator=None)", emitInto<Distribution::LogNormal>);
  add("torch.Tensor.geometric_", "(self, p, *, generator=None)", emitInto<Distribution::Geometric>);
  add("torch.Tensor.bernoulli_", "(self, p=0.5, *, generator=None)", emitBernoulliInto);
  // `from` is no name in Python, so it is given by position.
  add("torch.Tensor.random_", "(self, from=None, to=None, *, generator=None)", emitRandomInto);

  StringRef nnf = "torch.nn.functional.", dropped = "(input, p=0.5, training=True, inplace=False)",
            kept = "(input, p=0.5, training=False, inplace=False)";
  auto addDropout = [&](StringRef name, StringRef signature, EmitFn emit) {
    return add(Twine(nnf) + name, signature, onTensors(1, std::move(emit))).view();
  };
  addDropout("dropout", dropped, dropout({false, false}));
  addDropout("dropout1d", dropped, dropout({true, false}, 3, 2));
  addDropout("dropout2d", dropped, dropout({true, false}, 4));
  addDropout("dropout3d", dropped, dropout({true, false}, 5, 4));
  addDropout("alpha_dropout", kept, dropout({false, true}));
  addDropout("feature_alpha_dropout", kept, dropout({true, true}));
}
