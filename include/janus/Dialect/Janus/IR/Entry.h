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
#include <vector>

namespace janus {

/// One argument or result.
struct EntryValue {
  enum class Kind { Argument, State, Cotangent, Saved, Result, Update, Gradient };

  Kind kind;
  std::string name;        ///< parameter, path of the state, or number of the result
  mlir::Type type;         ///< ranked tensor, i64, f64 or i1
  bool gradAbsent = false; ///< a state: its .grad must be None (`janus.grad_absent`)
  /// A result of a backward function: whose gradient it is (`janus.gradient_of`)
  /// and through which results of the forward function (`janus.through`).
  std::string gradientOf = {};
  std::vector<int64_t> through = {};
  /// For each of those the result that says whether there is a path in this
  /// run, -1 where there always is (`janus.through_if`); may be empty.
  std::vector<int64_t> throughIf = {};
  /// A cotangent: the results that share what is kept with this one
  /// (`janus.used_up_by`).
  std::vector<int64_t> usedUpBy = {};
  /// Whether a backward function reads no more of the argument than its sizes (`janus.unused`).
  bool isUnused = false;
};

/// A tensor that eager keeps for a backward pass, and raises where it was written before that comes along.
struct WatchedTensor {
  EntryValue::Kind kind; ///< argument, state or result
  std::string name;
  std::vector<int64_t> through; ///< from which results
};

/// The arguments and results of an entry, in order.
struct EntrySignature {
  std::string name;
  llvm::SmallVector<EntryValue> arguments, results;
  std::string output;                 ///< the JSON tree of what Python returns (`janus.output`)
  bool readsWritten = false;          ///< a backward function whose result depends on what the forward one writes
  std::string backward;               ///< the function that gives its gradients (`janus.backward`), or ""
  std::vector<WatchedTensor> watched; ///< of a backward function: what is watched (`janus.watched`)
  std::string writes;                 ///< a JSON list of what is assigned to attributes (`janus.writes`); may be empty
};

/// Whether the function is an entry: one of its arguments or results carries a
/// `janus.*` attribute, or it has a `janus.output`.
bool isEntry(mlir::FunctionOpInterface function);

/// The signature of an entry; an error on the function where an argument or
/// result says nothing of itself or has a type that the C ABI has not.
mlir::FailureOr<EntrySignature> getEntrySignature(mlir::FunctionOpInterface function);

/// {"name", "arguments": [{"kind", "name", "dtype", "shape"}], "results": [...],
/// "output": ..., "backward": ..., "writes": [{"object", "attribute", "value"}]}; shape is null for a number, -1 stands
/// for an open size.
llvm::json::Value toJSON(const EntrySignature &signature);

/// The name of an element type in signatures ("f32", "i64", "bool"), or "".
llvm::StringRef getDTypeName(mlir::Type type);

} // namespace janus

#endif // JANUS_DIALECT_JANUS_IR_ENTRY_H
