//===- Polls.h - what asks whether a loop is to go on -----------*- C++ -*-===//

#ifndef JANUS_LIB_TARGET_CPU_POLLS_H
#define JANUS_LIB_TARGET_CPU_POLLS_H

#include "janus/Dialect/Janus/IR/Janus.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace janus::cpu {

/// The call that asks, if the assumption is one of `--janus-insert-polls`; else null.
mlir::func::CallOp findPoll(AssumeOp assume);

} // namespace janus::cpu

#endif // JANUS_LIB_TARGET_CPU_POLLS_H
