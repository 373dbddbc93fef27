//===- Rearranging.cpp - the same elements in other places ----------------===//

#include "Formula.h"
#include "Sizes.h"
#include "Table.h"
#include <numeric>

using namespace mlir;
using namespace janus;
using namespace janus::library;

/// The tensors of a sequence, or the arguments of `f(*tensors)`, where one that is a sequence stands for them.
static FailureOr<SmallVector<Formula>> tensorsOf(Emitter &emitter, const Operand &operand) {
  if (!operand.isSequence())
    return emitter.fail("expected a list of tensors");
  ArrayRef<Operand> elements = operand.getElements();
  if (elements.size() == 1 && elements[0].isSequence())
    return tensorsOf(emitter, elements[0]);
  SmallVector<Formula> tensors;
  for (const Operand &element : elements) {
    tensors.push_back(tensorOf(emitter, element, "an element of tensors"));
    if (tensors.back().isFailed())
      return failure();
  }
  if (tensors.empty())
    return emitter.fail("expected a non-empty list of tensors");
  return tensors;
}

//===----------------------------------------------------------------------===//
// Turning
//===----------------------------------------------------------------------===//

template <int64_t dim> static Failable emitFlipOne(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  if (x.isFailed())
    return failure();
  if (x.rank() <= dim)
    return emitter.fail("a flipped tensor has too few dimensions");
  return x.flip(dim);
}

/// The last `shift` slices of a dimension put first.
static Formula rolled(const Formula &x, int64_t shift, int64_t dim) {
  if (x.isFailed())
    return x;
  Emitter &emitter = *x.emitter;
  Operand size = emitter.size(x.value(), dim);
  std::optional<int64_t> known = emitter.asInt(size);
  if (!known)
    return x.failure("roll along a dimension of unknown size");
  if (*known == 0)
    return x;
  int64_t cut = ((-shift) % *known + *known) % *known;
  if (cut == 0)
    return x;
  Formula head = x.slice(dim, emitter.integer(0), emitter.integer(cut));
  Formula tail = x.slice(dim, emitter.integer(cut), emitter.integer(*known - cut));
  return concat({tail, head}, dim);
}

/// roll(input, shifts, dims); without dims of all elements in a row.
static Failable emitRoll(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<SmallVector<int64_t>> shifts = emitter.requireInts(operands[1], "shifts"), dims = SmallVector<int64_t>();
  if (!operands[2].isNone())
    dims = emitter.requireInts(operands[2], "dims");
  if (x.isFailed() || failed(shifts) || failed(dims))
    return failure();
  if (shifts->empty())
    return emitter.fail("`shifts` required");
  if (dims->empty() && shifts->size() == 1) {
    SmallVector<Operand> sizes = x.sizes();
    return rolled(x.reshape({emitter.product(sizes)}), shifts->front(), 0).reshape(sizes);
  }
  if (dims->size() != shifts->size())
    return emitter.fail("shifts and dimensions must align");
  Formula result = x;
  for (auto [shift, dim] : llvm::zip(*shifts, *dims)) {
    FailureOr<int64_t> wrapped = emitter.wrapOwnDim(dim, x.value());
    if (failed(wrapped))
      return failure();
    result = rolled(result, shift, *wrapped);
  }
  return result;
}

/// rot90(input, k, dims): by quarters of a turn.
static Failable emitRot90(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<int64_t> k = emitter.requireInt(operands[1], "k");
  FailureOr<SmallVector<int64_t>> dims = emitter.requireInts(operands[2], "dims");
  if (x.isFailed() || failed(k) || failed(dims))
    return failure();
  if (dims->size() != 2 || x.rank() < 2)
    return emitter.fail("expected total rotation dims == 2");
  FailureOr<int64_t> a = emitter.wrapDim((*dims)[0], x.rank()), b = emitter.wrapDim((*dims)[1], x.rank());
  if (failed(a) || failed(b))
    return failure();
  if (*a == *b)
    return emitter.fail("expected rotation dims to be different");
  int64_t turns = (*k % 4 + 4) % 4;
  if (turns == 0)
    return x;
  if (turns == 2)
    return x.flip(*a).flip(*b);
  // The memory is that of the flipped tensor.
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, x.rank()));
  std::swap(order[*a], order[*b]);
  Formula result = x.flip(turns == 1 ? *b : *a).permute(order);
  if (!result.isFailed())
    emitter.strided.push_back(result.value());
  return result;
}

