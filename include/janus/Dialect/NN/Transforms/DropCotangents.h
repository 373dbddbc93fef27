//===- DropCotangents.h - a backward pass from some results -----*- C++ -*-===//

#ifndef JANUS_DIALECT_NN_TRANSFORMS_DROPCOTANGENTS_H
#define JANUS_DIALECT_NN_TRANSFORMS_DROPCOTANGENTS_H

#include "janus/Dialect/NN/IR/NN.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace janus::nn {

/// Makes a backward function one for calls that have no derivative by the results
/// with these numbers: no path from those is taken. The arguments stay, for their
/// sizes alone; gradients that no path leads to any more are uninitialised.
mlir::LogicalResult dropCotangents(mlir::func::FuncOp backward, llvm::ArrayRef<int64_t> absent);

} // namespace janus::nn

#endif // JANUS_DIALECT_NN_TRANSFORMS_DROPCOTANGENTS_H
