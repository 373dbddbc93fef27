//===- ConvolutionBackwardInput.cpp - transposed convolutions -------------===//
//
// The derivative of a convolution by its input, which is also what a transposed
// convolution is:
//
//   result[x] = sum over taps k and places y with x + padding = y * stride + k * dilation
//
// With x = stride * q + phase, the taps that a phase meets are every (stride / g)-th, where g = gcd(stride, dilation),
// and the place is y = q + shift - (dilation / g) * j for the j-th of them. So each phase is a dense convolution of the
// derivative with a part of the weight, read backwards: no zeros are multiplied, and no weight is flipped in memory.
//
//===----------------------------------------------------------------------===//

#include "ConvolutionLoops.h"
#include "Lowerings.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <numeric>
#include <tuple>

using namespace mlir;
using namespace janus;
using namespace janus::nn;

namespace {

/// One phase of one spatial dimension.
struct Phase {
  int64_t first;              ///< place of the result it begins at
  int64_t tap, tapStep, taps; ///< its taps of the kernel
  int64_t shift, step;        ///< the j-th of them meets place q + shift - step * j
  OpFoldResult count;         ///< how many places of the result it has
  int64_t reach() const { return step * (taps - 1); }
};

} // namespace

/// The phases of a dimension, those without taps included.
static SmallVector<Phase> phasesOf(LinalgBuilder &b, int64_t stride, int64_t dilation, int64_t padding, int64_t kernel,
                                   OpFoldResult size) {
  SmallVector<Phase> phases;
  int64_t common = std::gcd(stride, dilation);
  for (int64_t first = 0; first < stride; ++first) {
    Phase phase{first, 0, stride / common, 0, 0, dilation / common, {}};
    phase.count = b.affine((b.sym(0) + (stride - 1 - first)).floorDiv(stride), size);
    while (phase.tap < kernel && (first + padding - phase.tap * dilation) % stride != 0)
      ++phase.tap;
    if (phase.tap < std::min(kernel, phase.tapStep)) {
      phase.taps = llvm::divideCeil(kernel - phase.tap, phase.tapStep);
      phase.shift = (first + padding - phase.tap * dilation) / stride;
    }
    phases.push_back(phase);
  }
  return phases;
}

/// All ways to take one phase of each dimension.
static SmallVector<SmallVector<Phase>> combine(ArrayRef<SmallVector<Phase>> dims) {
  SmallVector<SmallVector<Phase>> all{{}};
  for (const SmallVector<Phase> &phases : dims) {
    SmallVector<SmallVector<Phase>> longer;
    for (const SmallVector<Phase> &before : all)
      for (const Phase &phase : phases) {
        longer.push_back(before);
        longer.back().push_back(phase);
      }
    all = longer;
  }
  return all;
}

/// The derivative with zeros around it, so that every phase stays inside; and where it begins there.
static std::pair<Value, SmallVector<int64_t>> padDerivative(LinalgBuilder &b, Value grad, Layout layout,
                                                            ArrayRef<SmallVector<Phase>> phases) {
  ImageDims dims(typeOf(grad).getRank(), layout);
  Sizes low, high, sizes = b.sizes(grad);
  SmallVector<int64_t> begin;
  for (auto [i, ofDim] : llvm::enumerate(phases)) {
    OpFoldResult size = sizes[dims.spatial(i)];
    int64_t before = 0;
    SmallVector<AffineExpr> after{b.builder.getAffineConstantExpr(0)};
    Sizes operands{size};
    for (const Phase &phase : ofDim) {
      if (!phase.taps)
        continue;
      before = std::max(before, phase.reach() - phase.shift);
      after.push_back(b.sym(operands.size()) + phase.shift - b.sym(0));
      operands.push_back(phase.count);
    }
    begin.push_back(before);
    low.push_back(b.builder.getIndexAttr(before));
    high.push_back(affine::makeComposedFoldedAffineMax(
        b.builder, b.loc, AffineMap::get(0, operands.size(), after, b.builder.getContext()), operands));
  }
  return {b.padImage(grad, layout, low, high, b.constant(typeOf(grad).getElementType(), 0)), begin};
}

