//===- Formula.h - entries written as formulas ------------------*- C++ -*-===//
//
//   Formula x(emitter, operands[0]);
//   return x * apply<nn::TanhOp>(softplus(x));
//
// Operators promote and broadcast as Python's do on tensors. The first thing that fails goes through to the end.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_LIB_LIBRARY_FORMULA_H
#define JANUS_LIB_LIBRARY_FORMULA_H

#include "janus/Dialect/NN/IR/NN.h"
#include "janus/Library/Emitter.h"

namespace janus::library {

/// A tensor, or a number beside tensors.
class Formula {
public:
  Formula(Emitter &emitter, Operand operand) : emitter(&emitter), operand(std::move(operand)) {}
  Formula(Emitter &emitter, mlir::Value value) : emitter(&emitter), operand(Operand(value)) {}
  Formula(Emitter &emitter, Failable operand) : emitter(&emitter), operand(std::move(operand)) {}
  Formula(Emitter &emitter, mlir::FailureOr<mlir::Value> value)
      : emitter(&emitter), operand(failed(value) ? Failable(mlir::failure()) : Failable(Operand(*value))) {}

  bool isFailed() const { return failed(operand); }
  const Operand &get() const { return *operand; }
  mlir::Value value() const { return operand->getValue(); }
  mlir::Type type() const { return Emitter::elementType(value()); }
  int64_t rank() const { return Emitter::tensorType(value()).getRank(); }
  operator Failable() const { return operand; }
  operator mlir::FailureOr<mlir::Value>() const {
    return isFailed() ? mlir::FailureOr<mlir::Value>(mlir::failure()) : mlir::FailureOr<mlir::Value>(value());
  }

  Formula number(double value) const { return Formula(*emitter, emitter->floating(value)); }
  Formula number(int64_t value) const { return Formula(*emitter, emitter->integer(value)); }
  Formula failure(const llvm::Twine &reason) const { return Formula(*emitter, Failable(emitter->fail(reason))); }
  Formula cast(mlir::Type type) const;
  Formula reshape(llvm::ArrayRef<Operand> sizes) const;
  Formula broadcastTo(llvm::ArrayRef<Operand> sizes) const;
  Formula permute(llvm::ArrayRef<int64_t> order) const;
  /// A dimension of size 1 put in at `dim`.
  Formula unsqueeze(int64_t dim) const;
  /// A dimension of size 1 taken out.
  Formula squeeze(int64_t dim) const;
  /// Elements `start` to `start + length` of a dimension.
  Formula slice(int64_t dim, const Operand &start, const Operand &length) const;
  Formula indexSelect(int64_t dim, const Formula &index) const;
  Formula gather(int64_t dim, const Formula &index) const;
  /// The order along a dimension reversed.
  Formula flip(int64_t dim) const;
  llvm::SmallVector<Operand> sizes() const { return emitter->sizes(value()); }

