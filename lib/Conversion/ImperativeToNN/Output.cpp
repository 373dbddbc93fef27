//===- Output.cpp - what the caller receives ------------------------------===//

#include "Functionalizer.h"
#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;
using library::Emitter;
using library::Operand;

void Functionalizer::addResult(Value value, StringRef attribute, Attribute what) {
  results.push_back(value);
  resultAttrs.push_back(builder.getDictionaryAttr(builder.getNamedAttr(attribute, what)));
}

/// A constant operand of a view as JSON; null where it is none.
static std::optional<llvm::json::Value> toJson(const Operand &operand) {
  if (operand.isNone())
    return llvm::json::Value(nullptr);
  if (operand.isSequence()) {
    llvm::json::Array elements;
    for (const Operand &element : operand.getElements()) {
      std::optional<llvm::json::Value> json = toJson(element);
      if (!json)
        return std::nullopt;
      elements.push_back(std::move(*json));
    }
    return llvm::json::Value(llvm::json::Object{{operand.isSlice()                                          ? "slice"
                                                 : operand.getSequenceKind() == Operand::SequenceKind::List ? "list"
                                                                                                            : "tuple",
                                                 std::move(elements)}});
  }
  Attribute constant = operand.isConstant() ? operand.getConstant() : Attribute();
  if (auto elements = dyn_cast_or_null<ArrayAttr>(constant))
    return toJson(Operand(std::vector<Operand>(elements.begin(), elements.end())));
  if (auto flag = dyn_cast_or_null<BoolAttr>(constant))
    return llvm::json::Value(flag.getValue());
  if (auto integer = dyn_cast_or_null<IntegerAttr>(constant))
    return llvm::json::Value(integer.getInt());
  return std::nullopt;
}

LogicalResult Functionalizer::refuseStrides(Tensor *tensor, Location loc) {
  if (wanted == Layouts::IfNeeded && !requiresGrad(*read(tensor, loc))) {
    missesLayouts = true;
    return failure();
  }
  return refuse(loc, "it returns a tensor whose strides may not be those of a contiguous one");
}

FailureOr<llvm::json::Value> Functionalizer::describeView(Tensor *view, Location loc) {
  auto refuseView = [&] {
    StringRef path = view->storage->path;
    return path.empty() ? refuseStrides(view, loc) : refuse(loc, "it returns a view of " + path);
  };
  // An argument's own strides are not known where any will do; numpy's views are made by numpy.
  if (view->isArray || (view->storage->isArgument && entry->hasAttr("strided")))
    return refuseView();
  // The description is a tree: the caller would get two views.
  if (!returnedViews.insert(view).second)
    return refuse(loc, "it returns one view in two places");
  // The calls that made it, the last one first.
  Tensor *root = view;
  SmallVector<llvm::json::Value> steps;
  for (; root->base; root = root->base) {
    // What has no graph though its tensor has one is no view by its layout alone.
    StringRef name = root->function->name;
    if (root->gradMode == entry->hasAttr("no_grad") || name.ends_with(".detach") || name.ends_with(".data"))
      return refuseView();
    llvm::json::Array operands;
    for (const Operand &operand : ArrayRef(root->operands).drop_front()) {
      std::optional<llvm::json::Value> json = toJson(operand);
      if (!json)
        return refuseView();
      operands.push_back(std::move(*json));
    }
    steps.push_back(llvm::json::Object{
        {"call", root->function->name},
        {"operands", std::move(operands)},
        {"element", root->element ? llvm::json::Value(*root->element) : llvm::json::Value(nullptr)}});
  }
  FailureOr<llvm::json::Value> of = describeTensor(root, loc);
  if (failed(of))
    return failure();
  llvm::json::Array calls;
  for (llvm::json::Value &step : llvm::reverse(steps))
    calls.push_back(std::move(step));
  return llvm::json::Value(llvm::json::Object{{"view", std::move(*of)}, {"calls", std::move(calls)}});
}

