//===- Activations.cpp - elementwise functions of one tensor --------------===//

#include "Table.h"
#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

/// A float function of each element; integers become the default dtype if
/// `promote`, as for the functions of mathematics, or are refused.
template <typename OpT> static EmitFn floatFunction(bool promote = true) {
  return [promote](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
    if (failed(input))
      return failure();
    if (!Emitter::isFloat(*input)) {
      if (!promote)
        return emitter.fail("not implemented for integer tensors");
      input = emitter.cast(*input, emitter.defaultDtype());
    }
    return emitter.emit<OpT>(*input);
  };
}

/// A function that leaves integers as they are.
template <typename OpT> static EmitFn roundingFunction() {
  return [](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
    if (failed(input))
      return failure();
    if (Emitter::elementType(*input).isInteger(1))
      return emitter.fail("not implemented for bool tensors");
    return Emitter::isFloat(*input) ? emitter.emit<OpT>(*input) : Failable(operands[0]);
  };
}

/// A function of floats and integers, but not of bools.
template <typename OpT> static EmitFn numberFunction() {
  return [](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
    if (failed(input))
      return failure();
    if (Emitter::elementType(*input).isInteger(1))
      return emitter.fail("not implemented for bool tensors");
    return emitter.emit<OpT>(*input);
  };
}

/// A function that is one kernel in ATen but several ops here: of 16-bit floats it is computed in 32 bits and rounded
/// once.
static EmitFn roundedOnce(EmitFn emit) {
  return [emit = std::move(emit)](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    if (!operands[0].isTensor())
      return emit(emitter, operands);
    Type type = Emitter::elementType(operands[0].getValue());
    SmallVector<Operand> wide(operands);
    wide[0] = Operand(emitter.cast(operands[0].getValue(), Emitter::computeType(type)));
    Failable result = emit(emitter, wide);
    if (failed(result) || wide[0].getValue() == operands[0].getValue())
      return result;
    return Operand(emitter.cast(result->getValue(), type));
  };
}

/// +x is x itself.
static Failable emitPositive(Emitter &emitter, ArrayRef<Operand> operands) {
  if (operands[0].isTensor() && Emitter::elementType(operands[0].getValue()).isInteger(1))
    return emitter.fail("The `+` operator, on a bool tensor is not supported");
  emitter.aliasing = Aliasing::Same;
  return operands[0];
}

/// The input, which must be a float tensor, and constant float parameters.
template <size_t count>
static FailureOr<std::pair<Value, std::array<double, count>>>
withParameters(Emitter &emitter, ArrayRef<Operand> operands, std::array<StringRef, count> names) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  if (failed(input))
    return failure();
  if (!Emitter::isFloat(*input))
    return emitter.fail("not implemented for integer tensors");
  std::array<double, count> parameters;
  for (size_t i = 0; i < count; ++i) {
    FailureOr<double> value = emitter.requireFloat(operands[i + 1], names[i]);
    if (failed(value))
      return failure();
    parameters[i] = *value;
  }
  return std::make_pair(*input, parameters);
}

/// prelu(input, weight): a slope below zero, or one for each channel.
static Failable emitPrelu(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input"),
                   weight = emitter.requireTensor(operands[1], "weight");
  if (failed(input) || failed(weight))
    return failure();
  int64_t rank = Emitter::tensorType(*input).getRank(), weightRank = Emitter::tensorType(*weight).getRank();
  Type type = Emitter::elementType(*input);
  if (!isa<FloatType>(type) || Emitter::elementType(*weight) != type || weightRank > 1)
    return emitter.fail("prelu of an input and a weight that do not fit");
  if (weightRank == 1 && emitter.asInt(emitter.size(*weight, 0)) != 1) {
    if (rank < 2)
      return emitter.fail("prelu with several weights for an input without channels");
    SmallVector<Operand> sizes(rank, emitter.integer(1));
    sizes[1] = emitter.size(*weight, 0);
    if (failed(emitter.assumeEqual(sizes[1], emitter.size(*input, 1), "prelu has a weight for each channel")) ||
        failed(weight = emitter.reshape(*weight, sizes)))
      return failure();
  } else if (weightRank == 1 && failed(weight = emitter.reshape(*weight, {}))) {
    return failure();
  }
  FailureOr<SmallVector<Value>> values =
      emitter.elementwise({Operand(*input), Operand(*weight), emitter.integer(0)}, type);
  if (failed(values))
    return failure();
  FailureOr<Value> isAbove = emitter.op<nn::CompareOp>(nn::CompareKind::Gt, (*values)[0], (*values)[2]),
                   below = emitter.op<nn::MulOp>((*values)[1], (*values)[0]);
  if (failed(isAbove) || failed(below))
    return failure();
  return emitter.emit<nn::SelectOp>(*isAbove, (*values)[0], *below);
}

