//===- Object.h - LLVM dialect to LLVM IR, assembly, objects ----*- C++ -*-===//

#ifndef JANUS_TARGET_CPU_OBJECT_H
#define JANUS_TARGET_CPU_OBJECT_H

#include "janus/Target/Target.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace janus::cpu {

/// How far a module is taken.
enum class OutputKind { LLVMIR, Assembly, Object };

/// The LLVM machine for `target`. Position independent, no floating-point
/// liberties but contraction. Null after an error on `op`.
std::unique_ptr<llvm::TargetMachine> createTargetMachine(mlir::Operation *op, TargetAttr target, unsigned optLevel = 3);

/// Translates a module of the LLVM dialect to LLVM IR for the machine. Null
/// after an error on the module.
std::unique_ptr<llvm::Module> translate(mlir::ModuleOp module, llvm::LLVMContext &context,
                                        llvm::TargetMachine &machine);

/// Runs LLVM's pipeline of the given level. Touches nothing of MLIR: modules in
/// contexts of their own, with machines of their own, may be optimised and
/// written at once.
void optimize(llvm::Module &ir, llvm::TargetMachine &machine, unsigned optLevel = 3);

/// Writes optimised LLVM IR; false where the machine has no such output.
bool write(llvm::Module &ir, llvm::TargetMachine &machine, OutputKind kind, llvm::raw_pwrite_stream &stream);

/// Writes a module of the LLVM dialect, for the target it carries (the host
/// when it carries none), as one file of LLVM IR, assembly or an object.
mlir::LogicalResult emit(mlir::ModuleOp module, OutputKind kind, llvm::raw_pwrite_stream &stream,
                         unsigned optLevel = 3);

} // namespace janus::cpu

#endif // JANUS_TARGET_CPU_OBJECT_H
