//===- ResolveOps.cpp - ops whose meaning is settled ----------------------===//

#include "ResolveOps.h"
#include "janus/Analysis/PythonArithmetic.h"
#include "janus/Dialect/Imperative/Transforms/Passes.h"
#include "janus/Library/Library.h"
#include "llvm/ADT/TypeSwitch.h"

namespace janus::imperative {
#define GEN_PASS_DEF_RESOLVEOPS
#include "janus/Dialect/Imperative/Transforms/Passes.h.inc"
} // namespace janus::imperative

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

/// The longest list that is made by repeating a shorter one.
static constexpr int64_t maxRepeated = 1024;

Resolver::Resolver(FuncOp function, Evaluator &evaluator, DataFlowSolver &solver)
    : function(function), evaluator(evaluator), world(evaluator.getWorld()), builder(function.getContext()) {
  auto note = [&](Value value) {
    auto *lattice = solver.lookupState<KnowledgeLattice>(value);
    if (lattice && !lattice->getValue().isBottom())
      facts.try_emplace(value, lattice->getValue());
  };
  function->walk([&](Operation *op) {
    llvm::for_each(op->getResults(), note);
    for (Region &region : op->getRegions())
      llvm::for_each(region.getArguments(), note);
  });
}

void Resolver::erase(Operation *op) {
  for (Value result : op->getResults())
    facts.erase(result);
  op->erase();
}

/// What the analysis found for a value; for one made since, what its defining
/// op says. It is found once: a step of a recurrence uses the one before several
/// times, so asking anew would take twice as long with each step.
Knowledge Resolver::known(Value value) {
  auto found = facts.find(value);
  if (found != facts.end())
    return found->second;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() != 0)
    return Knowledge::ofType(value.getType());
  SmallVector<Knowledge> operands;
  for (Value operand : op->getOperands())
    operands.push_back(known(operand));
  Knowledge result = evaluator.evaluate(op, operands)[cast<OpResult>(value).getResultNumber()];
  facts.try_emplace(value, result);
  return result;
}

Value Resolver::callLibrary(Location loc, const library::Function *entry, ValueRange operands) {
  if (!entry)
    return {};
  SmallVector<Knowledge> knowledge;
  for (Value operand : operands) {
    knowledge.push_back(known(operand));
    if (knowledge.back().isBottom())
      return {};
  }
  Knowledge result = evaluator.evaluateLibrary(*entry, knowledge);
  if (result.isTop() || result.isBottom())
    return {};
  SmallVector<Value> all(operands);
  for (size_t index = all.size(); index < entry->parameters.size(); ++index)
    all.push_back(constant(loc, entry->parameters[index].defaultValue));
  return callUnlisted(loc, entry->name, all, result.getType());
}

Value Resolver::callLibrary(Location loc, StringRef name, ValueRange operands) {
  return callLibrary(loc, library::lookup(builder.getContext(), name), operands);
}

Value Resolver::callUnlisted(Location loc, StringRef name, ValueRange operands, Type type) {
  return LibraryCallOp::create(builder, loc, type, builder.getStringAttr(name), operands);
}

Value Resolver::buildTuple(Location loc, ValueRange elements) {
  return BuildTupleOp::create(
      builder, loc, PyTupleType::get(builder.getContext(), SmallVector<Type>(elements.getTypes())), elements, nullptr);
}

Value Resolver::buildList(Location loc, ValueRange elements) {
  std::vector<Knowledge> known;
  for (Type type : elements.getTypes())
    known.push_back(Knowledge::ofType(type));
  Type type = Knowledge::ofElements(builder.getContext(), std::move(known), Knowledge::SequenceKind::List).getType();
  return BuildListOp::create(builder, loc, type, elements, nullptr);
}

std::optional<SmallVector<Value>> Resolver::getElementValues(Location loc, Value sequence) {
  Operation *op = sequence.getDefiningOp();
  if (auto tuple = dyn_cast_if_present<BuildTupleOp>(op))
    return tuple.getStarred() ? std::nullopt : std::optional(SmallVector<Value>(tuple.getElements()));
  Knowledge knowledge = known(sequence);
  auto list = dyn_cast_if_present<BuildListOp>(op);
  // Of a list that something may change, nothing is known but its type.
  if (list && knowledge.getSequenceKind() == Knowledge::SequenceKind::List)
    return SmallVector<Value>(list.getElements());
  // A part of a tuple: elements of the whole.
  if (auto part = dyn_cast_if_present<GetItemOp>(op); part && isa<PyTupleType>(sequence.getType()))
    if (auto whole = getElementValues(loc, part.getObject()))
      if (auto positions = getSlicePositions(known(part.getKey()), whole->size()))
        return llvm::map_to_vector(*positions, [&](int64_t position) { return (*whole)[position]; });
  SmallVector<Value> values;
  if (auto object = world.lookup<ObjectOp>(knowledge.getConstant()); object && object.getItems()) {
    for (Attribute item : object.getItemsAttr())
      values.push_back(constant(loc, item));
    return values;
  }
  auto elements = getElements(world, knowledge);
  if (!elements)
    return std::nullopt;
  for (auto [index, element] : llvm::enumerate(*elements)) {
    if (element.getConstant()) {
      values.push_back(constant(loc, element.getConstant()));
      continue;
    }
    Value position = constant(loc, getIntAttr(builder.getContext(), index));
    values.push_back(GetItemOp::create(builder, loc, element.getType(), sequence, position));
  }
  return values;
}

