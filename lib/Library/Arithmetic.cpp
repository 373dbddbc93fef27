//===- Arithmetic.cpp - elementwise functions of several tensors ----------===//

#include "Formula.h"
#include "Table.h"
#include "janus/Dialect/NN/IR/NN.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

/// Whether the promoted type of the operands is bool.
static bool isBool(Type type) { return type.isInteger(1); }

/// Operands of which at least one is a tensor, promoted and broadcast.
static FailureOr<SmallVector<Value>> promoted(Emitter &emitter, ArrayRef<Operand> operands, Type type = {}) {
  if (llvm::none_of(operands, [](const Operand &operand) { return operand.isTensor(); }))
    return emitter.fail("expected a tensor");
  return emitter.elementwise(operands, type);
}

/// An op on promoted operands.
template <typename OpT> static EmitFn binaryFunction(bool bools = true) {
  return [bools](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    FailureOr<SmallVector<Value>> values = promoted(emitter, operands.take_front(2));
    if (failed(values))
      return failure();
    if (!bools && isBool(Emitter::elementType(values->front())))
      return emitter.fail("not implemented for bool tensors");
    return emitter.emit<OpT>((*values)[0], (*values)[1]);
  };
}

/// The type that a product or quotient of the given type is computed in: where a 16-bit tensor meets a second operand
/// of one element, that is not rounded to 16 bits before.
static Type factorType(Emitter &emitter, ArrayRef<Operand> operands, Type type) {
  if (Emitter::computeType(type) == type)
    return type;
  const Operand &second = operands[1];
  bool isOne = !second.isTensor();
  if (second.isTensor()) {
    RankedTensorType own = Emitter::tensorType(second.getValue());
    isOne = own.getElementType() != type && own.hasStaticShape() && own.getNumElements() == 1;
  }
  return isOne ? Emitter::computeType(type) : type;
}

/// A product or a quotient of two operands, of the given type.
template <typename OpT> static FailureOr<Value> emitFactors(Emitter &emitter, ArrayRef<Operand> operands, Type type) {
  FailureOr<SmallVector<Value>> values = promoted(emitter, operands.take_front(2), factorType(emitter, operands, type));
  return failed(values) ? FailureOr<Value>(failure()) : emitter.op<OpT>((*values)[0], (*values)[1]);
}

static Failable emitMul(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Type> type = emitter.resultType(operands.take_front(2));
  if (failed(type))
    return failure();
  FailureOr<Value> product = emitFactors<nn::MulOp>(emitter, operands, *type);
  return failed(product) ? Failable(failure()) : Failable(Operand(emitter.cast(*product, *type)));
}

/// An op on integers and bools alone.
template <typename OpT> static EmitFn bitwiseFunction() {
  return [](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    FailureOr<SmallVector<Value>> values = promoted(emitter, operands.take_front(2));
    if (failed(values))
      return failure();
    if (Emitter::isFloat(values->front()))
      return emitter.fail("not implemented for float tensors");
    return emitter.emit<OpT>((*values)[0], (*values)[1]);
  };
}

/// lhs + alpha * rhs, and lhs - alpha * rhs.
template <typename OpT, bool reversed = false> static Failable emitSum(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Type> type = emitter.resultType(operands.take_front(2));
  if (failed(type))
    return failure();
  for (const Operand &operand : operands.take_front(2)) {
    FailureOr<Type> own = emitter.resultType(operand);
    if (std::is_same_v<OpT, nn::SubOp> && succeeded(own) && isBool(*own))
      return emitter.fail("subtraction, the `-` operator, is not supported with bool tensors");
  }
  auto alpha = dyn_cast_or_null<BoolAttr>(operands[2].getConstant());
  if (alpha && !isBool(*type))
    return emitter.fail("boolean alpha is only supported for boolean results");
  if (!isa<FloatType>(*type) && !emitter.asInt(operands[2]))
    return emitter.fail("for integral input tensors, argument alpha must not be a floating point number");
  FailureOr<SmallVector<Value>> values = promoted(emitter, operands.take_front(2), *type);
  if (failed(values))
    return failure();
  if (reversed)
    std::swap((*values)[0], (*values)[1]);
  if (emitter.asFloat(operands[2]) != 1.0) {
    FailureOr<SmallVector<Value>> scaled = emitter.elementwise({(*values)[1], operands[2]}, *type);
    if (failed(scaled))
      return failure();
    FailureOr<Value> product = emitter.op<nn::MulOp>((*scaled)[0], (*scaled)[1]);
    if (failed(product))
      return failure();
    (*values)[1] = *product;
  }
  return emitter.emit<OpT>((*values)[0], (*values)[1]);
}

