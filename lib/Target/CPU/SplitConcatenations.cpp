//===- SplitConcatenations.cpp - what reads parts put together, by parts --===//
//
// In a net whose layers read all that was computed before (DenseNet), each
// layer normalises a concatenation of which only the last part is new. Three
// rewrites save passes over the rest:
//
//   1. A concatenation that begins with the parts of an earlier one is made of
//      that and of what is new.
//   2. Sums over it for each channel are those of its parts; those of the
//      earlier one are known.
//   3. Slices of an elementwise op on it, as its derivative is used, are
//      elementwise ops on the parts, which can go into what adds them up.
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace janus::cpu {
#define GEN_PASS_DEF_SPLITCONCATENATIONS
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace mlir;

namespace {

/// Tensors put together along one dimension, the whole of which they fill.
struct Concatenation {
  Value result;
  int64_t dim = 0;
  SmallVector<tensor::InsertSliceOp> inserts; ///< in the order of the parts

  Value part(unsigned i) { return inserts[i].getSource(); }
};

} // namespace

/// Where a value that is part of a concatenation along `dim` begins and ends there; nothing where it is not known or
/// the part is not whole in the other dimensions.
static std::optional<std::pair<int64_t, int64_t>> rangeOf(tensor::InsertSliceOp op, int64_t dim,
                                                          ArrayRef<OpFoldResult> sizes) {
  if (!op.hasUnitStride() || op.getSourceType().getRank() != op.getType().getRank())
    return {};
  for (auto [i, offset, size, whole] : llvm::enumerate(op.getMixedOffsets(), op.getMixedSizes(), sizes))
    if (int64_t(i) != dim && (getConstantIntValue(offset) != 0 || !isEqualConstantIntOrValue(size, whole)))
      return {};
  std::optional<int64_t> begin = getConstantIntValue(op.getMixedOffsets()[dim]),
                         count = getConstantIntValue(op.getMixedSizes()[dim]);
  if (!begin || !count)
    return {};
  return std::pair(*begin, *begin + *count);
}

/// The concatenation that `last` finishes, along `dim`.
static std::optional<Concatenation> matchConcatenation(tensor::InsertSliceOp last, int64_t dim) {
  Concatenation found{last.getResult(), dim, {}};
  int64_t end = last.getType().getDimSize(dim);
  Value dest = last.getResult();
  SmallVector<std::pair<tensor::InsertSliceOp, std::pair<int64_t, int64_t>>> pieces;
  while (auto insert = dest.getDefiningOp<tensor::InsertSliceOp>()) {
    pieces.push_back({insert, {}});
    dest = insert.getDest();
  }
  auto empty = dest.getDefiningOp<tensor::EmptyOp>();
  if (!empty || ShapedType::isDynamic(end) || pieces.size() < 2)
    return {};
  SmallVector<OpFoldResult> sizes = empty.getMixedSizes();
  for (auto &[insert, range] : pieces) {
    std::optional<std::pair<int64_t, int64_t>> here = rangeOf(insert, dim, sizes);
    if (!here || here->second != end)
      return {};
    end = here->first;
    found.inserts.push_back(insert);
  }
  if (end != 0)
    return {};
  std::reverse(found.inserts.begin(), found.inserts.end());
  return found;
}

/// The dimension along which an op inserts a part, if it is one.
static std::optional<int64_t> partialDim(tensor::InsertSliceOp op) {
  std::optional<int64_t> dim;
  for (auto [i, size] : llvm::enumerate(op.getSourceType().getShape()))
    if (i < size_t(op.getType().getRank()) && size != op.getType().getDimSize(i)) {
      if (dim)
        return {};
      dim = i;
    }
  return dim;
}

static std::optional<Concatenation> matchConcatenation(Value value) {
  auto last = value.getDefiningOp<tensor::InsertSliceOp>();
  if (!last || last.getSourceType().getRank() != last.getType().getRank())
    return {};
  std::optional<int64_t> dim = partialDim(last);
  return dim ? matchConcatenation(last, *dim) : std::nullopt;
}

/// Whether the op sums (or reduces otherwise) over nothing but `concatenation` to one number for each place along its
/// dimension.
static bool isSumOver(linalg::GenericOp op, const Concatenation &concatenation) {
  if (!op.hasPureTensorSemantics() || op.getNumReductionLoops() + 1 != op.getNumLoops() || cpu::isContraction(op) ||
      op.hasIndexSemantics())
    return false;
  for (OpOperand *input : op.getDpsInputOperands())
    if (input->get() != concatenation.result || !op.getMatchingIndexingMap(input).isIdentity())
      return false;
  AffineMap along = AffineMap::get(op.getNumLoops(), 0, getAffineDimExpr(concatenation.dim, op.getContext()));
  return llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return op.getMatchingIndexingMap(&init) == along && init.get().getDefiningOp<linalg::FillOp>();
  });
}