//===----------------------------------------------------------------------===//
// Repeating
//===----------------------------------------------------------------------===//

/// tile(*dims): as repeat, with ones for the dimensions that are left over.
static Failable emitTile(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<SmallVector<Operand>> dims = sizesOf(emitter, operands[1]);
  if (x.isFailed() || failed(dims))
    return failure();
  while (int64_t(dims->size()) < x.rank())
    dims->insert(dims->begin(), emitter.integer(1));
  emitter.contiguousResult = true;
  return call(emitter, "torch.Tensor.repeat", {operands[0], Operand(std::vector<Operand>(dims->begin(), dims->end()))});
}

/// repeat_interleave(input, repeats, dim, *, output_size) with an int.
static Failable emitRepeatInterleave(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<int64_t> repeats = emitter.requireInt(operands[1], "repeats");
  if (x.isFailed() || failed(repeats))
    return failure();
  if (*repeats < 0)
    return emitter.fail("repeats must be non-negative");
  if (operands[2].isNone() || x.rank() == 0)
    x = x.reshape({emitter.product(x.sizes())});
  FailureOr<int64_t> dim = operands[2].isNone() ? FailureOr<int64_t>(0) : emitter.requireInt(operands[2], "dim");
  if (x.isFailed() || failed(dim) || failed(dim = emitter.wrapDim(*dim, x.rank())))
    return failure();
  SmallVector<Operand> sizes = x.sizes(), wide(sizes), merged(sizes);
  wide.insert(wide.begin() + *dim + 1, emitter.integer(*repeats));
  merged[*dim] = emitter.mul(sizes[*dim], emitter.integer(*repeats));
  emitter.contiguousResult = true;
  return x.unsqueeze(*dim + 1).broadcastTo(wide).reshape(merged);
}

/// meshgrid(*tensors, indexing)
static Failable emitMeshgrid(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<SmallVector<Formula>> tensors = tensorsOf(emitter, operands[0]);
  if (failed(tensors))
    return failure();
  // Without `indexing` it warns.
  std::optional<StringRef> indexing = emitter.asString(operands[1]);
  if (!indexing)
    return emitter.fail("meshgrid without indexing warns");
  bool swapped = indexing == "xy" && tensors->size() >= 2;
  if (indexing != "ij" && indexing != "xy")
    return emitter.fail("indexing must be one of \"xy\" or \"ij\"");
  if (swapped)
    std::swap((*tensors)[0], (*tensors)[1]);
  SmallVector<Operand> sizes;
  for (const Formula &tensor : *tensors) {
    if (tensor.rank() > 1)
      return emitter.fail("meshgrid expects 0-d or 1-d tensors");
    sizes.push_back(emitter.product(tensor.sizes()));
  }
  std::vector<Operand> grids;
  for (auto [index, tensor] : llvm::enumerate(*tensors)) {
    SmallVector<Operand> line(sizes.size(), emitter.integer(1));
    line[index] = sizes[index];
    Formula grid = tensor.reshape(line).broadcastTo(sizes);
    if (grid.isFailed())
      return failure();
    emitter.strided.push_back(grid.value());
    grids.push_back(grid.get());
  }
  if (swapped)
    std::swap(grids[0], grids[1]);
  return Operand(std::move(grids));
}

/// broadcast_tensors(*tensors)
static Failable emitBroadcastTensors(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<SmallVector<Formula>> tensors = tensorsOf(emitter, operands[0]);
  if (failed(tensors))
    return failure();
  SmallVector<Value> values = llvm::map_to_vector(*tensors, [](const Formula &tensor) { return tensor.value(); });
  if (failed(emitter.broadcast(values)))
    return failure();
  std::vector<Operand> results;
  for (Value value : values) {
    emitter.strided.push_back(value);
    results.push_back(Operand(value));
  }
  return Operand(std::move(results));
}

//===----------------------------------------------------------------------===//
// Joining
//===----------------------------------------------------------------------===//