//===----------------------------------------------------------------------===//
// Names, attributes, items
//===----------------------------------------------------------------------===//

Value Resolver::resolveGlobal(GetGlobalOp op) {
  auto globals = op->getAttrOfType<FlatSymbolRefAttr>("globals");
  Attribute value = world.getGlobal(globals ? globals : function.getGlobalsAttr(), op.getName());
  return value ? constant(op.getLoc(), value) : Value();
}

Value Resolver::resolveAttribute(GetAttrOp op) {
  Knowledge object = known(op.getObject());
  if (auto instance = world.lookup<ObjectOp>(object.getConstant())) {
    Attribute field = instance.getFields().get(op.getName());
    return field && !world.isAssigned(instance, op.getName()) ? constant(op.getLoc(), field) : Value();
  }
  if (std::optional<unsigned> element = object.getNamedElement(op.getName()))
    return (*getElementValues(op.getLoc(), op.getObject()))[*element];
  if (!isa<PyTensorType>(op.getObject().getType()))
    return {};
  auto *entry = library::lookup(op.getContext(), (getTensorClass(op.getObject().getType()) + op.getName()).str());
  return entry && entry->isAttribute ? callLibrary(op.getLoc(), entry, op.getObject()) : Value();
}

Value Resolver::resolveItem(GetItemOp op) {
  Location loc = op.getLoc();
  if (isa<PyTensorType>(op.getObject().getType()))
    return callLibrary(loc, (getTensorClass(op.getObject().getType()) + "__getitem__").str(),
                       {op.getObject(), op.getKey()});
  Knowledge key = known(op.getKey());
  if (auto name = key.getConstantAs<StringAttr>()) {
    auto entries = getEntries(loc, op.getObject());
    if (!entries)
      return {};
    for (auto [candidate, value] : *entries)
      if (candidate == name)
        return value;
    return {};
  }
  auto made = op.getObject().getDefiningOp<BuildListOp>();
  if (auto elements = made ? getElementValues(loc, made) : std::nullopt)
    if (auto positions = getSlicePositions(key, elements->size())) {
      SmallVector<Value> part;
      for (int64_t position : *positions)
        part.push_back((*elements)[position]);
      return buildList(loc, part);
    }
  auto index = getIntValue(key.getConstant());
  // An item of another tuple, a call's result for one, is what typed level has
  // for it.
  bool forwarded = isa_and_nonnull<BuildTupleOp, BuildListOp>(op.getObject().getDefiningOp()) ||
                   world.lookup<ObjectOp>(known(op.getObject()).getConstant());
  if (!index || !forwarded)
    return {};
  auto elements = getElementValues(loc, op.getObject());
  if (!elements)
    return {};
  int64_t position = *index < 0 ? *index + int64_t(elements->size()) : *index;
  return position >= 0 && position < int64_t(elements->size()) ? (*elements)[position] : Value();
}

/// The elements of a tensor, which is assumed to have as many as there are targets.
SmallVector<Value> Resolver::unpackTensor(UnpackOp op) {
  Location loc = op.getLoc();
  Value tensor = op.getValue();
  int64_t count = op.getNumResults();
  if (op.getStar() || !isUnpackable(tensor.getType(), count))
    return {};
  if (cast<PyTensorType>(tensor.getType()).getShape()[0] != count) {
    Value length = callLibrary(loc, "torch.Tensor.__len__", tensor);
    if (!length)
      return {};
    Value equal = CompareOp::create(builder, loc, PyBoolType::get(op.getContext()), CompareKind::Eq, length,
                                    constant(loc, getIntAttr(op.getContext(), count)));
    AssumeOp::create(builder, loc, TruthOp::create(builder, loc, equal),
                     "a tensor is unpacked into as many targets as it has elements");
  }
  auto *item = getTensorOperator(op.getContext(), OperatorFamily::Binary, "getitem");
  SmallVector<Value> results;
  for (int64_t index = 0; index < count; ++index) {
    results.push_back(callLibrary(loc, item, {tensor, constant(loc, getIntAttr(op.getContext(), index))}));
    if (!results.back())
      return {};
  }
  return results;
}

