//===- Constants.h - buffers that stay what they are ------------*- C++ -*-===//

#ifndef JANUS_LIB_TARGET_CPU_CONSTANTS_H
#define JANUS_LIB_TARGET_CPU_CONSTANTS_H

#include "mlir/IR/Value.h"

namespace janus::cpu {

/// The buffer that `buffer` is a view of, however it was made.
mlir::Value viewedBuffer(mlir::Value buffer);

/// Whether a buffer is (a view of) frozen state.
bool isFrozen(mlir::Value buffer);

} // namespace janus::cpu

#endif // JANUS_LIB_TARGET_CPU_CONSTANTS_H
