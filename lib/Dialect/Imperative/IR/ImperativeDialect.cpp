//===- ImperativeDialect.cpp - registration and attributes ----------------===//

#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace janus::imperative;

#include "janus/Dialect/Imperative/IR/ImperativeDialect.cpp.inc"
#include "janus/Dialect/Imperative/IR/ImperativeEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "janus/Dialect/Imperative/IR/ImperativeAttrs.cpp.inc"

void ImperativeDialect::initialize() {
  registerTypes();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "janus/Dialect/Imperative/IR/ImperativeAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "janus/Dialect/Imperative/IR/ImperativeOps.cpp.inc"
      >();
}
