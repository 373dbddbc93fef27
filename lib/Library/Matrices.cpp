//===- Matrices.cpp - diagonals, triangles and products of matrices -------===//

#include "Formula.h"
#include "NumberLists.h"
#include "Sizes.h"
#include "Table.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

/// The numbers of rows as a column, and of columns as a row, of a matrix.
static std::pair<Formula, Formula> places(Emitter &emitter, const Operand &rows, const Operand &columns) {
  return {countTo(emitter, rows).unsqueeze(1), countTo(emitter, columns)};
}

//===----------------------------------------------------------------------===//
// Triangles and diagonals
//===----------------------------------------------------------------------===//

/// tril, triu(input, diagonal): zero on the other side.
template <bool lower> static Failable emitTriangle(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<int64_t> diagonal = emitter.requireInt(operands[1], "diagonal");
  if (x.isFailed() || failed(diagonal))
    return failure();
  int64_t rank = x.rank();
  if (rank < 2)
    return emitter.fail("a triangle of a tensor of less than two dimensions");
  SmallVector<Operand> sizes = x.sizes();
  auto [row, column] = places(emitter, sizes[rank - 2], sizes[rank - 1]);
  Formula kept = lower ? row + *diagonal >= column : row + *diagonal <= column;
  return select(kept, x, Formula(emitter, emitter.full({}, x.type(), emitter.integer(0))));
}

/// The dimensions of a matrix in a tensor, different ones.
static FailureOr<std::pair<int64_t, int64_t>> matrixDims(Emitter &emitter, const Operand &first, const Operand &second,
                                                         int64_t rank) {
  FailureOr<int64_t> a = emitter.requireInt(first, "dim1"), b = emitter.requireInt(second, "dim2");
  if (failed(a) || failed(b) || failed(a = emitter.wrapDim(*a, rank)) || failed(b = emitter.wrapDim(*b, rank)))
    return failure();
  if (*a == *b || rank < 2)
    return emitter.fail("diagonal dimensions cannot be identical");
  return std::make_pair(*a, *b);
}

/// The order of dimensions that has two of them last.
static SmallVector<int64_t> lastTwo(int64_t rank, int64_t first, int64_t second) {
  SmallVector<int64_t> order;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim != first && dim != second)
      order.push_back(dim);
  order.append({first, second});
  return order;
}

/// The diagonal of two dimensions as the last one: every (columns + 1)-th element of both in one line.
static Formula diagonalOf(const Formula &x, int64_t offset, int64_t first, int64_t second) {
  if (x.isFailed())
    return x;
  Emitter &emitter = *x.emitter;
  Formula matrix = x.permute(lastTwo(x.rank(), first, second));
  if (matrix.isFailed())
    return matrix;
  SmallVector<Operand> sizes = matrix.sizes();
  std::optional<int64_t> rows = emitter.asInt(sizes[sizes.size() - 2]), columns = emitter.asInt(sizes.back());
  if (!rows || !columns)
    return x.failure("the diagonal of a matrix of unknown size");
  int64_t length = offset >= 0 ? std::min(*rows, *columns - offset) : std::min(*rows + offset, *columns);
  length = std::max<int64_t>(length, 0);
  int64_t start = offset >= 0 ? offset : -offset * *columns;
  SmallVector<Operand> flat(ArrayRef(sizes).drop_back(2));
  flat.push_back(emitter.integer(*rows * *columns));
  Formula line = matrix.reshape(flat);
  if (line.isFailed())
    return line;
  int64_t dim = int64_t(flat.size()) - 1;
  return Formula(emitter, emitter.slice(line.value(), dim, emitter.integer(length ? start : 0), emitter.integer(length),
                                        *columns + 1));
}

/// diagonal(input, offset, dim1, dim2), a view.
static Failable emitDiagonal(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<int64_t> offset = emitter.requireInt(operands[1], "offset");
  if (x.isFailed() || failed(offset))
    return failure();
  auto dims = matrixDims(emitter, operands[2], operands[3], x.rank());
  if (failed(dims))
    return failure();
  Formula result = diagonalOf(x, *offset, dims->first, dims->second);
  if (!result.isFailed())
    emitter.strided.push_back(result.value());
  return result;
}