static Failable emitLeakyRelu(Emitter &emitter, ArrayRef<Operand> operands) {
  auto input = withParameters<1>(emitter, operands, {"negative_slope"});
  if (failed(input))
    return failure();
  return emitter.emit<nn::LeakyReluOp>(input->first, emitter.builder.getF64FloatAttr(input->second[0]));
}

static Failable makeElu(Emitter &emitter, Value input, double alpha, double scale, double inputScale) {
  Builder &builder = emitter.builder;
  return emitter.emit<nn::EluOp>(input, builder.getF64FloatAttr(alpha), builder.getF64FloatAttr(scale),
                                 builder.getF64FloatAttr(inputScale));
}

static Failable emitElu(Emitter &emitter, ArrayRef<Operand> operands) {
  auto input = withParameters<1>(emitter, operands, {"alpha"});
  return failed(input) ? Failable(failure()) : makeElu(emitter, input->first, input->second[0], 1, 1);
}

static Failable emitSelu(Emitter &emitter, ArrayRef<Operand> operands) {
  auto input = withParameters<0>(emitter, operands, {});
  // The constants of ATen's Activation.cpp.
  return failed(input)
             ? Failable(failure())
             : makeElu(emitter, input->first, 1.6732632423543772848170429916717, 1.0507009873554804934193349852946, 1);
}

static Failable emitCelu(Emitter &emitter, ArrayRef<Operand> operands) {
  auto input = withParameters<1>(emitter, operands, {"alpha"});
  if (failed(input))
    return failure();
  if (input->second[0] == 0)
    return emitter.fail("alpha cannot be 0 for celu");
  return makeElu(emitter, input->first, input->second[0], 1, 1 / input->second[0]);
}

static Failable emitSoftplus(Emitter &emitter, ArrayRef<Operand> operands) {
  auto input = withParameters<2>(emitter, operands, {"beta", "threshold"});
  if (failed(input))
    return failure();
  auto [beta, threshold] = input->second;
  return emitter.emit<nn::SoftplusOp>(input->first, emitter.builder.getF64FloatAttr(beta),
                                      emitter.builder.getF64FloatAttr(threshold));
}

static Failable emitGelu(Emitter &emitter, ArrayRef<Operand> operands) {
  auto input = withParameters<0>(emitter, operands, {});
  if (failed(input))
    return failure();
  std::optional<StringRef> kind = emitter.asString(operands[1]);
  if (kind != "none" && kind != "tanh")
    return emitter.fail("approximate argument must be either none or tanh");
  nn::GeluKind formula = kind == "tanh" ? nn::GeluKind::Tanh : nn::GeluKind::Exact;
  return emitter.emit<nn::GeluOp>(input->first, nn::GeluKindAttr::get(emitter.getContext(), formula));
}

/// max(x, lo), min(x, hi): bounds that are None are absent.
static Failable makeClamp(Emitter &emitter, Value input, std::optional<double> lo, std::optional<double> hi) {
  auto attribute = [&](std::optional<double> bound) {
    return bound ? emitter.builder.getF64FloatAttr(*bound) : FloatAttr();
  };
  return emitter.emit<nn::ClampOp>(input, attribute(lo), attribute(hi));
}