/// Integers are divided by something else than 0, which raises otherwise.
static LogicalResult assumeNonZero(Emitter &emitter, Value divisor) {
  if (Emitter::isFloat(divisor))
    return success();
  FailureOr<SmallVector<Value>> values =
      emitter.elementwise({Operand(divisor), emitter.integer(0)}, Emitter::elementType(divisor));
  if (failed(values))
    return failure();
  FailureOr<Value> nonZero = emitter.op<nn::CompareOp>(nn::CompareKind::Ne, (*values)[0], (*values)[1]);
  if (failed(nonZero))
    return failure();
  return emitter.assumeAll(*nonZero, "an integer is not divided by zero");
}

template <typename OpT> static Failable emitIntegerDivision(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Type> type = emitter.resultType(operands.take_front(2));
  if (failed(type))
    return failure();
  bool isQuotient = std::is_same_v<OpT, nn::FloorDivOp>;
  FailureOr<SmallVector<Value>> values =
      promoted(emitter, operands.take_front(2), isQuotient ? factorType(emitter, operands, *type) : *type);
  if (failed(values))
    return failure();
  if (isBool(*type))
    return emitter.fail("not implemented for bool tensors");
  if (failed(assumeNonZero(emitter, (*values)[1])))
    return failure();
  FailureOr<Value> result = emitter.op<OpT>((*values)[0], (*values)[1]);
  return failed(result) ? Failable(failure()) : Failable(Operand(emitter.cast(*result, *type)));
}

static Failable emitDiv(Emitter &emitter, ArrayRef<Operand> operands) {
  std::optional<StringRef> mode = emitter.asString(operands[2]);
  if (mode == "floor")
    return emitIntegerDivision<nn::FloorDivOp>(emitter, operands);
  FailureOr<Type> type = emitter.floatResultType(operands.take_front(2));
  if (failed(type))
    return failure();
  if (!operands[2].isNone()) {
    FailureOr<Type> plain = emitter.resultType(operands.take_front(2));
    if (mode != "trunc" || failed(plain) || !isa<FloatType>(*plain))
      return emitter.fail("rounding_mode is supported as None, 'floor', or 'trunc' for floats");
  }
  FailureOr<Value> quotient = emitFactors<nn::DivOp>(emitter, operands, *type);
  if (succeeded(quotient) && !operands[2].isNone())
    quotient = emitter.op<nn::TruncOp>(*quotient);
  return failed(quotient) ? Failable(failure()) : Failable(Operand(emitter.cast(*quotient, *type)));
}

/// PyTorch's `other / self`.
static Failable emitReflectedDiv(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "self");
  if (failed(self))
    return failure();
  if (!Emitter::isFloat(*self))
    self = emitter.cast(*self, emitter.defaultDtype());
  FailureOr<Value> reciprocal = emitter.op<nn::ReciprocalOp>(*self);
  return failed(reciprocal) ? Failable(failure()) : emitMul(emitter, {Operand(*reciprocal), operands[1]});
}

/// A function with its two operands exchanged.
static EmitFn reflected(EmitFn emit) {
  return [emit = std::move(emit)](Emitter &emitter, ArrayRef<Operand> operands) {
    return emit(emitter, {operands[1], operands[0]});
  };
}

/// x ** n for the exponents that PyTorch computes by other functions.
static std::optional<Failable> emitKnownPower(Emitter &emitter, Value base, double exponent) {
  auto again = [&](FailureOr<Value> value, auto fn) { return failed(value) ? Failable(failure()) : fn(*value); };
  auto square = [&] { return emitter.op<nn::MulOp>(base, base); };
  if (exponent == 1)
    return Failable(Operand(base));
  if (exponent == 2)
    return again(square(), [](Value value) { return Failable(Operand(value)); });
  if (exponent == 3)
    return again(square(), [&](Value value) { return emitter.emit<nn::MulOp>(value, base); });
  if (!Emitter::isFloat(base))
    return std::nullopt;
  if (exponent == 0.5)
    return emitter.emit<nn::SqrtOp>(base);
  if (exponent == -0.5)
    return emitter.emit<nn::RsqrtOp>(base);
  if (exponent == -1)
    return emitter.emit<nn::ReciprocalOp>(base);
  if (exponent == -2)
    return again(square(), [&](Value value) { return emitter.emit<nn::ReciprocalOp>(value); });
  return std::nullopt;
}

