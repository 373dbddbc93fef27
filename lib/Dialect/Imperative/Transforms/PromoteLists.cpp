//===- PromoteLists.cpp - lists that change in the code that made them ----===//
//
// A list that is made here, and that nobody else can change before it is last
// looked at, is known element by element at each place: `append` and its like
// happen while compiling, and each read gets a list of its own, of what the
// list holds then. Where the list itself goes somewhere - it is returned, put
// into another object - one list stands for it from there on.
//
//===----------------------------------------------------------------------===//

#include "janus/Analysis/PythonArithmetic.h"
#include "janus/Dialect/Imperative/Transforms/Passes.h"
#include "janus/Dialect/Imperative/Transforms/Specialize.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

namespace janus::imperative {
#define GEN_PASS_DEF_PROMOTELISTS
#include "janus/Dialect/Imperative/Transforms/Passes.h.inc"
} // namespace janus::imperative

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

namespace {
/// What a use does with a list.
enum class Access {
  /// Looks at its elements, and is done with it afterwards.
  Read,
  /// The same, but until the last use of the op's result: zip, enumerate.
  Iterate,
  /// Changes it.
  Change,
  /// Hands it on.
  Alias,
  /// Something that is not understood.
  Unknown
};

/// A use of a list, or the call of a method of it.
struct Event {
  Operation *op;
  /// Null for the call of a method.
  OpOperand *use;
  Access access;
  /// The op of the list's block that the event happens in.
  Operation *anchor;
  size_t number;
  /// What the list holds before the event.
  SmallVector<Value> elements = {};
};

class ListPromoter {
public:
  explicit ListPromoter(BuildListOp list) : list(list), block(list->getBlock()) {}

  bool promote();

private:
  Access classify(OpOperand &use);
  Access classifyCall(CallOp call, OpOperand &use);
  bool addMethod(GetAttrOp method);
  bool addEvent(Operation *op, OpOperand *use, Access access);
  bool collect();
  bool isOrdered();
  bool isUndisturbed();
  bool simulate();
  bool change(Operation *op, SmallVectorImpl<Value> &elements);
  bool callMethod(CallOp call, StringRef name, SmallVectorImpl<Value> &elements);
  void rewrite();
  void eraseOps();
  Value replaceResult(OpBuilder &builder, CallOp call, ArrayRef<Value> elements);
  Value build(OpBuilder &builder, ArrayRef<Value> elements);

  BuildListOp list;
  Block *block;
  /// The list itself, and what `+=` gives for it.
  SmallVector<Value> handles;
  SmallVector<Event> events;
  SmallVector<GetAttrOp> methods;
  /// What the results of changes are replaced by; null for None.
  DenseMap<Value, Value> results;
};
} // namespace

static Attribute getConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? constant.getValue() : Attribute();
}

static bool isIterator(StringRef name) {
  return name == "builtins.zip" || name == "builtins.enumerate" || name == "builtins.reversed" ||
         name == "builtins.iter";
}

