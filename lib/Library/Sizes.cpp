//===- Sizes.cpp - arguments that are sizes or dimensions -----------------===//

#include "Sizes.h"
#include "SizeSource.h"
#include "janus/Dialect/NN/IR/NN.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

FailureOr<SmallVector<Operand>> library::sizesOf(Emitter &emitter, const Operand &operand) {
  if (operand.isSequence()) {
    ArrayRef<Operand> elements = operand.getElements();
    auto isNested = [](const Operand &element) {
      return element.isSequence() || (element.isConstant() && isa<ArrayAttr>(element.getConstant()));
    };
    if (elements.size() == 1 && isNested(elements[0]))
      return sizesOf(emitter, elements[0]);
    for (const Operand &element : elements)
      if (element.isValue() ? !element.getValue().getType().isInteger(64)
                            : !emitter.asInt(element) || isa<BoolAttr>(element.getConstant()))
        return emitter.fail("a size must be an int");
    return SmallVector<Operand>(elements);
  }
  if (operand.isConstant())
    if (auto array = dyn_cast_or_null<ArrayAttr>(operand.getConstant())) {
      std::vector<Operand> elements(array.begin(), array.end());
      return sizesOf(emitter, Operand(std::move(elements)));
    }
  return sizesOf(emitter, Operand(std::vector<Operand>{operand}));
}

/// The value behind casts.
static Value stripCasts(Value value) {
  while (auto cast = value.getDefiningOp<arith::IndexCastOp>())
    value = cast.getIn();
  return value;
}

/// Whether dimension `dim` of the op's result is that of its first operand.
static bool keepsDimension(Operation *op, int64_t dim) {
  if (op->hasTrait<OpTrait::Elementwise>() ||
      isa<nn::DetachOp, nn::SoftmaxOp, nn::LogSoftmaxOp, nn::BatchNormOp, nn::BatchNormTrainingOp, nn::LayerNormOp,
          nn::ArgsortOp, nn::CumsumOp, tensor::CastOp>(op))
    return true;
  if (isa<nn::ConvOp, nn::MaxPoolOp, nn::AvgPoolOp, nn::AdaptiveAvgPoolOp>(op))
    return dim == 0;
  if (isa<nn::LinearOp, nn::MatmulOp>(op))
    return dim < Emitter::tensorType(op->getResult(0)).getRank() - 1;
  if (auto concat = dyn_cast<nn::ConcatOp>(op))
    return dim != int64_t(concat.getDim());
  return false;
}

Value library::sizeSource(Value &tensor, int64_t &dim) {
  auto mixed = [&](ArrayRef<OpFoldResult> sizes) { return dyn_cast<Value>(sizes[dim]); };
  while (Operation *op = tensor.getDefiningOp()) {
    if (auto full = dyn_cast<nn::FullOp>(op))
      return mixed(full.getMixedSizes());
    if (auto reshape = dyn_cast<nn::ReshapeOp>(op))
      return mixed(reshape.getMixedSizes());
    if (auto broadcast = dyn_cast<nn::BroadcastToOp>(op))
      return mixed(broadcast.getMixedSizes());
    if (auto slice = dyn_cast<nn::SliceOp>(op))
      return mixed(slice.getMixedSizes());
    if (auto pool = dyn_cast<nn::AdaptiveAvgPoolOp>(op); pool && dim >= 2)
      return dyn_cast<Value>(pool.getMixedSizes()[dim - 2]);
    if (auto places = dyn_cast<nn::NonzeroOp>(op))
      return places.getCount();
    if (auto select = dyn_cast<nn::IndexSelectOp>(op)) {
      bool chosen = dim == int64_t(select.getDim());
      tensor = chosen ? select.getIndex() : select.getInput();
      dim = chosen ? 0 : dim;
      continue;
    }
    if (auto put = dyn_cast<nn::IndexPutOp>(op)) {
      tensor = put.getInput();
      continue;
    }
    if (auto permute = dyn_cast<nn::PermuteOp>(op)) {
      dim = permute.getPermutation()[dim];
      tensor = permute.getInput();
      continue;
    }
    if (auto scatter = dyn_cast<nn::SliceScatterOp>(op)) {
      tensor = scatter.getDestination();
      continue;
    }
    // Any operand whose size is open too will do.
    auto type = dyn_cast<RankedTensorType>(op->getNumOperands() ? op->getOperand(0).getType() : Type());
    if (!type || dim >= type.getRank() || !type.isDynamicDim(dim) || !keepsDimension(op, dim))
      return {};
    tensor = op->getOperand(0);
  }
  return {};
}

bool library::sameSize(Emitter &emitter, const Operand &lhs, const Operand &rhs) {
  std::optional<int64_t> a = emitter.asInt(lhs), b = emitter.asInt(rhs);
  if (a || b)
    return a == b;
  Value left = stripCasts(lhs.getValue()), right = stripCasts(rhs.getValue());
  if (left == right)
    return true;
  auto leftDim = left.getDefiningOp<tensor::DimOp>(), rightDim = right.getDefiningOp<tensor::DimOp>();
  return leftDim && rightDim && leftDim.getSource() == rightDim.getSource() && leftDim.getConstantIndex() &&
         leftDim.getConstantIndex() == rightDim.getConstantIndex();
}

