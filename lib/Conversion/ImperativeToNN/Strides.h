//===- Strides.h - arithmetic on strides ------------------------*- C++ -*-===//
//
// The strides that PyTorch gives a tensor may depend on sizes which only a run
// shows. Then they are values of the program, computed as PyTorch computes them.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_CONVERSION_IMPERATIVETONN_STRIDES_H
#define JANUS_CONVERSION_IMPERATIVETONN_STRIDES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace janus {

/// Sizes and strides of a tensor, an i64 for each dimension.
struct Strided {
  llvm::SmallVector<mlir::Value> sizes, strides;
};

/// Emits what strides are made of.
class StrideEmitter {
public:
  StrideEmitter(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  mlir::Value constant(int64_t value);
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs);
  /// Those of a contiguous tensor.
  llvm::SmallVector<mlir::Value> contiguous(llvm::ArrayRef<mlir::Value> sizes);
  /// Those of a new tensor that PyTorch's TensorIterator makes from the operands, which broadcast to `sizes`: at most
  /// four dimensions.
  llvm::SmallVector<mlir::Value> iterated(llvm::ArrayRef<mlir::Value> sizes, llvm::ArrayRef<Strided> operands);

private:
  mlir::Value flag(bool value);
  mlir::Value both(mlir::Value lhs, mlir::Value rhs);
  mlir::Value either(mlir::Value lhs, mlir::Value rhs);
  mlir::Value negated(mlir::Value value);
  mlir::Value equal(mlir::Value lhs, mlir::Value rhs);
  mlir::Value less(mlir::Value lhs, mlir::Value rhs);
  mlir::Value select(mlir::Value condition, mlir::Value lhs, mlir::Value rhs);
  llvm::SmallVector<mlir::Value> select(mlir::Value condition, llvm::ArrayRef<mlir::Value> lhs,
                                        llvm::ArrayRef<mlir::Value> rhs);
  /// Whether the elements lie behind each other, the dimensions in the given order, the fastest first.
  mlir::Value liesInOrder(const Strided &tensor, llvm::ArrayRef<int64_t> order);
  mlir::Value isContiguous(const Strided &tensor);
  mlir::Value isDense(const Strided &tensor);
  /// A dimension while dimensions are sorted.
  struct Dimension {
    mlir::Value number, size;
    llvm::SmallVector<mlir::Value> strides; // in each operand
  };
  llvm::SmallVector<Dimension> sorted(llvm::ArrayRef<mlir::Value> sizes, llvm::ArrayRef<Strided> operands);
  llvm::SmallVector<mlir::Value> general(llvm::ArrayRef<mlir::Value> sizes, llvm::ArrayRef<Strided> operands);

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace janus

#endif // JANUS_CONVERSION_IMPERATIVETONN_STRIDES_H
