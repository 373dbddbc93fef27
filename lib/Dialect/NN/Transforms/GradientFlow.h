//===- GradientFlow.h - where gradients can flow ----------------*- C++ -*-===//

#ifndef JANUS_LIB_DIALECT_NN_TRANSFORMS_GRADIENTFLOW_H
#define JANUS_LIB_DIALECT_NN_TRANSFORMS_GRADIENTFLOW_H

#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace janus::nn {

/// Whether gradients exist for values of this type: floating-point tensors.
bool isDifferentiableType(mlir::Type type);

/// The operands, and values from outside of its regions, of an op from which
/// gradients come through `result`.
llvm::SmallVector<mlir::Value> gradientSources(mlir::OpResult result);

/// Which values lie on a path from some leaf to a loss.
///
/// The losses, all of one block, may sit in the body of a loop. What such an enclosing loop carries
/// comes from before it or from an earlier iteration, so a path through a
/// carried value reaches only leaves from outside of the loop.
class GradientFlow {
public:
  GradientFlow(mlir::ValueRange losses, mlir::ValueRange leaves);

  /// Whether `value` is a leaf or depends on one, and a loss depends on it.
  bool isActive(mlir::Value value) const { return active.contains(value); }

  /// The ops that compute active values, in a fixed order.
  llvm::ArrayRef<mlir::Operation *> getActiveOps() const { return activeOps.getArrayRef(); }

  /// The values carried by enclosing loops through which a loss depends on a
  /// leaf outside of those loops.
  llvm::ArrayRef<mlir::Value> getCarried() const { return carried; }

  /// `from` has been replaced by `to`.
  void replace(mlir::Value from, mlir::Value to);

private:
  llvm::DenseSet<mlir::Value> active;
  llvm::SetVector<mlir::Operation *> activeOps;
  llvm::SmallVector<mlir::Value> carried;
};

} // namespace janus::nn

#endif // JANUS_LIB_DIALECT_NN_TRANSFORMS_GRADIENTFLOW_H