/// A tensor's last dimension as the diagonal of two new ones.
static Formula embedDiagonal(const Formula &x, int64_t offset, int64_t first, int64_t second) {
  if (x.isFailed())
    return x;
  Emitter &emitter = *x.emitter;
  Builder &builder = emitter.builder;
  int64_t rank = x.rank();
  SmallVector<int64_t> low(rank, 0), high(rank, 0);
  low.back() = std::max<int64_t>(-offset, 0);
  high.back() = std::max<int64_t>(offset, 0);
  Formula padded = apply<nn::PadOp>(x, builder.getDenseI64ArrayAttr(low), builder.getDenseI64ArrayAttr(high),
                                    builder.getF64FloatAttr(0));
  if (padded.isFailed())
    return padded;
  Operand size = padded.sizes().back();
  auto [row, column] = places(emitter, size, size);
  Formula on = row + offset == column;
  Formula matrix = select(on, padded.unsqueeze(rank), Formula(emitter, emitter.full({}, x.type(), emitter.integer(0))));
  // The two new dimensions go where they are wanted.
  SmallVector<int64_t> order, places = lastTwo(rank + 1, first, second);
  order.resize(rank + 1);
  for (auto [from, to] : llvm::enumerate(places))
    order[to] = from;
  return matrix.permute(order);
}

/// diag_embed(input, offset, dim1, dim2)
static Failable emitDiagEmbed(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<int64_t> offset = emitter.requireInt(operands[1], "offset");
  if (x.isFailed() || failed(offset))
    return failure();
  if (x.rank() == 0)
    return emitter.fail("diag_embed of a 0-d tensor");
  auto dims = matrixDims(emitter, operands[2], operands[3], x.rank() + 1);
  if (failed(dims))
    return failure();
  emitter.contiguousResult = true;
  return embedDiagonal(x, *offset, dims->first, dims->second);
}

/// diag(input, diagonal): of a vector a matrix, of a matrix its diagonal.
static Failable emitDiag(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<int64_t> offset = emitter.requireInt(operands[1], "diagonal");
  if (x.isFailed() || failed(offset))
    return failure();
  emitter.contiguousResult = true;
  if (x.rank() == 1)
    return embedDiagonal(x, *offset, 0, 1);
  if (x.rank() != 2)
    return emitter.fail("diag(): Supports 1D or 2D tensors");
  return diagonalOf(x, *offset, 0, 1);
}

/// diagflat(input, offset): all elements as a diagonal.
static Failable emitDiagFlat(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  FailureOr<int64_t> offset = emitter.requireInt(operands[1], "offset");
  if (x.isFailed() || failed(offset))
    return failure();
  emitter.contiguousResult = true;
  return embedDiagonal(x.reshape({emitter.product(x.sizes())}), *offset, 0, 1);
}

