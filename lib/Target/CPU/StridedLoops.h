//===- StridedLoops.h - linalg ops as loops over flat buffers ---*- C++ -*-===//
//
// Where every operand's address is a linear function of the loop counters, an
// op is described by its loops and how far each operand moves in each.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_LIB_TARGET_CPU_STRIDEDLOOPS_H
#define JANUS_LIB_TARGET_CPU_STRIDEDLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace janus::cpu {

/// One loop: how far it runs, and how many elements each operand moves a step.
struct LoopDim {
  bool reduction;
  mlir::OpFoldResult extent;
  llvm::SmallVector<mlir::OpFoldResult, 3> strides;
  /// Which loops of the op it is, outermost first.
  llvm::SmallVector<unsigned, 2> loops;

  /// The extent or a stride when known, else nothing.
  std::optional<int64_t> staticExtent() const { return mlir::getConstantIntValue(extent); }
  std::optional<int64_t> staticStride(unsigned operand) const { return mlir::getConstantIntValue(strides[operand]); }
  /// Whether an operand does not move along this loop.
  bool isInvariant(unsigned operand) const { return staticStride(operand) == 0; }
};

/// An op's loops, and its operands seen as one-dimensional.
struct StridedLoops {
  llvm::SmallVector<LoopDim> dims;
  llvm::SmallVector<mlir::Value, 3> buffers; ///< null for a scalar
};

/// Whether the results of a map are linear in its dimensions.
bool isLinear(mlir::AffineMap map);

/// Reads an op on buffers as strided loops; makes the one-dimensional views
/// before it. Fails, with nothing made, when a map is not linear.
mlir::FailureOr<StridedLoops> analyzeStridedLoops(mlir::OpBuilder &builder, mlir::linalg::LinalgOp op);

/// Adds an operand that is read or written by the op's loops through `map`.
void addOperand(mlir::OpBuilder &builder, mlir::Location loc, StridedLoops &loops, mlir::Value buffer,
                mlir::AffineMap map);

/// Makes one loop of neighbours that every operand walks as one, except those
/// in `apart`.
void mergeLoops(mlir::OpBuilder &builder, mlir::Location loc, StridedLoops &loops, llvm::ArrayRef<bool> apart);

} // namespace janus::cpu

#endif // JANUS_LIB_TARGET_CPU_STRIDEDLOOPS_H
