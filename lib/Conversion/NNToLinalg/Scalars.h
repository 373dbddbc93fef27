//===- Scalars.h - arithmetic on elements -----------------------*- C++ -*-===//

#ifndef JANUS_CONVERSION_NNTOLINALG_SCALARS_H
#define JANUS_CONVERSION_NNTOLINALG_SCALARS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"

namespace janus {

/// Emits arithmetic on scalars, whether they are floats or integers. Integers
/// are signed, i1 is a truth value.
class Scalars {
public:
  Scalars(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  mlir::OpBuilder &builder;
  mlir::Location loc;

  mlir::Value constant(mlir::Type type, double value);
  mlir::Value boolean(bool value) { return constant(builder.getI1Type(), value); }
  /// The value below and above everything: infinities, or the ends of an
  /// integer's range.
  mlir::Value lowest(mlir::Type type);
  mlir::Value highest(mlir::Type type);

  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value sub(mlir::Value a, mlir::Value b);
  mlir::Value mul(mlir::Value a, mlir::Value b);
  mlir::Value div(mlir::Value a, mlir::Value b) { return create<mlir::arith::DivFOp>(a, b); }
  mlir::Value neg(mlir::Value a);
  /// NaN where either is NaN.
  mlir::Value maximum(mlir::Value a, mlir::Value b);
  mlir::Value minimum(mlir::Value a, mlir::Value b);
  /// a, but for what is beyond the bound: a zero keeps its sign, which maximum and minimum may change.
  mlir::Value atLeast(mlir::Value a, double bound);
  mlir::Value atMost(mlir::Value a, double bound);
  mlir::Value exp(mlir::Value a) { return create<mlir::math::ExpOp>(a); }
  mlir::Value sigmoid(mlir::Value a);

  /// Comparisons; with NaN all are false but ne.
  mlir::Value eq(mlir::Value a, mlir::Value b);
  mlir::Value ne(mlir::Value a, mlir::Value b);
  mlir::Value lt(mlir::Value a, mlir::Value b);
  mlir::Value le(mlir::Value a, mlir::Value b);
  mlir::Value gt(mlir::Value a, mlir::Value b) { return lt(b, a); }
  mlir::Value ge(mlir::Value a, mlir::Value b) { return le(b, a); }
  mlir::Value isNan(mlir::Value a);
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b) {
    return create<mlir::arith::SelectOp>(condition, a, b);
  }
  mlir::Value both(mlir::Value a, mlir::Value b) { return create<mlir::arith::AndIOp>(a, b); }
  mlir::Value either(mlir::Value a, mlir::Value b) { return create<mlir::arith::OrIOp>(a, b); }

  /// A float in another float type; anything else stays what it is.
  mlir::Value toFloatType(mlir::Value a, mlir::Type type);
  /// What nn.cast does to one element.
  mlir::Value cast(mlir::Value a, mlir::Type type);
  mlir::Value toIndex(mlir::Value a);

  template <typename OpTy, typename... Args> mlir::Value create(Args &&...args) {
    return OpTy::create(builder, loc, std::forward<Args>(args)...);
  }

private:
  mlir::Value compare(mlir::Value a, mlir::Value b, mlir::arith::CmpFPredicate ofFloats,
                      mlir::arith::CmpIPredicate ofIntegers, mlir::arith::CmpIPredicate ofBooleans);
};

} // namespace janus

#endif // JANUS_CONVERSION_NNTOLINALG_SCALARS_H