/// diagonal_scatter(input, src, offset, dim1, dim2): the diagonal replaced.
static Failable emitDiagonalScatter(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]), source = tensorOf(emitter, operands[1], "src");
  FailureOr<int64_t> offset = emitter.requireInt(operands[2], "offset");
  if (x.isFailed() || source.isFailed() || failed(offset))
    return failure();
  auto dims = matrixDims(emitter, operands[3], operands[4], x.rank());
  if (failed(dims))
    return failure();
  Formula diagonal = diagonalOf(x, *offset, dims->first, dims->second);
  if (diagonal.isFailed())
    return failure();
  if (source.rank() != diagonal.rank())
    return emitter.fail("expected src to have a size equal to the diagonal's");
  for (auto [have, want] : llvm::zip(source.sizes(), diagonal.sizes()))
    if (failed(emitter.assumeEqual(have, want, "src has the size of the diagonal")))
      return failure();
  // Off the diagonal the embedded source is zero, but so may the diagonal itself be: a mask decides.
  auto embedded = [&](const Formula &line) {
    SmallVector<int64_t> order = lastTwo(x.rank(), dims->first, dims->second), inverse(order.size());
    for (auto [from, to] : llvm::enumerate(order))
      inverse[to] = from;
    Formula square =
        embedDiagonal(line, *offset, line.isFailed() ? 0 : line.rank() - 1, line.isFailed() ? 1 : line.rank());
    if (square.isFailed())
      return square;
    // The square covers the diagonal; the matrix may be longer or shorter either way.
    SmallVector<Operand> sizes = x.permute(order).sizes();
    for (int64_t side : {1, 2}) {
      int64_t dim = x.rank() - side;
      std::optional<int64_t> have = emitter.asInt(square.sizes()[dim]), want = emitter.asInt(sizes[dim]);
      if (!have || !want)
        return x.failure("the diagonal of a matrix of unknown size");
      if (*have > *want)
        square = square.slice(dim, emitter.integer(0), emitter.integer(*want));
      else if (*have < *want) {
        SmallVector<int64_t> low(x.rank(), 0), high(x.rank(), 0);
        high[dim] = *want - *have;
        square = apply<nn::PadOp>(square, emitter.builder.getDenseI64ArrayAttr(low),
                                  emitter.builder.getDenseI64ArrayAttr(high), emitter.builder.getF64FloatAttr(0));
      }
      if (square.isFailed())
        return square;
    }
    return square.permute(inverse);
  };
  Formula on =
      embedded(Formula(emitter, emitter.full(diagonal.sizes(), emitter.builder.getI1Type(), emitter.boolean(true))));
  return select(on, embedded(source.cast(x.type())), x);
}

static Failable emitTrace(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  if (x.isFailed())
    return failure();
  if (x.rank() != 2)
    return emitter.fail("trace: expected a matrix");
  if (!Emitter::isFloat(x.value()))
    x = x.cast(emitter.builder.getI64Type());
  return sum(diagonalOf(x, 0, 0, 1), {0});
}

