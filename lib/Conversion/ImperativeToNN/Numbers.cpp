//===- Numbers.cpp - Python's arithmetic on i64, f64 and i1 ---------------===//
//
// What leaves 64 bits, divides by zero or rounds an int is assumed not to
// happen: the interpreter takes over where it does.
//
//===----------------------------------------------------------------------===//

#include "Functionalizer.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;
using library::Emitter;
using library::Operand;

void Functionalizer::assume(Value condition, const Twine &what, Location loc) {
  Emitter(builder, loc).assume(condition, what);
}

/// The value as i64, f64 or i1.
FailureOr<Value> Functionalizer::number(const PyValue &value, Location loc) {
  if (value.scalar)
    return value.scalar;
  Emitter emitter(builder, loc, {gradMode, defaultDtype});
  if (isa_and_nonnull<FloatAttr>(value.constant))
    return emitter.toF64(Operand(value.constant));
  if (auto integer = dyn_cast_or_null<IntegerAttr>(value.constant)) {
    if (integer.getType().isInteger(1))
      return Value(arith::ConstantIntOp::create(builder, loc, integer.getValue().getBoolValue(), 1));
    return emitter.toI64(Operand(value.constant));
  }
  return refuse(loc, "an operator on something that is not a number");
}

static Value constantInt(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIntOp::create(builder, loc, value, 64);
}

static Value constantFloat(OpBuilder &builder, Location loc, double value) {
  return arith::ConstantFloatOp::create(builder, loc, builder.getF64Type(), APFloat(value));
}

static Value compareInts(OpBuilder &builder, Location loc, arith::CmpIPredicate predicate, Value lhs, Value rhs) {
  return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
}

/// A number as f64; `exactly` where rounding an int would show.
Value Functionalizer::toFloat(Value number, Location loc, bool exactly) {
  if (number.getType().isF64())
    return number;
  Value integer = number.getType().isInteger(1)
                      ? Value(arith::ExtUIOp::create(builder, loc, builder.getI64Type(), number))
                      : number;
  if (exactly && !number.getType().isInteger(1) && !matchPattern(integer, m_Constant())) {
    int64_t limit = int64_t(1) << 53;
    Value low = compareInts(builder, loc, arith::CmpIPredicate::sge, integer, constantInt(builder, loc, -limit));
    Value high = compareInts(builder, loc, arith::CmpIPredicate::sle, integer, constantInt(builder, loc, limit));
    assume(arith::AndIOp::create(builder, loc, low, high), "an int fits a float", loc);
  }
  return arith::SIToFPOp::create(builder, loc, builder.getF64Type(), integer);
}

FailureOr<Value> Functionalizer::truth(const PyValue &value, Location loc) {
  if (value.tensor)
    return refuse(loc, "the truth of a tensor");
  if (value.isOpenList)
    return compareInts(builder, loc, arith::CmpIPredicate::ne, listLength(value, loc), constantInt(builder, loc, 0));
  if (isa_and_nonnull<NoneAttr>(value.constant))
    return Value(arith::ConstantIntOp::create(builder, loc, 0, 1));
  FailureOr<Value> operand = number(value, loc);
  if (failed(operand))
    return failure();
  Type type = operand->getType();
  if (type.isInteger(1))
    return operand;
  if (type.isF64())
    return Value(
        arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE, *operand, constantFloat(builder, loc, 0)));
  return compareInts(builder, loc, arith::CmpIPredicate::ne, *operand, constantInt(builder, loc, 0));
}

FailureOr<PyValue> Functionalizer::convertUnary(UnaryOp op) {
  Location loc = op.getLoc();
  FailureOr<PyValue> operand = lookup(op.getOperand(), loc);
  if (failed(operand))
    return failure();
  if (operand->tensor && op.getKind() != UnaryKind::Not) {
    auto *called = library::lookup(op.getContext(), library::functionOfOperator(stringifyUnaryKind(op.getKind())));
    return callFunction(*called, {*operand}, loc);
  }
  PyValue result;
  if (op.getKind() == UnaryKind::Not) {
    FailureOr<Value> condition = truth(*operand, loc);
    if (failed(condition))
      return failure();
    result.scalar = arith::XOrIOp::create(builder, loc, *condition, arith::ConstantIntOp::create(builder, loc, 1, 1));
    return result;
  }
  FailureOr<Value> value = number(*operand, loc);
  if (failed(value))
    return failure();
  if (value->getType().isF64()) {
    if (op.getKind() == UnaryKind::Invert)
      return refuse(loc, "~ of a float");
    result.scalar = op.getKind() == UnaryKind::Pos ? *value : Value(arith::NegFOp::create(builder, loc, *value));
    return result;
  }
  if (value->getType().isInteger(1))
    value = Value(arith::ExtUIOp::create(builder, loc, builder.getI64Type(), *value));
  switch (op.getKind()) {
  case UnaryKind::Neg: {
    FailureOr<Value> negated = intArithmetic(BinaryKind::Sub, constantInt(builder, loc, 0), *value, loc);
    if (failed(negated))
      return failure();
    result.scalar = *negated;
    break;
  }
  case UnaryKind::Invert:
    result.scalar = arith::XOrIOp::create(builder, loc, *value, constantInt(builder, loc, -1));
    break;
  default:
    result.scalar = *value;
  }
  return result;
}

