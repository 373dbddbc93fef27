//===- World.h - reading the closed world -----------------------*- C++ -*-===//
//
// Questions that inference asks about the functions, objects and states of a
// module.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_ANALYSIS_WORLD_H
#define JANUS_ANALYSIS_WORLD_H

#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSet.h"

namespace janus {

/// A view of the module at the time it was made; stale once functions are
/// added, removed or rewritten.
class World {
public:
  explicit World(mlir::ModuleOp module);

  mlir::ModuleOp getModule() const { return module; }

  /// The op a reference names, as the given class, or null.
  template <typename OpT> OpT lookup(mlir::Attribute reference) {
    auto ref = llvm::dyn_cast_if_present<imperative::RefAttr>(reference);
    return ref ? symbols.lookup<OpT>(ref.getSymbol().getAttr()) : OpT();
  }

  /// Whether some code of the module assigns or deletes an attribute of this
  /// name: what objects hold under it may then change during the call.
  bool isAttributeWritten(llvm::StringRef name) const { return writtenAttributes.contains(name); }
  /// The same for global names.
  bool isGlobalWritten(llvm::StringRef name) const { return writtenGlobals.contains(name); }

  /// What the object's attribute holds when the call starts; null when the
  /// world does not say.
  mlir::Attribute getField(imperative::ObjectOp object, llvm::StringRef name) {
    return object.getFields().get(name);
  }

  /// What the global or builtin name is for code of the Python module that
  /// `globals` describes; null when the world does not say.
  mlir::Attribute getGlobal(mlir::FlatSymbolRefAttr globals, llvm::StringRef name);

private:
  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  llvm::StringSet<> writtenAttributes, writtenGlobals;
};

} // namespace janus

#endif // JANUS_ANALYSIS_WORLD_H
