//===- PythonDialect.cpp - registration -----------------------------------===//

#include "janus/Dialect/Python/IR/Python.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace janus::python;

#include "janus/Dialect/Python/IR/PythonDialect.cpp.inc"
#include "janus/Dialect/Python/IR/PythonEnums.cpp.inc"

void PythonDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "janus/Dialect/Python/IR/PythonOps.cpp.inc"
      >();
}
