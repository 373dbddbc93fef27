//===- Pooling.cpp - the greatest and the mean of windows -----------------===//

#include "Lowerings.h"
#include "Windows.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace janus;
using namespace janus::nn;

/// Folds the windows of a padded image into `init`: the named op of linalg, of
/// which there is none for three dimensions with channels first.
template <typename Ncw, typename Nwc, typename Nchw, typename Nhwc, typename Ndhwc>
static Value pool(LinalgBuilder &b, Value image, Value init, const Windows &windows,
                  Value (Scalars::*combine)(Value, Value)) {
  Value window = b.empty(b.indexSizes(windows.kernel), typeOf(image).getElementType());
  Attribute stride = b.builder.getI64TensorAttr(windows.stride),
            dilation = b.builder.getI64TensorAttr(windows.dilation);
  auto create = [&](auto tag) -> Value {
    using OpTy = decltype(tag);
    return OpTy::create(b.builder, b.loc, init.getType(), ValueRange{image, window}, init, stride, dilation)
        ->getResult(0);
  };
  bool first = windows.layout == Layout::ChannelsFirst;
  if (windows.spatial() == 1)
    return first ? create(Ncw()) : create(Nwc());
  if (windows.spatial() == 2)
    return first ? create(Nchw()) : create(Nhwc());
  if (!first)
    return create(Ndhwc());
  SmallVector<AffineMap> maps = windowMaps(b.builder, windows);
  SmallVector<utils::IteratorType> iterators(maps[0].getNumDims(), utils::IteratorType::parallel);
  std::fill(iterators.end() - windows.spatial(), iterators.end(), utils::IteratorType::reduction);
  return linalg::GenericOp::create(b.builder, b.loc, init.getType(), ValueRange{image, window}, init, maps, iterators,
                                   [&](OpBuilder &builder, Location loc, ValueRange x) {
                                     Scalars s(builder, loc);
                                     Value element = s.toFloatType(x[0], x[2].getType());
                                     linalg::YieldOp::create(builder, loc, (s.*combine)(x[2], element));
                                   })
      .getResult(0);
}

static Value lowerMaxPool(MaxPoolOp op, LinalgBuilder &b) {
  Windows windows = maxWindows(op);
  Sizes pooled = b.resultSizes(op);
  Value lowest = Scalars(b.builder, b.loc).lowest(op.getType().getElementType());
  Value image = padForWindows(b, op.getInput(), windows, pooled, lowest);
  return pool<linalg::PoolingNcwMaxOp, linalg::PoolingNwcMaxOp, linalg::PoolingNchwMaxOp, linalg::PoolingNhwcMaxOp,
              linalg::PoolingNdhwcMaxOp>(b, image, b.fill(pooled, lowest), windows, &Scalars::maximum);
}

/// The spatial ones of the loops around an element.
static SmallVector<Value> spatialIndices(Scalars &s, const ImageDims &dims) {
  SmallVector<Value> indices;
  for (int64_t i = 0; i < dims.spatialRank(); ++i)
    indices.push_back(s.create<linalg::IndexOp>(dims.spatial(i)));
  return indices;
}

/// Values of the image's spatial sizes.
static SmallVector<Value> spatialSizes(LinalgBuilder &b, Value image, const ImageDims &dims) {
  Sizes sizes = b.sizes(image);
  SmallVector<Value> values;
  for (int64_t i = 0; i < dims.spatialRank(); ++i)
    values.push_back(b.indexValue(sizes[dims.spatial(i)]));
  return values;
}

static Value averageWindows(LinalgBuilder &b, Value image, const Windows &windows, ArrayRef<OpFoldResult> pooled,
                            std::optional<int64_t> divisor, bool countPadding) {
  Type type = typeOf(image).getElementType(), wide = accumulatorType(type);
  ImageDims dims(pooled.size(), windows.layout);
  SmallVector<Value> imageSizes = spatialSizes(b, image, dims);
  Value padded = padForWindows(b, image, windows, pooled, b.constant(type, 0));
  Value sum = pool<linalg::PoolingNcwSumOp, linalg::PoolingNwcSumOp, linalg::PoolingNchwSumOp, linalg::PoolingNhwcSumOp,
                   linalg::PoolingNdhwcSumOp>(b, padded, b.fill(pooled, wide, 0), windows, &Scalars::add);
  return b.map(b.all(sum), pooled, type, [&](OpBuilder &builder, Location loc, ValueRange x) {
    Scalars s(builder, loc);
    Value count = windowDivisor(s, windows, divisor, countPadding, spatialIndices(s, dims), imageSizes, wide);
    return s.toFloatType(s.div(x[0], count), type);
  });
}

static Value lowerAvgPool(AvgPoolOp op, LinalgBuilder &b) {
  std::optional<int64_t> divisor = op.getDivisor();
  return averageWindows(b, op.getInput(), avgWindows(op), b.resultSizes(op), divisor, op.getCountIncludePad());
}

/// Where window `place` of `count` begins and ends in `size` places.
static std::pair<Value, Value> adaptiveWindow(Scalars &s, Value place, Value size, Value count) {
  Value one = s.constant(s.builder.getIndexType(), 1);
  Value begin = s.create<arith::DivUIOp>(s.mul(place, size), count);
  Value end = s.create<arith::CeilDivUIOp>(s.mul(s.add(place, one), size), count);
  return {begin, end};
}