void library::assumeNot(Emitter &emitter, const Operand &size, int64_t value, const Twine &what) {
  Value differs = emitter.create<arith::CmpIOp>(arith::CmpIPredicate::ne, emitter.toI64(size),
                                                emitter.toI64(emitter.integer(value)));
  emitter.assume(differs, what);
}

LogicalResult library::assumeAtLeast(Emitter &emitter, const Operand &size, int64_t bound, const Twine &what) {
  if (std::optional<int64_t> value = emitter.asInt(size))
    return *value >= bound ? success() : emitter.fail(what);
  Value enough = emitter.create<arith::CmpIOp>(arith::CmpIPredicate::sge, emitter.toI64(size),
                                               emitter.toI64(emitter.integer(bound)));
  emitter.assume(enough, what);
  return success();
}

FailureOr<SmallVector<int64_t>> library::dimensions(Emitter &emitter, const Operand &operand, int64_t rank) {
  FailureOr<SmallVector<int64_t>> dims = emitter.requireInts(operand, "dim");
  if (failed(dims))
    return failure();
  for (int64_t &dim : *dims) {
    FailureOr<int64_t> wrapped = emitter.wrapDim(dim, rank);
    if (failed(wrapped))
      return failure();
    dim = *wrapped;
  }
  llvm::sort(*dims);
  if (std::adjacent_find(dims->begin(), dims->end()) != dims->end())
    return emitter.fail("a dimension appears more than once in dim");
  return dims;
}

namespace {
/// A product of sizes: a constant times open factors.
struct Product {
  Product(Emitter &emitter, ArrayRef<Operand> sizes) {
    for (const Operand &size : sizes) {
      if (std::optional<int64_t> value = emitter.asInt(size))
        constant *= *value;
      else
        open.push_back(size);
    }
  }
  int64_t constant = 1;
  SmallVector<Operand> open;
};
} // namespace

/// Removes the open factors that both products have; gives them.
static SmallVector<Operand> cancel(Emitter &emitter, Product &lhs, Product &rhs) {
  SmallVector<Operand> common, rest;
  for (const Operand &factor : lhs.open) {
    auto *match = llvm::find_if(rhs.open, [&](const Operand &other) { return sameSize(emitter, factor, other); });
    if (match == rhs.open.end()) {
      rest.push_back(factor);
      continue;
    }
    common.push_back(factor);
    rhs.open.erase(match);
  }
  lhs.open = rest;
  return common;
}

FailureOr<SmallVector<Operand>> library::resolveSizes(Emitter &emitter, Value tensor, ArrayRef<Operand> wanted) {
  // 1. Find the size to infer; the others are not negative.
  SmallVector<Operand> result(wanted), known;
  std::optional<size_t> inferred;
  for (auto [index, size] : llvm::enumerate(wanted)) {
    std::optional<int64_t> value = emitter.asInt(size);
    if (value == -1 && inferred)
      return emitter.fail("only one dimension can be inferred");
    if (value && *value < -1)
      return emitter.fail("invalid shape dimension " + Twine(*value));
    if (value == -1)
      inferred = index;
    else if (!value && failed(assumeAtLeast(emitter, size, 0, "a size is not negative")))
      return failure();
    if (value != -1)
      known.push_back(size);
  }
  // 2. Compare the numbers of elements, open factors in common left out.
  SmallVector<Operand> sizes = emitter.sizes(tensor);
  Product have(emitter, sizes), want(emitter, known);
  SmallVector<Operand> common = cancel(emitter, have, want);
  auto rebuild = [&](const Product &product) {
    return emitter.mul(emitter.product(product.open), emitter.integer(product.constant));
  };
  if (!inferred) {
    if (failed(emitter.assumeEqual(rebuild(have), rebuild(want), "a reshaped tensor keeps its number of elements")))
      return failure();
    return result;
  }
  // 3. What is left is the inferred size.
  if (want.constant == 0)
    return emitter.fail("a size cannot be inferred beside one that is 0");
  for (const Operand &factor : common)
    assumeNot(emitter, factor, 0, "a size is inferred beside one that is not 0");
  if (want.open.empty() && have.constant % want.constant == 0) {
    have.constant /= want.constant;
    result[*inferred] = rebuild(have);
    return result;
  }
  Operand total = rebuild(have), divisor = rebuild(want);
  if (!emitter.asInt(divisor))
    assumeNot(emitter, divisor, 0, "a size is inferred beside one that is not 0");
  result[*inferred] = emitter.div(total, divisor);
  if (failed(emitter.assumeEqual(emitter.mul(result[*inferred], divisor), total,
                                 "a reshaped tensor keeps its number of elements")))
    return failure();
  return result;
}
