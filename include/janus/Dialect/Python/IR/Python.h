//===- Python.h - the python dialect ----------------------------*- C++ -*-===//

#ifndef JANUS_DIALECT_PYTHON_IR_PYTHON_H
#define JANUS_DIALECT_PYTHON_IR_PYTHON_H

#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "janus/Dialect/Python/IR/RuntimeFunctions.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "janus/Dialect/Python/IR/PythonDialect.h.inc"
#include "janus/Dialect/Python/IR/PythonEnums.h.inc"

#define GET_OP_CLASSES
#include "janus/Dialect/Python/IR/PythonOps.h.inc"

namespace janus::python {

/// Whether the value is a reference that the body holds and must give up: not a
/// condition, and not what the constants or the frame hold.
bool isOwned(mlir::Value value);

/// Whether the value is a reference, owned or borrowed.
bool isReference(mlir::Value value);

/// Whether the op takes over the reference that it gets as this operand.
bool consumesOperand(mlir::OpOperand &operand);

} // namespace janus::python

#endif // JANUS_DIALECT_PYTHON_IR_PYTHON_H
