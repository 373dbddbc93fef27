//===- AdjointEmitter.h - adjoints of the ops of a block --------*- C++ -*-===//

#ifndef JANUS_LIB_DIALECT_NN_TRANSFORMS_ADJOINTEMITTER_H
#define JANUS_LIB_DIALECT_NN_TRANSFORMS_ADJOINTEMITTER_H

#include "GradientFlow.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"

namespace janus::nn {

/// Emits the adjoints of ops, last op first, and sums what reaches each value.
///
/// One emitter serves one block of primal code. Adjoint code of a nested region
/// may use values of the primal region, which do not dominate it; the emitter
/// of the op around turns those uses into reads of a tape before it returns.
class AdjointEmitter {
public:
  AdjointEmitter(mlir::OpBuilder &builder, GradientFlow &flow) : builder(builder), flow(flow) {}

  /// Adds `adjoint` to the adjoint of `value`, if anybody needs that.
  void accumulate(mlir::Value value, mlir::Value adjoint, mlir::Location loc);

  /// The adjoint of `value` gathered so far, or null for zero.
  mlir::Value lookup(mlir::Value value) const { return adjoints.lookup(value); }

  /// The same, zeros written out.
  mlir::Value lookupOrZero(mlir::Value value, mlir::Location loc);

  /// Emits the adjoints of the ops in `block` that come before `end` (of all,
  /// if that is null).
  mlir::LogicalResult emitBlock(mlir::Block &block, mlir::Operation *end);

private:
  mlir::LogicalResult emitOp(mlir::Operation *op);
  mlir::LogicalResult emitRule(mlir::Operation *op, mlir::ValueRange adjoints);
  mlir::LogicalResult emitIf(mlir::scf::IfOp op, mlir::ValueRange adjoints);
  mlir::LogicalResult emitFor(mlir::scf::ForOp op, mlir::ValueRange adjoints);

  /// Emits the adjoint of one branch of an `scf.if` at the end of `into`.
  mlir::LogicalResult emitBranch(mlir::Block &branch, mlir::Block &into, mlir::ValueRange adjoints,
                                 mlir::ArrayRef<mlir::Value> captured);

  /// The active values from outside that `op`'s regions use, in order of use.
  llvm::SmallVector<mlir::Value> activeCaptures(mlir::Operation *op);

  /// The results `from` of an op that may be gone are now the first results of
  /// `to`.
  void replaceResults(mlir::ArrayRef<mlir::Value> from, mlir::Operation *to);

  mlir::OpBuilder &builder;
  GradientFlow &flow;
  llvm::DenseMap<mlir::Value, mlir::Value> adjoints;
};

} // namespace janus::nn

#endif // JANUS_LIB_DIALECT_NN_TRANSFORMS_ADJOINTEMITTER_H
