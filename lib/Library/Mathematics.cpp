//===- Mathematics.cpp - functions of elements, made of others ------------===//

#include "Formula.h"
#include "Table.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <cmath>

using namespace mlir;
using namespace janus;
using namespace janus::library;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

using UnaryFormula = Formula (*)(const Formula &);
using BinaryFormula = Formula (*)(const Formula &, const Formula &);

/// A formula of one float tensor, integers promoted; 16-bit floats are computed in f32 and rounded once.
static EmitFn formula(UnaryFormula function) {
  return [function](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    Formula x = floatTensor(emitter, operands[0], "input", /*promote=*/true);
    if (x.isFailed())
      return failure();
    Type type = x.type();
    return function(x.cast(Emitter::computeType(type))).cast(type);
  };
}

/// The same of two operands, at least one of them a tensor.
static EmitFn formula(BinaryFormula function, bool promote = true) {
  return [=](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    if (!operands[0].isTensor() && !operands[1].isTensor())
      return emitter.fail("expected a tensor");
    FailureOr<Type> type =
        promote ? emitter.floatResultType(operands.take_front(2)) : emitter.resultType(operands.take_front(2));
    if (failed(type))
      return failure();
    if (!isa<FloatType>(*type))
      return emitter.fail("not implemented for integer tensors");
    Type wide = Emitter::computeType(*type);
    FailureOr<SmallVector<Value>> values = emitter.elementwise(operands.take_front(2), *type);
    if (failed(values))
      return failure();
    Formula a(emitter, (*values)[0]), b(emitter, (*values)[1]);
    return function(a.cast(wide), b.cast(wide)).cast(*type);
  };
}

//===----------------------------------------------------------------------===//
// Functions of one element
//===----------------------------------------------------------------------===//

static Formula toRadians(const Formula &x) { return x * (M_PI / 180); }
static Formula toDegrees(const Formula &x) { return x * (180 / M_PI); }

/// sin(pi x) / (pi x); 1 at zero, with the slope 0.
static Formula sinc(const Formula &x) {
  Formula scaled = x * M_PI, zero = x == 0.0;
  return select(zero, x.number(1.0), apply<nn::SinOp>(scaled) / select(zero, x.number(1.0), scaled));
}

static Formula bessel0(const Formula &x) { return apply<nn::I0eOp>(x) * exp(abs(x)); }
static Formula bessel1(const Formula &x) { return apply<nn::I1eOp>(x) * exp(abs(x)); }

/// -x log(x); its slope is that formula's at zero and below, too.
static Formula entropy(const Formula &x) {
  Formula value =
      select(x > 0.0, -x * log(x), select(x == 0.0, x.number(0.0), select(x < 0.0, x.number(-kInfinity), x)));
  return withSlope(value, x, -(log(x) + 1.0));
}

/// The normal distribution function, in PyTorch's formula: zero where erf is -1.
static Formula normalDistribution(const Formula &x) { return (apply<nn::ErfOp>(x * M_SQRT1_2) + 1.0) * 0.5; }

static Formula logNormalDistribution(const Formula &x) {
  Formula scaled = x * M_SQRT1_2;
  Formula low = log(apply<nn::ErfcxOp>(-scaled) * 0.5) - scaled * scaled,
          high = log1p(apply<nn::ErfcOp>(scaled) * -0.5);
  Formula slope = 0.5 * M_2_SQRTPI * M_SQRT1_2 * 2.0 / apply<nn::ErfcxOp>(-scaled);
  return withSlope(select(x < -1.0, low, high), x, slope);
}

/// In f64 for f32, as 2 x - 1 loses what is near zero.
static Formula normalQuantile(const Formula &x) {
  if (x.type().isF64())
    return x.failure("ndtri of float64 tensors");
  Formula wide = x.cast(x.emitter->builder.getF64Type());
  return (apply<nn::ErfinvOp>(wide * 2.0 - 1.0) * M_SQRT2).cast(x.type());
}

static Failable emitFrac(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = floatTensor(emitter, operands[0]);
  return x - detach(trunc(x));
}