/// A tensor with at least `count` dimensions, as atleast_<n>d makes it.
static Formula atLeast(const Formula &x, int64_t count) {
  if (x.isFailed() || x.rank() >= count)
    return x;
  if (x.rank() == 0) {
    SmallVector<Operand> ones(count, x.emitter->integer(1));
    return Formula(*x.emitter,
                   x.emitter->op<nn::ReshapeOp>(x.value(), ArrayRef<OpFoldResult>(x.emitter->toFoldResults(ones))));
  }
  if (x.rank() == 1)
    return count == 2 ? x.unsqueeze(0) : x.unsqueeze(0).unsqueeze(2);
  return x.unsqueeze(2);
}

template <int64_t count> static Failable emitAtLeast(Emitter &emitter, ArrayRef<Operand> operands) {
  ArrayRef<Operand> given = operands[0].getElements();
  if (given.size() == 1 && given[0].isTensor()) {
    Formula x = tensorOf(emitter, given[0]), result = atLeast(x, count);
    return result;
  }
  FailureOr<SmallVector<Formula>> tensors = tensorsOf(emitter, operands[0]);
  if (failed(tensors))
    return failure();
  std::vector<Operand> results;
  for (const Formula &tensor : *tensors) {
    Formula result = atLeast(tensor, count);
    if (result.isFailed())
      return failure();
    results.push_back(result.get());
  }
  return Operand(std::move(results));
}

/// hstack, vstack, dstack, column_stack: cat of tensors with at least `count` dimensions.
static Failable joined(Emitter &emitter, const Operand &operand, int64_t count, int64_t dim, bool columns = false) {
  FailureOr<SmallVector<Formula>> tensors = tensorsOf(emitter, operand);
  if (failed(tensors))
    return failure();
  std::vector<Operand> parts;
  for (const Formula &tensor : *tensors) {
    Formula part = tensor;
    if (columns && tensor.rank() <= 1)
      part = tensor.reshape({emitter.product(tensor.sizes()), emitter.integer(1)});
    else
      part = atLeast(tensor, count);
    if (part.isFailed())
      return failure();
    parts.push_back(part.get());
  }
  if (dim < 0)
    dim = Emitter::tensorType(parts.front().getValue()).getRank() == 1 ? 0 : 1;
  return call(emitter, "torch.cat", {Operand(std::move(parts)), emitter.integer(dim)});
}

static Failable emitHstack(Emitter &emitter, ArrayRef<Operand> operands) { return joined(emitter, operands[0], 1, -1); }
static Failable emitVstack(Emitter &emitter, ArrayRef<Operand> operands) { return joined(emitter, operands[0], 2, 0); }
static Failable emitDstack(Emitter &emitter, ArrayRef<Operand> operands) { return joined(emitter, operands[0], 3, 2); }
static Failable emitColumnStack(Emitter &emitter, ArrayRef<Operand> operands) {
  return joined(emitter, operands[0], 2, 1, /*columns=*/true);
}

/// block_diag(*tensors): matrices one behind the other, zeros elsewhere.
static Failable emitBlockDiag(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<SmallVector<Formula>> tensors = tensorsOf(emitter, operands[0]);
  if (failed(tensors))
    return failure();
  SmallVector<Operand> all;
  for (const Formula &tensor : *tensors)
    all.push_back(tensor.get());
  FailureOr<Type> type = emitter.resultType(all);
  SmallVector<std::array<int64_t, 2>> sizes;
  std::array<int64_t, 2> total = {0, 0};
  SmallVector<Formula> blocks;
  for (const Formula &tensor : *tensors) {
    if (tensor.rank() > 2)
      return emitter.fail("block_diag: Input tensors must have 2 or fewer dimensions");
    Formula block = atLeast(tensor, 2).cast(*type);
    if (block.isFailed())
      return failure();
    std::optional<int64_t> rows = emitter.asInt(block.sizes()[0]), columns = emitter.asInt(block.sizes()[1]);
    if (!rows || !columns)
      return emitter.fail("block_diag of tensors of unknown size");
    blocks.push_back(block);
    sizes.push_back({*rows, *columns});
    total = {total[0] + *rows, total[1] + *columns};
  }
  Builder &builder = emitter.builder;
  int64_t column = 0;
  SmallVector<Formula> rows;
  for (auto [block, size] : llvm::zip(blocks, sizes)) {
    rows.push_back(apply<nn::PadOp>(block, builder.getDenseI64ArrayAttr({0, column}),
                                    builder.getDenseI64ArrayAttr({0, total[1] - column - size[1]}),
                                    builder.getF64FloatAttr(0)));
    column += size[1];
  }
  emitter.contiguousResult = true;
  return concat(rows, 0);
}

