//===- Evaluator.h - the transfer function of inference ---------*- C++ -*-===//
//
// What an op's results are, given what is known of its operands. The analysis
// calls it on lattice values, the rewriting passes on the types and constants
// in the IR; so both always agree.
//
// A constant result means more than its value: the op has no effect and does
// not raise, so that it can be replaced.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_ANALYSIS_EVALUATOR_H
#define JANUS_ANALYSIS_EVALUATOR_H

#include "janus/Analysis/World.h"

namespace janus {

namespace library {
struct Function;
} // namespace library

/// What a call calls, once it is known.
struct Callee {
  /// A user function, or null.
  imperative::FuncOp function;
  /// The qualified name of a library function or class, where it is one.
  llvm::StringRef library;
  /// The constant that a bound method passes first, or null.
  mlir::Attribute self;
  /// Whether the method is bound to a value that is no constant: the object of
  /// the `get_attr` that made the callee.
  bool boundToValue = false;

  explicit operator bool() const { return function || !library.empty(); }
};

class Evaluator {
public:
  Evaluator(World &world, bool gradMode) : world(world), gradMode(gradMode) {}

  /// One element for each result of `op`; bottom for each as long as an operand
  /// is bottom. Region ops give what their types say.
  llvm::SmallVector<Knowledge> evaluate(mlir::Operation *op, llvm::ArrayRef<Knowledge> operands);

  /// What the constant callee calls.
  Callee resolveCallee(const Knowledge &callee);

  /// What a call of the table's entry gives for these operands, one for each
  /// parameter; the last ones may be left to their defaults.
  Knowledge evaluateLibrary(const library::Function &function, llvm::ArrayRef<Knowledge> operands);

  /// What object.name is.
  Knowledge getAttribute(const Knowledge &object, llvm::StringRef name);

  World &getWorld() { return world; }
  mlir::MLIRContext *getContext() const { return world.getContext(); }

  /// Why the last evaluation found nothing; empty where there is nothing to
  /// say.
  llvm::StringRef getReason() const { return reason; }
  /// Any object, because `why`.
  Knowledge unknown(const llvm::Twine &why);
  Knowledge constant(mlir::Attribute value) { return Knowledge::ofConstant(value); }

  bool getGradMode() const { return gradMode; }

private:
  Knowledge evaluateOne(mlir::Operation *op, llvm::ArrayRef<Knowledge> operands);
  Knowledge evaluateGlobal(imperative::GetGlobalOp op);
  Knowledge evaluateItem(const Knowledge &object, const Knowledge &key);
  Knowledge evaluateUnary(imperative::UnaryKind kind, const Knowledge &operand);
  Knowledge evaluateBinary(imperative::BinaryKind kind, const Knowledge &lhs, const Knowledge &rhs);
  Knowledge evaluateCompare(imperative::CompareKind kind, const Knowledge &lhs, const Knowledge &rhs);
  Knowledge compareTuples(llvm::ArrayRef<Knowledge> lhs, llvm::ArrayRef<Knowledge> rhs, bool negated);
  Knowledge evaluateTruth(const Knowledge &value);
  Knowledge evaluateCall(imperative::CallOp op, llvm::ArrayRef<Knowledge> operands);
  Knowledge evaluateLibraryCall(imperative::LibraryCallOp op, llvm::ArrayRef<Knowledge> operands);
  llvm::SmallVector<Knowledge> evaluateUnpack(imperative::UnpackOp op, const Knowledge &value);
  Knowledge getTensorAttribute(const Knowledge &tensor, llvm::StringRef name);
  Knowledge getObjectAttribute(imperative::RefAttr ref, llvm::StringRef name);

  World &world;
  bool gradMode;
  std::string reason;
};

/// What a call of a function of Python's or torch's own gives that is no entry
/// of the table: `len`, `isinstance`, predicates that are false in compiled
/// code. Nothing where the function is not known or does not fold.
std::optional<Knowledge> evaluateBuiltin(Evaluator &evaluator, llvm::StringRef name,
                                         llvm::ArrayRef<Knowledge> arguments, llvm::ArrayRef<llvm::StringRef> names);

/// One name for each argument of a call: "" positional, "*", "**" or a keyword.
llvm::SmallVector<llvm::StringRef> getArgumentNames(imperative::CallOp call);

/// The truth of a value, where it is decided by what is known.
std::optional<bool> getTruth(World &world, const Knowledge &value);

/// The number of elements of a value, where it is known.
std::optional<int64_t> getLength(World &world, const Knowledge &value);

/// The elements of a sequence: those of a tuple, or of a list of the world.
std::optional<std::vector<Knowledge>> getElements(World &world, const Knowledge &value);

/// Whether a constant is among the elements of a sequence; nothing where
/// comparing them would run code, or is not decided.
std::optional<bool> isAmong(llvm::ArrayRef<Knowledge> elements, mlir::Attribute value);

/// Whether a value is a tensor that is, or may be, unpacked into so many targets.
bool isUnpackable(mlir::Type type, int64_t count);

/// The places that a slice takes of a sequence of `length` elements; nullopt
/// where the slice is not known.
std::optional<llvm::SmallVector<int64_t>> getSlicePositions(const Knowledge &slice, int64_t length);

/// `Reflected` is a binary operator or comparison of which only the operand at the right is a tensor: the function
/// takes it first.
enum class OperatorFamily { Binary, Reflected, Unary, Inplace };
/// The table's entry that a Python operator on tensors ("add", "lt", "neg")
/// calls, or null.
const library::Function *getTensorOperator(mlir::MLIRContext *context, OperatorFamily family, llvm::StringRef kind);

/// Whether no value has the type: what elements of a list without any have.
bool isNever(mlir::Type type);
/// Whether values of the type are numpy's arrays.
bool isArray(mlir::Type type);
/// The entry for an operator of which one operand is an array, or null.
const library::Function *getArrayOperator(mlir::MLIRContext *context, llvm::StringRef kind);
/// Where a tensor's, or an array's, methods and attributes are.
llvm::StringRef getTensorClass(mlir::Type type);
/// What is called by the name: functions of torch that take arrays, too, have an entry of their own for them.
llvm::StringRef getArrayFunction(llvm::StringRef name, mlir::Type first);

} // namespace janus

#endif // JANUS_ANALYSIS_EVALUATOR_H
