//===- Calls.cpp - calls of library functions -----------------------------===//

#include "Functionalizer.h"
#include "janus/Dialect/NN/IR/NN.h"
#include "janus/Library/NumberLists.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;
using library::Aliasing;
using library::Emitter;
using library::Operand;

FailureOr<Operand> Functionalizer::toOperand(const PyValue &value, Location loc) {
  if (value.tensor) {
    FailureOr<Value> current = read(value.tensor, loc);
    if (failed(current))
      return failure();
    // What is computed without recording must not look like part of the graph
    // once the mode is back.
    if (changesGradMode && !gradMode && Emitter::isFloat(*current))
      return Operand(nn::DetachOp::create(builder, loc, *current).getResult());
    return Operand(*current);
  }
  if (value.scalar || value.numbers)
    return Operand(value.scalar ? value.scalar : value.numbers);
  if (value.items)
    return library::toOperand(*value.items);
  if (value.isOpenList || !value.iterator.empty())
    return refuse(loc, "a list of tuples, or an iterator, as an argument of a library function");
  if (!value.isSequence)
    return Operand(value.constant);
  if (value.isDict)
    return refuse(loc, "a dict as an argument of a library function");
  std::vector<Operand> elements;
  for (const PyValue &element : value.elements) {
    FailureOr<Operand> operand = toOperand(element, loc);
    if (failed(operand))
      return failure();
    elements.push_back(*operand);
  }
  return Operand(std::move(elements), value.sequenceKind);
}

/// Whether no dimension but the first can have one element or none: then the
/// strides of a contiguous tensor are all different.
static bool hasLargeInnerDims(Value tensor) {
  ArrayRef<int64_t> shape = llvm::cast<RankedTensorType>(tensor.getType()).getShape();
  return shape.empty() || llvm::all_of(shape.drop_front(), [](int64_t size) { return size > 1; });
}

/// Whether `view` is a window of `base`: a run of each dimension, or one place of
/// it, in the same order.
static bool isWindow(Value view, Value base) {
  if (auto dropped = view.getDefiningOp<nn::ReshapeOp>()) {
    auto from = llvm::cast<RankedTensorType>(dropped.getInput().getType());
    if (from.getRank() <= llvm::cast<RankedTensorType>(view.getType()).getRank())
      return false;
    view = dropped.getInput();
  }
  auto slice = view.getDefiningOp<nn::SliceOp>();
  return slice && slice.getInput() == base && llvm::all_of(slice.getSteps(), [](int64_t step) { return step == 1; });
}

/// Whether one of a value's tensors may not be contiguous.
static bool isStrided(const PyValue &value) {
  return (value.tensor && value.tensor->strided) || llvm::any_of(value.elements, isStrided);
}

/// Whether the value is or holds a tensor whose strides another one may take over.
static bool isDisordered(const PyValue &value) {
  return (value.tensor && value.tensor->strided && !value.tensor->ordered && !value.tensor->isRows) ||
         llvm::any_of(value.elements, isDisordered);
}