/// cartesian_prod(*tensors): every combination of an element of each.
static Failable emitCartesianProd(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<SmallVector<Formula>> tensors = tensorsOf(emitter, operands[0]);
  if (failed(tensors))
    return failure();
  SmallVector<Operand> sizes;
  for (const Formula &tensor : *tensors) {
    if (tensor.rank() != 1)
      return emitter.fail("cartesian_prod expects 1D vectors");
    sizes.push_back(tensor.sizes().front());
  }
  if (tensors->size() == 1)
    return emitter.fail("cartesian_prod of one tensor is the tensor itself");
  std::vector<Operand> columns;
  for (auto [index, tensor] : llvm::enumerate(*tensors)) {
    SmallVector<Operand> line(sizes.size(), emitter.integer(1));
    line[index] = sizes[index];
    Formula column = tensor.reshape(line).broadcastTo(sizes).reshape({emitter.product(sizes)});
    if (column.isFailed())
      return failure();
    columns.push_back(column.get());
  }
  emitter.contiguousResult = true;
  return call(emitter, "torch.stack", {Operand(std::move(columns)), emitter.integer(1)});
}

//===----------------------------------------------------------------------===//
// Cutting
//===----------------------------------------------------------------------===//

static Failable callView(Emitter &emitter, StringRef name, ArrayRef<Operand> operands) {
  return call(emitter, name, operands);
}

/// tensor_split and its kin: a number of sections of nearly one length, or the places to cut at.
static Failable splitAt(Emitter &emitter, const Operand &input, const Operand &where, int64_t dim, bool equal) {
  Formula x = tensorOf(emitter, input);
  if (x.isFailed())
    return failure();
  std::optional<int64_t> size = x.rank() ? emitter.asInt(x.sizes()[dim]) : std::nullopt;
  if (!size)
    return emitter.fail("a tensor is cut along a dimension of unknown size, so the number of parts is not known");
  SmallVector<int64_t> ends;
  if (std::optional<int64_t> sections = emitter.asInt(where)) {
    if (*sections <= 0 || (equal && *size % *sections))
      return emitter.fail("the number of sections does not fit the size");
    for (int64_t i = 0, end = 0; i < *sections; ++i)
      ends.push_back(end += *size / *sections + (i < *size % *sections));
  } else {
    FailureOr<SmallVector<int64_t>> places = emitter.requireInts(where, "indices");
    if (failed(places))
      return failure();
    ends = *places;
    ends.push_back(*size);
  }
  std::vector<Operand> parts;
  int64_t start = 0;
  for (auto [index, end] : llvm::enumerate(ends)) {
    // As slices of Python: counted from the end below zero, cut to the size.
    auto bound = [&](int64_t place) { return std::clamp<int64_t>(place < 0 ? place + *size : place, 0, *size); };
    int64_t from = bound(start), to = index + 1 == ends.size() ? *size : bound(end);
    Formula part = x.slice(dim, emitter.integer(from), emitter.integer(std::max<int64_t>(to - from, 0)));
    if (part.isFailed())
      return failure();
    emitter.strided.push_back(part.value());
    parts.push_back(part.get());
    start = end;
  }
  return Operand(std::move(parts));
}

static Failable emitTensorSplit(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<int64_t> dim = emitter.requireInt(operands[2], "dim");
  if (x.isFailed() || failed(dim) || failed(dim = emitter.wrapOwnDim(*dim, x.value())))
    return failure();
  if (operands[1].isTensor())
    return emitter.fail("tensor_split at places in a tensor");
  return splitAt(emitter, operands[0], operands[1], *dim, false);
}

