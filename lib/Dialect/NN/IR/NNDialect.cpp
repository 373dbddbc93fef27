//===- NNDialect.cpp - the nn dialect -------------------------------------===//

#include "janus/Dialect/NN/IR/NN.h"
#include "mlir/IR/Builders.h"

using namespace janus;
using namespace janus::nn;

#include "janus/Dialect/NN/IR/NNDialect.cpp.inc"
#define GET_OP_CLASSES
#include "janus/Dialect/NN/IR/NNOps.cpp.inc"

void NNDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "janus/Dialect/NN/IR/NNOps.cpp.inc"
      >();
}
