//===- NNDialect.cpp - the nn dialect -------------------------------------===//

#include "janus/Dialect/NN/IR/NNGraph.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace janus;
using namespace janus::nn;

#include "janus/Dialect/NN/IR/NNDialect.cpp.inc"
#include "janus/Dialect/NN/IR/NNEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "janus/Dialect/NN/IR/NNAttrs.cpp.inc"
#define GET_OP_CLASSES
#include "janus/Dialect/NN/IR/NNGraphOps.cpp.inc"
#define GET_OP_CLASSES
#include "janus/Dialect/NN/IR/NNOps.cpp.inc"

void NNDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "janus/Dialect/NN/IR/NNAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "janus/Dialect/NN/IR/NNGraphOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "janus/Dialect/NN/IR/NNOps.cpp.inc"
      >();
}