/// Functions that look at a list and keep nothing of it.
static bool isReader(StringRef name) {
  static const llvm::StringSet<> names = {"all",        "any",  "bool", "float", "int",   "isinstance", "len",
                                          "list",       "max",  "min",  "print", "repr",  "set",        "sorted",
                                          "issubclass", "hash", "str",  "sum",   "tuple", "type"};
  return name.starts_with("torch.") || name.starts_with("math.") ||
         (name.consume_front("builtins.") && names.contains(name));
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

Access ListPromoter::classifyCall(CallOp call, OpOperand &use) {
  if (use.getOperandNumber() == 0)
    return Access::Unknown;
  if (getArgumentNames(call)[use.getOperandNumber() - 1] == "*")
    return Access::Read;
  Attribute callee = getConstant(call.getCallee());
  if (auto method = dyn_cast_if_present<MethodAttr>(callee))
    callee = method.getFunction();
  if (auto builtin = dyn_cast_if_present<BuiltinAttr>(callee)) {
    if (isIterator(builtin.getName()))
      return Access::Iterate;
    // Any other may keep the list, and change it from then on.
    return isReader(builtin.getName()) ? Access::Read : Access::Alias;
  }
  auto method = call.getCallee().getDefiningOp<GetAttrOp>();
  return method && isa<PyTensorType>(method.getObject().getType()) ? Access::Read : Access::Unknown;
}

Access ListPromoter::classify(OpOperand &use) {
  unsigned number = use.getOperandNumber();
  auto readAt = [&](unsigned index) { return number == index ? Access::Read : Access::Unknown; };
  // Another class may have operators of its own, which keep what they get.
  auto readBeside = [](Value other) {
    return isa<PyListType, PyTupleType, PyNoneType, PyIntType>(other.getType()) ? Access::Read : Access::Unknown;
  };
  auto isStarred = [&](DenseBoolArrayAttr starred) {
    return starred && starred.asArrayRef()[number] ? Access::Read : Access::Alias;
  };
  return llvm::TypeSwitch<Operation *, Access>(use.getOwner())
      .Case([&](CallOp op) { return classifyCall(op, use); })
      .Case([&](LibraryCallOp op) { return isIterator(op.getCallee()) ? Access::Iterate : Access::Read; })
      .Case<GetItemOp, ForOp>([&](auto) { return readAt(0); })
      .Case<UnpackOp, TruthOp, FormatOp>([](auto) { return Access::Read; })
      .Case([&](BinaryOp op) { return readBeside(op->getOperand(1 - number)); })
      .Case([&](CompareOp op) {
        bool identity = op.getKind() == CompareKind::Is || op.getKind() == CompareKind::IsNot;
        return identity ? Access::Unknown : readBeside(op->getOperand(1 - number));
      })
      .Case([&](InplaceOp op) {
        return number == 1 ? Access::Read : op.getKind() == BinaryKind::Add ? Access::Change : Access::Unknown;
      })
      .Case([&](SetItemOp) { return number == 0   ? Access::Change
                                    : number == 2 ? Access::Alias
                                                  : Access::Unknown; })
      .Case([&](DelItemOp) { return number == 0 ? Access::Change : Access::Unknown; })
      .Case([&](BuildTupleOp op) { return isStarred(op.getStarredAttr()); })
      .Case([&](BuildListOp op) { return isStarred(op.getStarredAttr()); })
      .Case([&](SetAttrOp) { return number == 1 ? Access::Alias : Access::Unknown; })
      .Case<BuildDictOp, ReturnOp, YieldOp, ConditionOp>([](auto) { return Access::Alias; })
      .Default(Access::Unknown);
}

bool ListPromoter::addEvent(Operation *op, OpOperand *use, Access access) {
  Operation *anchor = block->findAncestorOpInBlock(*op);
  // What happens a known number of times only is what stands in the block.
  if (access == Access::Unknown || !anchor || (access == Access::Change && anchor != op))
    return false;
  events.push_back({op, use, access, anchor, events.size()});
  return true;
}

/// The calls of list.name.
bool ListPromoter::addMethod(GetAttrOp method) {
  static const llvm::StringSet<> names = {"append", "clear", "copy", "extend", "insert", "pop", "reverse"};
  if (!names.contains(method.getName()))
    return false;
  methods.push_back(method);
  return llvm::all_of(method->getUses(), [&](OpOperand &use) {
    auto call = dyn_cast<CallOp>(use.getOwner());
    return call && use.getOperandNumber() == 0 && !call.getNames() && addEvent(call, nullptr, Access::Change);
  });
}

bool ListPromoter::collect() {
  handles.push_back(list);
  for (size_t index = 0; index < handles.size(); ++index) {
    for (OpOperand &use : handles[index].getUses()) {
      if (auto method = dyn_cast<GetAttrOp>(use.getOwner())) {
        if (!addMethod(method))
          return false;
        continue;
      }
      if (!addEvent(use.getOwner(), &use, classify(use)))
        return false;
      if (auto inplace = dyn_cast<InplaceOp>(use.getOwner()); inplace && use.getOperandNumber() == 0)
        handles.push_back(inplace.getResult());
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Whether the order of events allows it
//===----------------------------------------------------------------------===//

/// Nothing changes the list in the op where something else happens to it, while
/// an iterator looks at it, or after it went somewhere.
bool ListPromoter::isOrdered() {
  llvm::sort(events, [](const Event &lhs, const Event &rhs) {
    return lhs.anchor == rhs.anchor ? lhs.number < rhs.number : lhs.anchor->isBeforeInBlock(rhs.anchor);
  });
  Operation *watchedUntil = nullptr;
  bool handedOn = false;
  for (auto [index, event] : llvm::enumerate(events)) {
    if (event.access == Access::Change) {
      bool shared = (index > 0 && events[index - 1].anchor == event.anchor) ||
                    (index + 1 < events.size() && events[index + 1].anchor == event.anchor);
      if (shared || handedOn || (watchedUntil && !watchedUntil->isBeforeInBlock(event.anchor)))
        return false;
    }
    handedOn |= event.access == Access::Alias;
    if (event.access != Access::Iterate)
      continue;
    for (Operation *user : event.op->getUsers()) {
      Operation *last = block->findAncestorOpInBlock(*user);
      if (!last)
        return false;
      if (!watchedUntil || watchedUntil->isBeforeInBlock(last))
        watchedUntil = last;
    }
  }
  return true;
}

/// Whether an op may change a list that it gets from somewhere else.
static bool mayChangeLists(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([](CallOp call) {
        auto builtin = dyn_cast_if_present<BuiltinAttr>(getConstant(call.getCallee()));
        if (builtin && (isReader(builtin.getName()) || isIterator(builtin.getName())))
          return false;
        auto method = call.getCallee().getDefiningOp<GetAttrOp>();
        return !method || !isa<PyTensorType>(method.getObject().getType());
      })
      .Case([](InplaceOp op) {
        return !isa<PyTensorType, PyIntType, PyFloatType, PyBoolType, PyStrType, PyTupleType>(op.getLhs().getType());
      })
      .Case([](SetItemOp op) { return !isa<PyTensorType>(op.getObject().getType()); })
      .Case<DelItemOp, PythonOp>([](auto) { return true; })
      .Default(false);
}

/// After the list went somewhere it may change by other names; so nothing may
/// between there and where it is last looked at.
bool ListPromoter::isUndisturbed() {
  auto *handedOn = llvm::find_if(events, [](const Event &event) { return event.access == Access::Alias; });
  if (handedOn == events.end())
    return true;
  for (Operation *op = handedOn->anchor; op != events.back().anchor; op = op->getNextNode()) {
    WalkResult result = op->walk(
        [](Operation *inner) { return mayChangeLists(inner) ? WalkResult::interrupt() : WalkResult::advance(); });
    if (result.wasInterrupted())
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// What the list holds
//===----------------------------------------------------------------------===//

/// The place in a list that a constant index means; nullopt where it means none.
static std::optional<int64_t> getPosition(Value index, int64_t size) {
  auto value = getIntValue(getConstant(index));
  if (!value || *value >= size || *value < -size)
    return std::nullopt;
  return *value < 0 ? *value + size : *value;
}

/// The elements of a tuple or list that is made here and is only extended by.
static std::optional<SmallVector<Value>> getMadeElements(Value sequence) {
  Operation *op = sequence.getDefiningOp();
  auto tuple = dyn_cast_if_present<BuildTupleOp>(op);
  auto other = dyn_cast_if_present<BuildListOp>(op);
  if ((tuple && !tuple.getStarred()) || (other && !other.getStarred() && other->hasOneUse()))
    return SmallVector<Value>(op->getOperands());
  return std::nullopt;
}

bool ListPromoter::callMethod(CallOp call, StringRef name, SmallVectorImpl<Value> &elements) {
  OperandRange arguments = call.getArguments();
  int64_t size = elements.size();
  Value result;
  if (name == "append" && arguments.size() == 1) {
    elements.push_back(arguments[0]);
  } else if (name == "clear" && arguments.empty()) {
    elements.clear();
  } else if (name == "reverse" && arguments.empty()) {
    std::reverse(elements.begin(), elements.end());
  } else if (name == "extend" && arguments.size() == 1) {
    auto more = getMadeElements(arguments[0]);
    if (!more)
      return false;
    llvm::append_range(elements, *more);
  } else if (name == "insert" && arguments.size() == 2) {
    auto index = getIntValue(getConstant(arguments[0]));
    if (!index)
      return false;
    int64_t position = std::clamp<int64_t>(*index < 0 ? *index + size : *index, 0, size);
    elements.insert(elements.begin() + position, arguments[1]);
  } else if (name == "pop" && arguments.size() <= 1 && size > 0) {
    std::optional<int64_t> position = arguments.empty() ? std::optional(size - 1) : getPosition(arguments[0], size);
    if (!position)
      return false;
    result = elements[*position];
    elements.erase(elements.begin() + *position);
  } else if (name == "copy" && arguments.empty()) {
    return true;
  } else {
    return false;
  }
  results[call.getResult()] = result;
  return true;
}

bool ListPromoter::change(Operation *op, SmallVectorImpl<Value> &elements) {
  if (auto call = dyn_cast<CallOp>(op))
    return callMethod(call, call.getCallee().getDefiningOp<GetAttrOp>().getName(), elements);
  if (auto inplace = dyn_cast<InplaceOp>(op)) {
    auto more = getMadeElements(inplace.getRhs());
    if (more)
      llvm::append_range(elements, *more);
    return bool(more);
  }
  Value key = op->getOperand(1);
  auto position = getPosition(key, elements.size());
  if (!position)
    return false;
  if (auto set = dyn_cast<SetItemOp>(op))
    elements[*position] = set.getValue();
  else
    elements.erase(elements.begin() + *position);
  return true;
}

bool ListPromoter::simulate() {
  SmallVector<Value> elements(list.getElements());
  for (Event &event : events) {
    event.elements = elements;
    if (event.access == Access::Change && !change(event.op, elements))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

Value ListPromoter::build(OpBuilder &builder, ArrayRef<Value> elements) {
  std::vector<Knowledge> known;
  for (Value element : elements)
    known.push_back(Knowledge::ofType(element.getType()));
  Type type = Knowledge::ofElements(builder.getContext(), std::move(known), Knowledge::SequenceKind::List).getType();
  return BuildListOp::create(builder, list.getLoc(), type, elements, nullptr);
}

/// What stands for the result of a method's call.
Value ListPromoter::replaceResult(OpBuilder &builder, CallOp call, ArrayRef<Value> elements) {
  auto found = results.find(call.getResult());
  // A copy.
  if (found == results.end())
    return build(builder, elements);
  MLIRContext *context = builder.getContext();
  if (!found->second)
    return ConstantOp::create(builder, call.getLoc(), PyNoneType::get(context), NoneAttr::get(context));
  Value value = found->second;
  for (auto earlier = results.find(value); earlier != results.end(); earlier = results.find(value))
    value = earlier->second;
  return value;
}

void ListPromoter::rewrite() {
  OpBuilder builder(list);
  Value handedOn;
  for (Event &event : events) {
    builder.setInsertionPoint(event.anchor);
    if (event.access == Access::Alias) {
      if (!handedOn)
        handedOn = build(builder, event.elements);
      event.use->set(handedOn);
    } else if (event.access != Access::Change) {
      event.use->set(build(builder, event.elements));
    }
  }
  // The results of changes, in order: a later one may be an earlier one's.
  for (Event &event : events) {
    auto call = dyn_cast<CallOp>(event.op);
    if (event.access != Access::Change || !call)
      continue;
    builder.setInsertionPoint(call);
    Value value = replaceResult(builder, call, event.elements);
    call.getResult().replaceAllUsesWith(value);
    results[call.getResult()] = value;
  }
  eraseOps();
}

/// Erases what used the list, users first: a method may be one of what `+=` gave.
void ListPromoter::eraseOps() {
  auto eraseChanges = [&](bool inplace) {
    for (Event &event : llvm::reverse(events))
      if (event.access == Access::Change && isa<InplaceOp>(event.op) == inplace)
        event.op->erase();
  };
  eraseChanges(/*inplace=*/false);
  for (GetAttrOp method : methods)
    method.erase();
  eraseChanges(/*inplace=*/true);
  list.erase();
}

bool ListPromoter::promote() {
  if (list.getStarred() || !collect())
    return false;
  auto does = [&](Access access) {
    return llvm::any_of(events, [&](const Event &event) { return event.access == access; });
  };
  bool worthIt = does(Access::Change) || (does(Access::Alias) && (does(Access::Read) || does(Access::Iterate)));
  if (!worthIt || !isOrdered() || !isUndisturbed() || !simulate())
    return false;
  rewrite();
  return true;
}

bool janus::imperative::promoteLists(FuncOp function) {
  SmallVector<BuildListOp> lists;
  function.walk([&](BuildListOp list) { lists.push_back(list); });
  bool changed = false;
  // Those made last first: one list's element may be another list.
  for (BuildListOp list : llvm::reverse(lists))
    changed |= ListPromoter(list).promote();
  return changed;
}

namespace {
struct PromoteListsPass : public janus::imperative::impl::PromoteListsBase<PromoteListsPass> {
  void runOnOperation() override {
    for (FuncOp function : getOperation().getOps<FuncOp>())
      if (isEntry(function))
        promoteLists(function);
  }
};
} // namespace
