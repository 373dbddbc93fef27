//===- Emitter.h - what table entries emit calls with -----------*- C++ -*-===//
//
// An Emitter is an OpBuilder that knows PyTorch: constants, type promotion,
// broadcasting, sizes that may be dynamic, and a way to say that a call must
// be left to the interpreter.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_LIBRARY_EMITTER_H
#define JANUS_LIBRARY_EMITTER_H

#include "janus/Library/Library.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/Twine.h"

namespace janus::library {

using Failable = mlir::FailureOr<Operand>;

/// What memory a result has.
enum class Aliasing {
  Fresh, // its own
  View,  // the first argument's
  Same,  // it is the first argument
};

/// What becomes of a view whose tensor is not contiguous.
enum class Contiguity {
  Any,      // it is one all the same
  OrCopies, // the function may copy
  OrFails,  // the function may raise
};

class Emitter {
public:
  Emitter(mlir::OpBuilder &builder, mlir::Location loc, Modes modes = {}) : builder(builder), loc(loc), modes(modes) {}

  mlir::OpBuilder &builder;
  mlir::Location loc;
  Modes modes;
  /// How the result is related to the first argument's storage.
  Aliasing aliasing = Aliasing::Fresh;
  /// The result is contiguous whatever the strides of the operands are.
  bool contiguousResult = false;
  /// Results whose strides are not those of a contiguous tensor.
  llvm::SmallVector<mlir::Value> strided;
  /// Results that are rows of the first argument, one behind the other: contiguous if that is.
  llvm::SmallVector<mlir::Value> rows;
  /// Whether the result is only a view of a contiguous first argument.
  Contiguity contiguity = Contiguity::Any;
  /// The state of torch's generator of random numbers; a function that draws puts the state after that here. Null for
  /// functions of which the table does not say that they draw.
  mlir::Value generator;
  /// The tensors of a tuple that is the result share memory, though not elements.
  bool sharedResults = false;
  /// Numbers are drawn in the order of memory of what may have the arguments' strides: these must be ordered.
  bool inMemoryOrder = false;
  /// Values written into the storage of an argument, by the argument's index.
  llvm::SmallVector<std::pair<unsigned, mlir::Value>> updates;

  mlir::MLIRContext *getContext() const { return builder.getContext(); }

  template <typename OpT, typename... Args> OpT create(Args &&...args) {
    return OpT::create(builder, loc, std::forward<Args>(args)...);
  }
  /// Creates an op with one result, whose type it infers; fails with the op's
  /// own complaint when the operands do not fit.
  template <typename OpT, typename... Args> mlir::FailureOr<mlir::Value> op(Args &&...args) {
    return inferTypes(OpT::create(builder, loc, mlir::Type(placeholder()), std::forward<Args>(args)...));
  }
  /// The same as an operand.
  template <typename OpT, typename... Args> Failable emit(Args &&...args) {
    mlir::FailureOr<mlir::Value> value = op<OpT>(std::forward<Args>(args)...);
    if (mlir::failed(value))
      return mlir::failure();
    return Operand(*value);
  }
  /// The same for an op with several results.
  template <typename OpT, typename... Args> mlir::FailureOr<OpT> ops(unsigned count, Args &&...args) {
    llvm::SmallVector<mlir::Type> types(count, placeholder());
    OpT op = OpT::create(builder, loc, mlir::TypeRange(types), std::forward<Args>(args)...);
    if (mlir::failed(inferTypes(op)))
      return mlir::failure();
    return op;
  }

  /// The call goes to the interpreter, because `reason`.
  mlir::LogicalResult fail(const llvm::Twine &reason);
  llvm::StringRef getReason() const { return reason; }

  /// The entry writes `newValue` into the storage of its argument.
  void update(unsigned argument, mlir::Value newValue) { updates.emplace_back(argument, newValue); }

  /// What follows holds only when `condition` (i1) does; checked at run time.
  void assume(mlir::Value condition, const llvm::Twine &what);

  //===--------------------------------------------------------------------===//
  // Python values
  //===--------------------------------------------------------------------===//

