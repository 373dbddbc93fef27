//===- NativeOps.cpp - what typed level has, and what goes away -----------===//

#include "janus/Analysis/PythonArithmetic.h"
#include "janus/Dialect/Imperative/Transforms/Specialize.h"
#include "janus/Library/Library.h"
#include "janus/Library/NumberLists.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

static bool isNumber(Type type) { return isa<PyIntType, PyFloatType, PyBoolType>(type); }

/// Operators on numbers, all types known.
static bool hasNumbersOnly(Operation *op) {
  return llvm::all_of(op->getOperandTypes(), isNumber) && llvm::all_of(op->getResultTypes(), isNumber);
}

/// Types that elements of a list of open length may have.
static bool isListed(Type type) {
  if (auto tuple = dyn_cast<PyTupleType>(type))
    return llvm::all_of(tuple.getElements(), isListed);
  auto tensor = dyn_cast<PyTensorType>(type);
  return isNumber(type) || (tensor && tensor.getValueType());
}

/// Types that values of typed level may have where control flow joins.
static bool isSettled(Type type) {
  if (auto tuple = dyn_cast<PyTupleType>(type))
    return llvm::all_of(tuple.getElements(), isSettled);
  if (auto tensor = dyn_cast<PyTensorType>(type))
    return bool(tensor.getValueType());
  if (auto list = dyn_cast<PySequenceType>(type)) {
    auto none = dyn_cast<PyUnionType>(list.getElement());
    return (none && none.getAlternatives().empty()) || isListed(list.getElement());
  }
  return isNumber(type) || isa<PyNoneType, PyInstanceType, PyFunctionType>(type);
}

bool janus::imperative::hasNativeType(Value value) { return isSettled(value.getType()); }

static bool hasSettledResults(Operation *op) {
  return llvm::all_of(op->getResults(), [](Value result) { return result.use_empty() || isSettled(result.getType()); });
}

static Attribute getConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? constant.getValue() : Attribute();
}

/// What Python's own functions do with numbers and lists of open length.
static bool isBuiltin(StringRef name) {
  static const llvm::StringSet<> names = {"builtins.abs", "builtins.float", "builtins.int",
                                          "builtins.len", "builtins.max",   "builtins.min",
                                          "math.ceil",    "math.floor",     "janusc.column"};
  return names.contains(name);
}

/// What a loop may run over.
static bool isNativeIterable(Value iterable) {
  if (isa<PySequenceType>(iterable.getType()))
    return isSettled(iterable.getType());
  if (auto tensor = dyn_cast<PyTensorType>(iterable.getType()))
    return tensor.getValueType() && !tensor.getShape().empty();
  auto call = iterable.getDefiningOp<LibraryCallOp>();
  if (!call)
    return false;
  StringRef name = call.getCallee();
  if (name == "builtins.range")
    return true;
  if (name == "builtins.enumerate")
    return isNativeIterable(call.getArguments()[0]);
  return (name == "builtins.zip" || name == "builtins.reversed") && llvm::all_of(call.getArguments(), isNativeIterable);
}

bool janus::imperative::isNative(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<ConstantOp, ReadStateOp, UnboundOp, YieldOp, ConditionOp, ReturnOp, AssumeOp, CommitOp, BuildSliceOp>(
          [](auto) { return true; })
      .Case([](LibraryCallOp call) {
        StringRef name = call.getCallee();
        if (name == "builtins.zip" || name == "builtins.enumerate" || name == "builtins.reversed")
          return isNativeIterable(call.getResult());
        return isBuiltin(name) || name == "builtins.range" || name == "torch._C._set_grad_enabled" ||
               name.starts_with("torch.optim.") || library::lookup(call.getContext(), name);
      })
      .Case<BuildTupleOp, BuildListOp>([](auto build) { return !build.getStarred(); })
      .Case([](SetAttrOp set) { return set->hasAttr("at_commit") && !isa<PyObjectType>(set.getValue().getType()); })
      .Case([](BuildDictOp dict) {
        return !dict.getUnpacked() &&
               llvm::all_of(dict.getKeys(), [](Value key) { return isa_and_nonnull<StringAttr>(getConstant(key)); });
      })
      .Case<UnaryOp, BinaryOp, CompareOp>([](auto op) { return hasNumbersOnly(op); })
      .Case([](TruthOp op) { return hasNumbersOnly(op) || isa<PySequenceType>(op.getValue().getType()); })
      .Case<AppendOp, ElementsOp>([](auto op) { return isSettled(op.getType()); })
      .Case([](GetItemOp item) {
        if (auto list = dyn_cast<PySequenceType>(item.getObject().getType()))
          return isSettled(list) && isa<PyIntType>(item.getKey().getType());
        if (isa<PyListType>(item.getObject().getType()))
          return library::arrayOfList(item.getObject().getType()) && isa<PyIntType>(item.getKey().getType());
        return isa<PyTupleType>(item.getObject().getType()) && getIntValue(getConstant(item.getKey()));
      })
      .Case<IfOp, WhileOp>([](auto op) { return hasSettledResults(op); })
      .Case([](ForOp loop) { return isNativeIterable(loop.getIterable()) && hasSettledResults(loop); })
      .Default(false);
}

