//===- World.h - reading the closed world -----------------------*- C++ -*-===//
//
// Questions that inference asks about the functions, objects and states of a
// module. What objects hold is what they hold when the call starts, except for
// attributes that some code assigns to.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_ANALYSIS_WORLD_H
#define JANUS_ANALYSIS_WORLD_H

#include "janus/Analysis/Knowledge.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSet.h"

namespace janus {

/// A view of the module at the time it was made; stale once functions are
/// added or removed.
class World {
public:
  explicit World(mlir::ModuleOp module);

  mlir::ModuleOp getModule() const { return module; }
  mlir::MLIRContext *getContext() const { return module->getContext(); }

  /// The op a reference names, as the given class, or null.
  template <typename OpT> OpT lookup(mlir::Attribute reference) {
    auto ref = llvm::dyn_cast_if_present<imperative::RefAttr>(reference);
    return ref ? symbols.lookup<OpT>(ref.getSymbol().getAttr()) : OpT();
  }

  /// What is known of the object that `constant` stands for: itself, or its
  /// type where it is a state.
  Knowledge describe(mlir::Attribute constant);

  /// Whether some code of the module names a context manager for the grad mode.
  bool changesGradMode() const { return namesGradMode; }

  /// What torch.get_default_dtype() gives; null stands for float32.
  mlir::Type getDefaultDtype() const { return defaultDtype; }

  /// Whether code of the module may assign to the attribute: then what the
  /// object holds is known only where no assignment may come before
  /// (PromoteAttributes.cpp).
  bool isAssigned(imperative::ObjectOp object, llvm::StringRef name) const;
  bool assignsAttributes() const { return !assigned.empty(); }
  /// Whether some code of the module assigns to an attribute of that name.
  bool isAssigned(llvm::StringRef name) const { return assigned.contains(name); }

  /// The function that a library function is compiled from, where there is one;
  /// the module's attribute `imperative.implementations` names them.
  mlir::Attribute getImplementation(llvm::StringRef name) const;

  /// Whether the library object of that qualified name does not exist, though
  /// code may ask for it; the module's attribute `imperative.absent` lists them.
  bool isAbsent(llvm::StringRef name) const { return absent.contains(name); }

  /// What the global or builtin name is for code of the Python module that
  /// `globals` describes; null when the world does not say.
  mlir::Attribute getGlobal(mlir::FlatSymbolRefAttr globals, llvm::StringRef name);

private:
  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  mlir::Type defaultDtype;
  bool namesGradMode = false;
  llvm::StringSet<> assigned, absent;
};

} // namespace janus

#endif // JANUS_ANALYSIS_WORLD_H
