//===- Shapes.cpp - the same elements in another shape --------------------===//

#include "Sizes.h"
#include "Table.h"
#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

static Failable asOperand(FailureOr<Value> value) {
  return failed(value) ? Failable(failure()) : Failable(Operand(*value));
}

/// A permuted view; strided unless it is the identity.
static Failable permuted(Emitter &emitter, Value self, ArrayRef<int64_t> order) {
  FailureOr<Value> result = emitter.permute(self, order);
  if (succeeded(result) && *result != self)
    emitter.strided.push_back(*result);
  return asOperand(result);
}

/// Drops the leading sizes of `wanted` whose product is `size`.
static bool dropFactors(ArrayRef<int64_t> &wanted, int64_t size) {
  int64_t product = 1;
  for (; product < size && !wanted.empty(); wanted = wanted.drop_front()) {
    if (ShapedType::isDynamic(wanted.front()) || wanted.front() == 0)
      return false;
    product *= wanted.front();
  }
  return product == size;
}

/// Whether `sizes` divide dimensions of a tensor into several and merge none, so
/// that there is a view whatever the tensor's strides are.
static bool onlyDivides(Emitter &emitter, Value self, ArrayRef<Operand> sizes) {
  SmallVector<int64_t> extents = emitter.extents(sizes);
  ArrayRef<int64_t> shape = Emitter::tensorType(self).getShape(), wanted = extents;
  bool isOpen = llvm::count_if(shape, ShapedType::isDynamic) == 1;
  for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim) {
    if (!ShapedType::isDynamic(shape[dim])) {
      if (!dropFactors(wanted, shape[dim]))
        return false;
      continue;
    }
    if (isOpen) {
      // The number of elements is the same: what is left between the other dimensions is this one.
      SmallVector<int64_t> reversed(llvm::reverse(wanted));
      ArrayRef<int64_t> rest = reversed;
      for (int64_t size : llvm::reverse(shape.drop_front(dim + 1)))
        if (!dropFactors(rest, size))
          return false;
      return !rest.empty();
    }
    if (wanted.empty() || !sameSize(emitter, emitter.size(self, dim), sizes[extents.size() - wanted.size()]))
      return false;
    wanted = wanted.drop_front();
  }
  return llvm::all_of(wanted, [](int64_t size) { return size == 1; });
}

/// view, reshape: *shape with at most one -1.
template <Contiguity contiguity> static Failable emitView(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "self");
  if (failed(self))
    return failure();
  FailureOr<SmallVector<Operand>> wanted = sizesOf(emitter, operands[1]);
  if (failed(wanted))
    return failure();
  FailureOr<SmallVector<Operand>> sizes = resolveSizes(emitter, *self, *wanted);
  if (failed(sizes))
    return failure();
  emitter.contiguity = onlyDivides(emitter, *self, *sizes) ? Contiguity::Any : contiguity;
  return asOperand(emitter.reshape(*self, *sizes));
}

template <Contiguity contiguity> static Failable emitViewAs(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> other = emitter.requireTensor(operands[1], "other");
  if (failed(other))
    return failure();
  SmallVector<Operand> sizes = emitter.sizes(*other);
  return emitView<contiguity>(emitter, {operands[0], Operand(std::vector<Operand>(sizes.begin(), sizes.end()))});
}

static Failable emitFlatten(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "input");
  FailureOr<int64_t> start = emitter.requireInt(operands[1], "start_dim"),
                     end = emitter.requireInt(operands[2], "end_dim");
  if (failed(self) || failed(start) || failed(end))
    return failure();
  int64_t rank = Emitter::tensorType(*self).getRank();
  if (failed(start = emitter.wrapDim(*start, rank)) || failed(end = emitter.wrapDim(*end, rank)))
    return failure();
  if (*start > *end)
    return emitter.fail("flatten() has invalid args: start_dim cannot come after end_dim");
  if (rank > 0 && *start == *end) {
    emitter.aliasing = Aliasing::Same;
    return operands[0];
  }
  SmallVector<Operand> sizes = emitter.sizes(*self);
  Operand merged = emitter.product(ArrayRef(sizes).slice(*start, rank ? *end - *start + 1 : 0));
  sizes.erase(sizes.begin() + *start, sizes.begin() + (rank ? *end + 1 : *start));
  sizes.insert(sizes.begin() + *start, merged);
  emitter.contiguity = Contiguity::OrCopies;
  return asOperand(emitter.reshape(*self, sizes));
}

