//===- Table.h - how families add their entries -----------------*- C++ -*-===//

#ifndef JANUS_LIBRARY_TABLE_H
#define JANUS_LIBRARY_TABLE_H

#include "janus/Library/Emitter.h"
#include "janus/Library/Library.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringMap.h"

namespace janus::library {

/// The table of one context.
class Table {
public:
  explicit Table(mlir::MLIRContext *context);

  /// What `add` gives, to hang other names on.
  class Entry {
  public:
    Entry(Table &table, size_t index) : table(table), index(index) {}
    /// Another name with the same signature.
    Entry &alias(llvm::StringRef name);
    /// Another name with a signature of its own; parameters are matched by
    /// name (`self` and `input` are one). `inplace` may be among them.
    Entry &alias(llvm::StringRef name, llvm::StringRef signature);
    /// The in-place form `name`: the same, then written into the first argument.
    Entry &inplace(llvm::StringRef name, llvm::StringRef signature);
    /// The result is a view of the first argument.
    Entry &view();
    /// Read as an attribute, not called.
    Entry &attribute();
    /// It takes numbers from torch's generator.
    Entry &draws();
    /// The result is a numpy.ndarray, as that of every function of numpy's is.
    Entry &array();

  private:
    Table &table;
    size_t index;
  };

  /// Adds the entry `name` with a Python signature like
  /// `"(input, dim=None, *, dtype=None)"`.
  Entry add(llvm::StringRef name, llvm::StringRef signature, EmitFn emit);
  /// Adds `torch.<name>(input<parameters>)` and the method of that name; the
  /// parameters begin with a comma, if there are any.
  Entry addBoth(llvm::StringRef name, llvm::StringRef parameters, EmitFn emit);
  /// The same with the method's in-place form.
  Entry addWithInplace(llvm::StringRef name, llvm::StringRef parameters, EmitFn emit);

  const Function *lookup(llvm::StringRef name) const;
  const std::vector<Function> &getFunctions() const { return functions; }
  mlir::MLIRContext *getContext() const { return context; }

private:
  size_t insert(Function function);
  void addName(llvm::StringRef name, size_t index);

  mlir::MLIRContext *context;
  std::vector<Function> functions;
  llvm::StringMap<size_t> names;
};

/// `emit` for functions whose first `count` arguments must be tensors: a number there, which eager refuses, is not made
/// one.
EmitFn onTensors(unsigned count, EmitFn emit);

/// Dtypes by kind.
enum Dtypes : unsigned { Halves = 1, Ints = 2, Bools = 4 };
/// `emit` for functions that PyTorch does not have for some kinds of dtypes of the first argument.
EmitFn exceptFor(unsigned kinds, EmitFn emit);

/// clamp(input, min, max) whose bounds are tensors or None.
Failable emitClampByTensors(Emitter &emitter, llvm::ArrayRef<Operand> operands);

/// pad(input, pad, mode) for the modes 'reflect', 'replicate' and 'circular'.
Failable emitPadByIndex(Emitter &emitter, const Operand &input, llvm::ArrayRef<int64_t> pads, llvm::StringRef mode);

/// Parses a signature; reports a fatal error for one that is malformed, which
/// is a bug in the table.
std::vector<Parameter> parseSignature(mlir::MLIRContext *context, llvm::StringRef text);

// One function for each family, in a file of the same name.
void addActivations(Table &table);
void addArithmetic(Table &table);
void addArrays(Table &table);
void addAttention(Table &table);
void addCombining(Table &table);
void addComparisons(Table &table);
void addContractions(Table &table);
void addConvolutions(Table &table);
void addCreation(Table &table);
void addGates(Table &table);
void addIndexing(Table &table);
void addLosses(Table &table);
void addMathematics(Table &table);
void addMatrices(Table &table);
void addNormalization(Table &table);
void addPairLosses(Table &table);
void addPooling(Table &table);
void addRandom(Table &table);
void addRearranging(Table &table);
void addRecurrent(Table &table);
void addReductions(Table &table);
void addResampling(Table &table);
void addScattering(Table &table);
void addSelection(Table &table);
void addShapes(Table &table);
void addSorting(Table &table);
void addStatistics(Table &table);
void addTensorAttributes(Table &table);

} // namespace janus::library

#endif // JANUS_LIBRARY_TABLE_H