static Failable emitSignbit(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  if (x.isFailed())
    return failure();
  if (x.type().isInteger(1))
    return Formula(emitter, emitter.full(x.sizes(), x.type(), emitter.boolean(false)));
  // Zeros have signs, too.
  return (Emitter::isFloat(x.value()) ? combine<nn::CopysignOp>(x.number(1.0), x) : x) < 0;
}

static Failable emitSgn(Emitter &emitter, ArrayRef<Operand> operands) {
  return apply<nn::SignOp>(tensorOf(emitter, operands[0]));
}

/// isposinf, isneginf.
template <bool positive> static Failable emitIsInfinity(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  if (x.isFailed() || !Emitter::isFloat(x.value()))
    return isInf(x);
  return x == (positive ? kInfinity : -kInfinity);
}

static Failable emitIsReal(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  if (x.isFailed())
    return failure();
  return Formula(emitter, emitter.full(x.sizes(), emitter.builder.getI1Type(), emitter.boolean(true)));
}

/// Of a real number: pi below zero, 0 elsewhere.
static Failable emitAngle(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = floatTensor(emitter, operands[0], "input", /*promote=*/true);
  return x.isFailed() ? x : select(isNan(x), x, (x < 0.0).cast(x.type()) * M_PI);
}

/// What real tensors are already: conj, real, resolve_conj.
static Failable emitSame(Emitter &emitter, ArrayRef<Operand> operands) {
  if (failed(emitter.requireTensor(operands[0], "input")))
    return failure();
  emitter.aliasing = Aliasing::Same;
  return operands[0];
}

/// nan_to_num(input, nan, posinf, neginf): None stands for 0 and the ends of the finite range.
static Failable emitNanToNum(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  if (x.isFailed())
    return failure();
  auto floats = dyn_cast<FloatType>(x.type());
  if (!floats)
    return operands[0];
  double largest = APFloat::getLargest(floats.getFloatSemantics()).convertToDouble();
  double replacements[] = {0, largest, -largest};
  for (int i : {0, 1, 2})
    if (!operands[i + 1].isNone()) {
      FailureOr<double> given = emitter.requireFloat(operands[i + 1], "a replacement");
      if (failed(given))
        return failure();
      replacements[i] = *given;
    }
  x = select(x == kInfinity, x.number(replacements[1]), select(x == -kInfinity, x.number(replacements[2]), x));
  return select(isNan(x), x.number(replacements[0]), x);
}

/// logit(input, eps): log(x / (1 - x)), x cut to eps and 1 - eps first.
static Failable emitLogit(Emitter &emitter, ArrayRef<Operand> operands) {
  std::optional<double> eps;
  if (!operands[1].isNone()) {
    FailureOr<double> given = emitter.requireFloat(operands[1], "eps");
    if (failed(given))
      return failure();
    eps = *given;
  }
  Formula x = floatTensor(emitter, operands[0], "input", /*promote=*/true);
  if (x.isFailed())
    return failure();
  Type type = x.type();
  x = x.cast(Emitter::computeType(type));
  Formula z = eps ? clamp(x, *eps, 1 - *eps) : x;
  return log(z / (1.0 - z)).cast(type);
}

/// round(input, *, decimals).
static Failable emitRound(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<int64_t> decimals = emitter.requireInt(operands[1], "decimals");
  Formula x = tensorOf(emitter, operands[0]);
  if (x.isFailed() || failed(decimals))
    return failure();
  if (x.type().isInteger(1))
    return emitter.fail("not implemented for bool tensors");
  if (!Emitter::isFloat(x.value()))
    return *decimals == 0 ? Failable(operands[0]) : Failable(emitter.fail("decimals of an integer tensor"));
  if (*decimals == 0)
    return apply<nn::RoundOp>(x);
  Type type = x.type();
  x = x.cast(Emitter::computeType(type));
  double power = std::pow(10.0, std::abs(double(*decimals)));
  Formula scaled = *decimals > 0 ? x * power : x / power;
  Formula rounded = apply<nn::RoundOp>(scaled);
  return (*decimals > 0 ? rounded / power : rounded * power).cast(type);
}