static Failable emitUnflatten(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "input");
  FailureOr<int64_t> dim = emitter.requireInt(operands[1], "dim");
  if (failed(self) || failed(dim) || failed(dim = emitter.wrapOwnDim(*dim, *self)))
    return failure();
  FailureOr<SmallVector<Operand>> parts = sizesOf(emitter, operands[2]);
  if (failed(parts))
    return failure();
  SmallVector<Operand> sizes = emitter.sizes(*self);
  sizes.erase(sizes.begin() + *dim);
  sizes.insert(sizes.begin() + *dim, parts->begin(), parts->end());
  FailureOr<SmallVector<Operand>> resolved = resolveSizes(emitter, *self, sizes);
  if (failed(resolved))
    return failure();
  emitter.contiguity = onlyDivides(emitter, *self, *resolved) ? Contiguity::Any : Contiguity::OrCopies;
  return asOperand(emitter.reshape(*self, *resolved));
}

/// squeeze(): the dimensions given, or all, that have size 1. An open size is
/// assumed not to be 1.
static Failable emitSqueeze(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "input");
  if (failed(self))
    return failure();
  int64_t rank = Emitter::tensorType(*self).getRank();
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (!operands[1].isNone()) {
    FailureOr<SmallVector<int64_t>> given = dimensions(emitter, operands[1], rank);
    if (failed(given))
      return failure();
    dims = *given;
  }
  SmallVector<Operand> sizes;
  for (auto [dim, size] : llvm::enumerate(emitter.sizes(*self))) {
    bool wanted = llvm::is_contained(dims, dim);
    if (wanted && emitter.asInt(size) == 1)
      continue;
    if (wanted && !emitter.asInt(size))
      assumeNot(emitter, size, 1, "a squeezed dimension of open size is not 1");
    sizes.push_back(size);
  }
  return asOperand(emitter.reshape(*self, sizes));
}

static Failable emitUnsqueeze(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "input");
  FailureOr<int64_t> dim = emitter.requireInt(operands[1], "dim");
  if (failed(self) || failed(dim) || failed(dim = emitter.wrapDim(*dim, Emitter::tensorType(*self).getRank() + 1)))
    return failure();
  SmallVector<Operand> sizes = emitter.sizes(*self);
  sizes.insert(sizes.begin() + *dim, emitter.integer(1));
  return asOperand(emitter.op<nn::ReshapeOp>(*self, ArrayRef<OpFoldResult>(emitter.toFoldResults(sizes))));
}

static Failable emitTranspose(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "input");
  FailureOr<int64_t> first = emitter.requireInt(operands[1], "dim0"), second = emitter.requireInt(operands[2], "dim1");
  if (failed(self) || failed(first) || failed(second))
    return failure();
  int64_t rank = Emitter::tensorType(*self).getRank();
  if (failed(first = emitter.wrapDim(*first, rank)) || failed(second = emitter.wrapDim(*second, rank)))
    return failure();
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (rank)
    std::swap(order[*first], order[*second]);
  return permuted(emitter, *self, order);
}

/// t(), T, mT: the last two dimensions exchanged; `matrix` allows no others.
template <bool matrixOnly> static Failable emitTransposed(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "input");
  if (failed(self))
    return failure();
  int64_t rank = Emitter::tensorType(*self).getRank();
  if (matrixOnly ? rank > 2 : rank < 2)
    return emitter.fail("a transposed tensor of " + Twine(rank) + " dimensions");
  if (rank < 2)
    return asOperand(*self);
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(order[rank - 1], order[rank - 2]);
  return permuted(emitter, *self, order);
}