static Failable emitClamp(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  if (failed(input))
    return failure();
  if (operands[1].isNone() && operands[2].isNone())
    return emitter.fail("at least one of 'min' or 'max' must not be None");
  if (operands[1].isTensor() || operands[2].isTensor())
    return emitClampByTensors(emitter, operands);
  if (Emitter::elementType(*input).isInteger(1))
    return emitter.fail("not implemented for bool tensors");
  std::optional<double> bounds[2];
  for (int i : {0, 1}) {
    if (operands[i + 1].isNone())
      continue;
    FailureOr<double> bound = emitter.requireFloat(operands[i + 1], i ? "max" : "min");
    if (failed(bound))
      return failure();
    bounds[i] = *bound;
  }
  FailureOr<Type> type = emitter.resultType(
      llvm::to_vector(llvm::make_filter_range(operands, [](const Operand &operand) { return !operand.isNone(); })));
  if (failed(type))
    return failure();
  return makeClamp(emitter, emitter.cast(*input, *type), bounds[0], bounds[1]);
}

static Failable emitHardtanh(Emitter &emitter, ArrayRef<Operand> operands) {
  auto input = withParameters<2>(emitter, operands, {"min_val", "max_val"});
  if (succeeded(input) && input->second[0] > input->second[1])
    return emitter.fail("min_val cannot be greater than max_val");
  return failed(input) ? Failable(failure()) : makeClamp(emitter, input->first, input->second[0], input->second[1]);
}

static Failable emitRelu6(Emitter &emitter, ArrayRef<Operand> operands) {
  auto input = withParameters<0>(emitter, operands, {});
  return failed(input) ? Failable(failure()) : makeClamp(emitter, input->first, 0.0, 6.0);
}

/// The input of a hard function, relu6(input + 3), and 6.
static FailureOr<std::array<Value, 3>> shiftAndClamp(Emitter &emitter, ArrayRef<Operand> operands) {
  auto input = withParameters<0>(emitter, operands, {});
  if (failed(input))
    return failure();
  FailureOr<SmallVector<Value>> shift = emitter.elementwise({input->first, emitter.floating(3), emitter.floating(6)});
  if (failed(shift))
    return failure();
  FailureOr<Value> sum = emitter.op<nn::AddOp>((*shift)[0], (*shift)[1]);
  if (failed(sum))
    return failure();
  Failable clamped = makeClamp(emitter, *sum, 0.0, 6.0);
  if (failed(clamped))
    return failure();
  return std::array<Value, 3>{input->first, clamped->getValue(), (*shift)[2]};
}

/// relu6(x + 3) / 6
static Failable emitHardsigmoid(Emitter &emitter, ArrayRef<Operand> operands) {
  auto parts = shiftAndClamp(emitter, operands);
  if (failed(parts))
    return failure();
  auto [input, clamped, six] = *parts;
  return emitter.emit<nn::DivOp>(clamped, six);
}

/// x * relu6(x + 3) / 6
static Failable emitHardswish(Emitter &emitter, ArrayRef<Operand> operands) {
  auto parts = shiftAndClamp(emitter, operands);
  if (failed(parts))
    return failure();
  auto [input, clamped, six] = *parts;
  FailureOr<Value> product = emitter.op<nn::MulOp>(input, clamped);
  return failed(product) ? Failable(failure()) : emitter.emit<nn::DivOp>(*product, six);
}

/// x * tanh(softplus(x))
static Failable emitMish(Emitter &emitter, ArrayRef<Operand> operands) {
  auto input = withParameters<0>(emitter, operands, {});
  if (failed(input))
    return failure();
  FailureOr<Value> soft =
      emitter.op<nn::SoftplusOp>(input->first, emitter.builder.getF64FloatAttr(1), emitter.builder.getF64FloatAttr(20));
  if (failed(soft))
    return failure();
  FailureOr<Value> factor = emitter.op<nn::TanhOp>(*soft);
  return failed(factor) ? Failable(failure()) : emitter.emit<nn::MulOp>(input->first, *factor);
}

/// min(x, 0) - log1p(exp(-|x|))
static Failable emitLogSigmoid(Emitter &emitter, ArrayRef<Operand> operands) {
  auto input = withParameters<0>(emitter, operands, {});
  if (failed(input))
    return failure();
  Failable low = makeClamp(emitter, input->first, std::nullopt, 0.0);
  FailureOr<Value> value = emitter.op<nn::AbsOp>(input->first);
  for (auto step :
       {&Emitter::op<nn::NegOp, Value &>, &Emitter::op<nn::ExpOp, Value &>, &Emitter::op<nn::Log1pOp, Value &>})
    if (succeeded(value))
      value = (emitter.*step)(*value);
  return failed(low) || failed(value) ? Failable(failure()) : emitter.emit<nn::SubOp>(low->getValue(), *value);
}

