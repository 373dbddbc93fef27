//===- CountedLoop.h - a while loop as a loop with a trip count -*- C++ -*-===//

#ifndef JANUS_LIB_DIALECT_NN_TRANSFORMS_COUNTEDLOOP_H
#define JANUS_LIB_DIALECT_NN_TRANSFORMS_COUNTEDLOOP_H

#include "GradientFlow.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace janus::nn {

/// Replaces a loop without a trip count by one that counts its iterations, an
/// `scf.for` of that many, and the condition's values once more at the end. Fails
/// where the loop has effects, which may happen only once.
mlir::LogicalResult countLoop(mlir::scf::WhileOp loop);

/// Does that with every such loop through which gradients flow; `flow` says how
/// they flow now.
void countActiveLoops(llvm::function_ref<GradientFlow()> flow);

} // namespace janus::nn

#endif // JANUS_LIB_DIALECT_NN_TRANSFORMS_COUNTEDLOOP_H