FailureOr<PyValue> Functionalizer::fromOperand(const Operand &operand, const Emitter &emitter,
                                               const library::Function &called, ArrayRef<PyValue> arguments,
                                               ArrayRef<Operand> operands, std::optional<unsigned> element,
                                               Location loc) {
  if (operand.isConstant())
    return fromConstant(operand.getConstant());
  PyValue result;
  if (operand.isSequence()) {
    result.isSequence = true;
    result.sequenceKind = operand.getSequenceKind();
    result.className = operand.getClassName();
    for (auto [index, part] : llvm::enumerate(operand.getElements())) {
      FailureOr<PyValue> value = fromOperand(part, emitter, called, arguments, operands, index, loc);
      if (failed(value))
        return failure();
      if (value->tensor && emitter.sharedResults)
        value->tensor->storage->shares =
            result.elements.empty() ? value->tensor->storage : result.elements.front().tensor->storage;
      result.elements.push_back(*value);
    }
    return result;
  }
  Value value = operand.getValue();
  if (!operand.isTensor() || library::givesNumberList(called)) {
    (operand.isTensor() ? result.numbers : result.scalar) = value;
    return result;
  }
  Tensor *self = arguments.empty() ? nullptr : arguments.front().tensor;
  bool isRows = llvm::is_contained(emitter.rows, value);
  bool strided = isRows || llvm::is_contained(emitter.strided, value);
  // Views of several tensors: may be read while none of them is written.
  if (!self && called.isView && emitter.aliasing != Aliasing::Fresh) {
    result.tensor = newTensor(value, strided);
    result.tensor->storage->frozen = true;
    for (const PyValue &argument : arguments) {
      freeze(argument);
      result.tensor->strided |= isStrided(argument);
      result.tensor->storage->mayBeWorld |= mayBeWorld(argument);
    }
    return result;
  }
  // 1. Memory of its own. Elementwise results take over their operands' strides.
  if (emitter.aliasing == Aliasing::Fresh || !self) {
    if (!emitter.contiguousResult && llvm::cast<RankedTensorType>(value.getType()).getRank() > 1)
      strided |= llvm::any_of(arguments, isDisordered);
    result.tensor = newTensor(value, strided);
    result.tensor->isArray = called.givesArrays;
    if (strided)
      layOut(result.tensor, called, arguments, loc);
    return result;
  }
  // 2. What needs a contiguous tensor copies another one, or may.
  if (emitter.contiguity != library::Contiguity::Any && self->strided && !self->isRows) {
    if (emitter.contiguity == library::Contiguity::OrFails)
      return refuse(loc, called.name + "() of a tensor that may not be contiguous");
    self->storage->frozen = true;
    // What was contiguous after all keeps its strides, which may be any where a size is 1. What is given another
    // shape without a copy, as dimensions are only divided, keeps strides of the tensor.
    auto type = llvm::cast<RankedTensorType>(value.getType());
    bool mayBeView = called.name != "torch.Tensor.contiguous" &&
                     type.getRank() >= Emitter::tensorType(operands.front().getValue()).getRank();
    result.tensor = newTensor(value, mayBeView || llvm::is_contained(type.getShape(), 1));
    result.tensor->storage->frozen = true;
    result.tensor->storage->mayBeWorld = self->storage->mayBeWorld;
    return result;
  }
  if (emitter.aliasing == Aliasing::Same)
    return arguments.front();
  // 3. A view.
  tensors.push_back(std::make_unique<Tensor>());
  Tensor *view = tensors.back().get();
  view->storage = self->storage;
  view->base = self;
  view->function = &called;
  view->operands.assign(operands.begin(), operands.end());
  view->element = element;
  view->cached = value;
  view->cachedWrites = self->storage->writes;
  view->strided = strided || self->strided;
  view->isRows = isRows ? !self->strided || self->isRows : !strided && self->isRows;
  Value base = operands.front().getValue();
  // The same elements with dimensions divided, put in or left out.
  auto reshape = value.getDefiningOp<nn::ReshapeOp>();
  bool isSame = !strided && (base.getType() == value.getType() || (reshape && reshape.getInput() == base));
  bool wasOrdered = self->ordered || (!self->strided && hasLargeInnerDims(base));
  view->ordered = (isSame || isWindow(value, base)) && wasOrdered && hasLargeInnerDims(value);
  view->gradMode = emitter.modes.grad;
  view->isArray = called.givesArrays;
  result.tensor = view;
  return result;
}