  Emitter *emitter;

private:
  Failable operand;
};

/// An op on one tensor.
template <typename OpT, typename... Args> Formula apply(const Formula &x, Args &&...args) {
  if (x.isFailed())
    return x;
  return Formula(*x.emitter, x.emitter->op<OpT>(x.value(), std::forward<Args>(args)...));
}

/// Operands brought to one shape and type; that of `type` where it is given.
mlir::FailureOr<llvm::SmallVector<mlir::Value>> together(llvm::ArrayRef<Formula> formulas, mlir::Type type = {});

/// An op on two operands brought to one shape and type.
template <typename OpT> Formula combine(const Formula &a, const Formula &b) {
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> values = together({a, b});
  if (mlir::failed(values))
    return Formula(*a.emitter, Failable(mlir::failure()));
  return Formula(*a.emitter, a.emitter->op<OpT>((*values)[0], (*values)[1]));
}

Formula compare(nn::CompareKind kind, const Formula &a, const Formula &b);
/// `a` where the condition holds, `b` elsewhere.
Formula select(const Formula &condition, const Formula &a, const Formula &b);

template <typename T> using IfNumber = std::enable_if_t<std::is_arithmetic_v<T>, Formula>;
template <typename T> Formula numberLike(const Formula &like, T value) {
  if constexpr (std::is_integral_v<T>)
    return like.number(int64_t(value));
  else
    return like.number(double(value));
}

#define JANUS_FORMULA_OPERATOR(symbol, function)                                                                       \
  inline Formula operator symbol(const Formula &a, const Formula &b) { return function; }                              \
  template <typename T> IfNumber<T> operator symbol(const Formula &a, T b) { return a symbol numberLike(a, b); }       \
  template <typename T> IfNumber<T> operator symbol(T a, const Formula &b) { return numberLike(b, a) symbol b; }
JANUS_FORMULA_OPERATOR(+, combine<nn::AddOp>(a, b))
JANUS_FORMULA_OPERATOR(-, combine<nn::SubOp>(a, b))
JANUS_FORMULA_OPERATOR(*, combine<nn::MulOp>(a, b))
JANUS_FORMULA_OPERATOR(/, combine<nn::DivOp>(a, b))
JANUS_FORMULA_OPERATOR(&, combine<nn::AndOp>(a, b))
JANUS_FORMULA_OPERATOR(|, combine<nn::OrOp>(a, b))
JANUS_FORMULA_OPERATOR(<, compare(nn::CompareKind::Lt, a, b))
JANUS_FORMULA_OPERATOR(<=, compare(nn::CompareKind::Le, a, b))
JANUS_FORMULA_OPERATOR(>, compare(nn::CompareKind::Gt, a, b))
JANUS_FORMULA_OPERATOR(>=, compare(nn::CompareKind::Ge, a, b))
JANUS_FORMULA_OPERATOR(==, compare(nn::CompareKind::Eq, a, b))
JANUS_FORMULA_OPERATOR(!=, compare(nn::CompareKind::Ne, a, b))
#undef JANUS_FORMULA_OPERATOR
inline Formula operator-(const Formula &a) { return apply<nn::NegOp>(a); }
inline Formula operator!(const Formula &a) { return apply<nn::LogicalNotOp>(a); }

inline Formula exp(const Formula &a) { return apply<nn::ExpOp>(a); }
inline Formula log(const Formula &a) { return apply<nn::LogOp>(a); }
inline Formula log1p(const Formula &a) { return apply<nn::Log1pOp>(a); }
inline Formula sqrt(const Formula &a) { return apply<nn::SqrtOp>(a); }
inline Formula abs(const Formula &a) { return apply<nn::AbsOp>(a); }
inline Formula trunc(const Formula &a) { return apply<nn::TruncOp>(a); }
inline Formula floor(const Formula &a) { return apply<nn::FloorOp>(a); }
inline Formula maximum(const Formula &a, const Formula &b) { return combine<nn::MaximumOp>(a, b); }
inline Formula minimum(const Formula &a, const Formula &b) { return combine<nn::MinimumOp>(a, b); }
Formula isNan(const Formula &a);
Formula isInf(const Formula &a);
Formula clamp(const Formula &a, std::optional<double> low, std::optional<double> high);
/// The value of a formula without its graph.
inline Formula detach(const Formula &a) { return apply<nn::DetachOp>(a); }

/// The value, with `slope` as its derivative by `input`, all of one type and shape; instead of the derivatives that
/// the value has, or beside them.
Formula withSlope(const Formula &value, const Formula &input, const Formula &slope);
Formula alsoWithSlope(const Formula &value, const Formula &input, const Formula &slope);

/// A reduction over dimensions, all where none are given.
template <typename OpT, typename... Args>
Formula reduce(const Formula &a, llvm::ArrayRef<int64_t> dims, bool keepdim, Args &&...args) {
  if (a.isFailed())
    return a;
  mlir::Builder &builder = a.emitter->builder;
  return apply<OpT>(a, builder.getDenseI64ArrayAttr(dims), keepdim ? builder.getUnitAttr() : mlir::UnitAttr(),
                    std::forward<Args>(args)...);
}
/// All dimensions of a tensor.
llvm::SmallVector<int64_t> allDims(const Formula &a);
inline Formula sum(const Formula &a, llvm::ArrayRef<int64_t> dims, bool keepdim = false) {
  return reduce<nn::SumOp>(a, dims, keepdim);
}
inline Formula mean(const Formula &a, llvm::ArrayRef<int64_t> dims, bool keepdim = false) {
  return reduce<nn::MeanOp>(a, dims, keepdim);
}
Formula concat(llvm::ArrayRef<Formula> parts, int64_t dim);
/// 0, 1, ... up to a size, in i64.
Formula countTo(Emitter &emitter, const Operand &size);
/// Constants in a tensor of one dimension.
Formula constants(Emitter &emitter, llvm::ArrayRef<int64_t> values);
Formula constants(Emitter &emitter, llvm::ArrayRef<double> values, mlir::Type type);
/// The p-norm of vectors along dimensions.
Formula normOver(const Formula &x, double p, llvm::ArrayRef<int64_t> dims, bool keepdim);
/// The result of another entry.
Formula call(Emitter &emitter, llvm::StringRef name, llvm::ArrayRef<Operand> operands);

/// The operand, which must be a float tensor; of integers the default dtype if they are promoted.
Formula floatTensor(Emitter &emitter, const Operand &operand, llvm::StringRef what = "input", bool promote = false);
/// The operand, which must be a tensor.
inline Formula tensorOf(Emitter &emitter, const Operand &operand, llvm::StringRef what = "input") {
  return Formula(emitter, emitter.requireTensor(operand, what));
}

} // namespace janus::library

#endif // JANUS_LIB_LIBRARY_FORMULA_H