FailureOr<Value> Functionalizer::intArithmetic(BinaryKind kind, Value lhs, Value rhs, Location loc) {
  Value zero = constantInt(builder, loc, 0);
  auto isNegative = [&](Value value) { return compareInts(builder, loc, arith::CmpIPredicate::slt, value, zero); };
  auto noOverflow = [&](Value sign) {
    Value one = arith::ConstantIntOp::create(builder, loc, 1, 1);
    assume(arith::XOrIOp::create(builder, loc, isNegative(sign), one), "an int stays in 64 bits", loc);
  };
  switch (kind) {
  case BinaryKind::Add: {
    // Overflow: both operands have the other sign than the sum.
    Value sum = arith::AddIOp::create(builder, loc, lhs, rhs);
    noOverflow(arith::AndIOp::create(builder, loc, arith::XOrIOp::create(builder, loc, lhs, sum),
                                     arith::XOrIOp::create(builder, loc, rhs, sum)));
    return sum;
  }
  case BinaryKind::Sub: {
    Value difference = arith::SubIOp::create(builder, loc, lhs, rhs);
    noOverflow(arith::AndIOp::create(builder, loc, arith::XOrIOp::create(builder, loc, lhs, rhs),
                                     arith::XOrIOp::create(builder, loc, lhs, difference)));
    return difference;
  }
  case BinaryKind::Mul: {
    auto product = arith::MulSIExtendedOp::create(builder, loc, lhs, rhs);
    Value sign = arith::ShRSIOp::create(builder, loc, product.getLow(), constantInt(builder, loc, 63));
    assume(compareInts(builder, loc, arith::CmpIPredicate::eq, product.getHigh(), sign), "an int stays in 64 bits",
           loc);
    return Value(product.getLow());
  }
  case BinaryKind::FloorDiv:
  case BinaryKind::Mod: {
    assume(compareInts(builder, loc, arith::CmpIPredicate::ne, rhs, zero), "an int is not divided by zero", loc);
    // The one quotient that does not fit is that of the smallest int by -1.
    Value fits = arith::OrIOp::create(
        builder, loc, compareInts(builder, loc, arith::CmpIPredicate::ne, rhs, constantInt(builder, loc, -1)),
        compareInts(builder, loc, arith::CmpIPredicate::ne, lhs,
                    constantInt(builder, loc, std::numeric_limits<int64_t>::min())));
    assume(fits, "an int stays in 64 bits", loc);
    Value quotient = arith::FloorDivSIOp::create(builder, loc, lhs, rhs);
    if (kind == BinaryKind::FloorDiv)
      return quotient;
    return Value(arith::SubIOp::create(builder, loc, lhs, arith::MulIOp::create(builder, loc, quotient, rhs)));
  }
  case BinaryKind::And:
    return Value(arith::AndIOp::create(builder, loc, lhs, rhs));
  case BinaryKind::Or:
    return Value(arith::OrIOp::create(builder, loc, lhs, rhs));
  case BinaryKind::Xor:
    return Value(arith::XOrIOp::create(builder, loc, lhs, rhs));
  case BinaryKind::Pow:
    if (matchPattern(rhs, m_One()))
      return lhs;
    if (IntegerAttr exponent; matchPattern(rhs, m_Constant(&exponent)) && exponent.getInt() == 2)
      return intArithmetic(BinaryKind::Mul, lhs, lhs, loc);
    [[fallthrough]];
  default:
    return refuse(loc, "the operator " + stringifyBinaryKind(kind) + " on ints");
  }
}

FailureOr<Value> Functionalizer::floatArithmetic(BinaryKind kind, Value lhs, Value rhs, Location loc) {
  auto nonZero = [&] {
    assume(arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE, rhs, constantFloat(builder, loc, 0)),
           "a float is not divided by zero", loc);
  };
  switch (kind) {
  case BinaryKind::Add:
    return Value(arith::AddFOp::create(builder, loc, lhs, rhs));
  case BinaryKind::Sub:
    return Value(arith::SubFOp::create(builder, loc, lhs, rhs));
  case BinaryKind::Mul:
    return Value(arith::MulFOp::create(builder, loc, lhs, rhs));
  case BinaryKind::TrueDiv:
    nonZero();
    return Value(arith::DivFOp::create(builder, loc, lhs, rhs));
  case BinaryKind::Pow: {
    FloatAttr exponent;
    bool isConstant = matchPattern(rhs, m_Constant(&exponent));
    if (isConstant && exponent.getValueAsDouble() == 2) {
      // Python raises where the square of a finite number is infinite.
      Value square = arith::MulFOp::create(builder, loc, lhs, lhs);
      Value size = math::AbsFOp::create(builder, loc, square);
      Value infinity = constantFloat(builder, loc, std::numeric_limits<double>::infinity());
      assume(arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE, size, infinity),
             "a float does not overflow", loc);
      return square;
    }
    return refuse(loc, "a power of floats");
  }
  default:
    return refuse(loc, "the operator " + stringifyBinaryKind(kind) + " on floats");
  }
}