std::optional<std::pair<Tensor *, SmallVector<int64_t>>> Functionalizer::orderOf(Tensor *tensor, Location loc) {
  FailureOr<Value> value = read(tensor, loc);
  if (failed(value))
    return std::nullopt;
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, Emitter::tensorType(*value).getRank()));
  while (tensor->base) {
    FailureOr<Value> base = read(tensor->base, loc);
    value = read(tensor, loc);
    if (failed(base) || failed(value))
      return std::nullopt;
    if (*value != *base) {
      auto permute = value->getDefiningOp<nn::PermuteOp>();
      if (!permute || permute.getInput() != *base)
        return std::nullopt;
      for (int64_t &dim : order)
        dim = permute.getPermutation()[dim];
    }
    tensor = tensor->base;
  }
  return tensor->strided && tensor->strides.empty() ? std::nullopt : std::optional(std::pair(tensor, order));
}

int64_t Functionalizer::addStrides(Tensor *tensor, Location loc) {
  Value strides = tensor::FromElementsOp::create(
      builder, loc, RankedTensorType::get({int64_t(tensor->strides.size())}, builder.getI64Type()), tensor->strides);
  addResult(strides, "janus.result", builder.getI64IntegerAttr(resultCount));
  return resultCount++;
}

FailureOr<llvm::json::Value> Functionalizer::describeTensor(Tensor *tensor, Location loc) {
  Storage *storage = tensor->storage;
  if (storage->mayBeWorld && storage->ownIf) {
    assume(storage->ownIf, "a loop runs at least once", loc);
    storage->mayBeWorld = false;
  }
  // The places in a vector are a column of a matrix by columns: contiguous, but with other strides.
  auto places = storage->value.getDefiningOp<nn::NonzeroOp>();
  if (places && !tensor->base && Emitter::tensorType(places.getMask()).getRank() == 1)
    tensor->strided = true;
  // A new tensor in another order of dimensions is made as that; what else is a view, by its layout, which asks for
  // known sizes.
  bool isNew = storage->path.empty() && !storage->mayBeWorld;
  auto ordered = isNew && tensor->strided ? orderOf(tensor, loc) : std::nullopt;
  bool isOpen = ordered && (tensor->isArray || ordered->first->strided ||
                            Emitter::tensorType(*read(ordered->first, loc)).getNumDynamicDims());
  if (!isOpen || requiresGrad(*read(tensor, loc)))
    ordered = std::nullopt;
  if (tensor->base && !ordered && (storage->isArgument || (tensor->strided && !storage->mayBeWorld)))
    return describeView(tensor, loc);
  // 1. Tensors that exist before the call are given back themselves.
  if (!storage->path.empty()) {
    if (tensor->base)
      return refuse(loc, "it returns a view of " + storage->path);
    return llvm::json::Value(llvm::json::Object{{storage->isArgument ? "arg" : "state", storage->path}});
  }
  if (storage->mayBeWorld)
    return refuse(loc, "it returns a tensor that may be, or share memory with, one that was there before the call");
  // 2. The same tensor is the same result; others must not share its memory.
  auto known = returnedTensors.find(tensor);
  if (known == returnedTensors.end()) {
    if (!returnedStorages.insert({storage, tensor}).second)
      return refuse(loc, "it returns two tensors that share memory");
    if (storage->shares && !returnedShares.insert(storage->shares).second)
      return refuse(loc, "it returns two tensors that share memory");
    if (tensor->strided && !ordered)
      return refuseStrides(tensor, loc);
    if (ordered && ordered->first->mayBePart)
      return refuse(loc, "it returns a tensor that may be a part of a larger one");
    Tensor *whole = ordered ? ordered->first : tensor;
    FailureOr<Value> value = read(whole, loc);
    if (failed(value))
      return failure();
    if (tensor->isArray && Emitter::tensorType(*value).getRank() == 0)
      return refuse(loc, "it returns an array without dimensions, or a number of numpy's");
    known = returnedTensors.insert({tensor, resultCount}).first;
    addResult(*value, "janus.result", builder.getI64IntegerAttr(resultCount++));
  } else if (ordered || tensor->isArray) {
    return refuse(loc, "it returns a view, or an array, in two places");
  }
  if (ordered || tensor->isArray) {
    llvm::json::Object view{{"result", known->second}};
    if (ordered && !llvm::is_sorted(ordered->second))
      view["permute"] = llvm::json::Array(ordered->second);
    if (ordered && ordered->first->strided)
      view["strides"] = addStrides(ordered->first, loc);
    if (tensor->isArray)
      view["numpy"] = true;
    return llvm::json::Value(std::move(view));
  }
  llvm::json::Object leaf{{"result", known->second}};
  Value held = *read(tensor, loc);
  if (requiresGrad(held))
    leaf[held.getDefiningOp() && usedUp.contains(held.getDefiningOp()) ? "consumed" : "requires_grad"] = true;
  return llvm::json::Value(std::move(leaf));
}