static Failable emitPermute(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "input");
  FailureOr<SmallVector<Operand>> given = sizesOf(emitter, operands[1]);
  if (failed(self) || failed(given))
    return failure();
  int64_t rank = Emitter::tensorType(*self).getRank();
  SmallVector<int64_t> order;
  for (const Operand &dim : *given) {
    FailureOr<int64_t> value = emitter.requireInt(dim, "dims");
    if (failed(value) || failed(value = emitter.wrapDim(*value, rank)))
      return failure();
    if (llvm::is_contained(order, *value))
      return emitter.fail("permute(): duplicate dims are not allowed");
    order.push_back(*value);
  }
  if (int64_t(order.size()) != rank)
    return emitter.fail("permute(): number of dimensions in the tensor input does not match the length of dims");
  return permuted(emitter, *self, order);
}

static Failable emitMovedim(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "input");
  FailureOr<SmallVector<int64_t>> source = emitter.requireInts(operands[1], "source"),
                                  target = emitter.requireInts(operands[2], "destination");
  if (failed(self) || failed(source) || failed(target) || source->size() != target->size())
    return emitter.fail("movedim needs as many destinations as sources");
  int64_t rank = Emitter::tensorType(*self).getRank();
  SmallVector<int64_t> order(rank, -1), rest = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  for (auto [from, to] : llvm::zip(*source, *target)) {
    FailureOr<int64_t> f = emitter.wrapDim(from, rank), t = emitter.wrapDim(to, rank);
    if (failed(f) || failed(t))
      return failure();
    if (order[*t] >= 0 || !llvm::is_contained(rest, *f))
      return emitter.fail("movedim: repeated dim");
    order[*t] = *f;
    llvm::erase(rest, *f);
  }
  for (int64_t &dim : order)
    if (dim < 0) {
      dim = rest.front();
      rest.erase(rest.begin());
    }
  return permuted(emitter, *self, order);
}

/// expand: -1 keeps a size.
static Failable emitExpand(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "input");
  FailureOr<SmallVector<Operand>> sizes = sizesOf(emitter, operands[1]);
  if (failed(self) || failed(sizes))
    return failure();
  int64_t offset = int64_t(sizes->size()) - Emitter::tensorType(*self).getRank();
  for (auto [dim, size] : llvm::enumerate(*sizes)) {
    if (emitter.asInt(size) != -1)
      continue;
    if (int64_t(dim) < offset)
      return emitter.fail("expand: -1 is not allowed in a leading, non-existing dimension");
    size = emitter.size(*self, dim - offset);
  }
  FailureOr<Value> result = emitter.broadcastTo(*self, *sizes);
  if (succeeded(result) && *result != *self)
    emitter.strided.push_back(*result);
  return asOperand(result);
}

static Failable emitExpandAs(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> other = emitter.requireTensor(operands[1], "other");
  if (failed(other))
    return failure();
  SmallVector<Operand> sizes = emitter.sizes(*other);
  return emitExpand(emitter, {operands[0], Operand(std::vector<Operand>(sizes.begin(), sizes.end()))});
}

/// memory_format must be None or one of the given names.
static LogicalResult checkFormat(Emitter &emitter, const Operand &format, ArrayRef<StringRef> names) {
  if (format.isNone())
    return success();
  auto builtin =
      format.isConstant() ? dyn_cast_or_null<imperative::BuiltinAttr>(format.getConstant()) : imperative::BuiltinAttr();
  return builtin && llvm::is_contained(names, builtin.getName())
             ? success()
             : emitter.fail("a memory format other than contiguous");
}

static Failable emitContiguous(Emitter &emitter, ArrayRef<Operand> operands) {
  if (failed(checkFormat(emitter, operands[1], {"torch.contiguous_format"})))
    return failure();
  emitter.aliasing = Aliasing::Same;
  emitter.contiguity = Contiguity::OrCopies;
  return operands[0];
}

static Failable emitClone(Emitter &emitter, ArrayRef<Operand> operands) {
  if (failed(checkFormat(emitter, operands[1], {"torch.preserve_format"})))
    return failure();
  return operands[0];
}

