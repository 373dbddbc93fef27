//===- Layouts.cpp - the strides that eager gives tensors -----------------===//
//
// What is computed has no strides; a tensor that the caller receives has those
// of eager's. Where sizes are open they are values beside the tensor's own.
//
//===----------------------------------------------------------------------===//

#include "Functionalizer.h"
#include "Strides.h"
#include "janus/Dialect/NN/IR/NN.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace janus;
using library::Emitter;
using library::Operand;

/// Dimensions that strides are computed for.
static constexpr int64_t kMaxRank = 4;

static SmallVector<Value> sizesOf(Emitter &emitter, Value tensor) {
  return llvm::map_to_vector(emitter.sizes(tensor), [&](const Operand &size) { return emitter.toI64(size); });
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Dimensions of size 1 dropped and put in: strides of `to` where `from` has the given ones. Nothing where that is not
/// all, or where it is not clear which were dropped.
static std::optional<SmallVector<Value>> reshaped(StrideEmitter &strides, ArrayRef<int64_t> from, ArrayRef<int64_t> to,
                                                  ArrayRef<Value> sizes, ArrayRef<Value> given) {
  SmallVector<Value> result(to.size());
  // What a dimension put in here has.
  Value inserted = strides.constant(1);
  size_t i = from.size(), j = to.size();
  while (true) {
    size_t ones = 0, newOnes = 0;
    for (size_t dim = i; dim > 0 && from[dim - 1] == 1; --dim)
      ++ones;
    for (size_t dim = j; dim > 0 && to[dim - 1] == 1; --dim)
      ++newOnes;
    if (ones && newOnes && ones != newOnes)
      return std::nullopt;
    for (; newOnes > 0; --newOnes) {
      --j;
      result[j] = ones ? given[--i] : inserted;
      if (ones)
        inserted = given[i];
    }
    i -= i > 0 && from[i - 1] == 1 ? ones : 0;
    if (i == 0 || j == 0)
      return i == j ? std::optional(result) : std::nullopt;
    --i;
    --j;
    if (from[i] != to[j])
      return std::nullopt;
    result[j] = given[i];
    inserted = strides.mul(sizes[i], given[i]);
  }
}

/// The strides of `view`, a chain of ops on `base`, which has the given ones.
static std::optional<SmallVector<Value>> stridesThrough(Emitter &emitter, Value view, Value base,
                                                        SmallVector<Value> given) {
  SmallVector<Operation *> steps;
  for (; view != base; view = steps.back()->getOperand(0)) {
    Operation *op = view.getDefiningOp();
    if (!isa_and_nonnull<nn::PermuteOp, nn::SliceOp, nn::ReshapeOp, nn::DetachOp, tensor::CastOp>(op))
      return std::nullopt;
    steps.push_back(op);
  }
  StrideEmitter strides(emitter.builder, emitter.loc);
  for (Operation *op : llvm::reverse(steps)) {
    if (auto permute = dyn_cast<nn::PermuteOp>(op)) {
      given = llvm::map_to_vector(permute.getPermutation(), [&](int64_t dim) { return given[dim]; });
    } else if (auto slice = dyn_cast<nn::SliceOp>(op)) {
      for (auto [stride, step] : llvm::zip_equal(given, slice.getSteps()))
        stride = strides.mul(stride, strides.constant(step));
    } else if (isa<nn::ReshapeOp>(op)) {
      Value from = op->getOperand(0);
      std::optional<SmallVector<Value>> next =
          reshaped(strides, Emitter::tensorType(from).getShape(), Emitter::tensorType(op->getResult(0)).getShape(),
                   sizesOf(emitter, from), given);
      if (!next)
        return std::nullopt;
      given = *next;
    }
  }
  return given;
}

std::optional<SmallVector<Value>> Functionalizer::stridesOf(Tensor *tensor, Location loc) {
  if (tensor->strided && !tensor->strides.empty())
    return SmallVector<Value>(tensor->strides.begin(), tensor->strides.end());
  if (tensor->strided && (!layouts || !tensor->base))
    return std::nullopt;
  Emitter emitter(builder, loc, {gradMode, defaultDtype});
  FailureOr<Value> value = read(tensor, loc);
  if (failed(value))
    return std::nullopt;
  if (!tensor->strided)
    return StrideEmitter(builder, loc).contiguous(sizesOf(emitter, *value));
  FailureOr<Value> base = read(tensor->base, loc);
  std::optional<SmallVector<Value>> given = failed(base) ? std::nullopt : stridesOf(tensor->base, loc);
  return given ? stridesThrough(emitter, *value, *base, *given) : std::nullopt;
}

/// Whether a tensor may be a part of its storage.
bool Functionalizer::isPart(Tensor *tensor, Location loc) {
  for (; tensor->base; tensor = tensor->base) {
    FailureOr<Value> value = read(tensor, loc), base = read(tensor->base, loc);
    if (failed(value) || failed(base))
      return true;
    for (Value view = *value; view != *base;) {
      Operation *op = view.getDefiningOp();
      if (!isa_and_nonnull<nn::PermuteOp, nn::ReshapeOp, nn::DetachOp, tensor::CastOp>(op))
        return true;
      view = op->getOperand(0);
    }
  }
  return tensor->mayBePart;
}

Functionalizer::Layout Functionalizer::layoutOf(const PyValue &value, Location loc) {
  if (value.itemsMayBeStrided)
    return Layout::Unknown;
  Layout layout = Layout::Contiguous;
  if (value.tensor && value.tensor->strided)
    layout = !layouts || !stridesOf(value.tensor, loc) ? Layout::Unknown
             : isPart(value.tensor, loc)               ? Layout::Part
                                                       : Layout::Known;
  for (const PyValue &element : value.elements)
    layout = std::max(layout, layoutOf(element, loc));
  return layout;
}

//===----------------------------------------------------------------------===//
// New tensors
//===----------------------------------------------------------------------===//

/// Functions that PyTorch runs as one TensorIterator over their first two arguments, numbers among them, or over the
/// first one where the others are numbers.
static const llvm::StringSet<> kBinary = {
    "add", "radd", "sub", "rsub", "subtract", "mul", "rmul",    "multiply", "div",     "divide", "true_divide",
    "eq",  "ne",   "lt",  "le",   "gt",       "ge",  "greater", "less",     "maximum", "minimum"};
static const llvm::StringSet<> kUnary = {"abs",   "absolute", "neg",    "negative",   "exp",   "log",   "sqrt", "rsqrt",
                                         "sin",   "cos",      "tanh",   "sigmoid",    "relu",  "floor", "ceil", "round",
                                         "trunc", "sign",     "square", "reciprocal", "clamp", "clip",  "erf"};

std::optional<SmallVector<Value>> Functionalizer::stridesOfElementwise(const library::Function &called,
                                                                       ArrayRef<PyValue> arguments, Value result,
                                                                       Location loc) {
  StringRef name = StringRef(called.name).rsplit('.').second.trim('_');
  bool isBinary = kBinary.contains(name);
  if (!StringRef(called.name).starts_with("torch.") || (!isBinary && !kUnary.contains(name)))
    return std::nullopt;
  Emitter emitter(builder, loc, {gradMode, defaultDtype});
  SmallVector<Strided> operands;
  Type type;
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    if (!argument.tensor) {
      // A number takes part as a tensor without dimensions.
      if (isBinary && index < 2)
        operands.emplace_back();
      continue;
    }
    FailureOr<Value> value = read(argument.tensor, loc);
    std::optional<SmallVector<Value>> strides = stridesOf(argument.tensor, loc);
    // Operands of other types are converted first; so are ints that are divided.
    if (failed(value) || !strides || !Emitter::isFloat(*value) || (type && type != Emitter::elementType(*value)) ||
        index >= (isBinary ? 2 : 1))
      return std::nullopt;
    type = Emitter::elementType(*value);
    operands.push_back({sizesOf(emitter, *value), *strides});
  }
  return StrideEmitter(builder, loc).iterated(sizesOf(emitter, result), operands);
}

