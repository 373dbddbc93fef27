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
#include <functional>

namespace janus::library {

/// What a Python value is while a call is emitted: a constant (the attributes
/// of imperative.constant), an SSA value of value level (tensor, i64, f64, i1),
/// or a tuple or list of those.
class Operand {
public:
  enum class Kind { Constant, Value, Sequence };

  Operand(mlir::Attribute constant) : kind(Kind::Constant), constant(constant) {}
  Operand(mlir::Value value) : kind(Kind::Value), value(value) {}
  Operand(llvm::ArrayRef<Operand> elements, bool isList = false)
      : kind(Kind::Sequence), elements(elements), isList(isList) {}

  Kind getKind() const { return kind; }
  bool isConstant() const { return kind == Kind::Constant; }
  bool isValue() const { return kind == Kind::Value; }
  bool isSequence() const { return kind == Kind::Sequence; }
  /// Whether this is Python's None.
  bool isNone() const;
  mlir::Attribute getConstant() const { return constant; }
  mlir::Value getValue() const { return value; }
  llvm::ArrayRef<Operand> getElements() const { return elements; }
  bool getIsList() const { return isList; }

private:
  Kind kind;
  mlir::Attribute constant;
  mlir::Value value;
  std::vector<Operand> elements;
  bool isList = false;
};

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
  std::string name;                    // canonical, e.g. "torch.relu"
  std::vector<std::string> aliases;    // e.g. "torch.Tensor.relu"
  std::vector<Parameter> parameters;   // a method's self is the first
  EmitFn emit;
};

/// The entry that `name` (canonical or alias) names, or null.
const Function *lookup(mlir::MLIRContext *context, llvm::StringRef name);

/// Every entry, in order of registration (tests and docs walk it).
llvm::ArrayRef<Function> allFunctions(mlir::MLIRContext *context);

} // namespace janus::library

#endif // JANUS_LIBRARY_LIBRARY_H
