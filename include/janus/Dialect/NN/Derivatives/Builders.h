//===- Builders.h - values that derivative rules are made of ----*- C++ -*-===//

#ifndef JANUS_DIALECT_NN_DERIVATIVES_BUILDERS_H
#define JANUS_DIALECT_NN_DERIVATIVES_BUILDERS_H

#include "janus/Dialect/NN/IR/NN.h"

namespace janus::nn {

/// A tensor with the type and sizes of `like`, full of `value`.
mlir::Value buildFullLike(mlir::OpBuilder &b, mlir::Location loc,
                          mlir::Value like, double value);
inline mlir::Value buildZeroLike(mlir::OpBuilder &b, mlir::Location loc,
                                 mlir::Value like) {
  return buildFullLike(b, loc, like, 0.0);
}

/// The sum of two tensors of one type and size.
mlir::Value buildAdd(mlir::OpBuilder &b, mlir::Location loc, mlir::Value lhs,
                     mlir::Value rhs);

/// The sizes of the dynamic dimensions of `tensor`.
llvm::SmallVector<mlir::Value>
dynamicSizes(mlir::OpBuilder &b, mlir::Location loc, mlir::Value tensor);

} // namespace janus::nn

#endif // JANUS_DIALECT_NN_DERIVATIVES_BUILDERS_H
