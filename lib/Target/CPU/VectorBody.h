//===- VectorBody.h - bodies of layers on vectors ---------------*- C++ -*-===//

#ifndef JANUS_LIB_TARGET_CPU_VECTORBODY_H
#define JANUS_LIB_TARGET_CPU_VECTORBODY_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace janus::cpu {

/// A square of vectors with rows and columns exchanged, in registers.
llvm::SmallVector<mlir::Value> turnOver(mlir::OpBuilder &builder, mlir::Location loc,
                                        llvm::SmallVector<mlir::Value> rows);

/// What the body of an elementwise op gives for vectors of elements. `operandAt`
/// gives the vector of an operand, `outside` that of a value from outside of the body
/// that is no constant.
mlir::Value evaluateBody(mlir::OpBuilder &builder, mlir::linalg::GenericOp op, mlir::VectorType vector,
                         llvm::function_ref<mlir::Value(mlir::OpOperand &)> operandAt,
                         llvm::function_ref<mlir::Value(mlir::Value)> outside);

/// Values from outside that the body uses and that are no constants.
llvm::SmallVector<mlir::Value> valuesFromOutside(mlir::linalg::GenericOp op);

} // namespace janus::cpu

#endif // JANUS_LIB_TARGET_CPU_VECTORBODY_H
