//===- Functionalize.cpp - typed entries as functions on values -----------===//
//
// 1. The arguments of the entry become arguments of a new function; states are
//    added when they are first read.
// 2. The ops are converted in order; `environment` holds what each value is.
// 3. At the return the results are described, and the storages that were
//    written become updates.
//
//===----------------------------------------------------------------------===//

#include "Functionalizer.h"
#include "janus/Dialect/Janus/IR/Janus.h"
#include "janus/Library/NumberLists.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"

namespace janus {
#define GEN_PASS_DEF_JANUSFUNCTIONALIZE
#include "janus/Conversion/ImperativeToNN/Passes.h.inc"
} // namespace janus

using namespace mlir;
using namespace janus;
using namespace janus::imperative;
using library::Operand;

Functionalizer::Functionalizer(FuncOp entry, Layouts wanted, bool graph)
    : entry(entry), module(entry->getParentOfType<ModuleOp>()), symbols(module), builder(entry),
      defaultDtype(library::defaultDtypeOf(module)), wanted(wanted), layouts(wanted == Layouts::Yes), graph(graph),
      gradMode(!entry->hasAttr("no_grad")) {}

LogicalResult Functionalizer::refuse(Location loc, const Twine &reason) {
  return emitError(loc) << "not native: " << reason;
}

//===----------------------------------------------------------------------===//
// Arguments and states
//===----------------------------------------------------------------------===//

Value Functionalizer::addArgument(Type type, StringRef name, Location loc) {
  unsigned index = function.getNumArguments();
  (void)function.insertArgument(
      index, type, builder.getDictionaryAttr(builder.getNamedAttr("janus.arg", builder.getStringAttr(name))), loc);
  return function.getArgument(index);
}

FailureOr<PyValue> Functionalizer::makeArgument(Type type, const std::string &name, Location loc) {
  PyValue result;
  if (auto tuple = dyn_cast<PyTupleType>(type)) {
    result.isSequence = true;
    result.path = name;
    for (auto [index, element] : llvm::enumerate(tuple.getElements())) {
      FailureOr<PyValue> part = makeArgument(element, name + "[" + std::to_string(index) + "]", loc);
      if (failed(part))
        return failure();
      result.elements.push_back(*part);
    }
    return result;
  }
  if (RankedTensorType array = library::arrayOfList(type)) {
    auto lists = entry->getAttrOfType<DictionaryAttr>("number_lists");
    if (auto shape = lists ? dyn_cast_or_null<DenseI64ArrayAttr>(lists.get(name)) : DenseI64ArrayAttr()) {
      if (shape.size() != array.getRank())
        return refuse(loc, "list '" + name + "' has another depth than its type");
      SmallVector<int64_t> sizes(shape.asArrayRef());
      for (int64_t &size : sizes)
        size = size < 0 ? ShapedType::kDynamic : size;
      array = RankedTensorType::get(sizes, array.getElementType());
    }
    result.numbers = addArgument(array, name, loc);
    result.path = name;
    return result;
  }
  auto tensor = dyn_cast<PyTensorType>(type);
  Type valueType = llvm::TypeSwitch<Type, Type>(type)
                       .Case([](PyTensorType tensor) { return Type(tensor.getValueType()); })
                       .Case([&](PyIntType) { return builder.getI64Type(); })
                       .Case([&](PyFloatType) { return builder.getF64Type(); })
                       .Case([&](PyBoolType) { return builder.getI1Type(); })
                       .Default(Type());
  if (!valueType) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    return refuse(loc, "argument '" + name + "' has type " + text);
  }
  Value value = addArgument(valueType, name, loc);
  if (!tensor) {
    result.scalar = value;
    return result;
  }
  // Whatever an argument's strides are, nothing depends on them.
  result.tensor = newTensor(value, /*strided=*/entry->hasAttr("strided"));
  result.tensor->isArray = tensor.getIsArray();
  result.tensor->storage->path = name;
  result.tensor->storage->isArgument = true;
  result.tensor->storage->mayBeWorld = true;
  return result;
}

