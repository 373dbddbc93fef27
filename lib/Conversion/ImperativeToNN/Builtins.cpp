//===- Builtins.cpp - Python's own functions of numbers -------------------===//

#include "Functionalizer.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

static bool isFloat(Value value) { return isa<FloatType>(value.getType()); }

/// int(), math.floor(), math.ceil() of a float: assumed to fit into 64 bits.
Value Functionalizer::toInt(Value number, Location loc) {
  Type i64 = builder.getI64Type();
  if (number.getType().isInteger(1))
    return arith::ExtUIOp::create(builder, loc, i64, number);
  if (!isFloat(number))
    return number;
  Value size = math::AbsFOp::create(builder, loc, number);
  Value limit = arith::ConstantFloatOp::create(builder, loc, builder.getF64Type(), APFloat(9.0e18));
  // False for NaN, too.
  assume(arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, size, limit), "an int fits into 64 bits", loc);
  return arith::FPToSIOp::create(builder, loc, i64, number);
}

/// min and max: the first of equals, and of what does not compare.
Value Functionalizer::extreme(Value best, Value other, bool greatest, Location loc) {
  Value better;
  if (isFloat(best))
    better = arith::CmpFOp::create(builder, loc, greatest ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OLT,
                                   other, best);
  else
    better = arith::CmpIOp::create(builder, loc, greatest ? arith::CmpIPredicate::sgt : arith::CmpIPredicate::slt,
                                   other, best);
  return arith::SelectOp::create(builder, loc, better, other, best);
}

Value Functionalizer::absolute(Value value, Location loc) {
  if (isFloat(value))
    return math::AbsFOp::create(builder, loc, value);
  if (value.getType().isInteger(1))
    return toInt(value, loc);
  Value least = arith::ConstantIntOp::create(builder, loc, INT64_MIN, 64);
  assume(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value, least), "an int fits into 64 bits", loc);
  return math::AbsIOp::create(builder, loc, value);
}

FailureOr<PyValue> Functionalizer::convertBuiltin(StringRef name, ArrayRef<PyValue> arguments, Location loc) {
  PyValue result;
  if (name == "builtins.len") {
    if (!arguments.front().isOpenList)
      return refuse(loc, "len() of something whose length is not known");
    result.scalar = listLength(arguments.front(), loc);
    return result;
  }
  if (name == "janusc.column") {
    auto index = dyn_cast_or_null<IntegerAttr>(arguments[1].constant);
    const PyValue &list = arguments.front();
    if (!list.isOpenList || !index || index.getInt() >= int64_t(list.elements.size()))
      return refuse(loc, "a column of something that is not a list of tuples");
    // Of no tuples there are no columns.
    Value zero = arith::ConstantIntOp::create(builder, loc, 0, 64);
    assume(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, listLength(list, loc), zero),
           "a list of tuples is not empty", loc);
    return list.elements[index.getInt()];
  }
  SmallVector<Value> numbers;
  for (const PyValue &argument : arguments) {
    FailureOr<Value> value = number(argument, loc);
    if (failed(value))
      return failure();
    numbers.push_back(*value);
  }
  if (name == "builtins.min" || name == "builtins.max") {
    result.scalar = numbers.front();
    for (Value other : ArrayRef(numbers).drop_front()) {
      if (other.getType() != result.scalar.getType())
        return refuse(loc, "min or max of numbers of different types");
      result.scalar = extreme(result.scalar, other, name == "builtins.max", loc);
    }
    return result;
  }
  Value value = numbers.front();
  if (isFloat(value) && name == "math.floor")
    value = math::FloorOp::create(builder, loc, value);
  else if (isFloat(value) && name == "math.ceil")
    value = math::CeilOp::create(builder, loc, value);
  result.scalar = name == "builtins.abs"     ? absolute(value, loc)
                  : name == "builtins.float" ? toFloat(value, loc)
                                             : toInt(value, loc);
  return result;
}

/// Whether a call of the typed level is one of these.
bool Functionalizer::isBuiltin(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases({"builtins.abs", "builtins.float", "builtins.int", "builtins.len", "builtins.max", "builtins.min"}, true)
      .Cases({"math.ceil", "math.floor", "janusc.column"}, true)
      .Default(false);
}