std::optional<SmallVector<Value>> Functionalizer::stridesOfItems(ArrayRef<PyValue> arguments, Value result,
                                                                 Location loc) {
  // 1. How many dimensions the index tensors stand for, and how many come in their place.
  ArrayRef<PyValue> items = arguments[1].isSequence ? ArrayRef(arguments[1].elements) : arguments.slice(1, 1);
  int64_t span = 0, replaced = 0;
  for (const PyValue &item : items) {
    if (!item.tensor)
      continue;
    FailureOr<Value> index = read(item.tensor, loc);
    if (failed(index))
      return std::nullopt;
    bool isMask = Emitter::elementType(*index).isInteger(1);
    int64_t rank = Emitter::tensorType(*index).getRank(), shape = isMask ? 1 : rank;
    if (shape == 0 || (replaced && replaced != shape) || (shape > 1 && (span || item.tensor->strided)))
      return std::nullopt;
    replaced = shape;
    span += isMask ? rank : 1;
  }
  // 2. Where: the ops that `__getitem__` makes.
  auto isReshape = [](Operation *op) { return isa_and_nonnull<nn::ReshapeOp, tensor::CastOp>(op); };
  Value chosen = result;
  while (isReshape(chosen.getDefiningOp()))
    chosen = chosen.getDefiningOp()->getOperand(0);
  auto select = chosen.getDefiningOp<nn::IndexSelectOp>();
  if (!span || !select)
    return std::nullopt;
  int64_t first = select.getDim(), rank = Emitter::tensorType(result).getRank() - replaced + span;
  Value window = select.getInput();
  if (isReshape(window.getDefiningOp()) && Emitter::tensorType(window.getDefiningOp()->getOperand(0)).getRank() == rank)
    window = window.getDefiningOp()->getOperand(0);
  FailureOr<Value> self = read(arguments.front().tensor, loc);
  std::optional<SmallVector<Value>> given = stridesOf(arguments.front().tensor, loc);
  if (Emitter::tensorType(window).getRank() != rank || failed(self) || !given)
    return std::nullopt;
  Emitter emitter(builder, loc, {gradMode, defaultDtype});
  given = stridesThrough(emitter, window, *self, *given);
  if (!given)
    return std::nullopt;
  // 3. PyTorch goes through the tensor without a step where it is indexed, and through the index.
  StrideEmitter strides(builder, loc);
  SmallVector<Value> sizes = sizesOf(emitter, result);
  Strided source{sizes, *given}, index{SmallVector<Value>(sizes.size(), strides.constant(1)), {}};
  source.strides.erase(source.strides.begin() + first, source.strides.begin() + first + span);
  source.strides.insert(source.strides.begin() + first, replaced, strides.constant(0));
  for (int64_t dim = first; dim < first + replaced; ++dim)
    index.sizes[dim] = sizes[dim];
  index.strides = strides.contiguous(index.sizes);
  return strides.iterated(sizes, {source, index});
}

void Functionalizer::layOut(Tensor *tensor, const library::Function &called, ArrayRef<PyValue> arguments,
                            Location loc) {
  Value value = tensor->storage->value;
  int64_t rank = Emitter::tensorType(value).getRank();
  if (!layouts || rank > kMaxRank || arguments.empty())
    return;
  std::optional<SmallVector<Value>> strides;
  if (called.name == "torch.nonzero") {
    // The transposed of a tensor that has the places one behind the other.
    Emitter emitter(builder, loc);
    strides = {StrideEmitter(builder, loc).constant(1), sizesOf(emitter, value).front()};
  } else if (called.name == "torch.Tensor.__getitem__" && arguments.front().tensor) {
    strides = stridesOfItems(arguments, value, loc);
  } else {
    strides = stridesOfElementwise(called, arguments, value, loc);
  }
  if (strides)
    tensor->strides.assign(strides->begin(), strides->end());
}
