//===- Windows.cpp - windows over images ----------------------------------===//

#include "Windows.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace janus;

Value janus::padForWindows(LinalgBuilder &b, Value image, const Windows &windows, ArrayRef<OpFoldResult> pooled,
                           Value scalar) {
  if (windows.inside())
    return image;
  nn::ImageDims dims(pooled.size(), windows.layout);
  Sizes low = b.indexSizes(windows.padding), high = low, sizes = b.sizes(image);
  for (int64_t i = 0; windows.ceilMode && i < windows.spatial(); ++i) {
    // As far as the last window reaches.
    int64_t d = dims.spatial(i);
    AffineExpr end = (b.sym(0) - 1) * windows.stride[i] + windows.reach(i) - windows.padding[i];
    AffineMap map = AffineMap::get(0, 2, {end - b.sym(1), b.builder.getAffineConstantExpr(0)}, b.builder.getContext());
    high[i] = affine::makeComposedFoldedAffineMax(b.builder, b.loc, map, {pooled[d], sizes[d]});
  }
  return b.padImage(image, windows.layout, low, high, scalar);
}

SmallVector<AffineMap> janus::windowMaps(Builder &builder, const Windows &windows) {
  int64_t spatial = windows.spatial();
  unsigned loops = 2 + 2 * spatial;
  SmallVector<AffineExpr> read, written, kernel;
  for (int64_t i = 0; i < spatial; ++i) {
    AffineExpr y = builder.getAffineDimExpr(2 + i), k = builder.getAffineDimExpr(2 + spatial + i);
    read.push_back(y * windows.stride[i] + k * windows.dilation[i]);
    written.push_back(y);
    kernel.push_back(k);
  }
  auto image = [&](ArrayRef<AffineExpr> places) {
    SmallVector<AffineExpr> exprs(places);
    bool first = windows.layout == Layout::ChannelsFirst;
    exprs.insert(first ? exprs.begin() : exprs.end(), builder.getAffineDimExpr(1));
    exprs.insert(exprs.begin(), builder.getAffineDimExpr(0));
    return AffineMap::get(loops, 0, exprs, builder.getContext());
  };
  return {image(read), AffineMap::get(loops, 0, kernel, builder.getContext()), image(written)};
}

Value janus::windowDivisor(Scalars &s, const Windows &windows, std::optional<int64_t> divisor, bool countPadding,
                           ValueRange place, ValueRange imageSizes, Type type) {
  if (divisor)
    return s.constant(type, double(*divisor));
  if (windows.inside() || (countPadding && !windows.ceilMode))
    return s.constant(type, double(windows.elements()));
  Type index = s.builder.getIndexType();
  Value count;
  for (int64_t i = 0; i < windows.spatial(); ++i) {
    Value padding = s.constant(index, windows.padding[i]);
    Value start = s.sub(s.mul(place[i], s.constant(index, windows.stride[i])), padding);
    Value end = s.add(start, s.constant(index, windows.kernel[i]));
    Value limit = countPadding ? s.add(imageSizes[i], padding) : imageSizes[i];
    end = s.create<arith::MinSIOp>(end, limit);
    if (!countPadding)
      start = s.create<arith::MaxSIOp>(start, s.constant(index, 0));
    Value length = s.sub(end, start);
    count = count ? s.mul(count, length) : length;
  }
  return s.create<arith::SIToFPOp>(type, s.create<arith::IndexCastOp>(s.builder.getI64Type(), count));
}

Value janus::sumBetween(Scalars &s, ValueRange low, ValueRange high, Type type,
                        llvm::function_ref<Value(Scalars &, ValueRange)> term, SmallVector<Value> place, Value sum) {
  if (!sum)
    sum = s.constant(type, 0);
  if (place.size() == low.size())
    return s.add(sum, term(s, place));
  size_t depth = place.size();
  Value one = s.constant(s.builder.getIndexType(), 1);
  auto loop = scf::ForOp::create(s.builder, s.loc, low[depth], high[depth], one, sum,
                                 [&](OpBuilder &builder, Location loc, Value i, ValueRange state) {
                                   Scalars inner(builder, loc);
                                   SmallVector<Value> deeper = place;
                                   deeper.push_back(i);
                                   Value next = sumBetween(inner, low, high, type, term, deeper, state[0]);
                                   scf::YieldOp::create(builder, loc, next);
                                 });
  return loop.getResult(0);
}