/// mvlgamma(input, p): the sum of lgamma(x - j / 2) and a constant.
static Failable emitMvlgamma(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<int64_t> p = emitter.requireInt(operands[1], "p");
  Formula x = floatTensor(emitter, operands[0], "input", /*promote=*/true);
  if (failed(p) || x.isFailed())
    return failure();
  if (*p < 1)
    return emitter.fail("p has to be greater than or equal to 1");
  Formula sum = apply<nn::LgammaOp>(x);
  for (int64_t j = 1; j < *p; ++j)
    sum = sum + apply<nn::LgammaOp>(x - 0.5 * double(j));
  return sum + double(*p) * double(*p - 1) * std::log(M_PI) / 4;
}

/// polygamma(n, input) of order 0.
static Failable emitPolygamma(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<int64_t> n = emitter.requireInt(operands[0], "n");
  if (failed(n))
    return failure();
  if (*n != 0)
    return emitter.fail("polygamma of an order other than 0");
  return apply<nn::DigammaOp>(floatTensor(emitter, operands[1], "input", /*promote=*/true));
}

//===----------------------------------------------------------------------===//
// Functions of two elements
//===----------------------------------------------------------------------===//

static Formula hypot(const Formula &a, const Formula &b) { return combine<nn::HypotOp>(a, b); }
static Formula copysign(const Formula &a, const Formula &b) { return combine<nn::CopysignOp>(a, b); }
static Formula nextafter(const Formula &a, const Formula &b) { return combine<nn::NextafterOp>(a, b); }

/// The greater one by its exponential, and the other's share of it.
static Formula logaddexp(const Formula &a, const Formula &b) {
  Formula sum = maximum(a, b) + log1p(exp(-abs(a - b)));
  return select((a == b) & isInf(a), a, sum);
}
static Formula logaddexp2(const Formula &a, const Formula &b) {
  Formula sum = maximum(a, b) + log1p(apply<nn::Exp2Op>(-abs(a - b))) * M_LOG2E;
  return select((a == b) & isInf(a), a, sum);
}

/// x log(y), zero where x is, unless y is NaN.
template <Formula (*logarithm)(const Formula &), int shift>
static Formula timesLog(const Formula &x, const Formula &y) {
  Formula value = select((x == 0.0) & (y == y), x.number(0.0), x * logarithm(y));
  Formula none = (x == 0.0) & (y <= double(-shift));
  Formula byFirst = select(none, x.number(0.0), logarithm(y)), bySecond = x / (shift ? y + double(shift) : y);
  return alsoWithSlope(withSlope(value, x, byFirst), y, bySecond);
}

/// fmax, fmin: a NaN loses; of equals the first gets the gradient.
template <nn::CompareKind wins> static Formula withoutNan(const Formula &a, const Formula &b) {
  return select(compare(wins, a, b) | isNan(b), a, b);
}

/// input * 2 ** other.
static Failable emitLdexp(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula other = tensorOf(emitter, operands[1], "other");
  return tensorOf(emitter, operands[0]) * combine<nn::PowOp>(other.isFailed() ? other : other.number(2.0), other);
}

static Failable emitHeaviside(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]), values = tensorOf(emitter, operands[1], "values");
  if (x.isFailed() || values.isFailed())
    return failure();
  if (x.type() != values.type())
    return emitter.fail("heaviside is not yet implemented for tensors with different dtypes");
  return detach(select(x == 0, values, (x > 0).cast(x.type())));
}

