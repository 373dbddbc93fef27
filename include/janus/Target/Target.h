//===- Target.h - the machine that code is made for -------------*- C++ -*-===//
//
// A target travels with the module as its attribute `janus.target`.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_TARGET_TARGET_H
#define JANUS_TARGET_TARGET_H

#include "janus/Dialect/Janus/IR/Janus.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace janus {

/// The name of the module attribute that holds the target.
inline constexpr llvm::StringLiteral kTargetAttrName = "janus.target";

/// The machine this process runs on.
TargetAttr targetFromHost(mlir::MLIRContext *context);

/// The target that `name` names: `host` (also `cpu`), or `cpu:<LLVM cpu>` such
/// as `cpu:x86-64-v3`. Reports an unknown name through `emitError` and then
/// returns null. Nothing of the host leaks into a named target.
TargetAttr targetFromName(mlir::MLIRContext *context, llvm::StringRef name,
                          llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// The module's target, or null when none is set.
TargetAttr getTarget(mlir::ModuleOp module);

/// The module's target; the host is set when there was none.
TargetAttr getOrSetTarget(mlir::ModuleOp module);

/// Makes the LLVM backends of the CPUs known. Cheap after the first call.
void initializeCPUTargets();

} // namespace janus

#endif // JANUS_TARGET_TARGET_H