/// hsplit, vsplit, dsplit: along a fixed dimension; `horizontal` of a vector along its only one.
template <int64_t dim, int64_t least> static Failable emitFixedSplit(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  if (x.isFailed())
    return failure();
  if (x.rank() < least)
    return emitter.fail("a split tensor has too few dimensions");
  return splitAt(emitter, operands[0], operands[1], std::min(dim, x.rank() - 1), true);
}

/// split_with_sizes(input, split_sizes, dim)
static Failable emitSplitWithSizes(Emitter &emitter, ArrayRef<Operand> operands) {
  return callView(emitter, "torch.split", operands);
}

/// unfold(dimension, size, step): windows of a dimension as a new last one, by the places they start at.
static Formula unfolded(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<int64_t> dim = emitter.requireInt(operands[1], "dimension"), size = emitter.requireInt(operands[2], "size"),
                     step = emitter.requireInt(operands[3], "step");
  Formula none(emitter, Failable(failure()));
  if (x.isFailed() || failed(dim) || failed(size) || failed(step) || failed(dim = emitter.wrapDim(*dim, x.rank())))
    return none;
  if (x.rank() == 0)
    return x.failure("unfold of a 0-d tensor");
  std::optional<int64_t> extent = emitter.asInt(x.sizes()[*dim]);
  if (!extent)
    return x.failure("unfold of a dimension of unknown size");
  if (*size < 0 || *step <= 0 || *size > *extent)
    return x.failure("unfold needs windows that fit into the dimension");
  int64_t count = (*extent - *size) / *step + 1;
  SmallVector<int64_t> places;
  for (int64_t i = 0; i < count; ++i)
    for (int64_t j = 0; j < *size; ++j)
      places.push_back(i * *step + j);
  Formula chosen = x.indexSelect(*dim, constants(emitter, places));
  SmallVector<Operand> sizes = x.sizes();
  sizes[*dim] = emitter.integer(count);
  sizes.insert(sizes.begin() + *dim + 1, emitter.integer(*size));
  SmallVector<int64_t> order;
  for (int64_t i = 0; i <= x.rank(); ++i)
    if (i != *dim + 1)
      order.push_back(i);
  order.push_back(*dim + 1);
  return chosen.reshape(sizes).permute(order);
}

static Failable emitUnfold(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula result = unfolded(emitter, operands);
  if (!result.isFailed())
    emitter.strided.push_back(result.value());
  return result;
}

static Failable emitRavel(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  if (x.isFailed())
    return failure();
  emitter.contiguity = Contiguity::OrCopies;
  return x.reshape({emitter.product(x.sizes())});
}

/// A view's entry as one that copies: the result is contiguous.
static EmitFn copyOf(StringRef name) {
  return [name = name.str()](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    Formula result = call(emitter, name, operands);
    emitter.aliasing = Aliasing::Fresh;
    emitter.contiguity = Contiguity::Any;
    emitter.strided.clear();
    emitter.contiguousResult = true;
    return result;
  };
}

/// select_scatter(input, src, dim, index), slice_scatter(input, src, dim, start, end, step): a part replaced.
static Failable replaced(Emitter &emitter, const Operand &input, const Operand &source, int64_t dim, Operand item) {
  Formula x = tensorOf(emitter, input), part = tensorOf(emitter, source, "src");
  if (x.isFailed() || part.isFailed())
    return failure();
  if (x.type() != part.type())
    return emitter.fail("src of another dtype than the input");
  std::vector<Operand> key(dim,
                           Operand({emitter.none(), emitter.none(), emitter.none()}, Operand::SequenceKind::Slice));
  key.push_back(std::move(item));
  Formula there = call(emitter, "torch.Tensor.__getitem__", {input, Operand(key)});
  emitter.strided.clear();
  if (there.isFailed())
    return failure();
  if (there.rank() != part.rank())
    return emitter.fail("expected src to have a size equal to the slice of self");
  for (auto [have, want] : llvm::zip(part.sizes(), there.sizes()))
    if (failed(emitter.assumeEqual(have, want, "src has the size of the part")))
      return failure();
  Failable written = call(emitter, "torch.Tensor.__setitem__", {input, Operand(key), source});
  if (failed(written) || emitter.updates.empty())
    return failure();
  Value result = emitter.updates.pop_back_val().second;
  return Operand(result);
}

