//===- Passes.h - loop level to machine on CPUs -----------------*- C++ -*-===//

#ifndef JANUS_TARGET_CPU_PASSES_H
#define JANUS_TARGET_CPU_PASSES_H

#include "janus/Target/Target.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace janus::cpu {

#define GEN_PASS_DECL
#include "janus/Target/CPU/Passes.h.inc"

/// Whether a function is called from outside: its arguments or results carry
/// `janus.` attributes.
bool isEntry(mlir::func::FuncOp func);

/// The prefix of an entry's symbol once it has the signature of the C ABI.
inline constexpr llvm::StringLiteral kEntryPrefix = "janus_entry_";

/// Whether a function already has the signature of the C ABI.
bool isLoweredEntry(mlir::func::FuncOp func);

/// Marks the outermost loop of a nest that computes, one op's work.
inline constexpr llvm::StringLiteral kNestAttr = "janus.nest";

/// What stands in front of a kernel's digest in its symbol.
inline constexpr llvm::StringLiteral kKernelPrefix = "janus_kernel_";

/// Marks an assumption that a test broke: what stands behind it stays.
inline constexpr llvm::StringLiteral kBrokenAttr = "janus.broken";

/// Gives a function of its module's own the name of a kernel, which is made of
/// the digest of its text and the target. The function of that name if there is
/// one already; the given one is gone then.
mlir::func::FuncOp finishKernel(mlir::func::FuncOp kernel, TargetAttr target);

/// Drops what stands behind assumptions that never hold.
void dropUnreachable(mlir::func::FuncOp func);

/// Orders checks before writes and makes updates write into their state.
mlir::LogicalResult prepareEntry(mlir::func::FuncOp entry);

/// Gives a bufferised entry the signature of the C ABI; with `freeze`, states that it does not update are marked as
/// staying what they are.
mlir::LogicalResult lowerEntry(mlir::func::FuncOp entry, bool freeze = false);

/// Marks, on the op that reads it, an argument whose buffer stays what it is from call to call.
inline constexpr llvm::StringLiteral kFrozenAttr = "janus.frozen";

/// Moves what comes from frozen state alone to where it is computed once; returns how many buffers are kept.
unsigned keepConstants(mlir::func::FuncOp entry);

/// Makes janus.draw known to bufferisation.
void registerDrawBufferization(mlir::DialectRegistry &registry);

/// How many buffers were planned, and how many slots they share.
struct MemoryPlan {
  unsigned buffers = 0, slots = 0;
};

/// Gives the temporaries of an entry with the signature of the C ABI their
/// place in the arena.
MemoryPlan planMemory(mlir::func::FuncOp entry);

#define GEN_PASS_REGISTRATION
#include "janus/Target/CPU/Passes.h.inc"

} // namespace janus::cpu

#endif // JANUS_TARGET_CPU_PASSES_H