/// The op on other operands.
static linalg::GenericOp cloneOn(linalg::GenericOp op, ValueRange inputs, ValueRange inits, OpBuilder &builder) {
  IRMapping mapping;
  mapping.map(op.getInputs(), inputs);
  auto clone = linalg::GenericOp::create(builder, op.getLoc(), inits.getTypes(), inputs, inits,
                                         op.getIndexingMapsArray(), op.getIteratorTypesArray());
  op.getRegion().cloneInto(&clone.getRegion(), mapping);
  return clone;
}

/// 1. `whole` as `begin`, made of its first `count` parts, and the rest.
static void beginWith(Concatenation &whole, unsigned count, Concatenation &begin, IRRewriter &rewriter) {
  tensor::InsertSliceOp first = whole.inserts.front();
  rewriter.setInsertionPoint(whole.inserts[count - 1]);
  SmallVector<OpFoldResult> sizes = first.getMixedSizes();
  sizes[whole.dim] = rewriter.getIndexAttr(cast<RankedTensorType>(begin.result.getType()).getDimSize(whole.dim));
  auto both = tensor::InsertSliceOp::create(rewriter, first.getLoc(), begin.result, first.getDest(),
                                            first.getMixedOffsets(), sizes, first.getMixedStrides());
  rewriter.replaceOp(whole.inserts[count - 1], both.getResult());
  for (unsigned i = count - 1; i-- > 0;)
    if (whole.inserts[i]->use_empty())
      rewriter.eraseOp(whole.inserts[i]);
  whole.inserts.erase(whole.inserts.begin(), whole.inserts.begin() + count);
  whole.inserts.insert(whole.inserts.begin(), both);
}

/// 2. The sums of each part, put together. Of a part that is a concatenation itself they are made in the same way: they
/// are there already, and CSE finds them.
static SmallVector<Value> splitSums(linalg::GenericOp op, Concatenation &concatenation, IRRewriter &rewriter) {
  Location loc = op.getLoc();
  SmallVector<Value> results;
  for (Value result : op->getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    results.push_back(tensor::EmptyOp::create(rewriter, loc, type.getShape(), type.getElementType()));
  }
  SmallVector<OpFoldResult> one{rewriter.getIndexAttr(1)};
  int64_t offset = 0;
  for (unsigned i = 0; i < concatenation.inserts.size(); ++i) {
    Value part = concatenation.part(i);
    int64_t size = cast<RankedTensorType>(part.getType()).getDimSize(concatenation.dim);
    SmallVector<Value> inputs(op.getNumDpsInputs(), part), inits;
    for (Value init : op.getDpsInits()) {
      auto fill = init.getDefiningOp<linalg::FillOp>();
      Value empty =
          tensor::EmptyOp::create(rewriter, loc, {size}, cast<RankedTensorType>(init.getType()).getElementType());
      inits.push_back(linalg::FillOp::create(rewriter, loc, fill.getInputs(), empty).getResult(0));
    }
    linalg::GenericOp whole = cloneOn(op, inputs, inits, rewriter);
    SmallVector<Value> sums(whole->getResults());
    std::optional<Concatenation> inner = matchConcatenation(part);
    if (inner && isSumOver(whole, *inner)) {
      sums = splitSums(whole, *inner, rewriter);
      rewriter.eraseOp(whole);
    }
    SmallVector<OpFoldResult> at{rewriter.getIndexAttr(offset)}, count{rewriter.getIndexAttr(size)};
    for (auto [result, sum] : llvm::zip_equal(results, sums))
      result = tensor::InsertSliceOp::create(rewriter, loc, sum, result, at, count, one);
    offset += size;
  }
  return results;
}

