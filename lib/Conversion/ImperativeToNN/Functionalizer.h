//===- Functionalizer.h - one entry on its way to value level ---*- C++ -*-===//
//
// The typed function is walked in order. A tensor is a handle on a storage; a
// storage has a current value. Writes give it a new one; views know how to be
// computed from the storage they look at, and how to write into it.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_CONVERSION_IMPERATIVETONN_FUNCTIONALIZER_H
#define JANUS_CONVERSION_IMPERATIVETONN_FUNCTIONALIZER_H

#include "janus/Conversion/ImperativeToNN/Passes.h"
#include "janus/Dialect/NN/IR/NNGraph.h"
#include "janus/Library/Elements.h"
#include "janus/Library/Emitter.h"
#include "janus/Library/Kept.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/JSON.h"
#include <memory>

namespace janus {

/// Memory that tensors share.
struct Storage {
  mlir::Value value;       // what it holds now, as its base tensor
  unsigned writes = 0;     // how often it was written; views look at it
  std::string path;        // what holds it before the call; empty: made inside
  bool isArgument = false; // `path` is an argument's, not a state's
  bool requiresGrad = false;
  bool gradAtEntry = false; // its .grad is a tensor when the call starts
  bool gradKept = true;     // .grad is still what it was when the call started
  mlir::Value grad;         // what .grad holds now; null: None
  bool gradSeen = false;    // what runs depends on whether there is a .grad
  /// The storage may be another one too, depending on what runs: it may be read
  /// but not written, nor may the ones it may be.
  bool frozen = false;
  const void *shares = nullptr;           // others of equal value share a part of the memory that is not theirs
  bool mayBeWorld = false;                // one of those exists before the call
  mlir::Value ownIf;                      // where this holds it is none of those; null: never known
  llvm::SmallVector<mlir::Value> earlier; // values it held before writes
};

/// A tensor object of Python.
struct Tensor {
  Storage *storage;
  /// For a view: the tensor it was made from, the entry and operands that made
  /// it (the first is `base`), and which of its results it is.
  Tensor *base = nullptr;
  const library::Function *function = nullptr;
  std::vector<library::Operand> operands;
  std::optional<unsigned> element;
  mlir::Value cached; // the view's value when the storage had `cachedWrites`
  unsigned cachedWrites = 0;
  bool strided = false; // may not be contiguous, or not all of its storage
  /// Strided only in that it is a part of a storage: contiguous.
  bool isRows = false;
  /// May be a part of a storage of which nothing else is known here.
  bool mayBePart = false;
  /// Strided, but each dimension's stride is larger than the next one's, so
  /// that what is computed from it is contiguous.
  bool ordered = false;
  /// The strides (i64) of a strided tensor that is no view, where they are known; else empty.
  llvm::SmallVector<mlir::Value, 0> strides;
  bool gradMode = true;
  bool isArray = false; // a numpy.ndarray
};

/// A Python value while the function is walked.
struct PyValue {
  mlir::Attribute constant;
  mlir::Value scalar;         // i64, f64 or i1
  mlir::Value numbers;        // a list of numbers, as an array
  std::string path;           // of such a list that is an argument, or of a tuple
  bool mayBeArgument = false; // a tuple that is an argument or another one, depending on what runs
  Tensor *tensor = nullptr;
  bool isSequence = false;
  std::vector<PyValue> elements;
  std::vector<std::string> keys; // of a dict, one for each element
  library::Operand::SequenceKind sequenceKind = library::Operand::SequenceKind::Tuple;
  llvm::StringRef className; // of a named tuple
  bool isDict = false;
  /// Which `builtins.range` this is: start, stop, step are the elements.
  bool isRange = false;
  /// `builtins.zip`, `builtins.enumerate` or `builtins.reversed` of the elements; else empty.
  llvm::StringRef iterator;
  /// A list of open length: of numbers or tensors, or of tuples, and then
  /// `elements` are lists of the tuples' parts, or of nothing yet.
  bool isOpenList = false;
  std::optional<library::Elements> items;
  bool itemsMayBeWorld = false;   // a tensor in it may be one that exists before the call
  bool itemsMayBeStrided = false; // or not contiguous
  /// Of a list or dict, the op's result that made it: no other value is the
  /// same object.
  mlir::Value identity;
};

/// The tensors of a value.
void collectTensors(const PyValue &value, llvm::SmallVectorImpl<Tensor *> &tensors);

class Functionalizer {
public:
  /// Whether the strides that eager's tensors have are computed beside them; IfNeeded: not yet.
  enum class Layouts { No, IfNeeded, Yes };
  /// graph: what eager's graph keeps is said.
  Functionalizer(imperative::FuncOp entry, Layouts wanted, bool graph);