static Value lowerConvBackwardInput(ConvBackwardInputOp op, LinalgBuilder &b) {
  Type type = op.getType().getElementType(), wide = accumulatorType(type);
  Layout layout = op.getLayout();
  ImageDims dims(op.getType().getRank(), layout);
  int64_t spatial = dims.spatialRank(), rank = op.getType().getRank(), groups = op.getGroups();
  bool grouped = groups != 1;
  // 1. What each phase takes of the derivative.
  Sizes sizes = b.resultSizes(op);
  SmallVector<SmallVector<Phase>> phases;
  for (int64_t i = 0; i < spatial; ++i)
    phases.push_back(phasesOf(b, op.getStride()[i], op.getDilation()[i], op.getPaddingLow()[i],
                              typeOf(op.getWeight()).getDimSize(dims.spatial(i)), sizes[dims.spatial(i)]));
  Value grad;
  SmallVector<int64_t> begin;
  std::tie(grad, begin) = padDerivative(b, op.getGrad(), layout, phases);
  Value weight = op.getWeight();
  if (grouped)
    grad = b.splitDim(grad, dims.channel(), groups);

  // 2. One convolution a phase.
  ConvolutionLoops loops(b.builder, spatial, layout, grouped);
  SmallVector<utils::IteratorType> iterators(loops.count(), utils::IteratorType::parallel);
  std::fill(iterators.end() - spatial - 1, iterators.end(), utils::IteratorType::reduction);
  auto convolve = [&](ArrayRef<Phase> phase, ArrayRef<OpFoldResult> count, bool isAll) {
    Sizes offsets(rank, b.builder.getIndexAttr(0)), steps(rank, b.builder.getIndexAttr(1)), taps = b.sizes(weight);
    SmallVector<AffineExpr> read, written;
    for (int64_t i = 0; i < spatial; ++i) {
      offsets[dims.spatial(i)] = b.builder.getIndexAttr(phase[i].tap);
      steps[dims.spatial(i)] = b.builder.getIndexAttr(phase[i].tapStep);
      taps[dims.spatial(i)] = b.builder.getIndexAttr(phase[i].taps);
      read.push_back(loops.place(i) - loops.kernel(i) * phase[i].step + (phase[i].shift + begin[i]));
      written.push_back(loops.place(i));
    }
    Value part = isAll ? weight : tensor::ExtractSliceOp::create(b.builder, b.loc, weight, offsets, taps, steps);
    // Memory of its own: in the result a phase's places are apart, and no vector could be stored.
    Value own = isAll ? b.empty(count, wide)
                      : bufferization::AllocTensorOp::create(b.builder, b.loc, typeOf(b.empty(count, wide)),
                                                             decomposeMixedValues(count).second);
    Value init = linalg::FillOp::create(b.builder, b.loc, b.constant(wide, 0), own).getResult(0);
    if (grouped) {
      part = b.splitDim(part, 0, groups);
      init = b.splitDim(init, dims.channel(), groups);
    }
    Value sum = b.contract(grad, loops.image(loops.batch(), loops.channel(), read), part,
                           loops.weight(loops.channel(), loops.output()), init,
                           loops.image(loops.batch(), loops.output(), written), iterators);
    return grouped ? b.mergeDims(sum, dims.channel()) : sum;
  };
  if (llvm::all_of(op.getStride(), [](int64_t stride) { return stride == 1; }))
    return b.convert(convolve(llvm::map_to_vector(phases, [](auto &all) { return all.front(); }), sizes, true), type);

  // 3. Each phase to its places; those that no tap reaches are zero.
  SmallVector<SmallVector<Phase>> all = combine(phases);
  auto isEmpty = [](const SmallVector<Phase> &phase) {
    return llvm::any_of(phase, [](const Phase &part) { return !part.taps; });
  };
  Value result = llvm::any_of(all, isEmpty) ? b.fill(sizes, wide, 0) : b.empty(sizes, wide);
  for (const SmallVector<Phase> &phase : all) {
    if (isEmpty(phase) || llvm::any_of(phase, [](const Phase &part) { return isZeroInteger(part.count); }))
      continue;
    Sizes count = sizes, offsets(rank, b.builder.getIndexAttr(0)), steps(rank, b.builder.getIndexAttr(1));
    for (int64_t i = 0; i < spatial; ++i) {
      count[dims.spatial(i)] = phase[i].count;
      offsets[dims.spatial(i)] = b.builder.getIndexAttr(phase[i].first);
      steps[dims.spatial(i)] = b.builder.getIndexAttr(op.getStride()[i]);
    }
    result =
        tensor::InsertSliceOp::create(b.builder, b.loc, convolve(phase, count, false), result, offsets, count, steps);
  }
  return b.convert(result, type);
}

void janus::attachConvolutionBackwardInputLowerings(MLIRContext *context) {
  attachLowering<ConvBackwardInputOp, lowerConvBackwardInput>(context);
}