static Failable emitSelectScatter(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<int64_t> dim = emitter.requireInt(operands[2], "dim");
  if (x.isFailed() || failed(dim) || failed(dim = emitter.wrapOwnDim(*dim, x.value())))
    return failure();
  return replaced(emitter, operands[0], operands[1], *dim, operands[3]);
}

static Failable emitSliceScatter(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<int64_t> dim = emitter.requireInt(operands[2], "dim");
  if (x.isFailed() || failed(dim) || failed(dim = emitter.wrapOwnDim(*dim, x.value())))
    return failure();
  return replaced(emitter, operands[0], operands[1], *dim,
                  Operand({operands[3], operands[4], operands[5]}, Operand::SequenceKind::Slice));
}

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

/// pixel_shuffle: channels c * r * r become a grid of r by r pixels, or the reverse.
template <bool reverse> static Failable emitPixelShuffle(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<int64_t> r = emitter.requireInt(operands[1], "the factor");
  if (x.isFailed() || failed(r))
    return failure();
  int64_t rank = x.rank();
  if (rank < 3 || *r <= 0)
    return emitter.fail("pixel_shuffle expects at least three dimensions and a positive factor");
  SmallVector<Operand> sizes = x.sizes();
  SmallVector<std::optional<int64_t>> image =
      llvm::map_to_vector(ArrayRef(sizes).take_back(3), [&](const Operand &size) { return emitter.asInt(size); });
  if (!image[0] || !image[1] || !image[2])
    return emitter.fail("pixel_shuffle of an image of unknown size");
  if ((reverse ? *image[1] % *r || *image[2] % *r : *image[0] % (*r * *r)))
    return emitter.fail("pixel_shuffle of an image whose sizes are not multiples of the factor");
  SmallVector<Operand> outer(ArrayRef(sizes).drop_back(3)), split(outer), merged(outer);
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank - 3));
  auto add = [&](SmallVector<Operand> &list, std::initializer_list<int64_t> values) {
    for (int64_t value : values)
      list.push_back(emitter.integer(value));
  };
  auto axes = [&](std::initializer_list<int64_t> values) {
    for (int64_t value : values)
      order.push_back(rank - 3 + value);
  };
  if (reverse) {
    int64_t h = *image[1] / *r, w = *image[2] / *r;
    add(split, {*image[0], h, *r, w, *r});
    axes({0, 2, 4, 1, 3});
    add(merged, {*image[0] * *r * *r, h, w});
  } else {
    int64_t c = *image[0] / (*r * *r);
    add(split, {c, *r, *r, *image[1], *image[2]});
    axes({0, 3, 1, 4, 2});
    add(merged, {c, *image[1] * *r, *image[2] * *r});
  }
  return x.reshape(split).permute(order).reshape(merged);
}

/// channel_shuffle(input, groups)
static Failable emitChannelShuffle(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<int64_t> groups = emitter.requireInt(operands[1], "groups");
  if (x.isFailed() || failed(groups))
    return failure();
  if (x.rank() < 3 || *groups <= 0)
    return emitter.fail("channel_shuffle expects at least three dimensions and positive groups");
  SmallVector<Operand> sizes = x.sizes(), split(sizes);
  std::optional<int64_t> channels = emitter.asInt(sizes[1]);
  if (!channels)
    return emitter.fail("channel_shuffle of an image of unknown size");
  if (*channels % *groups)
    return emitter.fail("number of channels must be divisible by groups");
  split[1] = emitter.integer(*groups);
  split.insert(split.begin() + 2, emitter.integer(*channels / *groups));
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, int64_t(split.size())));
  std::swap(order[1], order[2]);
  return x.reshape(split).permute(order).reshape(sizes);
}