  mlir::LogicalResult run();
  /// Whether it failed because it would have to say strides that were not computed; nothing was reported then.
  bool needsLayouts() const { return missesLayouts; }

private:
  friend class OptimizerStep;

  // Functionalize.cpp: the walk.
  mlir::LogicalResult makeArguments();
  void makeGenerator();
  void dropUnusedGenerator();
  mlir::Value addArgument(mlir::Type type, llvm::StringRef name, mlir::Location loc);
  mlir::FailureOr<PyValue> makeArgument(mlir::Type type, const std::string &name, mlir::Location loc);
  mlir::LogicalResult convertBlock(mlir::Block &block);
  mlir::LogicalResult convert(mlir::Operation *op);
  mlir::LogicalResult convertReadState(imperative::ReadStateOp op);
  mlir::LogicalResult convertGetItem(imperative::GetItemOp op);
  mlir::LogicalResult convertSetAttr(imperative::SetAttrOp op);
  mlir::LogicalResult convertUnpack(imperative::UnpackOp op);
  mlir::LogicalResult convertBuild(mlir::Operation *op, library::Operand::SequenceKind kind);
  mlir::FailureOr<PyValue> lookup(mlir::Value value, mlir::Location loc);
  /// An error at the user's line.
  mlir::LogicalResult refuse(mlir::Location loc, const llvm::Twine &reason);
  PyValue fromConstant(mlir::Attribute constant);
  /// The path of the tuple, among the arguments that are constants, that a constant may be; empty: it is none.
  std::string findTuple(mlir::Attribute constant);
  /// The storage of a state or None of its grad; read at most once.
  Tensor *stateTensor(imperative::StateOp state);
  mlir::FailureOr<PyValue> stateValue(imperative::StateOp state, mlir::Location loc);

  // Numbers.cpp: Python's arithmetic.
  mlir::FailureOr<mlir::Value> number(const PyValue &value, mlir::Location loc);
  mlir::FailureOr<PyValue> convertUnary(imperative::UnaryOp op);
  mlir::FailureOr<PyValue> convertBinary(imperative::BinaryKind kind, const PyValue &lhs, const PyValue &rhs,
                                         mlir::Location loc);
  mlir::FailureOr<PyValue> convertCompare(imperative::CompareOp op);
  mlir::FailureOr<mlir::Value> truth(const PyValue &value, mlir::Location loc);
  mlir::FailureOr<mlir::Value> intArithmetic(imperative::BinaryKind kind, mlir::Value lhs, mlir::Value rhs,
                                             mlir::Location loc);
  mlir::FailureOr<mlir::Value> floatArithmetic(imperative::BinaryKind kind, mlir::Value lhs, mlir::Value rhs,
                                               mlir::Location loc);
  mlir::Value toFloat(mlir::Value number, mlir::Location loc, bool exactly = false);
  void assume(mlir::Value condition, const llvm::Twine &what, mlir::Location loc);

