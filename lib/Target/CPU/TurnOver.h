//===- TurnOver.h - copies that exchange dimensions -------------*- C++ -*-===//

#ifndef JANUS_LIB_TARGET_CPU_TURNOVER_H
#define JANUS_LIB_TARGET_CPU_TURNOVER_H

#include "StridedLoops.h"

namespace janus::cpu {

/// Emits the loops of a copy that reads memory along another loop than it writes
/// it, both of known extents, in squares turned over in registers. False, with nothing made,
/// for any other op.
bool emitTurnedCopy(mlir::OpBuilder &builder, mlir::linalg::LinalgOp op, const StridedLoops &strided,
                    unsigned vectorBits);

} // namespace janus::cpu

#endif // JANUS_LIB_TARGET_CPU_TURNOVER_H
