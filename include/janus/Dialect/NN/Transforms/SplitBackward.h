//===- SplitBackward.h - a function and its backward function ---*- C++ -*-===//

#ifndef JANUS_DIALECT_NN_TRANSFORMS_SPLITBACKWARD_H
#define JANUS_DIALECT_NN_TRANSFORMS_SPLITBACKWARD_H

#include "janus/Dialect/NN/IR/NN.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace janus::nn {

/// Gives an entry whose results depend on arguments marked `janus.requires_grad`
/// a backward function, behind it in the module. An entry without such results
/// stays as it is.
mlir::LogicalResult splitBackward(mlir::func::FuncOp entry);

} // namespace janus::nn

#endif // JANUS_DIALECT_NN_TRANSFORMS_SPLITBACKWARD_H
