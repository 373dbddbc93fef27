//===- LoopInvariantSize.h - sizes that a loop keeps ------------*- C++ -*-===//

#ifndef JANUS_LIB_DIALECT_NN_TRANSFORMS_LOOPINVARIANTSIZE_H
#define JANUS_LIB_DIALECT_NN_TRANSFORMS_LOOPINVARIANTSIZE_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace janus::nn {

/// The size of dimension `dim` of `value`, which is defined in a region of
/// `scope` (an scf.for or scf.if), as a value at `b`'s insertion point before
/// that. Fails where it cannot be shown to be the same in every iteration.
mlir::FailureOr<mlir::OpFoldResult> loopInvariantSize(mlir::OpBuilder &b, mlir::Value value, int64_t dim,
                                                      mlir::Operation *scope);

} // namespace janus::nn

#endif // JANUS_LIB_DIALECT_NN_TRANSFORMS_LOOPINVARIANTSIZE_H
