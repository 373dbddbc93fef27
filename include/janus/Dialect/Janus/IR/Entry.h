//===- Entry.h - what an entry of the value level takes and gives -*- C++ -*-===//
//
// The `janus.*` attributes on a function's arguments and results, as a struct
// and as JSON. Both ways out use it: the call from Python, and export.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_DIALECT_JANUS_IR_ENTRY_H
#define JANUS_DIALECT_JANUS_IR_ENTRY_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/JSON.h"
#include <string>

namespace janus {

/// One argument or result.
struct EntryValue {
  enum class Kind { Argument, State, Result, Update, Gradient };

  Kind kind;
  std::string name;        ///< parameter, or path of the state
  mlir::Type type;         ///< ranked tensor, i64, f64 or i1
  bool gradAbsent = false; ///< a state: its .grad must be None (`janus.grad_absent`)
};

/// The arguments and results of an entry, in order.
struct EntrySignature {
  std::string name;
  llvm::SmallVector<EntryValue> arguments, results;
  std::string output; ///< the JSON tree of what Python returns (`janus.output`)
};

/// Whether the function is an entry: one of its arguments or results carries a
/// `janus.*` attribute, or it has a `janus.output`.
bool isEntry(mlir::FunctionOpInterface function);

/// The signature of an entry; an error on the function where an argument or
/// result says nothing of itself or has a type that the C ABI has not.
mlir::FailureOr<EntrySignature> getEntrySignature(mlir::FunctionOpInterface function);

/// {"name", "arguments": [{"kind", "name", "dtype", "shape"}], "results": [...],
/// "output": ...}; shape is null for a number, -1 stands for an open size.
llvm::json::Value toJSON(const EntrySignature &signature);

/// The name of an element type in signatures ("f32", "i64", "bool"), or "".
llvm::StringRef getDTypeName(mlir::Type type);

} // namespace janus

#endif // JANUS_DIALECT_JANUS_IR_ENTRY_H
