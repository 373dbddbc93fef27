//===- Scalars.cpp - arithmetic on elements -------------------------------===//

#include "Scalars.h"
#include <cmath>

using namespace mlir;
using namespace janus;

static bool isFloat(Value value) { return isa<FloatType>(value.getType()); }
static bool isBoolean(Value value) { return value.getType().isInteger(1); }

Value Scalars::constant(Type type, double value) {
  if (isa<FloatType>(type))
    return create<arith::ConstantOp>(builder.getFloatAttr(type, value));
  if (type.isInteger(1))
    return create<arith::ConstantOp>(builder.getBoolAttr(value != 0));
  return create<arith::ConstantOp>(builder.getIntegerAttr(type, int64_t(value)));
}

/// One end of the range of a type.
static Value limit(Scalars &s, Type type, bool highest) {
  if (auto floats = dyn_cast<FloatType>(type))
    return s.create<arith::ConstantOp>(
        s.builder.getFloatAttr(type, APFloat::getInf(floats.getFloatSemantics(), /*Negative=*/!highest)));
  unsigned width = type.getIntOrFloatBitWidth();
  if (width == 1)
    return s.boolean(highest);
  APInt value = highest ? APInt::getSignedMaxValue(width) : APInt::getSignedMinValue(width);
  return s.create<arith::ConstantOp>(s.builder.getIntegerAttr(type, value));
}

Value Scalars::lowest(Type type) { return limit(*this, type, false); }
Value Scalars::highest(Type type) { return limit(*this, type, true); }

Value Scalars::add(Value a, Value b) {
  if (isFloat(a))
    return create<arith::AddFOp>(a, b);
  return isBoolean(a) ? either(a, b) : create<arith::AddIOp>(a, b);
}

Value Scalars::sub(Value a, Value b) { return isFloat(a) ? create<arith::SubFOp>(a, b) : create<arith::SubIOp>(a, b); }

Value Scalars::mul(Value a, Value b) { return isFloat(a) ? create<arith::MulFOp>(a, b) : create<arith::MulIOp>(a, b); }

Value Scalars::neg(Value a) { return isFloat(a) ? create<arith::NegFOp>(a) : sub(constant(a.getType(), 0), a); }

Value Scalars::maximum(Value a, Value b) {
  if (isFloat(a))
    return create<arith::MaximumFOp>(a, b);
  return isBoolean(a) ? either(a, b) : create<arith::MaxSIOp>(a, b);
}

Value Scalars::minimum(Value a, Value b) {
  if (isFloat(a))
    return create<arith::MinimumFOp>(a, b);
  return isBoolean(a) ? both(a, b) : create<arith::MinSIOp>(a, b);
}

Value Scalars::atLeast(Value a, double bound) {
  Value least = constant(a.getType(), bound);
  return isFloat(a) && !std::isnan(bound) ? select(lt(a, least), least, a) : maximum(a, least);
}

Value Scalars::atMost(Value a, double bound) {
  Value most = constant(a.getType(), bound);
  return isFloat(a) && !std::isnan(bound) ? select(gt(a, most), most, a) : minimum(a, most);
}

Value Scalars::sigmoid(Value a) {
  Value one = constant(a.getType(), 1.0);
  return div(one, add(one, exp(neg(a))));
}

Value Scalars::compare(Value a, Value b, arith::CmpFPredicate ofFloats, arith::CmpIPredicate ofIntegers,
                       arith::CmpIPredicate ofBooleans) {
  if (isFloat(a))
    return create<arith::CmpFOp>(ofFloats, a, b);
  return create<arith::CmpIOp>(isBoolean(a) ? ofBooleans : ofIntegers, a, b);
}

Value Scalars::eq(Value a, Value b) {
  return compare(a, b, arith::CmpFPredicate::OEQ, arith::CmpIPredicate::eq, arith::CmpIPredicate::eq);
}
Value Scalars::ne(Value a, Value b) {
  return compare(a, b, arith::CmpFPredicate::UNE, arith::CmpIPredicate::ne, arith::CmpIPredicate::ne);
}
Value Scalars::lt(Value a, Value b) {
  return compare(a, b, arith::CmpFPredicate::OLT, arith::CmpIPredicate::slt, arith::CmpIPredicate::ult);
}
Value Scalars::le(Value a, Value b) {
  return compare(a, b, arith::CmpFPredicate::OLE, arith::CmpIPredicate::sle, arith::CmpIPredicate::ule);
}

Value Scalars::isNan(Value a) {
  return isFloat(a) ? create<arith::CmpFOp>(arith::CmpFPredicate::UNO, a, a) : boolean(false);
}

Value Scalars::toFloatType(Value a, Type type) {
  if (!isFloat(a) || !isa<FloatType>(type) || a.getType() == type)
    return a;
  unsigned from = a.getType().getIntOrFloatBitWidth(), to = type.getIntOrFloatBitWidth();
  if (from < to)
    return create<arith::ExtFOp>(type, a);
  if (from > to)
    return create<arith::TruncFOp>(type, a);
  // f16 and bf16 meet in f32.
  return create<arith::TruncFOp>(type, create<arith::ExtFOp>(builder.getF32Type(), a));
}

Value Scalars::cast(Value a, Type type) {
  if (a.getType() == type)
    return a;
  if (type.isInteger(1))
    return ne(a, constant(a.getType(), 0));
  if (isFloat(a))
    return isa<FloatType>(type) ? toFloatType(a, type) : create<arith::FPToSIOp>(type, a);
  if (isa<FloatType>(type))
    return isBoolean(a) ? create<arith::UIToFPOp>(type, a) : create<arith::SIToFPOp>(type, a);
  if (isBoolean(a))
    return create<arith::ExtUIOp>(type, a);
  return a.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth() ? create<arith::ExtSIOp>(type, a)
                                                                            : create<arith::TruncIOp>(type, a);
}

Value Scalars::toIndex(Value a) { return create<arith::IndexCastOp>(builder.getIndexType(), a); }
