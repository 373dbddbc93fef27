//===- PythonArithmetic.cpp - operators on numbers ------------------------===//

#include "janus/Analysis/PythonArithmetic.h"
#include "mlir/IR/Builders.h"
#include <cmath>

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

/// Ints up to this size are floats without rounding.
static constexpr int64_t maxExactInt = int64_t(1) << 53;

static bool isBool(Attribute constant) {
  auto integer = dyn_cast_if_present<IntegerAttr>(constant);
  return integer && integer.getType().isInteger(1);
}

std::optional<int64_t> janus::getIntValue(Attribute constant) {
  auto integer = dyn_cast_if_present<IntegerAttr>(constant);
  if (!integer)
    return std::nullopt;
  return isBool(integer) ? int64_t(integer.getValue().getBoolValue()) : integer.getValue().getSExtValue();
}

std::optional<double> janus::getFloatValue(Attribute constant) {
  if (auto value = dyn_cast_if_present<FloatAttr>(constant))
    return value.getValueAsDouble();
  if (auto integer = getIntValue(constant))
    return double(*integer);
  return std::nullopt;
}

Attribute janus::getIntAttr(MLIRContext *context, int64_t value) {
  return IntegerAttr::get(IntegerType::get(context, 64), value);
}
Attribute janus::getFloatAttr(MLIRContext *context, double value) {
  return FloatAttr::get(Float64Type::get(context), value);
}
Attribute janus::getBoolAttr(MLIRContext *context, bool value) { return BoolAttr::get(context, value); }

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

Attribute janus::foldUnary(UnaryKind kind, Attribute operand) {
  MLIRContext *context = operand.getContext();
  if (kind == UnaryKind::Not) {
    std::optional<bool> truth = foldTruth(operand);
    return truth ? getBoolAttr(context, !*truth) : Attribute();
  }
  if (auto value = dyn_cast<FloatAttr>(operand)) {
    if (kind == UnaryKind::Invert)
      return {};
    double number = value.getValueAsDouble();
    return getFloatAttr(context, kind == UnaryKind::Neg ? -number : number);
  }
  std::optional<int64_t> value = getIntValue(operand);
  if (!value)
    return {};
  switch (kind) {
  case UnaryKind::Pos:
    return getIntAttr(context, *value);
  case UnaryKind::Invert:
    // bool's ~ is deprecated: it warns.
    return isBool(operand) ? Attribute() : getIntAttr(context, ~*value);
  default:
    return *value == INT64_MIN ? Attribute() : getIntAttr(context, -*value);
  }
}

//===----------------------------------------------------------------------===//
// Binary on ints
//===----------------------------------------------------------------------===//

/// base ** exponent for an exponent that is not negative.
static std::optional<int64_t> power(int64_t base, int64_t exponent) {
  int64_t result = 1;
  while (true) {
    if ((exponent & 1) && __builtin_mul_overflow(result, base, &result))
      return std::nullopt;
    exponent >>= 1;
    if (exponent == 0)
      return result;
    if (__builtin_mul_overflow(base, base, &base))
      return std::nullopt;
  }
}

static std::optional<int64_t> shiftLeft(int64_t value, int64_t count) {
  if (count < 0 || (count >= 63 && value != 0))
    return std::nullopt;
  int64_t result;
  if (__builtin_mul_overflow(value, int64_t(1) << (value == 0 ? 0 : count), &result))
    return std::nullopt;
  return result;
}

