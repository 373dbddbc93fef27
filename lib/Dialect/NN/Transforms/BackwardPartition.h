//===- BackwardPartition.h - what a backward function keeps -----*- C++ -*-===//

#ifndef JANUS_LIB_DIALECT_NN_TRANSFORMS_BACKWARDPARTITION_H
#define JANUS_LIB_DIALECT_NN_TRANSFORMS_BACKWARDPARTITION_H

#include "mlir/IR/Block.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace janus::nn {

/// Parts the ops of a block into those that its results need, which run at once,
/// and those that only the gradients need, which run when they are asked for.
/// Both read values of the first part: those are kept, or computed again where
/// that moves no data.
class BackwardPartition {
public:
  /// `results` and what has effects run at once; `gradients` depend on
  /// `cotangents`, arguments of the block.
  BackwardPartition(mlir::Block &block, mlir::ValueRange results, mlir::ValueRange gradients,
                    mlir::ValueRange cotangents);

  /// Whether `op`, of the block, runs at once.
  bool isForward(mlir::Operation *op) const { return forward.contains(op); }
  /// Whether it runs with the gradients; ops that are computed again do both.
  bool isBackward(mlir::Operation *op) const { return backward.contains(op); }
  /// Arguments of the block that the gradients read.
  llvm::ArrayRef<mlir::Value> getArguments() const { return arguments.getArrayRef(); }
  /// Values of the first part that are kept for them.
  llvm::ArrayRef<mlir::Value> getSaved() const { return saved.getArrayRef(); }

private:
  void hoistSizes();
  void addForward(mlir::Value value);
  void addUses(mlir::Operation *op, llvm::function_ref<void(mlir::Value)> add);
  void need(mlir::Value value);
  void needSizes();
  /// Whether `op`, which runs at once, is computed again rather than kept.
  bool isRepeated(mlir::Operation *op);
  /// Whether the value is there before any cotangent.
  bool isPrimal(mlir::Value value);

  mlir::Block &block;
  llvm::DenseSet<mlir::Value> cotangents;
  llvm::DenseSet<mlir::Operation *> forward, backward;
  llvm::SetVector<mlir::Value> arguments, saved, sizes;
};

} // namespace janus::nn

#endif // JANUS_LIB_DIALECT_NN_TRANSFORMS_BACKWARDPARTITION_H
