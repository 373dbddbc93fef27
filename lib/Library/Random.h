//===- Random.h - numbers from torch's generator ----------------*- C++ -*-===//

#ifndef JANUS_LIB_LIBRARY_RANDOM_H
#define JANUS_LIB_LIBRARY_RANDOM_H

#include "Formula.h"

namespace janus::library {

/// A new tensor of random numbers; the generator goes on. `first` and `second` are the distribution's parameters, f64
/// or i64; without them they are 0.
mlir::FailureOr<mlir::Value> draw(Emitter &emitter, Distribution distribution, llvm::ArrayRef<Operand> sizes,
                                  mlir::Type type, mlir::Value first = {}, mlir::Value second = {},
                                  mlir::Value input = {});

/// dropout(x, p) in training, for p above 0.
Formula dropOut(const Formula &x, double p);

} // namespace janus::library

#endif // JANUS_LIB_LIBRARY_RANDOM_H