static Value toFloat(Scalars &s, Value index, Type type) {
  return s.create<arith::SIToFPOp>(type, s.create<arith::IndexCastOp>(s.builder.getI64Type(), index));
}

static Value lowerAdaptiveAvgPool(AdaptiveAvgPoolOp op, LinalgBuilder &b) {
  Value image = op.getInput();
  ImageDims dims(typeOf(image).getRank(), op.getLayout());
  Sizes sizes = b.sizes(image), pooled = b.resultSizes(op);
  Type type = typeOf(image).getElementType(), wide = accumulatorType(type);
  SmallVector<int64_t> kernel, spatial;
  for (int64_t i = 0; i < dims.spatialRank(); ++i) {
    spatial.push_back(dims.spatial(i));
    int64_t size = typeOf(image).getDimSize(dims.spatial(i));
    if (ShapedType::isStatic(size) && ShapedType::isStatic(op.getSizes()[i]) && size % op.getSizes()[i] == 0)
      kernel.push_back(size / op.getSizes()[i]);
  }
  if (llvm::all_of(op.getSizes(), [](int64_t size) { return size == 1; }))
    return MeanOp::create(b.builder, b.loc, image, spatial, /*keepdim=*/true);
  SmallVector<int64_t> zeros(spatial.size(), 0), ones(spatial.size(), 1);
  // Windows of one size that do not overlap.
  if (kernel.size() == spatial.size())
    return averageWindows(b, image, {kernel, kernel, zeros, ones, op.getLayout(), false}, pooled, std::nullopt, true);
  SmallVector<Value> imageSizes = spatialSizes(b, image, dims), counts;
  for (OpFoldResult count : op.getMixedSizes())
    counts.push_back(b.indexValue(count));
  return b.map({}, pooled, type, [&](OpBuilder &builder, Location loc, ValueRange) {
    Scalars s(builder, loc);
    SmallVector<Value> place, low, high;
    for (size_t i = 0; i < pooled.size(); ++i)
      place.push_back(s.create<linalg::IndexOp>(i));
    for (auto [i, dim] : llvm::enumerate(spatial)) {
      auto [begin, end] = adaptiveWindow(s, place[dim], imageSizes[i], counts[i]);
      low.push_back(begin);
      high.push_back(end);
    }
    Value sum = sumBetween(s, low, high, wide, [&](Scalars &t, ValueRange at) {
      SmallVector<Value> source = place;
      for (auto [i, dim] : llvm::enumerate(spatial))
        source[dim] = at[i];
      return t.toFloatType(t.create<tensor::ExtractOp>(image, source), wide);
    });
    // One division after the other, as PyTorch rounds.
    for (auto [begin, end] : llvm::zip(low, high))
      sum = s.div(sum, toFloat(s, s.sub(end, begin), wide));
    return s.toFloatType(sum, type);
  });
}

static Value lowerAdaptiveAvgPoolBackward(AdaptiveAvgPoolBackwardOp op, LinalgBuilder &b) {
  Value grad = op.getGrad();
  ImageDims dims(typeOf(grad).getRank(), op.getLayout());
  Type type = typeOf(grad).getElementType(), wide = accumulatorType(type);
  SmallVector<Value> imageSizes = spatialSizes(b, op.getInput(), dims);
  SmallVector<Value> counts = spatialSizes(b, grad, dims);
  return b.map({}, b.sizes(op.getInput()), type, [&](OpBuilder &builder, Location loc, ValueRange) {
    Scalars s(builder, loc);
    SmallVector<Value> place, low, high;
    for (int64_t i = 0; i < typeOf(grad).getRank(); ++i)
      place.push_back(s.create<linalg::IndexOp>(i));
    Value one = s.constant(builder.getIndexType(), 1);
    for (int64_t i = 0; i < dims.spatialRank(); ++i) {
      // Place x is in the windows from ⌊x m / n⌋ to ⌈(x + 1) m / n⌉ - 1.
      Value x = place[dims.spatial(i)], m = counts[i];
      low.push_back(s.create<arith::DivUIOp>(s.mul(x, m), imageSizes[i]));
      high.push_back(s.create<arith::CeilDivUIOp>(s.mul(s.add(x, one), m), imageSizes[i]));
    }
    Value sum = sumBetween(s, low, high, wide, [&](Scalars &t, ValueRange at) {
      SmallVector<Value> source = place;
      Value count = t.constant(wide, 1);
      for (int64_t i = 0; i < dims.spatialRank(); ++i) {
        source[dims.spatial(i)] = at[i];
        auto [begin, end] = adaptiveWindow(t, at[i], imageSizes[i], counts[i]);
        count = t.mul(count, toFloat(t, t.sub(end, begin), wide));
      }
      return t.div(t.toFloatType(t.create<tensor::ExtractOp>(grad, source), wide), count);
    });
    return s.toFloatType(sum, type);
  });
}

void janus::attachPoolingLowerings(MLIRContext *context) {
  attachLowering<MaxPoolOp, lowerMaxPool>(context);
  attachLowering<AvgPoolOp, lowerAvgPool>(context);
  attachLowering<AdaptiveAvgPoolOp, lowerAdaptiveAvgPool>(context);
  attachLowering<AdaptiveAvgPoolBackwardOp, lowerAdaptiveAvgPoolBackward>(context);
}
