//===- NNToLinalg.h - nn to linalg ------------------------------*- C++ -*-===//

#ifndef JANUS_CONVERSION_NNTOLINALG_NNTOLINALG_H
#define JANUS_CONVERSION_NNTOLINALG_NNTOLINALG_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace janus {

#define GEN_PASS_DECL
#include "janus/Conversion/NNToLinalg/Passes.h.inc"

/// Attaches to every nn op what it becomes in linalg.
void registerNNToLinalgLowerings(mlir::DialectRegistry &registry);

/// Lowers every nn op inside `root`; fails with an error at the op where one
/// has no lowering.
mlir::LogicalResult lowerNNToLinalg(mlir::Operation *root);

#define GEN_PASS_REGISTRATION
#include "janus/Conversion/NNToLinalg/Passes.h.inc"

} // namespace janus

#endif // JANUS_CONVERSION_NNTOLINALG_NNTOLINALG_H