static void addViews(Table &table) {
  auto view = [&](StringRef name, StringRef parameters, EmitFn emit) {
    return table.add(("torch." + name).str(), ("(input" + parameters + ")").str(), std::move(emit))
        .view()
        .alias(("torch.Tensor." + name).str(), ("(self" + parameters + ")").str());
  };
  view("ravel", "", emitRavel);
  view("tensor_split", ", indices_or_sections, dim=0", emitTensorSplit);
  view("hsplit", ", indices_or_sections", emitFixedSplit<1, 1>);
  view("vsplit", ", indices_or_sections", emitFixedSplit<0, 2>);
  view("dsplit", ", indices_or_sections", emitFixedSplit<2, 3>);
  view("split_with_sizes", ", split_sizes, dim=0", emitSplitWithSizes);
  table.add("torch.Tensor.unfold", "(self, dimension, size, step)", emitUnfold).view();
  // Their results are no views for autograd.
  view("unsafe_chunk", ", chunks, dim=0", [](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    return callView(emitter, "torch.chunk", operands);
  });
  view("unsafe_split", ", split_size, dim=0", [](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    return callView(emitter, "torch.split", operands);
  });
}

static void addCopies(Table &table) {
  auto copy = [&](StringRef name, StringRef parameters, StringRef view) {
    table.add(("torch." + name + "_copy").str(), ("(input" + parameters + ")").str(), copyOf(view));
  };
  copy("expand", ", size", "torch.broadcast_to");
  copy("permute", ", dims", "torch.permute");
  copy("squeeze", ", dim=None", "torch.squeeze");
  copy("unsqueeze", ", dim", "torch.unsqueeze");
  copy("transpose", ", dim0, dim1", "torch.transpose");
  copy("t", "", "torch.t");
  copy("diagonal", ", offset=0, dim1=0, dim2=1", "torch.diagonal");
  copy("alias", "", "torch.conj_physical");
  copy("unfold", ", dimension, size, step", "torch.Tensor.unfold");
  copy("narrow", ", dim, start, length", "torch.narrow");
  copy("select", ", dim, index", "torch.select");
  copy("detach", "", "torch.Tensor.detach");
}

void library::addRearranging(Table &table) {
  table.addBoth("fliplr", "", emitFlipOne<1>);
  table.addBoth("flipud", "", emitFlipOne<0>);
  table.addBoth("roll", ", shifts, dims=None", emitRoll);
  table.addBoth("rot90", ", k=1, dims=(0, 1)", emitRot90);
  table.add("torch.tile", "(input, dims)", emitTile);
  table.add("torch.Tensor.tile", "(self, *dims)", emitTile);
  table.addBoth("repeat_interleave", ", repeats, dim=None, *, output_size=None", emitRepeatInterleave);
  table.add("torch.meshgrid", "(*tensors, indexing=None)", emitMeshgrid).view();
  table.add("torch.broadcast_tensors", "(*tensors)", emitBroadcastTensors).view();
  table.add("torch.atleast_1d", "(*tensors)", emitAtLeast<1>).view();
  table.add("torch.atleast_2d", "(*tensors)", emitAtLeast<2>).view();
  table.add("torch.atleast_3d", "(*tensors)", emitAtLeast<3>).view();
  table.add("torch.hstack", "(tensors)", emitHstack);
  table.add("torch.vstack", "(tensors)", emitVstack).alias("torch.row_stack");
  table.add("torch.dstack", "(tensors)", emitDstack);
  table.add("torch.column_stack", "(tensors)", emitColumnStack);
  table.add("torch.block_diag", "(*tensors)", emitBlockDiag);
  table.add("torch.cartesian_prod", "(*tensors)", emitCartesianProd);
  table.addBoth("select_scatter", ", src, dim, index", emitSelectScatter);
  table.addBoth("slice_scatter", ", src, dim=0, start=None, end=None, step=1", emitSliceScatter);
  table.add("torch.pixel_shuffle", "(input, upscale_factor)", emitPixelShuffle<false>)
      .alias("torch.nn.functional.pixel_shuffle");
  table.add("torch.pixel_unshuffle", "(input, downscale_factor)", emitPixelShuffle<true>)
      .alias("torch.nn.functional.pixel_unshuffle");
  table.add("torch.channel_shuffle", "(input, groups)", emitChannelShuffle)
      .alias("torch.nn.functional.channel_shuffle");
  addViews(table);
  addCopies(table);
}