static Failable emitDetach(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "input");
  return failed(self) ? Failable(failure()) : emitter.emit<nn::DetachOp>(*self);
}

/// flip: a copy with the order along dimensions reversed.
static Failable emitFlip(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "input");
  if (failed(self))
    return failure();
  Operand given = operands[1];
  if (given.isSequence() && given.getElements().size() == 1 && !given.getElements()[0].isNumber())
    given = given.getElements()[0];
  FailureOr<SmallVector<int64_t>> dims = dimensions(emitter, given, Emitter::tensorType(*self).getRank());
  if (failed(dims))
    return failure();
  FailureOr<Value> result = *self;
  for (int64_t dim : *dims) {
    Operand size = emitter.size(*self, dim);
    Value last = emitter.toI64(emitter.sub(size, emitter.integer(1))), step = emitter.toI64(emitter.integer(-1));
    FailureOr<Value> places = emitter.op<nn::IotaOp>(last, step, emitter.toFoldResult(size));
    if (failed(places) ||
        failed(result = emitter.op<nn::IndexSelectOp>(*result, *places, emitter.builder.getI64IntegerAttr(dim))))
      return failure();
  }
  if (dims->empty())
    return emitter.emit<nn::CastOp>(*self, TypeAttr::get(Emitter::elementType(*self)));
  return asOperand(result);
}

void library::addShapes(Table &table) {
  auto both = [&](StringRef name, StringRef parameters, EmitFn emit) {
    Table::Entry entry = table.add(("torch." + name).str(), ("(input" + parameters + ")").str(), std::move(emit));
    return entry.view().alias(("torch.Tensor." + name).str(), ("(self" + parameters + ")").str());
  };
  table.add("torch.Tensor.view", "(self, *shape)", emitView<Contiguity::OrFails>).view();
  both("reshape", ", *shape", emitView<Contiguity::OrCopies>);
  table.add("torch.Tensor.view_as", "(self, other)", emitViewAs<Contiguity::OrFails>).view();
  table.add("torch.Tensor.reshape_as", "(self, other)", emitViewAs<Contiguity::OrCopies>).view();
  both("flatten", ", start_dim=0, end_dim=-1", emitFlatten);
  both("unflatten", ", dim, sizes", emitUnflatten);
  both("squeeze", ", dim=None", emitSqueeze);
  both("unsqueeze", ", dim", emitUnsqueeze);
  both("transpose", ", dim0, dim1", emitTranspose).alias("torch.swapaxes", "(input, dim0, dim1)");
  both("t", "", emitTransposed<true>);
  table.add("torch.Tensor.T", "(self)", emitTransposed<true>).attribute().view();
  table.add("torch.Tensor.mT", "(self)", emitTransposed<false>).attribute().view();
  // Of real tensors.
  table.add("torch.Tensor.H", "(self)", emitTransposed<true>).attribute().view();
  table.add("torch.Tensor.mH", "(self)", emitTransposed<false>).attribute().view();
  both("permute", ", *dims", emitPermute);
  both("movedim", ", source, destination", emitMovedim);
  table.add("torch.flip", "(input, dims)", emitFlip).alias("torch.Tensor.flip", "(self, *dims)");
  table.add("torch.Tensor.expand", "(self, *sizes)", emitExpand).view().alias("torch.Tensor.broadcast_to");
  table.add("torch.broadcast_to", "(input, size)", emitExpand).view();
  table.add("torch.Tensor.expand_as", "(self, other)", emitExpandAs).view();
  table.add("torch.Tensor.contiguous", "(self, *, memory_format=None)", onTensors(1, emitContiguous)).view();
  table.add("torch.clone", "(input, *, memory_format=None)", onTensors(1, emitClone))
      .alias("torch.Tensor.clone", "(self, *, memory_format=None)");
  table.add("torch.Tensor.detach", "(self)", emitDetach).view();
  table.add("torch.Tensor.data", "(self)", emitDetach).attribute().view();
}