FailureOr<PyValue> Functionalizer::callFunction(const library::Function &called, ArrayRef<PyValue> arguments,
                                                Location loc) {
  std::vector<Operand> operands;
  for (const PyValue &argument : arguments) {
    FailureOr<Operand> operand = toOperand(argument, loc);
    if (failed(operand))
      return failure();
    operands.push_back(*operand);
  }
  if (operands.size() != called.parameters.size())
    return refuse(loc, called.name + " is called with " + Twine(operands.size()) + " arguments instead of " +
                           Twine(called.parameters.size()));
  Emitter emitter(builder, loc, {gradMode, defaultDtype});
  emitter.aliasing = called.isView ? Aliasing::View : Aliasing::Fresh;
  if (called.draws && generator)
    emitter.generator = generator->value;
  library::Failable result = library::emitCall(called, emitter, operands);
  if (failed(result))
    return refuse(loc, called.name + "(): " + emitter.getReason());
  if (emitter.inMemoryOrder && llvm::any_of(arguments, isDisordered))
    return refuse(loc, called.name + "() draws in the order of memory of a tensor that may not be contiguous");
  if (emitter.generator && emitter.generator != generator->value) {
    generator->value = emitter.generator;
    ++generator->writes;
  }
  keepTensors(called, arguments, operands, emitter, *result, nullptr, loc);
  for (auto [index, value] : emitter.updates) {
    Tensor *tensor = arguments[index].tensor;
    if (!tensor)
      return refuse(loc, called.name + " writes to something that is not a tensor");
    if (failed(checkOverlaps(called, arguments, operands, index, loc)) || failed(write(tensor, value, loc, gradMode)))
      return failure();
    if (!library::writesUnseen(called))
      noteWrite(tensor);
  }
  FailureOr<PyValue> given = fromOperand(*result, emitter, called, arguments, operands, std::nullopt, loc);
  if (succeeded(given))
    keepTensors(called, arguments, operands, emitter, *result, &*given, loc);
  return given;
}

LogicalResult Functionalizer::convertCall(LibraryCallOp op) {
  Location loc = op.getLoc();
  SmallVector<PyValue> arguments;
  for (Value operand : op.getArguments()) {
    FailureOr<PyValue> argument = lookup(operand, loc);
    if (failed(argument))
      return failure();
    arguments.push_back(*argument);
  }
  StringRef name = op.getCallee();
  PyValue none = fromConstant(NoneAttr::get(op.getContext()));
  if (name == "torch.Tensor.backward" || name.starts_with("torch.optim.")) {
    environment[op.getResult()] = none;
    return name == "torch.Tensor.backward" ? convertBackward(arguments, loc) : convertOptimizer(name, arguments, loc);
  }
  if (name == "torch._C._set_grad_enabled") {
    auto mode = dyn_cast_or_null<BoolAttr>(arguments.front().constant);
    if (!mode)
      return refuse(loc, "a grad mode that is not known");
    gradMode = mode.getValue();
    changesGradMode = true;
    environment[op.getResult()] = none;
    return success();
  }
  if (name == "builtins.range") {
    PyValue range;
    range.isSequence = range.isRange = true;
    range.elements.assign(arguments.begin(), arguments.end());
    if (range.elements.size() != 3)
      return refuse(loc, "range without its three bounds");
    environment[op.getResult()] = range;
    return success();
  }
  if (name == "builtins.zip" || name == "builtins.enumerate" || name == "builtins.reversed") {
    PyValue iterator;
    iterator.iterator = name;
    iterator.elements.assign(arguments.begin(), arguments.end());
    environment[op.getResult()] = iterator;
    return success();
  }
  if (isBuiltin(name)) {
    FailureOr<PyValue> result = convertBuiltin(name, arguments, loc);
    if (succeeded(result))
      environment[op.getResult()] = *result;
    return result;
  }
  const library::Function *called = library::lookup(op.getContext(), name);
  if (!called)
    return refuse(loc, name + " is not in the library table");
  FailureOr<PyValue> result = callFunction(*called, arguments, loc);
  if (failed(result))
    return failure();
  environment[op.getResult()] = *result;
  return success();
}
