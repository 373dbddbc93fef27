//===- Imperative.h - the imperative dialect --------------------*- C++ -*-===//

#ifndef JANUS_DIALECT_IMPERATIVE_IR_IMPERATIVE_H
#define JANUS_DIALECT_IMPERATIVE_IR_IMPERATIVE_H

#include "janus/Dialect/Imperative/IR/ImperativeEffects.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "janus/Dialect/Imperative/IR/ImperativeDialect.h.inc"
#include "janus/Dialect/Imperative/IR/ImperativeEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "janus/Dialect/Imperative/IR/ImperativeTypes.h.inc"

namespace janus::imperative {

/// Whether every object of type `type` is one of type `wider`. It is where a
/// value may stand for another: `object` is top, tensors may know more of their
/// shape, tuples refine by element; lists and dicts can be written to and so must be equal.
bool refines(mlir::Type type, mlir::Type wider);

/// The same for lists of types of equal length.
bool refines(mlir::TypeRange types, mlir::TypeRange wider);

} // namespace janus::imperative

#define GET_ATTRDEF_CLASSES
#include "janus/Dialect/Imperative/IR/ImperativeAttrs.h.inc"

#define GET_OP_CLASSES
#include "janus/Dialect/Imperative/IR/ImperativeOps.h.inc"

#endif // JANUS_DIALECT_IMPERATIVE_IR_IMPERATIVE_H