  // Tensors.cpp: storages and views.
  Storage *newStorage(mlir::Value value);
  Tensor *newTensor(mlir::Value value, bool strided = false);
  mlir::FailureOr<mlir::Value> read(Tensor *tensor, mlir::Location loc);
  mlir::LogicalResult write(Tensor *tensor, mlir::Value value, mlir::Location loc, bool gradMode);
  mlir::FailureOr<mlir::Value> emitView(Tensor *view, mlir::Value base, mlir::Location loc);

  // Calls.cpp: the library.
  mlir::LogicalResult convertCall(imperative::LibraryCallOp op);
  mlir::FailureOr<PyValue> callFunction(const library::Function &function, llvm::ArrayRef<PyValue> operands,
                                        mlir::Location loc);
  mlir::FailureOr<library::Operand> toOperand(const PyValue &value, mlir::Location loc);
  /// Refuses a call that writes argument `written` where another operand may share a part of that memory
  /// (Overlaps.cpp).
  mlir::LogicalResult checkOverlaps(const library::Function &function, llvm::ArrayRef<PyValue> arguments,
                                    llvm::ArrayRef<library::Operand> operands, unsigned written, mlir::Location loc);
  mlir::FailureOr<PyValue> fromOperand(const library::Operand &operand, const library::Emitter &emitter,
                                       const library::Function &function, llvm::ArrayRef<PyValue> arguments,
                                       llvm::ArrayRef<library::Operand> operands, std::optional<unsigned> element,
                                       mlir::Location loc);

  // Builtins.cpp: Python's own functions of numbers.
  static bool isBuiltin(llvm::StringRef name);
  mlir::FailureOr<PyValue> convertBuiltin(llvm::StringRef name, llvm::ArrayRef<PyValue> arguments, mlir::Location loc);
  mlir::Value toInt(mlir::Value number, mlir::Location loc);
  mlir::Value extreme(mlir::Value best, mlir::Value other, bool greatest, mlir::Location loc);
  mlir::Value absolute(mlir::Value value, mlir::Location loc);

  // OpenLists.cpp: lists of open length, and what loops run over.
  mlir::LogicalResult convertAppend(imperative::AppendOp op);
  mlir::LogicalResult convertElements(imperative::ElementsOp op);
  mlir::FailureOr<PyValue> emptyList(mlir::Type element, mlir::Location loc);
  mlir::LogicalResult settleList(PyValue &list, mlir::Type element, mlir::Location loc);
  mlir::FailureOr<PyValue> appendTo(PyValue list, const PyValue &value, mlir::Type element, mlir::Location loc);
  mlir::Value listLength(const PyValue &list, mlir::Location loc);
  mlir::FailureOr<PyValue> listElement(const PyValue &list, mlir::Value index, mlir::Location loc);
  mlir::FailureOr<PyValue> listItem(const PyValue &list, const PyValue &key, mlir::Location loc);
  /// How many items a loop over `iterable` has (i64), and the one with a number.
  mlir::FailureOr<mlir::Value> itemCount(const PyValue &iterable, mlir::Location loc);
  mlir::FailureOr<PyValue> itemAt(const PyValue &iterable, mlir::Value index, mlir::Location loc);

  // Layouts.cpp: strides.
  /// What is known of the strides of a value's tensors. Part: all, but they may be a part of a larger storage.
  enum class Layout { Contiguous, Known, Part, Unknown };
  Layout layoutOf(const PyValue &value, mlir::Location loc);
  bool isPart(Tensor *tensor, mlir::Location loc);
  /// A tensor's strides, nullopt where they are not known.
  std::optional<llvm::SmallVector<mlir::Value>> stridesOf(Tensor *tensor, mlir::Location loc);
  std::optional<llvm::SmallVector<mlir::Value>> stridesOfElementwise(const library::Function &called,
                                                                     llvm::ArrayRef<PyValue> arguments,
                                                                     mlir::Value result, mlir::Location loc);
  /// Of `tensor[index tensors]`.
  std::optional<llvm::SmallVector<mlir::Value>> stridesOfItems(llvm::ArrayRef<PyValue> arguments, mlir::Value result,
                                                               mlir::Location loc);
  /// Computes the strides of a new tensor that a call gave and that may not be contiguous.
  void layOut(Tensor *tensor, const library::Function &called, llvm::ArrayRef<PyValue> arguments, mlir::Location loc);