SmallVector<Value> Resolver::resolveUnpack(UnpackOp op) {
  auto elements = getElementValues(op.getLoc(), op.getValue());
  if (!elements)
    return unpackTensor(op);
  size_t count = op.getNumResults();
  if (!op.getStar())
    return elements->size() == count ? *elements : SmallVector<Value>();
  if (elements->size() + 1 < count)
    return {};
  auto *first = elements->begin() + *op.getStar(), *last = elements->end() - (count - 1 - *op.getStar());
  SmallVector<Value> results(elements->begin(), first);
  results.push_back(buildList(op.getLoc(), ArrayRef<Value>(first, last)));
  results.append(last, elements->end());
  return results;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// == and != of tuples, element by element, where Evaluator::compareTuples knows that comparing runs no code.
Value Resolver::compareTuples(CompareOp op) {
  Value lhs = op.getLhs(), rhs = op.getRhs();
  bool negated = op.getKind() == CompareKind::Ne;
  if ((!negated && op.getKind() != CompareKind::Eq) || !isa<PyTupleType>(lhs.getType()) ||
      !isa<PyTupleType>(rhs.getType()) || !isa<PyBoolType>(op.getType()))
    return {};
  auto left = getElementValues(op.getLoc(), lhs), right = getElementValues(op.getLoc(), rhs);
  if (!left || !right || left->size() != right->size() || left->empty())
    return {};
  Type type = PyBoolType::get(op.getContext());
  Value result;
  for (auto [a, b] : llvm::zip(*left, *right)) {
    Value equal = CompareOp::create(builder, op.getLoc(), type, op.getKind(), a, b);
    result =
        result ? BinaryOp::create(builder, op.getLoc(), type, negated ? BinaryKind::Or : BinaryKind::And, result, equal)
                     .getResult()
               : equal;
  }
  return result;
}

Value Resolver::callOperator(Operation *op, StringRef kind) {
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  if (isArray(lhs.getType()) || isArray(rhs.getType()))
    return callLibrary(op->getLoc(), getArrayOperator(op->getContext(), kind), {lhs, rhs});
  if (isa<PyTensorType>(lhs.getType()))
    return callLibrary(op->getLoc(), getTensorOperator(op->getContext(), OperatorFamily::Binary, kind), {lhs, rhs});
  return callLibrary(op->getLoc(), getTensorOperator(op->getContext(), OperatorFamily::Reflected, kind), {rhs, lhs});
}

Value Resolver::resolveBinary(BinaryOp op) {
  Location loc = op.getLoc();
  if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<PyTensorType>))
    return callOperator(op, stringifyBinaryKind(op.getKind()));
  bool lists = isa<PyListType>(op.getLhs().getType()) && isa<PyListType>(op.getRhs().getType());
  bool tuples = isa<PyTupleType>(op.getLhs().getType()) && isa<PyTupleType>(op.getRhs().getType());
  if (op.getKind() == BinaryKind::Mul)
    return resolveRepeat(op);
  if (op.getKind() != BinaryKind::Add || !(lists || tuples))
    return {};
  auto lhs = getElementValues(loc, op.getLhs()), rhs = getElementValues(loc, op.getRhs());
  if (!lhs || !rhs)
    return {};
  llvm::append_range(*lhs, *rhs);
  return lists ? buildList(loc, *lhs) : buildTuple(loc, *lhs);
}

/// [x] * 3
Value Resolver::resolveRepeat(BinaryOp op) {
  Value list = op.getLhs(), number = op.getRhs();
  if (!isa<PyListType>(list.getType()))
    std::swap(list, number);
  auto count = getIntValue(known(number).getConstant());
  auto elements = isa<PyListType>(list.getType()) ? getElementValues(op.getLoc(), list) : std::nullopt;
  if (!elements || !count || *count * int64_t(elements->size()) > maxRepeated)
    return {};
  SmallVector<Value> repeated;
  for (int64_t i = 0; i < *count; ++i)
    llvm::append_range(repeated, *elements);
  return buildList(op.getLoc(), repeated);
}

Value Resolver::resolveTruth(TruthOp op) {
  if (isa<PyTensorType>(op.getValue().getType()))
    return callLibrary(op.getLoc(), (getTensorClass(op.getValue().getType()) + "__bool__").str(), op.getValue());
  return isa<PyBoolType>(op.getValue().getType()) ? op.getValue() : Value();
}

/// (a, *b): the elements of what is unpacked.
Value Resolver::resolveStarred(Operation *op, DenseBoolArrayAttr starred) {
  if (!starred)
    return {};
  SmallVector<Value> elements;
  for (auto [value, unpacked] : llvm::zip(op->getOperands(), starred.asArrayRef())) {
    if (!unpacked) {
      elements.push_back(value);
      continue;
    }
    auto parts = getElementValues(op->getLoc(), value);
    if (!parts)
      return {};
    llvm::append_range(elements, *parts);
  }
  if (isa<BuildTupleOp>(op))
    return buildTuple(op->getLoc(), elements);
  return BuildListOp::create(builder, op->getLoc(), op->getResult(0).getType(), elements, nullptr);
}

