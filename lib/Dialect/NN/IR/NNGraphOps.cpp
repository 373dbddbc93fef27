//===- NNGraphOps.cpp - what eager's graph keeps --------------------------===//

#include "janus/Dialect/NN/IR/NNGraph.h"

using namespace janus::nn;
using namespace mlir;

LogicalResult KeepOp::verify() {
  if (getOf().empty())
    return emitOpError("expected the values of an operation that keeps the tensor");
  unsigned holders = 0;
  for (StringRef name : {"janus.arg", "janus.state", "janus.result", "overwritten"})
    holders += (*this)->hasAttr(name);
  if (holders > 1)
    return emitOpError("expected one of janus.arg, janus.state, janus.result, overwritten, found ") << holders;
  return success();
}