/// The slice of a value, or the part of a concatenation that it is.
static Value sliceOf(Value value, ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes, Location loc,
                     OpBuilder &builder) {
  if (offsets.empty())
    return value;
  while (std::optional<Concatenation> parts = matchConcatenation(value)) {
    std::optional<int64_t> at = getConstantIntValue(offsets[parts->dim]),
                           count = getConstantIntValue(sizes[parts->dim]);
    int64_t begin = 0;
    Value inside;
    for (unsigned i = 0; at && count && i < parts->inserts.size(); ++i) {
      int64_t size = cast<RankedTensorType>(parts->part(i).getType()).getDimSize(parts->dim);
      if (*at == begin && *count == size)
        return parts->part(i);
      if (*at >= begin && *at + *count <= begin + size)
        inside = parts->part(i);
      if (inside)
        break;
      begin += size;
    }
    if (!inside || begin != 0)
      break; // the offset within a later part would be another one
    value = inside;
  }
  SmallVector<OpFoldResult> ones(offsets.size(), builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(builder, loc, value, offsets, sizes, ones);
}

/// Whether 3. applies: an elementwise op that reads a concatenation and of which only slices along its dimension are
/// used, each no more than one part.
static bool isSliced(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumParallelLoops() != op.getNumLoops() || op->getNumResults() != 1 ||
      op.hasIndexSemantics() || !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() ||
      !op.getMatchingBlockArgument(op.getDpsInitOperand(0)).use_empty() || op->use_empty())
    return false;
  std::optional<Concatenation> parts;
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (!op.getMatchingIndexingMap(input).isProjectedPermutation() || !isa<RankedTensorType>(input->get().getType()))
      return false;
    if (!parts && op.getMatchingIndexingMap(input).isIdentity())
      parts = matchConcatenation(input->get());
  }
  if (!parts)
    return false;
  llvm::SmallDenseSet<int64_t> begins;
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    if (!slice || !slice.hasUnitStride() || slice.getType().getRank() != slice.getSourceType().getRank())
      return false;
    std::optional<int64_t> begin = getConstantIntValue(slice.getMixedOffsets()[parts->dim]);
    // Each place is computed once.
    return begin && begins.insert(*begin).second &&
           llvm::all_of(slice->getUsers(), [](Operation *next) { return isa<linalg::GenericOp>(next); });
  });
}

/// 3. Each slice computed by itself.
static void splitSlices(linalg::GenericOp op, IRRewriter &rewriter) {
  for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
    auto slice = cast<tensor::ExtractSliceOp>(user);
    SmallVector<OpFoldResult> offsets = slice.getMixedOffsets(), sizes = slice.getMixedSizes();
    rewriter.setInsertionPoint(slice);
    SmallVector<Value> inputs;
    for (OpOperand *input : op.getDpsInputOperands()) {
      SmallVector<OpFoldResult> at, count;
      for (AffineExpr expr : op.getMatchingIndexingMap(input).getResults()) {
        unsigned dim = cast<AffineDimExpr>(expr).getPosition();
        at.push_back(offsets[dim]), count.push_back(sizes[dim]);
      }
      inputs.push_back(sliceOf(input->get(), at, count, slice.getLoc(), rewriter));
    }
    Value empty = tensor::EmptyOp::create(rewriter, slice.getLoc(), sizes, slice.getType().getElementType());
    rewriter.replaceOp(slice, cloneOn(op, inputs, empty, rewriter)->getResults());
  }
  rewriter.eraseOp(op);
}

namespace {

struct SplitConcatenationsPass : public cpu::impl::SplitConcatenationsBase<SplitConcatenationsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<linalg::GenericOp> sums, elementwise;
    getOperation()->walk([&](linalg::GenericOp op) { (op.getNumReductionLoops() ? sums : elementwise).push_back(op); });
    // Derivatives first: they are used by the parts that the program names.
    for (linalg::GenericOp op : elementwise)
      if (isSliced(op)) {
        splitSlices(op, rewriter);
        ++slices;
      }
    SmallVector<Concatenation> known;
    for (linalg::GenericOp op : sums) {
      std::optional<Concatenation> parts =
          op.getNumDpsInputs() ? matchConcatenation(op.getDpsInputs()[0]) : std::nullopt;
      if (!parts || !isSumOver(op, *parts))
        continue;
      SmallVector<Value> own;
      for (tensor::InsertSliceOp insert : parts->inserts)
        own.push_back(insert.getSource());
      if (std::optional<unsigned> begin = longestBeginning(*parts, known))
        beginWith(*parts, partsOf[*begin].size(), known[*begin], rewriter);
      rewriter.setInsertionPoint(op);
      rewriter.replaceOp(op, splitSums(op, *parts, rewriter));
      known.push_back(*parts);
      partsOf.push_back(std::move(own));
      ++split;
    }
    partsOf.clear();
  }

private:
  /// Which of the concatenations that were met before has the most of the first parts of `whole`.
  std::optional<unsigned> longestBeginning(Concatenation &whole, MutableArrayRef<Concatenation> known) {
    std::optional<unsigned> longest;
    size_t most = 1;
    for (auto [n, other, parts] : llvm::enumerate(known, partsOf)) {
      if (parts.size() <= most || parts.size() >= whole.inserts.size() || other.dim != whole.dim ||
          other.result.getParentBlock() != whole.result.getParentBlock() ||
          !other.result.getDefiningOp()->isBeforeInBlock(whole.inserts.front()))
        continue;
      bool begins = true;
      for (size_t i = 0; i < parts.size() && begins; ++i)
        begins = parts[i] == whole.part(i);
      if (begins)
        longest = n, most = parts.size();
    }
    return longest;
  }

  /// The parts of those as the program names them.
  SmallVector<SmallVector<Value>> partsOf;
};

} // namespace