/// What the element of a value is made from, where that can be seen.
static Value getElement(Value source, size_t index) {
  Operation *op = source ? source.getDefiningOp() : nullptr;
  return isa_and_nonnull<BuildTupleOp, BuildListOp>(op) && index < op->getNumOperands()
             ? op->getOperand(unsigned(index))
             : Value();
}

FailureOr<llvm::json::Value> Functionalizer::describe(const PyValue &value, Location loc, Value source) {
  // The return itself is not to blame for what it cannot hand back.
  if (source && source.getDefiningOp())
    loc = source.getDefiningOp()->getLoc();
  if (value.tensor)
    return describeTensor(value.tensor, loc);
  if (value.isOpenList || !value.iterator.empty())
    return refuse(loc, "it returns a list of open length, or an iterator");
  if (value.scalar) {
    addResult(value.scalar, "janus.result", builder.getI64IntegerAttr(resultCount));
    return llvm::json::Value(llvm::json::Object{{"result", resultCount++}});
  }
  if (value.numbers) {
    if (!value.path.empty())
      return llvm::json::Value(llvm::json::Object{{"arg", value.path}});
    // The description is a tree: the caller would get two lists.
    if (!returnedContainers.insert(value.numbers).second)
      return refuse(loc, "it returns one list or dict in two places");
    addResult(value.numbers, "janus.result", builder.getI64IntegerAttr(resultCount));
    return llvm::json::Value(llvm::json::Object{{"numbers", resultCount++}});
  }
  if (value.isSequence) {
    // A tuple that is an argument is given back itself.
    if (!value.path.empty())
      return llvm::json::Value(llvm::json::Object{{"arg", value.path}});
    if (value.mayBeArgument)
      return refuse(loc, "it returns a tuple that is an argument or another one, depending on what runs");
    if (value.isRange || value.sequenceKind == Operand::SequenceKind::Size ||
        value.sequenceKind == Operand::SequenceKind::Slice)
      return refuse(loc, "it returns a range, slice or torch.Size");
    bool isNamed =
        value.sequenceKind == Operand::SequenceKind::Named || value.sequenceKind == Operand::SequenceKind::Extremes;
    if (isNamed && value.className.empty())
      return refuse(loc, "it returns a named tuple whose class depends on what runs");
    // The description is a tree: the caller would get two lists.
    if (value.identity && !returnedContainers.insert(value.identity).second)
      return refuse(loc, "it returns one list or dict in two places");
    llvm::json::Array elements;
    for (auto [index, element] : llvm::enumerate(value.elements)) {
      FailureOr<llvm::json::Value> described = describe(element, loc, getElement(source, index));
      if (failed(described))
        return failure();
      if (value.isDict)
        elements.push_back(llvm::json::Array{value.keys[index], std::move(*described)});
      else
        elements.push_back(std::move(*described));
    }
    StringRef kind = value.isDict ? "dict" : value.sequenceKind == Operand::SequenceKind::List ? "list" : "tuple";
    llvm::json::Object container{{kind, std::move(elements)}};
    if (isNamed)
      container["class"] = value.className;
    return llvm::json::Value(std::move(container));
  }
  auto constant = [](llvm::json::Value json) {
    return llvm::json::Value(llvm::json::Object{{"const", std::move(json)}});
  };
  if (isa_and_nonnull<NoneAttr>(value.constant))
    return constant(nullptr);
  if (auto flag = dyn_cast_or_null<BoolAttr>(value.constant))
    return constant(flag.getValue());
  if (auto integer = dyn_cast_or_null<IntegerAttr>(value.constant))
    return constant(integer.getInt());
  if (auto text = dyn_cast_or_null<StringAttr>(value.constant))
    if (llvm::json::isUTF8(text.getValue()))
      return constant(text.getValue().str());
  if (auto number = dyn_cast_or_null<FloatAttr>(value.constant)) {
    // JSON has no infinity, no NaN, and 1.0 may be read as an int: such numbers
    // are results.
    addResult(Emitter(builder, loc).toF64(Operand(value.constant)), "janus.result",
              builder.getI64IntegerAttr(resultCount));
    return llvm::json::Value(llvm::json::Object{{"result", resultCount++}});
  }
  if (auto ref = dyn_cast_or_null<RefAttr>(value.constant))
    if (auto object = symbols.lookup<ObjectOp>(ref.getSymbol().getAttr()))
      return llvm::json::Value(llvm::json::Object{{"object", object.getPath()}});
  return refuse(loc, "it returns an object that native code cannot give back");
}