  Operand none();
  Operand integer(int64_t value);
  Operand floating(double value);
  Operand boolean(bool value);
  /// The operand's constant value, where it is one (a bool is also an int).
  std::optional<int64_t> asInt(const Operand &operand);
  std::optional<double> asFloat(const Operand &operand);
  std::optional<bool> asBool(const Operand &operand);
  std::optional<llvm::StringRef> asString(const Operand &operand);
  /// A Python number as SSA value of type i64, f64, i1 or index.
  mlir::Value toI64(const Operand &operand);
  mlir::Value toF64(const Operand &operand);
  mlir::Value toIndex(const Operand &operand);
  /// A size as MLIR's mixed lists take it.
  mlir::OpFoldResult toFoldResult(const Operand &size);
  llvm::SmallVector<mlir::OpFoldResult> toFoldResults(llvm::ArrayRef<Operand> sizes);
  /// A constant int; fails with "`what` must be a constant" otherwise.
  mlir::FailureOr<int64_t> requireInt(const Operand &operand, llvm::StringRef what);
  mlir::FailureOr<bool> requireBool(const Operand &operand, llvm::StringRef what);
  mlir::FailureOr<double> requireFloat(const Operand &operand, llvm::StringRef what);
  mlir::FailureOr<mlir::Value> requireTensor(const Operand &operand, llvm::StringRef what);
  /// A tuple or list of constant ints; a lone int stands for `count` of them
  /// where `count` is not zero.
  mlir::FailureOr<llvm::SmallVector<int64_t>> requireInts(const Operand &operand, llvm::StringRef what,
                                                          size_t count = 0);

  //===--------------------------------------------------------------------===//
  // Sizes: Python ints, constants where they are known
  //===--------------------------------------------------------------------===//

  /// Size of dimension `dim` (not negative).
  Operand size(mlir::Value tensor, int64_t dim);
  llvm::SmallVector<Operand> sizes(mlir::Value tensor);
  Operand mul(const Operand &lhs, const Operand &rhs);
  Operand add(const Operand &lhs, const Operand &rhs);
  Operand sub(const Operand &lhs, const Operand &rhs);
  /// Division of sizes; exact or truncating, both not negative.
  Operand div(const Operand &lhs, const Operand &rhs);
  Operand product(llvm::ArrayRef<Operand> sizes);
  /// `dim` counted from the end if negative; fails out of range.
  mlir::FailureOr<int64_t> wrapDim(int64_t dim, int64_t rank);
  /// The same for a dimension that `tensor` must have: one without dimensions has none, while 0 and -1 wrap for it.
  mlir::FailureOr<int64_t> wrapOwnDim(int64_t dim, mlir::Value tensor);
  /// Static extents of `sizes` (? where not constant).
  llvm::SmallVector<int64_t> extents(llvm::ArrayRef<Operand> sizes);
  /// Assumes that two sizes are equal; fails when they are known not to be.
  mlir::LogicalResult assumeEqual(const Operand &lhs, const Operand &rhs, const llvm::Twine &what);

  //===--------------------------------------------------------------------===//
  // Tensors
  //===--------------------------------------------------------------------===//

  static mlir::RankedTensorType tensorType(mlir::Value value) {
    return llvm::cast<mlir::RankedTensorType>(value.getType());
  }
  static mlir::Type elementType(mlir::Value value) { return tensorType(value).getElementType(); }
  static bool isFloat(mlir::Value value) { return llvm::isa<mlir::FloatType>(elementType(value)); }

  /// What functions of several steps are computed in: float32 for 16-bit floats, so that they are rounded once.
  static mlir::Type computeType(mlir::Type type) {
    return llvm::isa<mlir::Float16Type, mlir::BFloat16Type>(type) ? mlir::Float32Type::get(type.getContext()) : type;
  }

  /// A dtype argument (`torch.float32`, `float`, ...) as element type; null
  /// element type for None.
  mlir::FailureOr<mlir::Type> dtype(const Operand &operand);
  /// The attribute that names an element type in Python.
  mlir::Attribute dtypeAttr(mlir::Type elementType);
  mlir::Type defaultDtype() { return modes.dtype ? modes.dtype : builder.getF32Type(); }

