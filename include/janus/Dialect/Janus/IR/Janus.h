//===- Janus.h - the janus dialect ------------------------------*- C++ -*-===//

#ifndef JANUS_DIALECT_JANUS_IR_JANUS_H
#define JANUS_DIALECT_JANUS_IR_JANUS_H

#include "janus/Runtime/random.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "janus/Dialect/Janus/IR/JanusDialect.h.inc"
#include "janus/Dialect/Janus/IR/JanusEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "janus/Dialect/Janus/IR/JanusAttrs.h.inc"

#define GET_OP_CLASSES
#include "janus/Dialect/Janus/IR/JanusOps.h.inc"

namespace janus {

/// The name of the state that is torch's generator of random numbers.
inline constexpr llvm::StringLiteral kGeneratorName = "torch.default_generator";

/// The type of a generator's state as a value.
inline mlir::RankedTensorType generatorType(mlir::MLIRContext *context) {
  return mlir::RankedTensorType::get({JANUS_GENERATOR_WORDS}, mlir::IntegerType::get(context, 64));
}

} // namespace janus

#endif // JANUS_DIALECT_JANUS_IR_JANUS_H