/// eye(n, m, *, dtype, device, requires_grad)
static Failable emitEye(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Type> type = factoryType(emitter, operands.drop_front(2), emitter.defaultDtype());
  if (failed(type))
    return failure();
  Operand columns = operands[1].isNone() ? operands[0] : operands[1];
  for (const Operand &size : {operands[0], columns})
    if (!size.isNumber() || failed(assumeAtLeast(emitter, size, 0, "a size is not negative")))
      return emitter.fail("eye needs sizes that are not negative");
  auto [row, column] = places(emitter, operands[0], columns);
  return (row == column).cast(*type);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static Formula matmul(const Formula &a, const Formula &b) {
  if (a.isFailed() || b.isFailed())
    return a.isFailed() ? a : b;
  return call(*a.emitter, "torch.matmul", {a.get(), b.get()});
}

/// kron(input, other): every element of one times the other.
static Failable emitKron(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula a = tensorOf(emitter, operands[0]), b = tensorOf(emitter, operands[1], "other");
  if (a.isFailed() || b.isFailed())
    return failure();
  int64_t rank = std::max(a.rank(), b.rank());
  SmallVector<Operand> left(rank - a.rank(), emitter.integer(1)), right(rank - b.rank(), emitter.integer(1));
  llvm::append_range(left, a.sizes());
  llvm::append_range(right, b.sizes());
  SmallVector<Operand> outer, inner, merged;
  for (auto [x, y] : llvm::zip(left, right)) {
    outer.append({x, emitter.integer(1)});
    inner.append({emitter.integer(1), y});
    merged.push_back(emitter.mul(x, y));
  }
  return (a.reshape(outer) * b.reshape(inner)).reshape(merged);
}

/// The product over pairs of dimensions: the others of `a`, then those of `b`.
static Formula contract(const Formula &a, const Formula &b, ArrayRef<int64_t> dimsA, ArrayRef<int64_t> dimsB) {
  Emitter &emitter = *a.emitter;
  if (a.type() != b.type())
    return a.failure("both inputs should have the same dtype");
  SmallVector<Operand> sizesA = a.sizes(), sizesB = b.sizes(), result, keptA, keptB, summed;
  SmallVector<int64_t> orderA, orderB;
  for (int64_t dim = 0; dim < a.rank(); ++dim)
    if (!llvm::is_contained(dimsA, dim)) {
      orderA.push_back(dim);
      keptA.push_back(sizesA[dim]);
    }
  for (auto [dimA, dimB] : llvm::zip(dimsA, dimsB)) {
    if (failed(emitter.assumeEqual(sizesA[dimA], sizesB[dimB], "contracted dimensions are equal")))
      return Formula(emitter, Failable(failure()));
    orderA.push_back(dimA);
    orderB.push_back(dimB);
    summed.push_back(sizesA[dimA]);
  }
  for (int64_t dim = 0; dim < b.rank(); ++dim)
    if (!llvm::is_contained(dimsB, dim)) {
      orderB.push_back(dim);
      keptB.push_back(sizesB[dim]);
    }
  Operand rows = emitter.product(keptA), depth = emitter.product(summed), columns = emitter.product(keptB);
  Formula product = matmul(a.permute(orderA).reshape({rows, depth}), b.permute(orderB).reshape({depth, columns}));
  result.append(keptA.begin(), keptA.end());
  result.append(keptB.begin(), keptB.end());
  return product.reshape(result);
}

/// inner(input, other): over the last dimension of both.
static Failable emitInner(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula a = tensorOf(emitter, operands[0]), b = tensorOf(emitter, operands[1], "other");
  if (a.isFailed() || b.isFailed())
    return failure();
  if (a.rank() == 0 || b.rank() == 0)
    return a * b;
  emitter.contiguousResult = true;
  return contract(a, b, {a.rank() - 1}, {b.rank() - 1});
}

/// tensordot(a, b, dims, out): a number of dimensions, or a list for each tensor.
static Failable emitTensordot(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula a = tensorOf(emitter, operands[0], "a"), b = tensorOf(emitter, operands[1], "b");
  if (a.isFailed() || b.isFailed())
    return failure();
  if (!operands[3].isNone())
    return emitter.fail("tensordot with out");
  SmallVector<int64_t> dimsA, dimsB;
  if (std::optional<int64_t> count = emitter.asInt(operands[2])) {
    if (*count < 0 || *count > std::min(a.rank(), b.rank()))
      return emitter.fail("tensordot expects dims >= 0");
    for (int64_t i = 0; i < *count; ++i) {
      dimsA.push_back(a.rank() - *count + i);
      dimsB.push_back(i);
    }
  } else {
    if (!operands[2].isSequence() || operands[2].getElements().size() != 2)
      return emitter.fail("tensordot expects dims to be an int or two lists");
    FailureOr<SmallVector<int64_t>> left = emitter.requireInts(operands[2].getElements()[0], "dims"),
                                    right = emitter.requireInts(operands[2].getElements()[1], "dims");
    if (failed(left) || failed(right) || left->size() != right->size())
      return emitter.fail("tensordot expects lists of one length");
    for (auto [x, y] : llvm::zip(*left, *right)) {
      FailureOr<int64_t> i = emitter.wrapOwnDim(x, a.value()), j = emitter.wrapOwnDim(y, b.value());
      if (failed(i) || failed(j))
        return failure();
      dimsA.push_back(*i);
      dimsB.push_back(*j);
    }
  }
  emitter.contiguousResult = true;
  return contract(a, b, dimsA, dimsB);
}

/// Sums a product of tensors over its last dimensions, as vdot and vecdot do.
static Failable emitVecdot(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula a = floatTensor(emitter, operands[0]), b = floatTensor(emitter, operands[1], "y");
  FailureOr<int64_t> dim = emitter.requireInt(operands[2], "dim");
  Formula product = a * b;
  if (product.isFailed() || failed(dim) || failed(dim = emitter.wrapOwnDim(*dim, product.value())))
    return failure();
  emitter.contiguousResult = true;
  return sum(product, {*dim});
}

/// beta * input + alpha * product, where a beta of 0 does not even read the input.
static Failable withInput(const Formula &product, const Operand &input, const Operand &beta, const Operand &alpha) {
  if (product.isFailed())
    return failure();
  Emitter &emitter = *product.emitter;
  Formula x = tensorOf(emitter, input);
  if (x.isFailed())
    return failure();
  if (x.type() != product.type())
    return emitter.fail("expected all tensors to have the same dtype");
  emitter.contiguousResult = true;
  auto scaled = [&](const Formula &tensor, const Operand &factor) {
    return emitter.asFloat(factor) == 1.0 ? tensor : tensor * Formula(emitter, factor);
  };
  if (!isa<FloatType>(product.type()) && (!emitter.asInt(beta) || !emitter.asInt(alpha)))
    return emitter.fail("for integral input tensors, beta and alpha must be ints");
  Formula right = scaled(product, alpha);
  if (right.isFailed() || emitter.asFloat(beta) == 0.0)
    return right;
  return scaled(x, beta).broadcastTo(right.sizes()) + right;
}

static Failable emitAddmv(Emitter &emitter, ArrayRef<Operand> operands) {
  return withInput(call(emitter, "torch.mv", operands.slice(1, 2)), operands[0], operands[3], operands[4]);
}

static Failable emitAddr(Emitter &emitter, ArrayRef<Operand> operands) {
  for (const Operand &operand : operands.take_front(3))
    if (operand.isTensor() && Emitter::elementType(operand.getValue()).isInteger(1))
      return emitter.fail("addr of bools");
  return withInput(call(emitter, "torch.outer", operands.slice(1, 2)), operands[0], operands[3], operands[4]);
}

/// The sum of a batch of products: one product of the batch's rows side by side.
static Failable emitAddbmm(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula a = tensorOf(emitter, operands[1], "batch1"), b = tensorOf(emitter, operands[2], "batch2");
  if (a.isFailed() || b.isFailed())
    return failure();
  if (a.rank() != 3 || b.rank() != 3)
    return emitter.fail("batch1 and batch2 must be 3-D tensors");
  return withInput(contract(a, b, {0, 2}, {0, 1}), operands[0], operands[3], operands[4]);
}

/// bilinear(input1, input2, weight, bias): the sum over i and j of x1[i] * weight[k, i, j] * x2[j].
static Failable emitBilinear(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula a = floatTensor(emitter, operands[0], "input1"), b = floatTensor(emitter, operands[1], "input2"),
          weight = floatTensor(emitter, operands[2], "weight");
  if (a.isFailed() || b.isFailed() || weight.isFailed())
    return failure();
  if (weight.rank() != 3 || a.rank() != b.rank() || a.rank() == 0)
    return emitter.fail("bilinear expects inputs of one rank and a weight of three dimensions");
  SmallVector<Operand> outer(ArrayRef(a.sizes()).drop_back()), others(ArrayRef(b.sizes()).drop_back());
  for (auto [x, y] : llvm::zip(outer, others))
    if (failed(emitter.assumeEqual(x, y, "bilinear's inputs have one batch")))
      return failure();
  // [rows, i] times [i, k * j] is [rows, k, j], which is multiplied with [rows, 1, j].
  Formula rows = a.reshape({emitter.product(outer), a.sizes().back()});
  SmallVector<Operand> sizes = weight.sizes();
  Formula products = contract(rows, weight, {1}, {1});
  Formula other = b.reshape({emitter.product(outer), emitter.integer(1), b.sizes().back()});
  if (products.isFailed() ||
      failed(emitter.assumeEqual(b.sizes().back(), sizes[2], "bilinear's second input has the weight's last size")))
    return failure();
  Formula result = sum(products * other, {2});
  if (!operands[3].isNone())
    result = result + floatTensor(emitter, operands[3], "bias");
  outer.push_back(sizes[0]);
  emitter.contiguousResult = true;
  return result.reshape(outer);
}

/// cross(input, other, dim): of vectors of three numbers along a dimension.
static Failable emitCross(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula a = tensorOf(emitter, operands[0]), b = tensorOf(emitter, operands[1], "other");
  if (a.isFailed() || b.isFailed())
    return failure();
  if (a.rank() != b.rank() || a.rank() == 0 || a.type().isInteger(1))
    return emitter.fail("cross needs two tensors of one rank");
  FailureOr<SmallVector<Operand>> sizes = emitter.broadcastSizes({a.value(), b.value()});
  FailureOr<int64_t> dim = -1;
  if (failed(sizes))
    return failure();
  if (!operands[2].isNone()) {
    dim = emitter.requireInt(operands[2], "dim");
  } else {
    // The first dimension of three.
    for (auto [index, size] : llvm::enumerate(*sizes))
      if (!emitter.asInt(size))
        return emitter.fail("cross without dim of a tensor of unknown size");
      else if (*dim < 0 && emitter.asInt(size) == 3)
        dim = index;
    if (*dim < 0)
      return emitter.fail("no dimension of size 3 in input");
  }
  if (failed(dim) || failed(dim = emitter.wrapDim(*dim, a.rank())))
    return failure();
  if (!emitter.asInt(a.sizes()[*dim]) || !emitter.asInt(b.sizes()[*dim]))
    return emitter.fail("cross along a dimension of unknown size");
  if (emitter.asInt(a.sizes()[*dim]) != 3 || emitter.asInt(b.sizes()[*dim]) != 3)
    return emitter.fail("inputs must have length 3 along dim");
  FailureOr<SmallVector<Value>> values = together({a, b});
  if (failed(values))
    return failure();
  auto part = [&](int which, int64_t index) {
    return Formula(emitter, (*values)[which]).slice(*dim, emitter.integer(index), emitter.integer(1));
  };
  SmallVector<Formula> parts;
  for (int64_t i : {0, 1, 2}) {
    int64_t j = (i + 1) % 3, k = (i + 2) % 3;
    parts.push_back(part(0, j) * part(1, k) - part(0, k) * part(1, j));
  }
  return concat(parts, *dim);
}

void library::addMatrices(Table &table) {
  for (auto [name, emit] : {std::make_pair("tril", emitTriangle<true>), std::make_pair("triu", emitTriangle<false>)})
    table.addBoth(name, ", diagonal=0", emit)
        .inplace((Twine("torch.Tensor.") + name + "_").str(), "(self, diagonal=0)");
  table.add("torch.diagonal", "(input, offset=0, dim1=0, dim2=1)", emitDiagonal)
      .view()
      .alias("torch.Tensor.diagonal", "(self, offset=0, dim1=0, dim2=1)");
  table.add("torch.linalg.diagonal", "(A, *, offset=0, dim1=-2, dim2=-1)", emitDiagonal).view();
  table.addBoth("diag_embed", ", offset=0, dim1=-2, dim2=-1", emitDiagEmbed);
  table.addBoth("diag", ", diagonal=0", emitDiag);
  table.addBoth("diagflat", ", offset=0", emitDiagFlat);
  table.addBoth("diagonal_scatter", ", src, offset=0, dim1=0, dim2=1", emitDiagonalScatter);
  table.addBoth("trace", "", exceptFor(Bools, emitTrace));
  table.add("torch.eye", "(n, m=None, *, dtype=None, device=None, requires_grad=False)", emitEye);
  table.addBoth("kron", ", other", onTensors(2, emitKron));
  table.addBoth("inner", ", other", emitInner);
  table.add("torch.tensordot", "(a, b, dims=2, out=None)", emitTensordot);
  table.addBoth("vdot", ", other", [](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    return call(emitter, "torch.dot", operands);
  });
  table.add("torch.linalg.vecdot", "(x, y, *, dim=-1)", emitVecdot);
  auto sums = [&](StringRef name, StringRef factors, EmitFn emit) {
    std::string parameters = (", " + factors + ", *, beta=1, alpha=1").str();
    table.addBoth(name, parameters, std::move(emit))
        .inplace(("torch.Tensor." + name + "_").str(), ("(self" + Twine(parameters) + ")").str());
  };
  sums("addmv", "mat, vec", emitAddmv);
  sums("addr", "vec1, vec2", emitAddr);
  sums("addbmm", "batch1, batch2", emitAddbmm);
  table.add("torch.nn.functional.bilinear", "(input1, input2, weight, bias=None)", emitBilinear);
  table.addBoth("cross", ", other, dim=None", emitCross);
  table.add("torch.linalg.cross", "(input, other, *, dim=-1)", emitCross);
}
