//===- Epilogue.h - what is done with a finished contraction ----*- C++ -*-===//
//
// An elementwise op that reads what a contraction gives can run where the kernel
// has the sums in registers: nothing of them goes to memory and comes back.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_LIB_TARGET_CPU_EPILOGUE_H
#define JANUS_LIB_TARGET_CPU_EPILOGUE_H

#include "StridedLoops.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace janus::cpu {

/// Whether an op on tensors or buffers computes each element of its one result from
/// elements of its operands, by ops that work on vectors as well.
bool isElementwise(mlir::linalg::GenericOp op);

/// The elementwise op on buffers that may run in the kernel of `contraction`, or null:
/// the only one to read C, with nothing but the making of buffers between them, and
/// writing to memory that the contraction does not read.
mlir::linalg::GenericOp findEpilogue(mlir::linalg::GenericOp contraction);

/// Whether the epilogue's result may hold sums that are not finished: nothing else that
/// it reads lies there.
bool mayHoldSums(mlir::linalg::GenericOp contraction, mlir::linalg::GenericOp epilogue);

/// The map of an operand of the epilogue over the loops of the contraction.
mlir::AffineMap mapOverContraction(mlir::linalg::GenericOp contraction, mlir::linalg::GenericOp epilogue,
                                   mlir::OpOperand &operand);

/// The body of an elementwise op on what its operands have, one value each: all scalars
/// or, where `lanes` is given, all vectors.
mlir::Value applyBody(mlir::OpBuilder &builder, mlir::linalg::GenericOp op, mlir::ValueRange inputs,
                      std::optional<int64_t> lanes);

} // namespace janus::cpu

#endif // JANUS_LIB_TARGET_CPU_EPILOGUE_H