/// x / (1 + |x|)
static Failable emitSoftsign(Emitter &emitter, ArrayRef<Operand> operands) {
  auto input = withParameters<0>(emitter, operands, {});
  if (failed(input))
    return failure();
  FailureOr<Value> size = emitter.op<nn::AbsOp>(input->first);
  if (failed(size))
    return failure();
  FailureOr<SmallVector<Value>> terms = emitter.elementwise({Operand(*size), emitter.floating(1)});
  if (failed(terms))
    return failure();
  FailureOr<Value> divisor = emitter.op<nn::AddOp>((*terms)[0], (*terms)[1]);
  return failed(divisor) ? Failable(failure()) : emitter.emit<nn::DivOp>(input->first, *divisor);
}

/// x - tanh(x)
static Failable emitTanhshrink(Emitter &emitter, ArrayRef<Operand> operands) {
  auto input = withParameters<0>(emitter, operands, {});
  if (failed(input))
    return failure();
  FailureOr<Value> value = emitter.op<nn::TanhOp>(input->first);
  return failed(value) ? Failable(failure()) : emitter.emit<nn::SubOp>(input->first, *value);
}

/// Adds `torch.nn.functional.<name>`, whose last parameter is `inplace`.
static void addActivation(Table &table, StringRef name, StringRef parameters, EmitFn emit) {
  auto withInplace = [emit = std::move(emit)](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    Failable result = emit(emitter, operands.drop_back());
    FailureOr<bool> inplace = emitter.requireBool(operands.back(), "inplace");
    if (failed(result) || failed(inplace))
      return failure();
    return *inplace ? emitInplace(emitter, operands.front(), *result) : result;
  };
  table.add(("torch.nn.functional." + name).str(), ("(input" + parameters + ", inplace=False)").str(), withInplace);
}

/// Adds `torch.<name>`, its method, and the in-place forms of both.
static Table::Entry addAll(Table &table, StringRef name, EmitFn emit) {
  Table::Entry entry = table.addWithInplace(name, "", std::move(emit));
  entry.inplace(("torch." + name + "_").str(), "(input)");
  return entry;
}

static void addElementary(Table &table) {
  addAll(table, "reciprocal", floatFunction<nn::ReciprocalOp>());
  addAll(table, "sqrt", floatFunction<nn::SqrtOp>());
  addAll(table, "rsqrt", floatFunction<nn::RsqrtOp>());
  addAll(table, "exp", floatFunction<nn::ExpOp>());
  addAll(table, "expm1", floatFunction<nn::Expm1Op>());
  addAll(table, "log", floatFunction<nn::LogOp>());
  addAll(table, "log1p", floatFunction<nn::Log1pOp>());
  addAll(table, "log2", floatFunction<nn::Log2Op>());
  addAll(table, "log10", floatFunction<nn::Log10Op>());
  addAll(table, "sin", floatFunction<nn::SinOp>());
  addAll(table, "cos", floatFunction<nn::CosOp>());
  addAll(table, "tan", floatFunction<nn::TanOp>());
  addAll(table, "atan", floatFunction<nn::AtanOp>()).alias("torch.arctan", "(input)");
  addAll(table, "asin", floatFunction<nn::AsinOp>()).alias("torch.arcsin", "(input)");
  addAll(table, "acos", floatFunction<nn::AcosOp>()).alias("torch.arccos", "(input)");
  addAll(table, "sinh", floatFunction<nn::SinhOp>());
  addAll(table, "cosh", floatFunction<nn::CoshOp>());
  addAll(table, "asinh", floatFunction<nn::AsinhOp>()).alias("torch.arcsinh", "(input)");
  addAll(table, "acosh", floatFunction<nn::AcoshOp>()).alias("torch.arccosh", "(input)");
  addAll(table, "atanh", floatFunction<nn::AtanhOp>()).alias("torch.arctanh", "(input)");
  addAll(table, "exp2", floatFunction<nn::Exp2Op>()).alias("torch.special.exp2", "(input)");
  addAll(table, "erf", floatFunction<nn::ErfOp>()).alias("torch.special.erf", "(input)");
  addAll(table, "erfc", floatFunction<nn::ErfcOp>()).alias("torch.special.erfc", "(input)");
  addAll(table, "erfinv", floatFunction<nn::ErfinvOp>()).alias("torch.special.erfinv", "(input)");
  addAll(table, "lgamma", floatFunction<nn::LgammaOp>()).alias("torch.special.gammaln", "(input)");
  addAll(table, "digamma", floatFunction<nn::DigammaOp>())
      .alias("torch.special.digamma", "(input)")
      .alias("torch.special.psi", "(input)");
  table.add("torch.special.erfcx", "(input)", exceptFor(Halves, floatFunction<nn::ErfcxOp>()));
  table.add("torch.special.i0e", "(input)", floatFunction<nn::I0eOp>());
  table.add("torch.special.i1e", "(input)", floatFunction<nn::I1eOp>());
  addAll(table, "ceil", roundingFunction<nn::CeilOp>());
  addAll(table, "floor", roundingFunction<nn::FloorOp>());
  addAll(table, "trunc", roundingFunction<nn::TruncOp>());
  addAll(table, "neg", numberFunction<nn::NegOp>())
      .alias("torch.Tensor.__neg__", "(self)")
      .alias("torch.negative", "(input)");
  addAll(table, "abs", numberFunction<nn::AbsOp>())
      .alias("torch.Tensor.__abs__", "(self)")
      .alias("torch.absolute", "(input)");
  addAll(table, "sign", numberFunction<nn::SignOp>());
  table.addBoth("positive", "", onTensors(1, emitPositive)).view();
}