LogicalResult Functionalizer::makeArguments() {
  ArrayAttr params = entry.getParamsAttr();
  for (BlockArgument argument : entry.getBody().getArguments()) {
    unsigned index = argument.getArgNumber();
    std::string name = params && index < params.size() ? llvm::cast<ParamAttr>(params[index]).getName().str()
                                                       : "arg" + std::to_string(index);
    FailureOr<PyValue> value = makeArgument(argument.getType(), name, argument.getLoc());
    if (failed(value))
      return failure();
    environment[argument] = *value;
  }
  return success();
}

/// The generator is state, and read before anything else, so that what regions draw from is there in front of them.
void Functionalizer::makeGenerator() {
  WalkResult draws = entry.walk([](LibraryCallOp call) {
    const library::Function *called = library::lookup(call.getContext(), call.getCallee());
    return called && called->draws ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!draws.wasInterrupted())
    return;
  unsigned index = function.getNumArguments();
  (void)function.insertArgument(
      index, generatorType(entry.getContext()),
      builder.getDictionaryAttr(builder.getNamedAttr("janus.state", builder.getStringAttr(kGeneratorName))),
      entry.getLoc());
  generator = newStorage(function.getArgument(index));
  generator->path = kGeneratorName.str();
}

/// What does not draw after all (dropout that is off) leaves the generator alone.
void Functionalizer::dropUnusedGenerator() {
  for (unsigned i = 0; generator && i < function.getNumArguments(); ++i)
    if (function.getArgAttr(i, "janus.state") == builder.getStringAttr(kGeneratorName) &&
        function.getArgument(i).use_empty()) {
      (void)function.eraseArgument(i);
      return;
    }
}

Tensor *Functionalizer::stateTensor(StateOp state) {
  auto [place, isNew] = stateTensors.insert({state, nullptr});
  if (!isNew)
    return place->second;
  auto type = llvm::cast<PyTensorType>(state.getType()).getValueType();
  unsigned index = function.getNumArguments();
  (void)function.insertArgument(
      index, type, builder.getDictionaryAttr(builder.getNamedAttr("janus.state", state.getPathAttr())), state.getLoc());
  Tensor *tensor = newTensor(function.getArgument(index));
  tensor->storage->path = state.getPath().str();
  tensor->storage->mayBeWorld = true;
  tensor->storage->requiresGrad = state.getRequiresGrad();
  tensor->storage->gradAtEntry = state.getGrad();
  return stateTensors[state] = tensor;
}

FailureOr<PyValue> Functionalizer::stateValue(StateOp state, Location loc) {
  PyValue result;
  if (auto type = dyn_cast<PyTensorType>(state.getType())) {
    if (!type.getValueType())
      return refuse(loc, "the tensor " + state.getPath() + " has no known rank or dtype");
    result.tensor = stateTensor(state);
    return result;
  }
  auto [place, isNew] = stateNumbers.insert({state, Value()});
  if (isNew) {
    FailureOr<PyValue> argument = makeArgument(state.getType(), state.getPath().str(), state.getLoc());
    if (failed(argument))
      return failure();
    unsigned index = function.getNumArguments() - 1;
    function.setArgAttrs(index, ArrayRef<NamedAttribute>{builder.getNamedAttr("janus.state", state.getPathAttr())});
    stateNumbers[state] = argument->scalar;
  }
  result.scalar = stateNumbers[state];
  return result;
}

LogicalResult Functionalizer::convertReadState(ReadStateOp op) {
  auto state = symbols.lookup<StateOp>(op.getState());
  if (!state)
    return refuse(op.getLoc(), "there is no state " + op.getState());
  FailureOr<PyValue> value = stateValue(state, op.getLoc());
  if (failed(value))
    return failure();
  environment[op.getValue()] = *value;
  return success();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The path of a tuple in the constant that `path` is; empty: it is not there.
static std::string findIn(Attribute known, const std::string &path, Attribute wanted) {
  if (known == wanted)
    return path;
  auto elements = dyn_cast<ArrayAttr>(known);
  for (auto [index, element] : llvm::enumerate(elements ? elements.getValue() : ArrayRef<Attribute>()))
    if (std::string found = findIn(element, path + "[" + std::to_string(index) + "]", wanted); !found.empty())
      return found;
  return "";
}

std::string Functionalizer::findTuple(Attribute constant) {
  auto tuples = entry->getAttrOfType<DictionaryAttr>("tuples");
  for (NamedAttribute known : tuples ? tuples.getValue() : ArrayRef<NamedAttribute>())
    if (std::string found = findIn(known.getValue(), known.getName().str(), constant); !found.empty())
      return found;
  return "";
}

PyValue Functionalizer::fromConstant(Attribute constant) {
  PyValue result;
  if (auto elements = dyn_cast<ArrayAttr>(constant)) {
    result.isSequence = true;
    result.path = findTuple(constant);
    for (Attribute element : elements)
      result.elements.push_back(fromConstant(element));
    return result;
  }
  result.constant = constant;
  return result;
}

FailureOr<PyValue> Functionalizer::lookup(Value value, Location loc) {
  auto found = environment.find(value);
  if (found != environment.end())
    return found->second;
  return refuse(loc, "it uses a value that native code does not have");
}

LogicalResult Functionalizer::convertGetItem(GetItemOp op) {
  FailureOr<PyValue> object = lookup(op.getObject(), op.getLoc()), key = lookup(op.getKey(), op.getLoc());
  if (failed(object) || failed(key))
    return failure();
  if (object->tensor) {
    const library::Function *getItem = library::lookup(op.getContext(), "torch.Tensor.__getitem__");
    FailureOr<PyValue> result = callFunction(*getItem, {*object, *key}, op.getLoc());
    if (succeeded(result))
      environment[op.getValue()] = *result;
    return result;
  }
  if (object->isOpenList || object->numbers) {
    FailureOr<PyValue> item = listItem(*object, *key, op.getLoc());
    if (succeeded(item))
      environment[op.getValue()] = *item;
    return item;
  }
  if (object->isDict) {
    auto name = dyn_cast_or_null<StringAttr>(key->constant);
    for (auto [index, known] : llvm::enumerate(object->keys))
      if (name && name.getValue() == known) {
        environment[op.getValue()] = object->elements[index];
        return success();
      }
    return refuse(op.getLoc(), "the dict's key is not known");
  }
  auto index = dyn_cast_or_null<IntegerAttr>(key->constant);
  if (!object->isSequence || object->isRange || !index)
    return refuse(op.getLoc(), "an item of something that is not a tuple, or at an index that is not known");
  int64_t position = index.getValue().getSExtValue(), size = object->elements.size();
  if (position < -size || position >= size)
    return refuse(op.getLoc(), "tuple index out of range");
  environment[op.getValue()] = object->elements[position < 0 ? position + size : position];
  return success();
}

LogicalResult Functionalizer::convertSetAttr(SetAttrOp op) {
  FailureOr<PyValue> object = lookup(op.getObject(), op.getLoc()), value = lookup(op.getValue(), op.getLoc());
  if (failed(object) || failed(value))
    return failure();
  if (!op->hasAttr("at_commit") || !isa_and_nonnull<RefAttr>(object->constant) || op->getParentOp() != entry)
    return refuse(op.getLoc(), "an assignment to an attribute that cannot wait for the end of the call");
  std::pair<Attribute, StringAttr> key(object->constant, op.getNameAttr());
  // The last one counts, at its place in the order.
  assignments.erase(key);
  assignments.insert({key, {*value, op.getLoc()}});
  return success();
}

LogicalResult Functionalizer::convertUnpack(UnpackOp op) {
  FailureOr<PyValue> value = lookup(op.getValue(), op.getLoc());
  if (failed(value))
    return failure();
  if (!value->isSequence || value->isRange || op.getStar() || value->elements.size() != op.getNumResults())
    return refuse(op.getLoc(), "it unpacks something that is not a tuple of as many elements");
  for (auto [target, element] : llvm::zip(op.getTargets(), value->elements))
    environment[target] = element;
  return success();
}

LogicalResult Functionalizer::convertBuild(Operation *op, Operand::SequenceKind kind) {
  PyValue result;
  result.isSequence = true;
  result.sequenceKind = kind;
  if (kind == Operand::SequenceKind::List || isa<BuildDictOp>(op))
    result.identity = op->getResult(0);
  if (auto path = op->getAttrOfType<StringAttr>("argument"))
    result.path = path.str();
  for (Value operand : op->getOperands()) {
    FailureOr<PyValue> element = lookup(operand, op->getLoc());
    if (failed(element))
      return failure();
    result.elements.push_back(*element);
  }
  if (auto dict = dyn_cast<BuildDictOp>(op)) {
    result.isDict = true;
    size_t count = dict.getKeys().size();
    for (size_t i = 0; i < count; ++i) {
      auto name = dyn_cast_or_null<StringAttr>(result.elements[i].constant);
      if (!name || dict.getUnpacked())
        return refuse(op->getLoc(), "a dict whose keys are not constant strings");
      result.keys.push_back(name.getValue().str());
    }
    result.elements.erase(result.elements.begin(), result.elements.begin() + count);
  }
  environment[op->getResult(0)] = result;
  return success();
}

LogicalResult Functionalizer::convert(Operation *op) {
  Location loc = op->getLoc();
  builder.setInsertionPointToEnd(builder.getInsertionBlock());
  auto single = [&](FailureOr<PyValue> value) -> LogicalResult {
    if (succeeded(value))
      environment[op->getResult(0)] = *value;
    return value;
  };
  // What inference could not make native, and why.
  if (auto reason = op->getAttrOfType<StringAttr>("reason"))
    return refuse(loc, reason.getValue());
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](ConstantOp op) {
        environment[op.getResult()] = fromConstant(op.getValue());
        return success();
      })
      .Case([&](ReadStateOp op) { return convertReadState(op); })
      .Case([&](LibraryCallOp op) { return convertCall(op); })
      .Case([&](GetItemOp op) { return convertGetItem(op); })
      .Case([&](UnpackOp op) { return convertUnpack(op); })
      .Case([&](BuildTupleOp op) { return convertBuild(op, Operand::SequenceKind::Tuple); })
      .Case([&](BuildListOp op) { return convertBuild(op, Operand::SequenceKind::List); })
      .Case([&](BuildDictOp op) { return convertBuild(op, Operand::SequenceKind::Tuple); })
      .Case([&](SetAttrOp op) { return convertSetAttr(op); })
      .Case([&](AppendOp op) { return convertAppend(op); })
      .Case([&](ElementsOp op) { return convertElements(op); })
      .Case([&](BuildSliceOp op) { return convertBuild(op, Operand::SequenceKind::Slice); })
      .Case([&](UnaryOp op) { return single(convertUnary(op)); })
      .Case([&](CompareOp op) { return single(convertCompare(op)); })
      .Case<BinaryOp, InplaceOp>([&](auto op) -> LogicalResult {
        FailureOr<PyValue> lhs = lookup(op.getLhs(), loc), rhs = lookup(op.getRhs(), loc);
        if (failed(lhs) || failed(rhs))
          return failure();
        if (isa<InplaceOp>(op) && lhs->isSequence)
          return refuse(loc, "an augmented assignment to a list");
        return single(convertBinary(op.getKind(), *lhs, *rhs, loc));
      })
      .Case([&](TruthOp op) -> LogicalResult {
        FailureOr<PyValue> value = lookup(op.getValue(), loc);
        FailureOr<Value> condition = failed(value) ? FailureOr<Value>(failure()) : truth(*value, loc);
        if (failed(condition))
          return failure();
        PyValue result;
        result.scalar = *condition;
        environment[op.getResult()] = result;
        return success();
      })
      .Case([&](imperative::AssumeOp op) -> LogicalResult {
        FailureOr<PyValue> value = lookup(op.getCondition(), loc);
        FailureOr<Value> condition = failed(value) ? FailureOr<Value>(failure()) : truth(*value, loc);
        if (failed(condition))
          return failure();
        assume(*condition, op.getWhat(), loc);
        return success();
      })
      .Case([&](UnboundOp op) {
        // Anything will do: nobody reads it (see flatten).
        environment[op.getValue()] = fromConstant(UnitAttr::get(op.getContext()));
        return success();
      })
      .Case([&](CommitOp) { return success(); })
      .Case([&](IfOp op) { return convertIf(op); })
      .Case([&](ForOp op) { return convertFor(op); })
      .Case([&](WhileOp op) { return convertWhile(op); })
      .Default([&](Operation *op) { return refuse(loc, op->getName().stripDialect() + " runs in the interpreter"); });
}

