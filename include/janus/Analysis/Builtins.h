//===- Builtins.h - names of Python and torch -------------------*- C++ -*-===//
//
// What inference knows of library objects that are no functions of the library
// table: which names exist, which are dtypes, which are numbers.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_ANALYSIS_BUILTINS_H
#define JANUS_ANALYSIS_BUILTINS_H

#include "mlir/IR/Attributes.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace janus {

/// Whether `name` is in Python's builtins module.
bool isBuiltinName(llvm::StringRef name);

/// Whether a qualified name is that of a torch dtype.
bool isDtypeName(llvm::StringRef name);

/// The one name of a library object that has several (`torch.float` is
/// `torch.float32`).
std::string getCanonicalName(llvm::StringRef name);

/// The value of a library object that is a number or other plain constant
/// (`math.pi`, `torch.inf`); null for others.
mlir::Attribute getLibraryConstant(mlir::MLIRContext *context, llvm::StringRef name);

/// Whether a qualified name is `__enter__` or `__exit__` of a context manager
/// that sets the grad mode.
bool isGradModeChange(llvm::StringRef name);

/// Whether the Python class `name` is the class `base` or derives from it, both
/// qualified builtin classes.
bool isBuiltinSubclass(llvm::StringRef name, llvm::StringRef base);

} // namespace janus

#endif // JANUS_ANALYSIS_BUILTINS_H