/// Operators on numbers that cannot raise.
static bool cannotRaise(BinaryOp op) {
  if (!hasNumbersOnly(op))
    return false;
  switch (op.getKind()) {
  case BinaryKind::Add:
  case BinaryKind::Sub:
  case BinaryKind::Mul:
  case BinaryKind::And:
  case BinaryKind::Or:
  case BinaryKind::Xor:
    return true;
  case BinaryKind::TrueDiv:
  case BinaryKind::FloorDiv:
  case BinaryKind::Mod: {
    // Division of two ints by true division may overflow a float only beyond
    // 64 bits.
    auto divisor = getFloatValue(getConstant(op.getRhs()));
    return divisor && *divisor != 0;
  }
  default:
    return false;
  }
}

/// Entries of the table that only look at what is known of a tensor.
static bool onlyLooks(LibraryCallOp call) {
  StringRef name = call.getCallee();
  if (name == "builtins.range" || name == "builtins.zip" || name == "builtins.enumerate" ||
      name == "builtins.reversed" || name == "builtins.len" || name == "janusc.column" || name == "torch.Tensor.size")
    return true;
  const library::Function *entry = library::lookup(call.getContext(), name);
  return entry && entry->isAttribute;
}

/// Whether it is assumed that a slice of a tensor lies inside it: what follows from that (a size) may be known though
/// nothing uses the slice.
static bool assumesSize(GetItemOp op) {
  auto tensor = dyn_cast<PyTensorType>(op.getObject().getType());
  return tensor && !isNumber(op.getKey().getType()) && tensor.getValueType() && !tensor.getValueType().hasStaticShape();
}

/// Whether the op may be erased when its results have no use. Its operands'
/// types say that it does what the evaluator says, which is without effect.
static bool isErasable(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<GetGlobalOp>([](auto op) { return !isa<PyObjectType>(op.getType()); })
      .Case([](GetAttrOp op) {
        return isa<PyFunctionType>(op.getType()) ||
               (isa<PyTensorType>(op.getObject().getType()) && isSettled(op.getType()));
      })
      .Case<GetItemOp>([](GetItemOp op) {
        bool isPart = isa<PyTupleType>(op.getObject().getType()) && isa<PySliceType>(op.getKey().getType());
        return (isPart || isNative(op)) && !isa<PyObjectType>(op.getType()) && !assumesSize(op);
      })
      .Case<UnaryOp, CompareOp>([](auto op) { return hasNumbersOnly(op); })
      .Case<TruthOp>(
          [](TruthOp op) { return isNumber(op.getValue().getType()) || isa<PySequenceType>(op.getValue().getType()); })
      .Case<BinaryOp>([](BinaryOp op) { return cannotRaise(op); })
      .Case<LibraryCallOp>([](LibraryCallOp op) { return onlyLooks(op); })
      .Case<ReadStateOp, BuildListOp, MakeFunctionOp>([](auto) { return true; })
      .Case<BuildDictOp>([](BuildDictOp op) { return isNative(op); })
      .Case<FormatOp>([](FormatOp op) {
        return !op.getSpec() && (isNumber(op.getValue().getType()) || isa<PyStrType>(op.getValue().getType()));
      })
      .Default([](Operation *op) { return isOpTriviallyDead(op); });
}

/// A check that is known to hold.
static bool holds(Operation *op) {
  Value condition;
  if (auto assume = dyn_cast<AssumeOp>(op))
    condition = assume.getCondition();
  else if (auto check = dyn_cast<CheckBoundOp>(op))
    condition = check.getBound();
  if (!condition)
    return false;
  auto constant = dyn_cast_if_present<BoolAttr>(getConstant(condition));
  return constant && constant.getValue();
}

bool janus::imperative::eraseDeadOps(FuncOp function) {
  bool changed = false;
  function->walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    bool dead = op->use_empty() && op->getNumResults() != 0 && isErasable(op);
    if (dead || holds(op)) {
      op->erase();
      changed = true;
    }
  });
  return changed;
}
