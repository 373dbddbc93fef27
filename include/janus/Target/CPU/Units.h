//===- Units.h - the objects that a program is made of ----------*- C++ -*-===//
//
// A kernel (a loop nest that janus-outline-kernels named by its digest) is a
// unit of its own: compiled alone, cached alone, shared by all programs that
// call it. What is left is the driver.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_TARGET_CPU_UNITS_H
#define JANUS_TARGET_CPU_UNITS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>
#include <vector>

namespace janus::cpu {

class ObjectCache;

/// The units of a module of the LLVM dialect, the driver first, which all carry
/// the module's attributes. Each kernel comes with the private functions and
/// constants that it uses; the driver declares it. A kernel that uses anything
/// else of the module's own stays in the driver. The module is not changed.
llvm::SmallVector<mlir::OwningOpRef<mlir::ModuleOp>> splitKernels(mlir::ModuleOp module);

/// The objects of a module of the LLVM dialect, the driver's first, or failure
/// after an error on the module. They belong together: linked, they are the
/// module. With a cache, only those that it lacks are compiled, on as many
/// threads as the machine has. If `program` is not empty, the cache remembers
/// under this key which objects these are.
mlir::FailureOr<std::vector<std::string>> compileToObjects(mlir::ModuleOp module, unsigned optLevel = 3,
                                                           ObjectCache *cache = nullptr, llvm::StringRef program = "");

/// What compileToObjects gave for this program, if the cache still has it all.
std::optional<std::vector<std::string>> loadObjects(ObjectCache &cache, llvm::StringRef program);

/// The key of what a module of any level is lowered to, for the target that it
/// carries (the host when it carries none), where `how` says what else decides
/// what becomes of it.
std::string programKey(mlir::ModuleOp module, llvm::StringRef how, unsigned optLevel = 3);

} // namespace janus::cpu

#endif // JANUS_TARGET_CPU_UNITS_H