static Failable emitPow(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Type> type = emitter.resultType(operands);
  if (failed(type))
    return failure();
  if (isBool(*type))
    return emitter.fail("not implemented for bool tensors");
  std::optional<double> exponent = operands[1].isTensor() ? std::nullopt : emitter.asFloat(operands[1]);
  if (exponent && operands[0].isTensor()) {
    if (*exponent < 0 && !isa<FloatType>(*type))
      return emitter.fail("Integers to negative integer powers are not allowed.");
    if (auto known = emitKnownPower(emitter, emitter.cast(operands[0].getValue(), *type), *exponent))
      return *known;
  } else if (!isa<FloatType>(*type)) {
    return emitter.fail("a power of integers whose exponent is not a constant");
  }
  FailureOr<SmallVector<Value>> values = promoted(emitter, operands, *type);
  return failed(values) ? Failable(failure()) : emitter.emit<nn::PowOp>((*values)[0], (*values)[1]);
}

static Failable emitSquare(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  if (failed(input))
    return failure();
  if (isBool(Emitter::elementType(*input)))
    input = emitter.cast(*input, emitter.builder.getI64Type());
  return emitter.emit<nn::MulOp>(*input, *input);
}

static Failable emitBitwiseNot(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  if (failed(input))
    return failure();
  if (Emitter::isFloat(*input))
    return emitter.fail("not implemented for float tensors");
  return emitter.emit<nn::BitwiseNotOp>(*input);
}

/// Operands promoted to a float type, for functions that have no integer form.
static Failable emitAtan2(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Type> type = emitter.floatResultType(operands);
  if (failed(type))
    return failure();
  FailureOr<SmallVector<Value>> values = promoted(emitter, operands, *type);
  return failed(values) ? Failable(failure()) : emitter.emit<nn::Atan2Op>((*values)[0], (*values)[1]);
}

/// Brings operands to the type that composed functions are computed in, 32 bits for 16-bit floats; gives the type of
/// the result.
static FailureOr<Type> widen(Emitter &emitter, SmallVectorImpl<Value> &values) {
  Type type = Emitter::elementType(values.front());
  if (!isa<FloatType>(type))
    return emitter.fail("not implemented for integer tensors");
  for (Value &value : values)
    value = emitter.cast(value, Emitter::computeType(type));
  return type;
}

/// input + value * first (* or /) second.
template <typename OpT> static Failable emitAddProduct(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<SmallVector<Value>> values = promoted(emitter, operands.take_front(3));
  if (failed(values))
    return failure();
  FailureOr<Type> type = widen(emitter, *values);
  if (failed(type))
    return failure();
  FailureOr<SmallVector<Value>> scale =
      emitter.elementwise({(*values)[1], operands[3]}, Emitter::elementType(values->front()));
  if (failed(scale))
    return failure();
  // ATen's order: value * first, then second.
  FailureOr<Value> result = emitter.op<nn::MulOp>((*scale)[1], (*scale)[0]);
  if (succeeded(result))
    result = emitter.op<OpT>(*result, (*values)[2]);
  if (succeeded(result))
    result = emitter.op<nn::AddOp>((*values)[0], *result);
  return failed(result) ? Failable(failure()) : Failable(Operand(emitter.cast(*result, *type)));
}

/// The same with a weight for each element.
static Failable emitLerpByTensor(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula start = floatTensor(emitter, operands[0]), end = floatTensor(emitter, operands[1], "end"),
          weight = floatTensor(emitter, operands[2], "weight");
  if (start.isFailed() || end.isFailed() || weight.isFailed())
    return failure();
  if (start.type() != end.type() || start.type() != weight.type() || start.type().getIntOrFloatBitWidth() == 16)
    return emitter.fail("lerp by tensors is supported for float32 and float64 of one dtype");
  Formula difference = end - start;
  return select(abs(weight) < 0.5, start + weight * difference, end - difference * (1.0 - weight));
}

/// start + weight * (end - start), from the nearer end.
static Failable emitLerp(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<SmallVector<Value>> ends = promoted(emitter, operands.take_front(2));
  if (failed(ends))
    return failure();
  if (operands[2].isTensor())
    return emitLerpByTensor(emitter, operands);
  std::optional<double> weight = emitter.asFloat(operands[2]);
  if (!weight)
    return emitter.fail("lerp needs a constant weight");
  FailureOr<Type> type = widen(emitter, *ends);
  if (failed(type))
    return failure();
  FailureOr<Value> difference = emitter.op<nn::SubOp>((*ends)[1], (*ends)[0]);
  if (failed(difference))
    return failure();
  bool fromStart = std::abs(*weight) < 0.5;
  FailureOr<SmallVector<Value>> factors = emitter.elementwise(
      {Operand(*difference), emitter.floating(fromStart ? *weight : 1 - *weight)}, Emitter::elementType(*difference));
  if (failed(factors))
    return failure();
  FailureOr<Value> result = emitter.op<nn::MulOp>((*factors)[0], (*factors)[1]);
  if (succeeded(result))
    result = fromStart ? emitter.op<nn::AddOp>((*ends)[0], *result) : emitter.op<nn::SubOp>((*ends)[1], *result);
  return failed(result) ? Failable(failure()) : Failable(Operand(emitter.cast(*result, *type)));
}