  // RegionValues.cpp: what goes into and comes out of regions.
  mlir::LogicalResult flatten(const PyValue &value, mlir::Type type, llvm::SmallVectorImpl<mlir::Value> &values,
                              mlir::Location loc);
  mlir::FailureOr<PyValue> unflatten(mlir::Type type, mlir::ValueRange &values, const PyValue *same,
                                     mlir::Location loc);
  void freeze(const PyValue &value);
  bool mayBeWorld(const PyValue &value);
  struct Snapshot {
    std::vector<Storage> storages;
  };
  Snapshot save();
  void restore(const Snapshot &snapshot);
  llvm::SmallVector<Storage *> changedSince(const Snapshot &snapshot);
  mlir::LogicalResult readStatesInside(mlir::Operation *op);
  void dropCaches(mlir::Region &region);
  void takeResults(llvm::ArrayRef<Storage *> written, mlir::ValueRange results);
  static bool sameConstants(const PyValue &lhs, const PyValue &rhs, mlir::Type type);
  static bool mayBeStrided(const PyValue &value);
  static void describeMerged(PyValue &merged, bool world, Layout layout);

  // ControlFlow.cpp: regions.
  mlir::LogicalResult convertIf(imperative::IfOp op);
  mlir::LogicalResult convertFor(imperative::ForOp op);
  mlir::LogicalResult convertWhile(imperative::WhileOp op);
  /// Gives a block's start the carried values; takes what its end hands on.
  using LoopEnter = llvm::function_ref<mlir::LogicalResult(mlir::ValueRange, llvm::SmallVectorImpl<PyValue> &)>;
  using LoopLeave =
      llvm::function_ref<mlir::LogicalResult(llvm::ArrayRef<PyValue>, llvm::SmallVectorImpl<mlir::Value> &)>;
  /// Converts a loop's regions, with arguments of the given types carried.
  using LoopBody =
      llvm::function_ref<mlir::LogicalResult(llvm::SmallVectorImpl<std::unique_ptr<mlir::Region>> &,
                                             llvm::ArrayRef<mlir::Type>, LoopEnter, LoopLeave, bool &again)>;
  /// Builds the scf op around them; gives the results for what is carried.
  using LoopBuild =
      llvm::function_ref<mlir::ValueRange(llvm::ArrayRef<std::unique_ptr<mlir::Region>>, llvm::ArrayRef<mlir::Value>)>;
  /// ran: whether the body runs at all, where that can be told before.
  mlir::LogicalResult convertLoop(mlir::Operation *op, mlir::ValueRange inits, LoopBody convertBody, LoopBuild build,
                                  mlir::Value ran = {});
  mlir::LogicalResult lookupAll(mlir::ValueRange values, mlir::Location loc, llvm::SmallVectorImpl<PyValue> &result);

  // Keeps.cpp: what eager keeps for backward passes.
  /// An op that says what is kept, and what it is about.
  struct Keep {
    nn::KeepOp op;
    Storage *storage;
    unsigned time;
    bool isExact;
    bool isOverwritten = false; // whatever else is written
  };
  /// Notes what a call keeps: of its operands, before it writes any, or of what it has `given`.
  void keepTensors(const library::Function &called, llvm::ArrayRef<PyValue> arguments,
                   llvm::ArrayRef<library::Operand> operands, const library::Emitter &emitter,
                   const library::Operand &result, const PyValue *given, mlir::Location loc);
  void noteWrite(Tensor *tensor);
  bool isOverwritten(const Keep &keep);
  /// Refuses a backward pass that needs what was written since.
  mlir::LogicalResult checkKeeps(mlir::Value loss, mlir::Location loc);
  /// Forgets what nobody can go back through any more.
  void dropUsedUpKeeps();
  /// What a loop writes, it has written before its next turn.
  void leaveLoop(size_t firstKeep, llvm::ArrayRef<Storage *> written);
  void settleKeeps();

