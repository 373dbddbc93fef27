//===- NN.h - the nn dialect ------------------------------------*- C++ -*-===//

#ifndef JANUS_DIALECT_NN_IR_NN_H
#define JANUS_DIALECT_NN_IR_NN_H

#include "janus/Dialect/Janus/IR/Janus.h"
#include "janus/Dialect/NN/IR/ShapeInference.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "janus/Dialect/NN/IR/NNDialect.h.inc"
#include "janus/Dialect/NN/IR/NNEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "janus/Dialect/NN/IR/NNAttrs.h.inc"

#define GET_OP_CLASSES
#include "janus/Dialect/NN/IR/NNOps.h.inc"

namespace janus::nn {

/// Creates an op whose result types are inferred, or emits the error of its
/// rule and fails (`Op::create` ends the process there). Takes what the
/// generated builder takes after the result types.
template <typename OpTy, typename... Args>
mlir::FailureOr<OpTy> tryCreate(mlir::OpBuilder &builder, mlir::Location loc, Args &&...args) {
  mlir::OperationState state(loc, OpTy::getOperationName());
  mlir::Type unknown = builder.getNoneType();
  if constexpr (OpTy::template hasTrait<mlir::OpTrait::OneResult>())
    OpTy::build(builder, state, unknown, std::forward<Args>(args)...);
  else
    OpTy::build(builder, state, unknown, unknown, unknown, std::forward<Args>(args)...);
  state.types.clear();
  if (mlir::failed(OpTy::inferReturnTypes(builder.getContext(), loc, state.operands,
                                          state.attributes.getDictionary(builder.getContext()),
                                          state.getRawProperties(), state.regions, state.types)))
    return mlir::failure();
  return mlir::cast<OpTy>(builder.create(state));
}

} // namespace janus::nn

#endif // JANUS_DIALECT_NN_IR_NN_H