/// Adds `torch.<name>`, the method, its in-place form and Python's operator.
static Table::Entry addOperator(Table &table, StringRef name, StringRef parameters, EmitFn emit, StringRef dunder = "",
                                bool inplace = true) {
  Table::Entry entry = inplace ? table.addWithInplace(name, parameters, std::move(emit))
                               : table.addBoth(name, parameters, std::move(emit));
  if (!dunder.empty()) {
    entry.alias(("torch.Tensor.__" + dunder + "__").str(), "(self, other)");
    entry.inplace(("torch.Tensor.__i" + dunder + "__").str(), "(self, other)");
  }
  return entry;
}

void library::addArithmetic(Table &table) {
  addOperator(table, "add", ", other, *, alpha=1", emitSum<nn::AddOp>, "add")
      .alias("torch.Tensor.__radd__", "(self, other)");
  addOperator(table, "sub", ", other, *, alpha=1", emitSum<nn::SubOp>, "sub")
      .alias("torch.subtract", "(input, other, *, alpha=1)");
  table.add("torch.rsub", "(input, other, *, alpha=1)", onTensors(1, emitSum<nn::SubOp, true>))
      .alias("torch.Tensor.__rsub__", "(self, other)");
  addOperator(table, "mul", ", other", emitMul, "mul")
      .alias("torch.Tensor.__rmul__", "(self, other)")
      .alias("torch.multiply", "(input, other)");
  addOperator(table, "div", ", other, *, rounding_mode=None", emitDiv, "truediv")
      .alias("torch.divide", "(input, other, *, rounding_mode=None)")
      .alias("torch.true_divide", "(input, other)");
  table.add("torch.Tensor.__rtruediv__", "(self, other)", emitReflectedDiv);
  addOperator(table, "floor_divide", ", other", emitIntegerDivision<nn::FloorDivOp>, "floordiv");
  table.add("torch.Tensor.__rfloordiv__", "(self, other)", reflected(emitIntegerDivision<nn::FloorDivOp>));
  addOperator(table, "remainder", ", other", emitIntegerDivision<nn::RemainderOp>, "mod");
  table.add("torch.Tensor.__rmod__", "(self, other)", reflected(emitIntegerDivision<nn::RemainderOp>));
  addOperator(table, "fmod", ", other", onTensors(1, emitIntegerDivision<nn::FmodOp>));
  addOperator(table, "pow", ", exponent", emitPow);
  table.add("torch.Tensor.__pow__", "(self, exponent)", emitPow);
  table.add("torch.Tensor.__rpow__", "(self, other)", reflected(emitPow));
  addOperator(table, "square", "", emitSquare);
  addOperator(table, "atan2", ", other", onTensors(2, emitAtan2)).alias("torch.arctan2", "(input, other)");
  addOperator(table, "maximum", ", other", onTensors(2, binaryFunction<nn::MaximumOp>()), "", /*inplace=*/false);
  addOperator(table, "minimum", ", other", onTensors(2, binaryFunction<nn::MinimumOp>()), "", /*inplace=*/false);
  addOperator(table, "bitwise_and", ", other", bitwiseFunction<nn::AndOp>(), "and")
      .alias("torch.Tensor.__rand__", "(self, other)");
  addOperator(table, "bitwise_or", ", other", bitwiseFunction<nn::OrOp>(), "or")
      .alias("torch.Tensor.__ror__", "(self, other)");
  addOperator(table, "bitwise_xor", ", other", bitwiseFunction<nn::XorOp>(), "xor")
      .alias("torch.Tensor.__rxor__", "(self, other)");
  addOperator(table, "bitwise_not", "", emitBitwiseNot).alias("torch.Tensor.__invert__", "(self)");
  addOperator(table, "addcmul", ", tensor1, tensor2, *, value=1", onTensors(3, emitAddProduct<nn::MulOp>));
  addOperator(table, "addcdiv", ", tensor1, tensor2, *, value=1", onTensors(3, emitAddProduct<nn::DivOp>));
  addOperator(table, "lerp", ", end, weight", onTensors(2, emitLerp));
}
