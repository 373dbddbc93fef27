//===- ToolInput.h - tools that damaged bytecode cannot crash ---*- C++ -*-===//

#ifndef JANUS_SUPPORT_TOOLINPUT_H
#define JANUS_SUPPORT_TOOLINPUT_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Support/LLVM.h"

namespace janus {

/// Reads every input of a tool that is MLIR bytecode once in a child process
/// with bounded memory and time: MLIR's reader trusts lengths and offsets in
/// the file, so a damaged one can crash it. Prints an error and fails for a file
/// that the child did not survive. A piped standard input is kept and can
/// be read afterwards.
mlir::LogicalResult checkToolInput(int argc, char **argv, const mlir::DialectRegistry &registry);

} // namespace janus

#endif // JANUS_SUPPORT_TOOLINPUT_H