Value Resolver::resolveSetItem(SetItemOp op) {
  if (!isa<PyTensorType>(op.getObject().getType()))
    return {};
  return callLibrary(op.getLoc(), (getTensorClass(op.getObject().getType()) + "__setitem__").str(), op.getOperands());
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

SmallVector<Value> Resolver::resolve(Operation *op) {
  auto one = [](Value value) { return value ? SmallVector<Value>{value} : SmallVector<Value>(); };
  auto onTensors = [&](OperatorFamily family, StringRef kind) {
    if (llvm::none_of(op->getOperandTypes(), llvm::IsaPred<PyTensorType>))
      return SmallVector<Value>();
    if (isArray(op->getOperand(0).getType()))
      return family == OperatorFamily::Unary
                 ? one(callLibrary(op->getLoc(), getArrayOperator(op->getContext(), kind), op->getOperands()))
                 : SmallVector<Value>();
    return one(callLibrary(op->getLoc(), getTensorOperator(op->getContext(), family, kind), op->getOperands()));
  };
  return llvm::TypeSwitch<Operation *, SmallVector<Value>>(op)
      .Case([&](GetGlobalOp op) { return one(resolveGlobal(op)); })
      .Case([&](GetAttrOp op) { return one(resolveAttribute(op)); })
      .Case([&](GetItemOp op) { return one(resolveItem(op)); })
      .Case([&](SetItemOp op) { return one(resolveSetItem(op)); })
      .Case([&](UnpackOp op) { return resolveUnpack(op); })
      .Case([&](UnaryOp op) { return onTensors(OperatorFamily::Unary, stringifyUnaryKind(op.getKind())); })
      .Case([&](CompareOp op) {
        Value value = resolveCompare(op);
        if (!value)
          value = compareTuples(op);
        if (!value && llvm::any_of(op->getOperandTypes(), llvm::IsaPred<PyTensorType>))
          value = callOperator(op, stringifyCompareKind(op.getKind()));
        return one(value);
      })
      .Case([&](BinaryOp op) { return one(resolveBinary(op)); })
      .Case([&](InplaceOp op) -> SmallVector<Value> {
        if (isa<PyTensorType>(op.getLhs().getType()))
          return onTensors(OperatorFamily::Inplace, stringifyBinaryKind(op.getKind()));
        // Numbers, strings and tuples have no in-place form.
        if (!isa<PyIntType, PyFloatType, PyBoolType, PyStrType, PyTupleType>(op.getLhs().getType()))
          return {};
        return one(BinaryOp::create(builder, op.getLoc(), op.getType(), op.getKind(), op.getLhs(), op.getRhs()));
      })
      .Case([&](TruthOp op) { return one(resolveTruth(op)); })
      .Case([&](BuildTupleOp op) { return one(resolveStarred(op, op.getStarredAttr())); })
      .Case([&](BuildListOp op) { return one(resolveStarred(op, op.getStarredAttr())); })
      .Case([&](CallOp op) { return one(resolveCall(op)); })
      .Default([](Operation *) { return SmallVector<Value>(); });
}

bool Resolver::run() {
  SmallVector<Operation *> worklist;
  function.getBody().walk([&](Operation *op) { worklist.push_back(op); });
  bool changed = false;
  for (Operation *op : worklist) {
    builder.setInsertionPoint(op);
    Operation *before = op->getPrevNode();
    SmallVector<Value> values = resolve(op);
    if (values.empty() || (op->getNumResults() != 0 && values.size() != op->getNumResults())) {
      // What the attempt made goes away, or the driver would take it for news in each round.
      while (op->getPrevNode() != before)
        erase(op->getPrevNode());
      continue;
    }
    if (op->getNumResults() != 0)
      op->replaceAllUsesWith(values);
    erase(op);
    changed = true;
  }
  return changed;
}

FailureOr<bool> janus::imperative::resolveOps(FuncOp function, World &world) {
  Evaluator evaluator(world, recordsGradients(function));
  DataFlowSolver solver;
  if (failed(janus::inferTypes(solver, function, evaluator)))
    return failure();
  return Resolver(function, evaluator, solver).run();
}

namespace {
struct ResolveOpsPass : public janus::imperative::impl::ResolveOpsBase<ResolveOpsPass> {
  void runOnOperation() override {
    World world(getOperation());
    for (FuncOp function : getOperation().getOps<FuncOp>()) {
      if (!isEntry(function))
        continue;
      if (failed(resolveOps(function, world)))
        return signalPassFailure();
      eraseDeadOps(function);
    }
  }
};
} // namespace
