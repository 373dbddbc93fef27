//===- JanusDialect.cpp - the janus dialect -------------------------------===//

#include "janus/Dialect/Janus/IR/Janus.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace janus;

#include "janus/Dialect/Janus/IR/JanusDialect.cpp.inc"
#include "janus/Dialect/Janus/IR/JanusEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "janus/Dialect/Janus/IR/JanusAttrs.cpp.inc"
#define GET_OP_CLASSES
#include "janus/Dialect/Janus/IR/JanusOps.cpp.inc"

void JanusDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "janus/Dialect/Janus/IR/JanusAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "janus/Dialect/Janus/IR/JanusOps.cpp.inc"
      >();
}
