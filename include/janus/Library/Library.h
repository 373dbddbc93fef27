//===- Library.h - the table of library functions janus knows ---*- C++ -*-===//
//
// One entry a function: its names, its Python signature, and how a call of it
// is emitted on value level. The typing rule is the emission itself, run on a
// scratch block.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_LIBRARY_LIBRARY_H
#define JANUS_LIBRARY_LIBRARY_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace janus::library {

/// What a Python value is while a call is emitted: a constant (the attributes
/// of imperative.constant), an SSA value of value level (tensor, i64, f64, i1),
/// or a tuple (also a torch.Size or a named one) or list of those. A slice is a sequence of three. A list of open
/// length (`Open`) is what Elements.h makes of it. Of the named tuples, `Named` has `values` and `indices`, `Extremes`
/// has `min` and `max`.
class Operand {
public:
  enum class Kind { Constant, Value, Sequence };
  enum class SequenceKind { Tuple, Size, Named, Extremes, List, Slice, Open };

  Operand() = default;
  Operand(mlir::Attribute constant) : kind(Kind::Constant), constant(constant) {}
  Operand(mlir::Value value) : kind(Kind::Value), value(value) {}
  Operand(std::vector<Operand> elements, SequenceKind sequenceKind = SequenceKind::Tuple)
      : kind(Kind::Sequence), elements(std::move(elements)), sequenceKind(sequenceKind) {}
  /// A named tuple of the class `className`, a string that stays: "torch.return_types.max".
  Operand(std::vector<Operand> elements, llvm::StringRef className, SequenceKind sequenceKind = SequenceKind::Named)
      : kind(Kind::Sequence), elements(std::move(elements)), sequenceKind(sequenceKind), className(className) {}

  Kind getKind() const { return kind; }
  bool isConstant() const { return kind == Kind::Constant; }
  bool isValue() const { return kind == Kind::Value; }
  bool isSequence() const { return kind == Kind::Sequence; }
  /// Whether this is Python's None.
  bool isNone() const;
  /// Whether this is an SSA value of tensor type.
  bool isTensor() const;
  /// Whether this is a Python number or bool, constant or not.
  bool isNumber() const;
  mlir::Attribute getConstant() const { return constant; }
  mlir::Value getValue() const { return value; }
  llvm::ArrayRef<Operand> getElements() const { return elements; }
  SequenceKind getSequenceKind() const { return sequenceKind; }
  /// The class of a named tuple; empty where it is not known.
  llvm::StringRef getClassName() const { return className; }
  bool isSlice() const { return isSequence() && sequenceKind == SequenceKind::Slice; }

private:
  Kind kind = Kind::Constant;
  mlir::Attribute constant;
  mlir::Value value;
  std::vector<Operand> elements;
  SequenceKind sequenceKind = SequenceKind::Tuple;
  llvm::StringRef className;
};

/// What is known of a Python value before run time: its type on typed level,
/// the value itself where it is a constant, and the same for each element of
/// a tuple, list or slice.
struct Known {
  mlir::Type type;
  mlir::Attribute constant; // null: only the type is known
  std::vector<Known> elements;
  Operand::SequenceKind sequenceKind = Operand::SequenceKind::Tuple;

  Known() = default;
  Known(mlir::Type type, mlir::Attribute constant = {}) : type(type), constant(constant) {}
  /// A tuple, list or slice; its type follows from the elements.
  static Known sequence(mlir::MLIRContext *context, std::vector<Known> elements,
                        Operand::SequenceKind kind = Operand::SequenceKind::Tuple);
  /// A constant; its type follows from the attribute.
  static Known fromConstant(mlir::Attribute constant);
};

/// The typed-level type of a constant attribute.
mlir::Type typeOfConstant(mlir::Attribute constant);

class Emitter;
using EmitFn = std::function<mlir::FailureOr<Operand>(Emitter &, llvm::ArrayRef<Operand>)>;

/// One parameter of a signature.
struct Parameter {
  std::string name;
  mlir::Attribute defaultValue; // null: required
  bool keywordOnly = false;
  bool variadic = false; // *args: binds to a sequence
};

/// An entry of the table.
struct Function {
  std::string name;                  // canonical, e.g. "torch.relu"
  std::vector<std::string> aliases;  // other names with the same signature
  std::vector<Parameter> parameters; // a method's self is the first
  EmitFn emit;
  mlir::MLIRContext *context = nullptr;
  std::string aliasOf;      // an alias with a signature of its own: the entry it stands for
  bool isAttribute = false; // read with get_attr, not called
  bool givesArrays = false; // its results are numpy's arrays, not tensors
  bool draws = false;       // it takes numbers from torch's generator
  bool isView = false;      // the result shares the first argument's storage, or is that argument
};

/// The entry that `name` (canonical or alias) names, or null.
const Function *lookup(mlir::MLIRContext *context, llvm::StringRef name);

/// Every entry, in order of registration (tests and docs walk it).
const std::vector<Function> &allFunctions(mlir::MLIRContext *context);

/// Where the value of one parameter comes from in a call.
struct Binding {
  enum class Kind { Argument, Default, Variadic };
  Kind kind = Kind::Default;
  llvm::SmallVector<unsigned> arguments; // one for Argument, any number for Variadic
};

/// Binds a call's arguments to the parameters of `function`, as Python does:
/// `names` has one string for each argument ("" is positional). On failure
/// `reason` says what Python would complain about.
mlir::FailureOr<std::vector<Binding>> bindArguments(const Function &function, llvm::ArrayRef<llvm::StringRef> names,
                                                    std::string &reason);

/// The switches of torch that change what a call gives.
struct Modes {
  /// Whether gradients are being recorded.
  bool grad = true;
  /// torch.get_default_dtype(); null stands for float32.
  mlir::Type dtype;
};

/// What torch.get_default_dtype() gives where the program runs; null stands for float32.
mlir::Type defaultDtypeOf(mlir::ModuleOp module);

/// What is known of the result of calling `function` with one operand for each
/// parameter, or failure with a reason when the call must be left to the
/// interpreter.
mlir::FailureOr<Known> inferResult(const Function &function, llvm::ArrayRef<Known> operands, std::string &reason,
                                   Modes modes = {});

/// The name of the table entry that an operator of Python calls for tensors, e.g.
/// "torch.add" for "add"; empty where there is none.
llvm::StringRef functionOfOperator(llvm::StringRef kind);
/// The same where only the operand at the right is a tensor: the function takes it first, e.g. "torch.gt" for "lt".
llvm::StringRef functionOfReflected(llvm::StringRef kind);
/// The same for augmented assignments, e.g. "torch.Tensor.add_".
llvm::StringRef functionOfInplace(llvm::StringRef kind);

/// Makes the table available in every context that loads the imperative
/// dialect.
void registerLibrary(mlir::DialectRegistry &registry);

/// Prints every entry, one a line: name, signature, other names.
void printLibrary(mlir::MLIRContext *context, llvm::raw_ostream &os);

} // namespace janus::library

#endif // JANUS_LIBRARY_LIBRARY_H
