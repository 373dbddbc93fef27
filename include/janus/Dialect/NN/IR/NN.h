//===- NN.h - the nn dialect ------------------------------------*- C++ -*-===//

#ifndef JANUS_DIALECT_NN_IR_NN_H
#define JANUS_DIALECT_NN_IR_NN_H

#include "janus/Dialect/Janus/IR/Janus.h"
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

#define GET_OP_CLASSES
#include "janus/Dialect/NN/IR/NNOps.h.inc"

#endif // JANUS_DIALECT_NN_IR_NN_H
