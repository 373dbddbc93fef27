//===- Optimizers.h - one step of an optimiser on values --------*- C++ -*-===//
//
// What `step()` of PyTorch's optimisers does with one parameter, in its order
// of operations (the code path without `foreach` and `fused`, which is what it
// takes for tensors on CPUs).
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_LIBRARY_OPTIMIZERS_H
#define JANUS_LIBRARY_OPTIMIZERS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

namespace janus::library {

/// The numbers in a parameter group of `torch.optim.SGD` that decide what is
/// done; the learning rate is a value.
struct SgdOptions {
  double momentum = 0.0;
  double dampening = 0.0;
  double weightDecay = 0.0;
  bool nesterov = false;
  bool maximize = false;
};

/// A parameter and what `optimizer.state` holds for it.
struct SgdState {
  mlir::Value parameter;
  /// Null at the first step, where the state has none yet, and without
  /// momentum.
  mlir::Value momentumBuffer;
};

/// The state after a step of SGD with learning rate `lr` (an f64).
SgdState emitSgdStep(mlir::OpBuilder &b, mlir::Location loc, SgdState state, mlir::Value grad, mlir::Value lr,
                     const SgdOptions &options);

/// The same for `torch.optim.Adam` and, with `decoupled`, `torch.optim.AdamW`.
struct AdamOptions {
  double beta1 = 0.9;
  double beta2 = 0.999;
  double eps = 1e-8;
  double weightDecay = 0.0;
  bool amsgrad = false;
  bool maximize = false;
  bool decoupled = false;
};

/// A parameter and what `optimizer.state` holds for it; zeros at the first
/// step.
struct AdamState {
  mlir::Value parameter;
  /// The number of steps so far, a float tensor of no dimensions.
  mlir::Value step;
  mlir::Value expAvg;
  mlir::Value expAvgSq;
  /// Null without amsgrad.
  mlir::Value maxExpAvgSq;
};

/// The state after a step of Adam with learning rate `lr` (an f64).
AdamState emitAdamStep(mlir::OpBuilder &b, mlir::Location loc, AdamState state, mlir::Value grad, mlir::Value lr,
                       const AdamOptions &options);

} // namespace janus::library

#endif // JANUS_LIBRARY_OPTIMIZERS_H
