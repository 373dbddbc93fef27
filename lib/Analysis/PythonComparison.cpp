//===- PythonComparison.cpp - comparisons and truth of constants ----------===//

#include "janus/Analysis/Builtins.h"
#include "janus/Analysis/Knowledge.h"
#include "janus/Analysis/PythonArithmetic.h"
#include <cmath>

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

/// Whether two ordered values compare as `kind` says; nothing for other kinds.
template <typename T> static std::optional<bool> order(CompareKind kind, const T &lhs, const T &rhs) {
  switch (kind) {
  case CompareKind::Lt:
    return lhs < rhs;
  case CompareKind::Le:
    return lhs <= rhs;
  case CompareKind::Eq:
    return lhs == rhs;
  case CompareKind::Ne:
    return lhs != rhs;
  case CompareKind::Gt:
    return lhs > rhs;
  case CompareKind::Ge:
    return lhs >= rhs;
  default:
    return std::nullopt;
  }
}

static std::optional<bool> compareNumbers(CompareKind kind, Attribute lhs, Attribute rhs) {
  auto left = getIntValue(lhs), right = getIntValue(rhs);
  if (left && right)
    return order(kind, *left, *right);
  // Python compares an int with a float exactly; beyond 2^53 a conversion may
  // round.
  for (auto integer : {left, right})
    if (integer && (*integer > (int64_t(1) << 53) || *integer < -(int64_t(1) << 53)))
      return std::nullopt;
  return order(kind, *getFloatValue(lhs), *getFloatValue(rhs));
}

static bool isNan(Attribute constant) {
  auto value = dyn_cast<FloatAttr>(constant);
  return value && std::isnan(value.getValueAsDouble());
}

static std::optional<bool> isEqual(Attribute lhs, Attribute rhs);

/// Tuples compare their elements by identity first, so one with a NaN is not
/// decided here.
static std::optional<bool> areTuplesEqual(ArrayAttr lhs, ArrayAttr rhs) {
  if (lhs.size() != rhs.size())
    return false;
  bool equal = true;
  for (auto [left, right] : llvm::zip(lhs, rhs)) {
    if (isNan(left) || isNan(right))
      return std::nullopt;
    std::optional<bool> same = isEqual(left, right);
    if (!same)
      return std::nullopt;
    equal &= *same;
  }
  return equal;
}

/// Objects whose == is the built-in one of their class.
static bool isPlain(Attribute constant) {
  return isa<IntegerAttr, FloatAttr, StringAttr, ArrayAttr, NoneAttr, EllipsisAttr>(constant);
}

static std::optional<bool> isSame(Attribute lhs, Attribute rhs) {
  if (isa<NoneAttr, EllipsisAttr>(lhs) || isa<NoneAttr, EllipsisAttr>(rhs))
    return lhs == rhs;
  auto isTruth = [](Attribute constant) { return isa<PyBoolType>(getConstantType(constant)); };
  if (isTruth(lhs) || isTruth(rhs))
    return lhs == rhs;
  if (isa<RefAttr>(lhs) && isa<RefAttr>(rhs))
    return lhs == rhs;
  if (auto left = dyn_cast<BuiltinAttr>(lhs)) {
    auto right = dyn_cast<BuiltinAttr>(rhs);
    if (right && left == right)
      return true;
    if (right && isDtypeName(left.getName()) && isDtypeName(right.getName()))
      return false;
  }
  // Objects of different kinds are different; equal ints or strings may be one
  // object or two.
  if (lhs.getTypeID() != rhs.getTypeID() && isPlain(lhs) != isPlain(rhs))
    return false;
  return std::nullopt;
}

static std::optional<bool> isEqual(Attribute lhs, Attribute rhs) {
  if (getFloatValue(lhs) && getFloatValue(rhs))
    return compareNumbers(CompareKind::Eq, lhs, rhs);
  if (isa<StringAttr>(lhs) && isa<StringAttr>(rhs))
    return lhs == rhs;
  if (isa<ArrayAttr>(lhs) && isa<ArrayAttr>(rhs))
    return areTuplesEqual(cast<ArrayAttr>(lhs), cast<ArrayAttr>(rhs));
  if (isPlain(lhs) && isPlain(rhs))
    return isa<NoneAttr, EllipsisAttr>(lhs) && lhs == rhs;
  if (isa<BuiltinAttr>(lhs) && isa<BuiltinAttr>(rhs))
    return isSame(lhs, rhs);
  if ((isa<BuiltinAttr>(lhs) && isPlain(rhs)) || (isPlain(lhs) && isa<BuiltinAttr>(rhs)))
    return false;
  return std::nullopt;
}

static std::optional<bool> isIn(Attribute needle, Attribute container) {
  if (auto text = dyn_cast<StringAttr>(container)) {
    auto part = dyn_cast<StringAttr>(needle);
    return part ? std::optional(text.getValue().contains(part.getValue())) : std::nullopt;
  }
  auto tuple = dyn_cast<ArrayAttr>(container);
  if (!tuple)
    return std::nullopt;
  for (Attribute element : tuple) {
    std::optional<bool> equal = isNan(element) || isNan(needle) ? std::nullopt : isEqual(needle, element);
    if (!equal)
      return std::nullopt;
    if (*equal)
      return true;
  }
  return false;
}

static std::optional<bool> compare(CompareKind kind, Attribute lhs, Attribute rhs) {
  auto negate = [](std::optional<bool> value) { return value ? std::optional(!*value) : value; };
  switch (kind) {
  case CompareKind::Is:
    return isSame(lhs, rhs);
  case CompareKind::IsNot:
    return negate(isSame(lhs, rhs));
  case CompareKind::In:
    return isIn(lhs, rhs);
  case CompareKind::NotIn:
    return negate(isIn(lhs, rhs));
  case CompareKind::Eq:
    return isEqual(lhs, rhs);
  case CompareKind::Ne:
    return negate(isEqual(lhs, rhs));
  default:
    break;
  }
  if (getFloatValue(lhs) && getFloatValue(rhs))
    return compareNumbers(kind, lhs, rhs);
  // Strings order by code point, which is the order of their UTF-8 bytes.
  if (isa<StringAttr>(lhs) && isa<StringAttr>(rhs))
    return order(kind, cast<StringAttr>(lhs).getValue(), cast<StringAttr>(rhs).getValue());
  return std::nullopt;
}

Attribute janus::foldCompare(CompareKind kind, Attribute lhs, Attribute rhs) {
  std::optional<bool> result = compare(kind, lhs, rhs);
  return result ? getBoolAttr(lhs.getContext(), *result) : Attribute();
}

std::optional<bool> janus::foldTruth(Attribute constant) {
  if (auto value = getFloatValue(constant))
    return *value != 0;
  if (auto text = dyn_cast<StringAttr>(constant))
    return !text.empty();
  if (auto tuple = dyn_cast<ArrayAttr>(constant))
    return !tuple.empty();
  if (isa<NoneAttr>(constant))
    return false;
  if (isa<EllipsisAttr, MethodAttr, BuiltinAttr>(constant))
    return true;
  return std::nullopt;
}
