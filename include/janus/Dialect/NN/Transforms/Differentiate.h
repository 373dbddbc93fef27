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

/// Replaces one `nn.gradient` by the ops that compute its results.
mlir::LogicalResult expandGradient(GradientOp op);

/// Expands every `nn.gradient` under `root`, those that come first in the
/// program first, then drops every `nn.detach`.
mlir::LogicalResult differentiate(mlir::Operation *root);

} // namespace janus::nn

#endif // JANUS_DIALECT_NN_TRANSFORMS_DIFFERENTIATE_H