/// Whether a value is a tensor of another size than inference found. Inference goes by what it knows, and may assume
/// the rest (that a bound of a slice lies inside a tensor of open size); where it knows more later, that was wrong, and
/// constants may have been made of it.
static bool contradicts(Type inferred, const PyValue &result) {
  if (auto tuple = dyn_cast<PyTupleType>(inferred); tuple && tuple.getElements().size() == result.elements.size())
    return llvm::any_of(llvm::zip(tuple.getElements(), result.elements),
                        [](auto pair) { return contradicts(std::get<0>(pair), std::get<1>(pair)); });
  auto tensor = dyn_cast<PyTensorType>(inferred);
  if (!tensor || !tensor.getRanked() || !result.tensor)
    return false;
  Value value = result.tensor->cached ? result.tensor->cached : result.tensor->storage->value;
  return value && failed(verifyCompatibleShape(tensor.getShape(), cast<RankedTensorType>(value.getType()).getShape()));
}

LogicalResult Functionalizer::convertBlock(Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (failed(convert(&op)))
      return failure();
    for (Value result : op.getResults())
      if (auto found = environment.find(result);
          found != environment.end() && contradicts(result.getType(), found->second))
        return refuse(op.getLoc(), "a tensor is of another size than was assumed");
  }
  return success();
}

