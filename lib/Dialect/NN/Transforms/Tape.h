//===- Tape.h - what an adjoint needs of a primal region --------*- C++ -*-===//

#ifndef JANUS_LIB_DIALECT_NN_TRANSFORMS_TAPE_H
#define JANUS_LIB_DIALECT_NN_TRANSFORMS_TAPE_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace janus::nn {

/// Makes valid the uses, under `adjoint`, of values defined in the branches of
/// `op`: they become further results of the `scf.if`, which is replaced. A
/// branch that does not define a value yields an empty one. Returns the new op.
mlir::scf::IfOp tapeBranches(mlir::scf::IfOp op, mlir::Operation *adjoint);

/// Makes valid the uses, under `adjoint`, of values defined in the body of
/// `op`: the loop, which is replaced, carries a tensor for each of them with
/// one slice an iteration, and the adjoint reads slice `iteration`.
/// `inductionVar` is what the adjoint has in place of the loop's own. Returns
/// the new loop (the old one is gone), or fails, with an error, where the size
/// of a value changes between iterations.
mlir::FailureOr<mlir::scf::ForOp> tapeLoop(mlir::scf::ForOp op, mlir::scf::ForOp adjoint, mlir::Value tripCount,
                                           mlir::Value iteration, mlir::Value inductionVar);

} // namespace janus::nn

#endif // JANUS_LIB_DIALECT_NN_TRANSFORMS_TAPE_H
