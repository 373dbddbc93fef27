//===- Janus.h - the janus dialect ------------------------------*- C++ -*-===//

#ifndef JANUS_DIALECT_JANUS_IR_JANUS_H
#define JANUS_DIALECT_JANUS_IR_JANUS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "janus/Dialect/Janus/IR/JanusDialect.h.inc"
#include "janus/Dialect/Janus/IR/JanusEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "janus/Dialect/Janus/IR/JanusAttrs.h.inc"

#define GET_OP_CLASSES
#include "janus/Dialect/Janus/IR/JanusOps.h.inc"

#endif // JANUS_DIALECT_JANUS_IR_JANUS_H
