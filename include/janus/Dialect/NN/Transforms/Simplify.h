//===- Simplify.h - cleans up values ----------------------------*- C++ -*-===//

#ifndef JANUS_DIALECT_NN_TRANSFORMS_SIMPLIFY_H
#define JANUS_DIALECT_NN_TRANSFORMS_SIMPLIFY_H

#include "mlir/IR/PatternMatch.h"

namespace janus::nn {

/// Adds the rewrites that keep every value (but for the sign of a zero).
void populateSimplifyPatterns(mlir::RewritePatternSet &patterns);

/// Applies them with every canonicalization and removes common and dead values.
/// Branches on one condition become one unless `mergeBranches` is false.
mlir::LogicalResult simplify(mlir::Operation *root, bool mergeBranches = true);

} // namespace janus::nn

#endif // JANUS_DIALECT_NN_TRANSFORMS_SIMPLIFY_H
