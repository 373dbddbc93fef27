//===- Object.h - LLVM dialect to LLVM IR, assembly, objects ----*- C++ -*-===//

#ifndef JANUS_TARGET_CPU_OBJECT_H
#define JANUS_TARGET_CPU_OBJECT_H

#include "janus/Target/Target.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace janus::cpu {

class ObjectCache;

/// How far a module is taken.
enum class OutputKind { LLVMIR, Assembly, Object };

/// The LLVM machine for `target`. Position independent, no floating-point
/// liberties but contraction. Null after an error on `op`.
std::unique_ptr<llvm::TargetMachine> createTargetMachine(mlir::Operation *op, TargetAttr target,
                                                         unsigned optLevel = 3);

/// Translates a module of the LLVM dialect to LLVM IR for its target and runs
/// LLVM's pipeline of the given level. Null after an error on the module.
std::unique_ptr<llvm::Module> translateAndOptimize(mlir::ModuleOp module, llvm::LLVMContext &context,
                                                   llvm::TargetMachine &machine, unsigned optLevel = 3);

/// Writes a module of the LLVM dialect, for the target it carries (the host
/// when it carries none), as LLVM IR, assembly or an object.
mlir::LogicalResult emit(mlir::ModuleOp module, OutputKind kind, llvm::raw_pwrite_stream &stream,
                         unsigned optLevel = 3);

/// The bytes of the object, or failure after an error on the module. With a
/// cache, an object that was compiled before is taken from it.
mlir::FailureOr<std::string> compileToObject(mlir::ModuleOp module, unsigned optLevel = 3,
                                             ObjectCache *cache = nullptr);

} // namespace janus::cpu

#endif // JANUS_TARGET_CPU_OBJECT_H