/// Says of a state that the function is for calls with its .grad None.
static void markGradAbsent(func::FuncOp function, StringRef path) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto name = function.getArgAttrOfType<StringAttr>(i, "janus.state");
    if (name && name.getValue() == path)
      function.setArgAttr(i, "janus.grad_absent", UnitAttr::get(function.getContext()));
  }
}

LogicalResult Functionalizer::finish(ReturnOp op) {
  Location loc = op.getLoc();
  // 1. What Python receives.
  PyValue value = fromConstant(NoneAttr::get(op.getContext()));
  if (op.getValues().size() == 1) {
    FailureOr<PyValue> returned = lookup(op.getValues().front(), loc);
    if (failed(returned))
      return failure();
    value = *returned;
  }
  FailureOr<llvm::json::Value> output =
      describe(value, loc, op.getValues().size() == 1 ? op.getValues().front() : Value());
  if (failed(output))
    return failure();
  llvm::json::Array writes;
  for (auto &[key, assigned] : assignments) {
    FailureOr<llvm::json::Value> described = describe(assigned.first, assigned.second);
    if (failed(described))
      return failure();
    auto object = symbols.lookup<ObjectOp>(cast<RefAttr>(key.first).getSymbol().getAttr());
    writes.push_back(llvm::json::Object{
        {"object", object.getPath()}, {"attribute", key.second.getValue()}, {"value", std::move(*described)}});
  }
  // 2. Tensors that were written.
  for (const std::unique_ptr<Storage> &storage : storages)
    if (!storage->path.empty() && storage->writes > 0)
      addResult(storage->value, "janus.update", builder.getStringAttr(storage->path));
  // 3. Gradients that were set.
  for (const std::unique_ptr<Storage> &storage : storages) {
    if (storage->gradSeen && !storage->gradAtEntry && !storage->grad)
      markGradAbsent(function, storage->path);
    if (storage->gradKept)
      continue;
    if (storage->grad)
      addResult(storage->grad, "janus.grad", builder.getStringAttr(storage->path));
    else if (storage->gradAtEntry)
      return refuse(loc, "the gradient of " + storage->path + " is taken away and not set again");
  }
  settleKeeps();
  func::ReturnOp::create(builder, loc, results);
  function.setFunctionType(builder.getFunctionType(function.getArgumentTypes(), ValueRange(results).getTypes()));
  function.setAllResultAttrs(resultAttrs);
  std::string text;
  llvm::raw_string_ostream(text) << *output;
  function->setAttr("janus.output", builder.getStringAttr(text));
  if (!writes.empty()) {
    std::string list;
    llvm::raw_string_ostream(list) << llvm::json::Value(std::move(writes));
    function->setAttr("janus.writes", builder.getStringAttr(list));
  }
  return success();
}