FailureOr<PyValue> Functionalizer::convertBinary(BinaryKind kind, const PyValue &lhs, const PyValue &rhs,
                                                 Location loc) {
  if (lhs.tensor || rhs.tensor) {
    StringRef name = stringifyBinaryKind(kind);
    auto *called = library::lookup(entry.getContext(),
                                   lhs.tensor ? library::functionOfOperator(name) : library::functionOfReflected(name));
    if (!called)
      return refuse(loc, "the operator " + name + " on tensors");
    SmallVector<PyValue> arguments = {lhs, rhs};
    if (!lhs.tensor)
      std::swap(arguments[0], arguments[1]);
    // add and sub take alpha, div a rounding mode.
    for (const library::Parameter &parameter : llvm::drop_begin(called->parameters, 2))
      arguments.push_back(fromConstant(parameter.defaultValue));
    return callFunction(*called, arguments, loc);
  }
  FailureOr<Value> left = number(lhs, loc), right = number(rhs, loc);
  if (failed(left) || failed(right))
    return failure();
  PyValue result;
  FailureOr<Value> value = failure();
  bool bools = left->getType().isInteger(1) && right->getType().isInteger(1);
  if (left->getType().isF64() || right->getType().isF64()) {
    value = floatArithmetic(kind, toFloat(*left, loc), toFloat(*right, loc), loc);
  } else if (kind == BinaryKind::TrueDiv) {
    value = floatArithmetic(kind, toFloat(*left, loc, /*exactly=*/true), toFloat(*right, loc, /*exactly=*/true), loc);
  } else if (bools && (kind == BinaryKind::And || kind == BinaryKind::Or || kind == BinaryKind::Xor)) {
    value = intArithmetic(kind, *left, *right, loc);
  } else {
    auto widen = [&](Value operand) {
      return operand.getType().isInteger(1) ? Value(arith::ExtUIOp::create(builder, loc, builder.getI64Type(), operand))
                                            : operand;
    };
    value = intArithmetic(kind, widen(*left), widen(*right), loc);
  }
  if (failed(value))
    return failure();
  result.scalar = *value;
  return result;
}

FailureOr<PyValue> Functionalizer::convertCompare(CompareOp op) {
  Location loc = op.getLoc();
  FailureOr<PyValue> lhs = lookup(op.getLhs(), loc), rhs = lookup(op.getRhs(), loc);
  if (failed(lhs) || failed(rhs))
    return failure();
  if (lhs->tensor || rhs->tensor) {
    StringRef kind = stringifyCompareKind(op.getKind());
    auto *called = library::lookup(op.getContext(), lhs->tensor ? library::functionOfOperator(kind)
                                                                : library::functionOfReflected(kind));
    if (!called)
      return refuse(loc, "the comparison " + kind + " of tensors");
    if (!lhs->tensor)
      std::swap(*lhs, *rhs);
    return callFunction(*called, {*lhs, *rhs}, loc);
  }
  FailureOr<Value> left = number(*lhs, loc), right = number(*rhs, loc);
  if (failed(left) || failed(right))
    return failure();
  struct Predicates {
    arith::CmpIPredicate ints;
    arith::CmpFPredicate floats;
  };
  std::optional<Predicates> predicates;
  switch (op.getKind()) {
  case CompareKind::Lt:
    predicates = {arith::CmpIPredicate::slt, arith::CmpFPredicate::OLT};
    break;
  case CompareKind::Le:
    predicates = {arith::CmpIPredicate::sle, arith::CmpFPredicate::OLE};
    break;
  case CompareKind::Gt:
    predicates = {arith::CmpIPredicate::sgt, arith::CmpFPredicate::OGT};
    break;
  case CompareKind::Ge:
    predicates = {arith::CmpIPredicate::sge, arith::CmpFPredicate::OGE};
    break;
  case CompareKind::Eq:
    predicates = {arith::CmpIPredicate::eq, arith::CmpFPredicate::OEQ};
    break;
  case CompareKind::Ne:
    predicates = {arith::CmpIPredicate::ne, arith::CmpFPredicate::UNE};
    break;
  default:
    return refuse(loc, "the comparison " + stringifyCompareKind(op.getKind()) + " of numbers");
  }
  PyValue result;
  if (left->getType().isF64() || right->getType().isF64()) {
    result.scalar = arith::CmpFOp::create(builder, loc, predicates->floats, toFloat(*left, loc, /*exactly=*/true),
                                          toFloat(*right, loc, /*exactly=*/true));
    return result;
  }
  auto widen = [&](Value operand) {
    return operand.getType().isInteger(1) ? Value(arith::ExtUIOp::create(builder, loc, builder.getI64Type(), operand))
                                          : operand;
  };
  result.scalar = compareInts(builder, loc, predicates->ints, widen(*left), widen(*right));
  return result;
}