void library::addActivations(Table &table) {
  addElementary(table);
  addAll(table, "relu", numberFunction<nn::ReluOp>())
      .alias("torch.nn.functional.relu", "(input, inplace=False)")
      .inplace("torch.nn.functional.relu_", "(input)");
  addAll(table, "sigmoid", floatFunction<nn::SigmoidOp>())
      .alias("torch.nn.functional.sigmoid", "(input)")
      .alias("torch.special.expit", "(input)");
  addAll(table, "tanh", floatFunction<nn::TanhOp>()).alias("torch.nn.functional.tanh", "(input)");
  addActivation(table, "silu", "", floatFunction<nn::SiluOp>(/*promote=*/false));
  table.add("torch.nn.functional.prelu", "(input, weight)", emitPrelu).alias("torch.prelu");
  addActivation(table, "leaky_relu", ", negative_slope=0.01", emitLeakyRelu);
  addActivation(table, "elu", ", alpha=1.0", emitElu);
  addActivation(table, "selu", "", emitSelu);
  addActivation(table, "celu", ", alpha=1.0", emitCelu);
  addActivation(table, "hardtanh", ", min_val=-1.0, max_val=1.0", emitHardtanh);
  addActivation(table, "relu6", "", emitRelu6);
  addActivation(table, "hardsigmoid", "", roundedOnce(emitHardsigmoid));
  addActivation(table, "hardswish", "", roundedOnce(emitHardswish));
  addActivation(table, "mish", "", roundedOnce(emitMish));
  table.add("torch.nn.functional.gelu", "(input, approximate='none')", emitGelu);
  table.add("torch.nn.functional.softplus", "(input, beta=1.0, threshold=20.0)", emitSoftplus);
  table.add("torch.nn.functional.logsigmoid", "(input)", roundedOnce(emitLogSigmoid));
  table.add("torch.nn.functional.softsign", "(input)", emitSoftsign);
  table.add("torch.nn.functional.tanhshrink", "(input)", emitTanhshrink);
  table.add("torch.clamp", "(input, min=None, max=None)", emitClamp)
      .alias("torch.Tensor.clamp", "(self, min=None, max=None)")
      .alias("torch.clip", "(input, min=None, max=None)")
      .alias("torch.Tensor.clip", "(self, min=None, max=None)")
      .alias("torch.clamp_min", "(input, min)")
      .alias("torch.Tensor.clamp_min", "(self, min)")
      .alias("torch.clamp_max", "(input, max)")
      .alias("torch.Tensor.clamp_max", "(self, max)")
      .inplace("torch.Tensor.clamp_", "(self, min=None, max=None)");
}