/// float_power(input, exponent): in float64.
static Failable emitFloatPower(Emitter &emitter, ArrayRef<Operand> operands) {
  if (!operands[0].isTensor() && !operands[1].isTensor())
    return emitter.fail("expected a tensor");
  SmallVector<Operand> wide;
  for (const Operand &operand : operands) {
    if (operand.isTensor()) {
      Formula x = tensorOf(emitter, operand).cast(emitter.builder.getF64Type());
      if (x.isFailed())
        return failure();
      wide.push_back(x.get());
    } else {
      FailureOr<double> number = emitter.requireFloat(operand, "exponent");
      if (failed(number))
        return failure();
      wide.push_back(emitter.floating(*number));
    }
  }
  return call(emitter, "torch.pow", wide);
}

/// isclose(input, other, rtol, atol, equal_nan).
static Formula isClose(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula a = floatTensor(emitter, operands[0]), b = floatTensor(emitter, operands[1], "other");
  FailureOr<double> relative = emitter.requireFloat(operands[2], "rtol"),
                    absolute = emitter.requireFloat(operands[3], "atol");
  FailureOr<bool> equalNan = emitter.requireBool(operands[4], "equal_nan");
  if (failed(relative) || failed(absolute) || failed(equalNan) || a.isFailed() || b.isFailed())
    return Formula(emitter, Failable(failure()));
  if (a.type() != b.type())
    return a.failure("isclose of different dtypes");
  if (*relative < 0 || *absolute < 0)
    return a.failure("rtol and atol must be greater than or equal to zero");
  Formula close = a == b;
  if (*equalNan)
    close = close | (isNan(a) & isNan(b));
  if (*relative == 0 && *absolute == 0)
    return close;
  Formula difference = abs(a - b), allowed = abs(b * *relative) + *absolute;
  return close | ((difference <= allowed) & !isInf(difference));
}

static Failable emitIsClose(Emitter &emitter, ArrayRef<Operand> operands) { return isClose(emitter, operands); }

/// Whether all elements are true, as Python's bool.
static Failable allTrue(const Formula &condition) {
  Formula all = condition.isFailed() || condition.rank() == 0 ? condition
                                                              : reduce<nn::AllOp>(condition, allDims(condition), false);
  if (all.isFailed())
    return failure();
  return Operand(all.emitter->create<tensor::ExtractOp>(all.value(), ValueRange()).getResult());
}

static Failable emitAllClose(Emitter &emitter, ArrayRef<Operand> operands) {
  return allTrue(isClose(emitter, operands));
}

/// equal(input, other): sizes that are not known are assumed equal.
static Failable emitEqual(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula a = tensorOf(emitter, operands[0]), b = tensorOf(emitter, operands[1], "other");
  if (a.isFailed() || b.isFailed())
    return failure();
  if (a.type() != b.type())
    return emitter.fail("equal of different dtypes");
  if (a.rank() != b.rank())
    return emitter.boolean(false);
  for (auto [left, right] : llvm::zip(a.sizes(), b.sizes())) {
    std::optional<int64_t> known = emitter.asInt(left), other = emitter.asInt(right);
    if (known && other && *known != *other)
      return emitter.boolean(false);
    if (failed(emitter.assumeEqual(left, right, "compared tensors have one shape")))
      return failure();
  }
  return allTrue(a == b);
}

//===----------------------------------------------------------------------===//
// Clamping by tensors
//===----------------------------------------------------------------------===//

/// clamp(input, min, max) with tensors as bounds, either of which may be None. A NaN anywhere is the result.
Failable library::emitClampByTensors(Emitter &emitter, ArrayRef<Operand> operands) {
  SmallVector<Operand> given =
      llvm::to_vector(llvm::make_filter_range(operands, [](const Operand &operand) { return !operand.isNone(); }));
  for (const Operand &operand : given)
    if (!operand.isTensor())
      return emitter.fail("clamp by a tensor and a number");
  FailureOr<Type> type = emitter.resultType(given);
  if (failed(type))
    return failure();
  if (type->isInteger(1))
    return emitter.fail("not implemented for bool tensors");
  Formula x = tensorOf(emitter, operands[0]).cast(*type);
  auto bound = [&](const Operand &operand, nn::CompareKind outside) {
    if (operand.isNone())
      return;
    Formula limit = tensorOf(emitter, operand, "a bound").cast(*type);
    x = select((compare(outside, x, limit) | isNan(limit)) & !isNan(x), limit, x);
  };
  bound(operands[1], nn::CompareKind::Lt);
  bound(operands[2], nn::CompareKind::Gt);
  return x;
}