/// The operators whose result is an int.
static std::optional<int64_t> foldInts(BinaryKind kind, int64_t lhs, int64_t rhs) {
  int64_t result;
  switch (kind) {
  case BinaryKind::Add:
    return __builtin_add_overflow(lhs, rhs, &result) ? std::nullopt : std::optional(result);
  case BinaryKind::Sub:
    return __builtin_sub_overflow(lhs, rhs, &result) ? std::nullopt : std::optional(result);
  case BinaryKind::Mul:
    return __builtin_mul_overflow(lhs, rhs, &result) ? std::nullopt : std::optional(result);
  case BinaryKind::FloorDiv:
    if (rhs == 0 || (lhs == INT64_MIN && rhs == -1))
      return std::nullopt;
    return lhs / rhs - (lhs % rhs != 0 && (lhs < 0) != (rhs < 0));
  case BinaryKind::Mod:
    if (rhs == 0)
      return std::nullopt;
    if (rhs == -1)
      return 0;
    result = lhs % rhs;
    return result != 0 && (result < 0) != (rhs < 0) ? result + rhs : result;
  case BinaryKind::Pow:
    return power(lhs, rhs);
  case BinaryKind::LShift:
    return shiftLeft(lhs, rhs);
  case BinaryKind::RShift:
    return rhs < 0 ? std::nullopt : std::optional(lhs >> std::min<int64_t>(rhs, 63));
  case BinaryKind::And:
    return lhs & rhs;
  case BinaryKind::Or:
    return lhs | rhs;
  case BinaryKind::Xor:
    return lhs ^ rhs;
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Binary on floats
//===----------------------------------------------------------------------===//

/// The remainder with the divisor's sign.
static double floatMod(double lhs, double rhs) {
  double remainder = std::fmod(lhs, rhs);
  if (remainder == 0)
    return std::copysign(0.0, rhs);
  return (remainder < 0) != (rhs < 0) ? remainder + rhs : remainder;
}

/// (lhs - lhs % rhs) / rhs, which is an integer up to rounding.
static double floatFloorDiv(double lhs, double rhs) {
  double remainder = std::fmod(lhs, rhs);
  double quotient = (lhs - remainder) / rhs;
  if (remainder != 0 && (remainder < 0) != (rhs < 0))
    quotient -= 1;
  if (quotient == 0)
    return std::copysign(0.0, lhs / rhs);
  double floor = std::floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}

static std::optional<double> foldFloats(BinaryKind kind, double lhs, double rhs) {
  switch (kind) {
  case BinaryKind::Add:
    return lhs + rhs;
  case BinaryKind::Sub:
    return lhs - rhs;
  case BinaryKind::Mul:
    return lhs * rhs;
  case BinaryKind::TrueDiv:
    return rhs == 0 ? std::nullopt : std::optional(lhs / rhs);
  case BinaryKind::FloorDiv:
    return rhs == 0 ? std::nullopt : std::optional(floatFloorDiv(lhs, rhs));
  case BinaryKind::Mod:
    return rhs == 0 ? std::nullopt : std::optional(floatMod(lhs, rhs));
  case BinaryKind::Pow: {
    // A negative power of zero raises, a fractional power of a negative number
    // is complex, and an overflow raises.
    if ((lhs == 0 && rhs < 0) || (lhs < 0 && std::isfinite(rhs) && rhs != std::floor(rhs)))
      return std::nullopt;
    double result = std::pow(lhs, rhs);
    if (std::isinf(result) && std::isfinite(lhs) && std::isfinite(rhs))
      return std::nullopt;
    return result;
  }
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Binary
//===----------------------------------------------------------------------===//

static Attribute foldIntOperands(BinaryKind kind, Attribute left, Attribute right) {
  MLIRContext *context = left.getContext();
  int64_t lhs = *getIntValue(left), rhs = *getIntValue(right);
  bool toFloat = kind == BinaryKind::TrueDiv || (kind == BinaryKind::Pow && rhs < 0);
  if (toFloat) {
    // Beyond this range Python rounds once where we would round three times.
    if (std::abs(double(lhs)) > maxExactInt || std::abs(double(rhs)) > maxExactInt)
      return {};
    std::optional<double> result = foldFloats(kind, lhs, rhs);
    return result ? getFloatAttr(context, *result) : Attribute();
  }
  std::optional<int64_t> result = foldInts(kind, lhs, rhs);
  if (!result)
    return {};
  bool bitwise = kind == BinaryKind::And || kind == BinaryKind::Or || kind == BinaryKind::Xor;
  if (bitwise && isBool(left) && isBool(right))
    return getBoolAttr(context, *result);
  return getIntAttr(context, *result);
}

/// The longest str or tuple that a constant may become.
static constexpr size_t maxConstantLength = 4096;

static Attribute foldRepeat(Attribute sequence, int64_t count) {
  count = std::max<int64_t>(count, 0);
  if (auto text = dyn_cast<StringAttr>(sequence)) {
    if (text.size() * uint64_t(count) > maxConstantLength)
      return {};
    std::string result;
    for (int64_t i = 0; i < count; ++i)
      result += text.getValue();
    return StringAttr::get(text.getContext(), result);
  }
  auto tuple = cast<ArrayAttr>(sequence);
  if (tuple.size() * uint64_t(count) > maxConstantLength)
    return {};
  SmallVector<Attribute> result;
  for (int64_t i = 0; i < count; ++i)
    llvm::append_range(result, tuple);
  return ArrayAttr::get(tuple.getContext(), result);
}

static Attribute foldSequences(BinaryKind kind, Attribute lhs, Attribute rhs) {
  MLIRContext *context = lhs.getContext();
  if (kind == BinaryKind::Mul) {
    if (isa<StringAttr, ArrayAttr>(lhs) && getIntValue(rhs))
      return foldRepeat(lhs, *getIntValue(rhs));
    if (isa<StringAttr, ArrayAttr>(rhs) && getIntValue(lhs))
      return foldRepeat(rhs, *getIntValue(lhs));
    return {};
  }
  if (kind != BinaryKind::Add)
    return {};
  if (isa<StringAttr>(lhs) && isa<StringAttr>(rhs))
    return StringAttr::get(context, cast<StringAttr>(lhs).getValue() + cast<StringAttr>(rhs).getValue());
  if (isa<ArrayAttr>(lhs) && isa<ArrayAttr>(rhs)) {
    SmallVector<Attribute> result(cast<ArrayAttr>(lhs).getValue());
    llvm::append_range(result, cast<ArrayAttr>(rhs));
    return ArrayAttr::get(context, result);
  }
  return {};
}

Attribute janus::foldBinary(BinaryKind kind, Attribute lhs, Attribute rhs) {
  if (getIntValue(lhs) && getIntValue(rhs))
    return foldIntOperands(kind, lhs, rhs);
  std::optional<double> left = getFloatValue(lhs), right = getFloatValue(rhs);
  if (!left || !right)
    return foldSequences(kind, lhs, rhs);
  std::optional<double> result = foldFloats(kind, *left, *right);
  return result ? getFloatAttr(lhs.getContext(), *result) : Attribute();
}