  /// torch.result_type of tensors and Python numbers.
  mlir::FailureOr<mlir::Type> resultType(llvm::ArrayRef<Operand> operands);
  /// The same, ints and bools made the default float type.
  mlir::FailureOr<mlir::Type> floatResultType(llvm::ArrayRef<Operand> operands);
  /// The tensor converted to another element type (itself if it has it).
  mlir::Value cast(mlir::Value tensor, mlir::Type elementType);
  /// A Python number as SSA value of an element type.
  mlir::FailureOr<mlir::Value> scalar(const Operand &number, mlir::Type elementType);
  /// A tensor filled with a Python number.
  mlir::FailureOr<mlir::Value> full(llvm::ArrayRef<Operand> sizes, mlir::Type elementType, const Operand &number);
  /// A 0-d tensor or a Python number as a tensor of the given element type.
  mlir::FailureOr<mlir::Value> toTensor(const Operand &operand, mlir::Type elementType);
  /// Brings tensors to their common shape, assuming equal what must be equal.
  mlir::LogicalResult broadcast(llvm::SmallVectorImpl<mlir::Value> &tensors);
  /// The tensor expanded to a shape that it broadcasts to.
  mlir::FailureOr<mlir::Value> broadcastTo(mlir::Value tensor, llvm::ArrayRef<Operand> sizes);
  /// Operands of an elementwise op: promoted, converted, broadcast.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> elementwise(llvm::ArrayRef<Operand> operands,
                                                              mlir::Type elementType = {});
  /// The shape that shapes, and tensors, broadcast to.
  mlir::FailureOr<llvm::SmallVector<Operand>> broadcastShapes(llvm::ArrayRef<llvm::SmallVector<Operand>> shapes);
  mlir::FailureOr<llvm::SmallVector<Operand>> broadcastSizes(llvm::ArrayRef<mlir::Value> tensors);
  /// The tensor with other sizes and the same elements in row-major order;
  /// the sizes are known to fit.
  mlir::FailureOr<mlir::Value> reshape(mlir::Value tensor, llvm::ArrayRef<Operand> sizes);
  mlir::FailureOr<mlir::Value> permute(mlir::Value tensor, llvm::ArrayRef<int64_t> order);
  /// `length` elements of a dimension from `start`, `step` apart; inside it.
  mlir::FailureOr<mlir::Value> slice(mlir::Value tensor, int64_t dim, const Operand &start, const Operand &length,
                                     int64_t step = 1);
  /// Assumes that every element of an i1 tensor is true.
  mlir::LogicalResult assumeAll(mlir::Value condition, const llvm::Twine &what);
  /// The tensor with the static type `type`, which its sizes are known to fit.
  mlir::Value castShape(mlir::Value tensor, mlir::RankedTensorType type);

private:
  /// A type for results until the op has inferred its own.
  mlir::RankedTensorType placeholder() { return mlir::RankedTensorType::get({}, builder.getF32Type()); }
  /// Replaces placeholder types by what the op infers, and verifies it; erases
  /// an op that does not fit.
  mlir::FailureOr<mlir::Value> inferTypes(mlir::Operation *op);

  std::string reason;
};

/// Emits a call of an entry, but for calls that eager refuses whatever the function.
Failable emitCall(const Function &function, Emitter &emitter, llvm::ArrayRef<Operand> operands);

/// Writes `result` into the tensor `self`, which is argument 0, converted to its
/// dtype as in-place functions do; gives `self`.
Failable emitInplace(Emitter &emitter, const Operand &self, const Operand &result);

/// What the emitter's diagnostics call a dtype: `float32`, `bool`, ...; empty
/// for a type that PyTorch does not have.
llvm::StringRef dtypeName(mlir::Type elementType);
/// The reverse, for the dtypes that there is native code for.
mlir::Type dtypeFromName(mlir::MLIRContext *context, llvm::StringRef name);
/// Whether there is native code for tensors of that element type.
bool isComputedWith(mlir::Type elementType);

} // namespace janus::library

#endif // JANUS_LIBRARY_EMITTER_H
