//===- Differentiate.h - reverse mode on values -----------------*- C++ -*-===//

#ifndef JANUS_DIALECT_NN_TRANSFORMS_DIFFERENTIATE_H
#define JANUS_DIALECT_NN_TRANSFORMS_DIFFERENTIATE_H

#include "janus/Dialect/NN/IR/NN.h"

namespace janus::nn {

/// Whether autograd would draw a path from `loss` to `leaf`, where PyTorch
/// gives a gradient (possibly zero) and not None. Gradients flow only through
/// floating-point tensors: not through numbers that were read out of a tensor,
/// comparisons, integers or `nn.detach`. Where control flow decides, the answer
/// is whether some run has a path.
bool dependsOn(mlir::Value loss, mlir::Value leaf);

/// Replaces the ops between `losses` and `leaves` that have no adjoint of their
/// own by those that they consist of.
void decomposeActiveOps(mlir::ValueRange losses, mlir::ValueRange leaves);

/// Emits, in front of `at`, the gradients of `losses` by each of `leaves`, given
/// the derivative by each loss. All losses are of `at`'s block, and decomposed.
mlir::FailureOr<llvm::SmallVector<mlir::Value>> emitGradients(mlir::Operation *at, mlir::ValueRange losses,
                                                              mlir::ValueRange seeds, mlir::ValueRange leaves);

/// Replaces one `nn.gradient` by the ops that compute its results.
mlir::LogicalResult expandGradient(GradientOp op);

/// Expands every `nn.gradient` under `root`, those that come first in the
/// program first, then drops every `nn.detach`.
mlir::LogicalResult differentiate(mlir::Operation *root);

/// Drops every `nn.detach` under `root`.
void dropDetach(mlir::Operation *root);

} // namespace janus::nn

#endif // JANUS_DIALECT_NN_TRANSFORMS_DIFFERENTIATE_H