LogicalResult Functionalizer::run() {
  Location loc = entry.getLoc();
  function = func::FuncOp::create(loc, entry.getSymName(), builder.getFunctionType({}, {}));
  // A clean end: nothing of a function that is refused stays.
  auto abandon = llvm::scope_exit([&] {
    if (function)
      function.erase();
  });
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  if (failed(makeArguments()))
    return failure();
  makeGenerator();
  if (failed(convertBlock(entry.getBody().front())))
    return failure();
  auto ret = dyn_cast<ReturnOp>(entry.getBody().front().back());
  if (!ret)
    return refuse(entry.getBody().front().back().getLoc(), "the entry does not end in a return");
  if (failed(finish(ret)))
    return failure();
  // Strides that nobody receives after all.
  if (layouts)
    function.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
  dropUnusedGenerator();
  // The number is how a broken assumption is told from the others.
  int64_t number = 0;
  function.walk([&](::janus::AssumeOp assumption) { assumption.setId(number++); });
  if (failed(verify(function)))
    return failure();
  module.insert(entry, function);
  function = nullptr;
  entry.erase();
  return success();
}

LogicalResult janus::functionalize(FuncOp entry, bool strides, bool graph) {
  // They are computed only where somebody will see them.
  Functionalizer plain(entry, strides ? Functionalizer::Layouts::IfNeeded : Functionalizer::Layouts::No, graph);
  if (succeeded(plain.run()))
    return success();
  return failure(!plain.needsLayouts() || failed(Functionalizer(entry, Functionalizer::Layouts::Yes, graph).run()));
}

namespace {
struct JanusFunctionalizePass : public janus::impl::JanusFunctionalizeBase<JanusFunctionalizePass> {
  using JanusFunctionalizeBase::JanusFunctionalizeBase;
  void runOnOperation() override {
    ModuleOp module = getOperation();
    for (FuncOp function : llvm::make_early_inc_range(module.getOps<FuncOp>()))
      if (function->hasAttr("entry") && failed(functionalize(function, strides, graph)))
        return signalPassFailure();
    // The world was there to be looked at; nothing on value level does.
    for (Operation &op : llvm::make_early_inc_range(module.getOps()))
      if (isa<ImperativeDialect>(op.getDialect()))
        op.erase();
  }
};
} // namespace