void library::addMathematics(Table &table) {
  // `torch.<name>`, the method, and in-place forms where there are any.
  table.addWithInplace("deg2rad", "", formula(toRadians));
  table.addWithInplace("rad2deg", "", formula(toDegrees));
  table.addWithInplace("frac", "", emitFrac);
  table.addWithInplace("sinc", "", formula(sinc)).alias("torch.special.sinc", "(input)");
  table.addWithInplace("sgn", "", emitSgn);
  table.addBoth("signbit", "", emitSignbit);
  table.addBoth("isposinf", "", emitIsInfinity<true>);
  table.addBoth("isneginf", "", emitIsInfinity<false>);
  table.addBoth("isreal", "", emitIsReal);
  table.addBoth("angle", "", emitAngle);
  for (StringRef name : {"conj", "conj_physical", "resolve_conj", "resolve_neg"})
    table.addBoth(name, "", emitSame).view();
  table.add("torch.real", "(input)", emitSame).view();
  table.addWithInplace("nan_to_num", ", nan=None, posinf=None, neginf=None", emitNanToNum);
  table.addWithInplace("logit", ", eps=None", emitLogit).alias("torch.special.logit", "(input, eps=None)");
  table.addWithInplace("round", ", *, decimals=0", emitRound).alias("torch.special.round", "(input, *, decimals=0)");
  table.addWithInplace("mvlgamma", ", p", emitMvlgamma).alias("torch.special.multigammaln", "(input, p)");
  table.add("torch.polygamma", "(n, input)", emitPolygamma)
      .alias("torch.special.polygamma", "(n, input)")
      .alias("torch.Tensor.polygamma", "(self, n)");
  table.addWithInplace("i0", "", formula(bessel0)).alias("torch.special.i0", "(input)");
  table.add("torch.special.i1", "(input)", formula(bessel1));
  table.add("torch.special.entr", "(input)", formula(entropy));
  table.add("torch.special.ndtr", "(input)", formula(normalDistribution));
  table.add("torch.special.log_ndtr", "(input)", exceptFor(Halves, formula(logNormalDistribution)));
  table.add("torch.special.ndtri", "(input)", exceptFor(Halves, formula(normalQuantile)));
  table.addWithInplace("hypot", ", other", onTensors(2, formula(hypot, /*promote=*/false)));
  table.addWithInplace("copysign", ", other", onTensors(1, formula(copysign)));
  table.addWithInplace("nextafter", ", other", onTensors(2, formula(nextafter, /*promote=*/false)));
  table.addBoth("logaddexp", ", other", onTensors(2, formula(logaddexp, /*promote=*/false)));
  table.addBoth("logaddexp2", ", other", onTensors(2, formula(logaddexp2, /*promote=*/false)));
  table.addWithInplace("xlogy", ", other", formula(timesLog<log, 0>)).alias("torch.special.xlogy", "(input, other)");
  table.add("torch.special.xlog1py", "(input, other)", formula(timesLog<log1p, 1>));
  table.addBoth("fmax", ", other", onTensors(2, formula(withoutNan<nn::CompareKind::Ge>, /*promote=*/false)));
  table.addBoth("fmin", ", other", onTensors(2, formula(withoutNan<nn::CompareKind::Le>, /*promote=*/false)));
  table.addWithInplace("ldexp", ", other", emitLdexp);
  table.addWithInplace("heaviside", ", values", emitHeaviside);
  table.addBoth("float_power", ", exponent", emitFloatPower);
  table.addBoth("isclose", ", other, rtol=1e-05, atol=1e-08, equal_nan=False", emitIsClose);
  table.addBoth("allclose", ", other, rtol=1e-05, atol=1e-08, equal_nan=False", emitAllClose);
  table.addBoth("equal", ", other", emitEqual);
}
