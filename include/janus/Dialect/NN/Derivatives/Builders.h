//===- Builders.h - values that derivative rules are made of ----*- C++ -*-===//

#ifndef JANUS_DIALECT_NN_DERIVATIVES_BUILDERS_H
#define JANUS_DIALECT_NN_DERIVATIVES_BUILDERS_H

#include "janus/Dialect/NN/IR/NN.h"

namespace janus::nn {

/// A tensor with the type and sizes of `like`, full of `value`.
mlir::Value buildFullLike(mlir::OpBuilder &b, mlir::Location loc, mlir::Value like, double value);
inline mlir::Value buildZeroLike(mlir::OpBuilder &b, mlir::Location loc, mlir::Value like) {
  return buildFullLike(b, loc, like, 0.0);
}

/// The sum of two tensors of one type and size.
mlir::Value buildAdd(mlir::OpBuilder &b, mlir::Location loc, mlir::Value lhs, mlir::Value rhs);

/// Short names for the ops that derivative rules are made of, at one place and
/// with one location.
struct Emit {
  mlir::OpBuilder &b;
  mlir::Location loc;

  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value sub(mlir::Value lhs, mlir::Value rhs);
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs);
  mlir::Value div(mlir::Value lhs, mlir::Value rhs);
  mlir::Value neg(mlir::Value value);
  mlir::Value exp(mlir::Value value);

  /// A tensor of `value` with the type and sizes of `like`.
  mlir::Value full(mlir::Value like, double value);
  mlir::Value zero(mlir::Value like) { return full(like, 0.0); }
  mlir::Value addScalar(mlir::Value value, double scalar);
  mlir::Value mulScalar(mlir::Value value, double scalar);

  mlir::Value compare(CompareKind kind, mlir::Value lhs, mlir::Value rhs);
  mlir::Value compare(CompareKind kind, mlir::Value lhs, double rhs);
  mlir::Value select(mlir::Value condition, mlir::Value lhs, mlir::Value rhs);
  mlir::Value cast(mlir::Value value, mlir::Type elementType);

  mlir::Value sum(mlir::Value value, llvm::ArrayRef<int64_t> dims, bool keepdim = false);
  mlir::Value mean(mlir::Value value, llvm::ArrayRef<int64_t> dims, bool keepdim = false);
  /// `dims` of `like` were reduced to get `reduced`: repeats it along them.
  mlir::Value unreduce(mlir::Value reduced, mlir::Value like, llvm::ArrayRef<int64_t> dims);
  /// The opposite of broadcasting: sums `value` to the shape of `like`.
  mlir::Value sumTo(mlir::Value value, mlir::Value like);
  /// `value`, with one element for each place along `dim`, repeated to the
  /// shape of `like`.
  mlir::Value alongDim(mlir::Value value, mlir::Value like, int64_t dim);

  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<mlir::OpFoldResult> sizes);
  mlir::Value reshapeLike(mlir::Value value, mlir::Value like);
  mlir::Value broadcast(mlir::Value value, llvm::ArrayRef<mlir::OpFoldResult> sizes);
  mlir::Value matmul(mlir::Value lhs, mlir::Value rhs, bool transposeLhs = false, bool transposeRhs = false);

  llvm::SmallVector<mlir::OpFoldResult> sizes(mlir::Value value);
  mlir::OpFoldResult size(mlir::Value value, int64_t dim);
  mlir::OpFoldResult sum(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
  /// The product of some sizes.
  mlir::OpFoldResult product(llvm::ArrayRef<mlir::OpFoldResult> factors);
  /// The number of elements along `dims`, minus `less`, as a tensor of no
  /// dimensions.
  mlir::Value count(mlir::Value value, llvm::ArrayRef<int64_t> dims, double less = 0.0);
};

/// The rank of a tensor, and its element type.
inline int64_t rankOf(mlir::Value value) { return mlir::cast<mlir::RankedTensorType>(value.getType()).getRank(); }
inline mlir::Type elementTypeOf(mlir::Value value) {
  return mlir::cast<mlir::RankedTensorType>(value.getType()).getElementType();
}

/// All dimensions of `value` but `dim`.
llvm::SmallVector<int64_t> allDimsBut(mlir::Value value, int64_t dim);

} // namespace janus::nn

#endif // JANUS_DIALECT_NN_DERIVATIVES_BUILDERS_H