  // Gradients.cpp
  mlir::LogicalResult convertBackward(llvm::ArrayRef<PyValue> operands, mlir::Location loc);
  bool dependsOnLeaf(mlir::Value value);
  bool requiresGrad(mlir::Value value);

  // Optimizers.cpp
  mlir::LogicalResult convertOptimizer(llvm::StringRef name, llvm::ArrayRef<PyValue> operands, mlir::Location loc);

  // Output.cpp: results.
  mlir::LogicalResult finish(imperative::ReturnOp op);
  /// source: the value in the entry, where that is known.
  mlir::FailureOr<llvm::json::Value> describe(const PyValue &value, mlir::Location loc, mlir::Value source = {});
  mlir::FailureOr<llvm::json::Value> describeTensor(Tensor *tensor, mlir::Location loc);
  /// By the tensor it is a view of, and the calls that made it.
  mlir::FailureOr<llvm::json::Value> describeView(Tensor *view, mlir::Location loc);
  /// The tensor that `tensor` is with its dimensions in another order; nullopt where it is no such view.
  std::optional<std::pair<Tensor *, llvm::SmallVector<int64_t>>> orderOf(Tensor *tensor, mlir::Location loc);
  /// The result that says the strides of a tensor, by its number.
  int64_t addStrides(Tensor *tensor, mlir::Location loc);
  /// Refuses a tensor that is given back with unknown strides.
  mlir::LogicalResult refuseStrides(Tensor *tensor, mlir::Location loc);
  void addResult(mlir::Value value, llvm::StringRef attribute, mlir::Attribute what);

  imperative::FuncOp entry;
  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  mlir::OpBuilder builder;
  mlir::func::FuncOp function;
  mlir::Type defaultDtype; // null: float32
  Layouts wanted;
  bool layouts; // strides are computed
  bool missesLayouts = false;
  bool graph; // what eager keeps is said
  bool gradMode = true;
  bool changesGradMode = false; // the function sets the mode on its way
  unsigned depth = 0;           // regions around the current op
  llvm::DenseMap<mlir::Value, PyValue> environment;
  std::vector<std::unique_ptr<Storage>> storages;
  std::vector<std::unique_ptr<Tensor>> tensors;
  llvm::MapVector<mlir::Operation *, Tensor *> stateTensors;
  Storage *generator = nullptr; // torch's generator of random numbers, where something may draw from it
  llvm::MapVector<mlir::Operation *, mlir::Value> stateNumbers;
  llvm::DenseSet<mlir::Operation *> usedUp; // graphs that backward() went through
  std::vector<Keep> keeps;
  llvm::DenseMap<Storage *, unsigned> lastWrites; // when each was written, as `clock` counts
  unsigned clock = 0;
  // Results as they are added.
  llvm::SmallVector<mlir::Value> results;
  llvm::SmallVector<mlir::DictionaryAttr> resultAttrs;
  llvm::DenseMap<Tensor *, int64_t> returnedTensors;
  llvm::DenseMap<Storage *, Tensor *> returnedStorages;
  llvm::DenseSet<Tensor *> returnedViews;
  llvm::DenseSet<mlir::Value> returnedContainers;
  llvm::DenseSet<const void *> returnedShares; // of the storages of returned tensors
  /// What is assigned to attributes when the call ends, by object and name.
  llvm::MapVector<std::pair<mlir::Attribute, mlir::StringAttr>, std::pair<PyValue, mlir::Location>> assignments;
  int64_t resultCount = 0;
};

} // namespace janus

#endif // JANUS_CONVERSION_IMPERATIVETONN_FUNCTIONALIZER_H
