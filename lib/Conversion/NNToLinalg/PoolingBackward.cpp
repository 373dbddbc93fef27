//===- PoolingBackward.cpp - derivatives of pooling -----------------------===//
//
// An average's is written from the input's side: every place adds up what the
// windows that reach it hand back, so that no two iterations write to one place.
// Of a window's maximum one element gets all: each window adds to it.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "Windows.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace janus;
using namespace janus::nn;

/// What the window at `window` hands back to the place that is element
/// `element` of it.
using Share = llvm::function_ref<Value(Scalars &, ValueRange window, ValueRange element)>;

/// Sums the shares of all windows that reach a place, for each place of an image.
static Value addShares(LinalgBuilder &b, ArrayRef<OpFoldResult> image, ArrayRef<OpFoldResult> pooled, Type type,
                       const Windows &windows, Share share) {
  ImageDims dims(image.size(), windows.layout);
  int64_t rank = image.size();
  // At most `candidates` windows reach a place in each dimension.
  SmallVector<int64_t> candidates, loopOf(windows.spatial(), -1);
  for (int64_t i = 0; i < windows.spatial(); ++i) {
    int64_t most = llvm::divideCeil(windows.reach(i), windows.stride[i]);
    if (most == 1)
      continue;
    loopOf[i] = rank + candidates.size();
    candidates.push_back(most);
  }
  SmallVector<Value> lastWindow;
  for (int64_t i = 0; i < windows.spatial(); ++i)
    lastWindow.push_back(b.indexValue(b.affine(b.sym(0) - 1, pooled[dims.spatial(i)])));

  auto element = [&](OpBuilder &builder, Location loc) -> Value {
    Scalars s(builder, loc);
    Type index = builder.getIndexType();
    Value zero = s.constant(index, 0), valid;
    SmallVector<Value> window, inWindow;
    for (int64_t i = 0; i < rank; ++i)
      window.push_back(s.create<linalg::IndexOp>(i));
    for (int64_t i = 0; i < windows.spatial(); ++i) {
      // Window y holds the place x at offset x + padding - y * stride.
      Value x = s.add(window[dims.spatial(i)], s.constant(index, windows.padding[i]));
      Value stride = s.constant(index, windows.stride[i]), dilation = s.constant(index, windows.dilation[i]);
      Value y = s.create<arith::DivUIOp>(x, stride);
      if (loopOf[i] >= 0)
        y = s.sub(y, s.create<linalg::IndexOp>(loopOf[i]));
      Value offset = s.sub(x, s.mul(y, stride));
      Value k = s.create<arith::DivUIOp>(offset, dilation);
      SmallVector<Value> conditions{
          s.create<arith::CmpIOp>(arith::CmpIPredicate::sle, y, lastWindow[i]),
          s.create<arith::CmpIOp>(arith::CmpIPredicate::sge, y, zero),
          s.create<arith::CmpIOp>(arith::CmpIPredicate::slt, k, s.constant(index, windows.kernel[i]))};
      if (windows.dilation[i] != 1)
        conditions.push_back(s.eq(s.create<arith::RemUIOp>(offset, dilation), zero));
      for (Value condition : conditions)
        valid = valid ? s.both(valid, condition) : condition;
      // What is read for a window that does not exist is not used.
      y = s.create<arith::MinSIOp>(s.create<arith::MaxSIOp>(y, zero), lastWindow[i]);
      window[dims.spatial(i)] = y;
      inWindow.push_back(k);
    }
    return s.select(valid, share(s, window, inWindow), s.constant(type, 0));
  };

  if (candidates.empty())
    return b.map({}, image, type, [&](OpBuilder &builder, Location loc, ValueRange) { return element(builder, loc); });
  unsigned loops = rank + candidates.size();
  MLIRContext *context = b.builder.getContext();
  SmallVector<AffineExpr> outer, inner;
  for (unsigned i = 0; i < loops; ++i)
    (i < rank ? outer : inner).push_back(b.builder.getAffineDimExpr(i));
  SmallVector<utils::IteratorType> iterators(loops, utils::IteratorType::parallel);
  std::fill(iterators.begin() + rank, iterators.end(), utils::IteratorType::reduction);
  Value shape = b.empty(b.indexSizes(candidates), type), init = b.fill(image, type, 0);
  return linalg::GenericOp::create(
             b.builder, b.loc, init.getType(), shape, init,
             ArrayRef<AffineMap>{AffineMap::get(loops, 0, inner, context), AffineMap::get(loops, 0, outer, context)},
             iterators,
             [&](OpBuilder &builder, Location loc, ValueRange x) {
               Scalars s(builder, loc);
               linalg::YieldOp::create(builder, loc, s.add(x[1], element(builder, loc)));
             })
      .getResult(0);
}

static Value lowerAvgPoolBackward(AvgPoolBackwardOp op, LinalgBuilder &b) {
  Windows windows = avgWindows(op);
  Type type = op.getType().getElementType(), wide = accumulatorType(type);
  Sizes image = b.sizes(op.getInput()), pooled = b.sizes(op.getGrad());
  ImageDims dims(image.size(), windows.layout);
  SmallVector<Value> imageSizes;
  for (int64_t i = 0; i < windows.spatial(); ++i)
    imageSizes.push_back(b.indexValue(image[dims.spatial(i)]));
  std::optional<int64_t> divisor = op.getDivisor();
  Value shares = b.map(b.all(op.getGrad()), pooled, wide, [&](OpBuilder &builder, Location loc, ValueRange x) {
    Scalars s(builder, loc);
    SmallVector<Value> place;
    for (int64_t i = 0; i < windows.spatial(); ++i)
      place.push_back(s.create<linalg::IndexOp>(dims.spatial(i)));
    Value count = windowDivisor(s, windows, divisor, op.getCountIncludePad(), place, imageSizes, wide);
    return s.div(s.toFloatType(x[0], wide), count);
  });
  Value sum = addShares(b, image, pooled, wide, windows, [&](Scalars &s, ValueRange window, ValueRange) {
    return s.create<tensor::ExtractOp>(shares, window);
  });
  return b.convert(sum, type);
}

/// More elements of a window than this are looked at in loops.
static constexpr int64_t kWrittenOut = 16;

/// The number of the first element of a window that is inside the image; the window begins at `place`, counted in
/// windows.
static Value firstInside(Scalars &s, const Windows &windows, ValueRange place) {
  Type index = s.builder.getIndexType();
  Value number;
  for (int64_t i = 0; i < windows.spatial(); ++i) {
    Value begin = s.mul(place[i], s.constant(index, windows.stride[i]));
    Value k = s.create<arith::MaxSIOp>(s.sub(s.constant(index, windows.padding[i]), begin), s.constant(index, 0));
    number = number ? s.add(s.mul(number, s.constant(index, windows.kernel[i])), k) : k;
  }
  return s.create<arith::IndexCastOp>(s.builder.getI32Type(), number);
}

/// Whether windows have few elements and begin where they begin inside the image: their elements are compared written
/// out.
static bool areWrittenOut(const Windows &windows) {
  return windows.elements() <= kWrittenOut &&
         (windows.inside() || llvm::all_of(windows.dilation, [](int64_t d) { return d == 1; }));
}

/// The same for such windows, with the lowest value around the image: nothing but elements is compared, and that value
/// is never taken, as a window's first element inside the image is.
static Value takenElementsWrittenOut(LinalgBuilder &b, Value image, ArrayRef<OpFoldResult> pooled,
                                     const Windows &windows) {
  ImageDims dims(pooled.size(), windows.layout);
  // The elements at one place of all windows: a slice of the image, as long as the pooled one.
  SmallVector<Read> elements;
  SmallVector<int64_t> places(windows.spatial(), 0);
  for (bool more = true; more;) {
    Sizes offsets(pooled.size(), b.builder.getIndexAttr(0)), strides(pooled.size(), b.builder.getIndexAttr(1));
    for (int64_t i = 0; i < windows.spatial(); ++i) {
      offsets[dims.spatial(i)] = b.builder.getIndexAttr(places[i] * windows.dilation[i]);
      strides[dims.spatial(i)] = b.builder.getIndexAttr(windows.stride[i]);
    }
    elements.push_back(b.all(tensor::ExtractSliceOp::create(b.builder, b.loc, image, offsets, pooled, strides)));
    more = false;
    for (int64_t i = windows.spatial() - 1; i >= 0 && !more; --i) {
      more = ++places[i] < windows.kernel[i];
      places[i] = more ? places[i] : 0;
    }
  }
  Type i32 = b.builder.getI32Type();
  return b.map(elements, pooled, i32, [&](OpBuilder &builder, Location loc, ValueRange x) {
    Scalars s(builder, loc);
    Value best = x[0], number = s.constant(i32, 0);
    if (!windows.inside()) {
      SmallVector<Value> place;
      for (int64_t i = 0; i < windows.spatial(); ++i)
        place.push_back(s.create<linalg::IndexOp>(dims.spatial(i)));
      best = s.lowest(x[0].getType()), number = firstInside(s, windows, place);
    }
    for (unsigned i = windows.inside(); i < x.size(); ++i) {
      Value better = s.either(s.gt(x[i], best), s.isNan(x[i]));
      best = s.select(better, x[i], best);
      number = s.select(better, s.constant(i32, i), number);
    }
    return number;
  });
}

/// For each window the number of the element that max_pool takes, counted in
/// row-major order.
static Value takenElements(LinalgBuilder &b, Value image, ArrayRef<OpFoldResult> pooled, const Windows &windows) {
  Type type = typeOf(image).getElementType(), i32 = b.builder.getI32Type();
  ImageDims dims(pooled.size(), windows.layout);
  Sizes sizes = b.sizes(image);
  SmallVector<Value> imageSizes;
  for (int64_t i = 0; i < windows.spatial(); ++i)
    imageSizes.push_back(b.indexValue(sizes[dims.spatial(i)]));
  Value lowest = Scalars(b.builder, b.loc).lowest(type);
  Value padded = padForWindows(b, image, windows, pooled, lowest);
  if (areWrittenOut(windows))
    return takenElementsWrittenOut(b, padded, pooled, windows);
  Value window = b.empty(b.indexSizes(windows.kernel), type);
  Value best = b.fill(pooled, lowest), taken = b.fill(pooled, i32, -1);
  SmallVector<AffineMap> maps = windowMaps(b.builder, windows);
  maps.push_back(maps.back());
  SmallVector<utils::IteratorType> iterators(maps[0].getNumDims(), utils::IteratorType::parallel);
  std::fill(iterators.end() - windows.spatial(), iterators.end(), utils::IteratorType::reduction);
  auto loops = linalg::GenericOp::create(
      b.builder, b.loc, TypeRange{best.getType(), taken.getType()}, ValueRange{padded, window}, ValueRange{best, taken},
      maps, iterators, [&](OpBuilder &builder, Location loc, ValueRange x) {
        Scalars s(builder, loc);
        Type index = builder.getIndexType();
        // The first element inside the image is taken whatever it is.
        Value first = s.lt(x[3], s.constant(i32, 0)), number;
        for (int64_t i = 0; i < windows.spatial(); ++i) {
          Value y = s.create<linalg::IndexOp>(2 + i), k = s.create<linalg::IndexOp>(2 + windows.spatial() + i);
          number = number ? s.add(s.mul(number, s.constant(index, windows.kernel[i])), k) : k;
          if (windows.inside())
            continue;
          Value place =
              s.add(s.mul(y, s.constant(index, windows.stride[i])), s.mul(k, s.constant(index, windows.dilation[i])));
          place = s.sub(place, s.constant(index, windows.padding[i]));
          // A negative place is a great one without sign.
          first = s.both(first, s.create<arith::CmpIOp>(arith::CmpIPredicate::ult, place, imageSizes[i]));
        }
        Value better = s.either(s.either(s.gt(x[0], x[2]), s.isNan(x[0])), first);
        Value here = s.create<arith::IndexCastOp>(i32, number);
        linalg::YieldOp::create(builder, loc, ValueRange{s.select(better, x[0], x[2]), s.select(better, here, x[3])});
      });
  return loops.getResult(1);
}

/// Whether windows lie beside each other and cover the image: each place then has one window.
static bool tile(const Windows &windows, ArrayRef<OpFoldResult> image) {
  ImageDims dims(image.size(), windows.layout);
  for (int64_t i = 0; i < windows.spatial(); ++i) {
    std::optional<int64_t> size = getConstantIntValue(image[dims.spatial(i)]);
    if (!windows.inside() || windows.kernel[i] != windows.stride[i] || windows.dilation[i] != 1 || !size ||
        *size % windows.stride[i] != 0)
      return false;
  }
  return true;
}

/// Each window's number goes to the element it takes, zero to its others: loops over windows and their elements.
static Value spreadOverTiles(LinalgBuilder &b, Value grad, Value taken, ArrayRef<OpFoldResult> image,
                             const Windows &windows, Type wide) {
  ImageDims dims(image.size(), windows.layout);
  int64_t rank = image.size();
  Sizes expanded, pooled = b.sizes(grad);
  SmallVector<int64_t> window, elements;
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0; i < rank; ++i) {
    groups.push_back({int64_t(expanded.size())});
    window.push_back(expanded.size());
    expanded.push_back(pooled[i]);
    for (int64_t k = 0; k < windows.spatial(); ++k)
      if (dims.spatial(k) == i) {
        groups.back().push_back(expanded.size());
        elements.push_back(expanded.size());
        expanded.push_back(b.builder.getIndexAttr(windows.kernel[k]));
      }
  }
  Value result =
      b.map({{grad, window}, {taken, window}}, expanded, wide, [&](OpBuilder &builder, Location loc, ValueRange x) {
        Scalars s(builder, loc);
        Type i32 = builder.getI32Type();
        Value number;
        for (auto [k, loop] : llvm::enumerate(elements)) {
          Value here = s.create<arith::IndexCastOp>(i32, s.create<linalg::IndexOp>(loop));
          number = number ? s.add(s.mul(number, s.constant(i32, windows.kernel[k])), here) : here;
        }
        return s.select(s.eq(x[1], number), s.toFloatType(x[0], wide), s.constant(wide, 0));
      });
  return tensor::CollapseShapeOp::create(b.builder, b.loc, result, groups);
}

/// Each window adds what it is handed to the element it takes, one window after the other.
static Value addToTaken(LinalgBuilder &b, Value grad, Value taken, ArrayRef<OpFoldResult> image, const Windows &windows,
                        Type wide) {
  ImageDims dims(image.size(), windows.layout);
  Value zero = b.fill(image, wide, 0);
  return sequentialLoops(b, b.sizes(grad), ValueRange(zero),
                         [&](Scalars &s, ValueRange window, ValueRange state) -> SmallVector<Value> {
                           Type index = s.builder.getIndexType();
                           Value number = s.toIndex(s.create<tensor::ExtractOp>(taken, window));
                           SmallVector<Value> place(window);
                           for (int64_t i = windows.spatial() - 1; i >= 0; --i) {
                             Value k = number, size = s.constant(index, windows.kernel[i]);
                             if (i > 0) {
                               k = s.create<arith::RemUIOp>(number, size);
                               number = s.create<arith::DivUIOp>(number, size);
                             }
                             Value begin = s.sub(s.mul(window[dims.spatial(i)], s.constant(index, windows.stride[i])),
                                                 s.constant(index, windows.padding[i]));
                             place[dims.spatial(i)] = s.add(begin, s.mul(k, s.constant(index, windows.dilation[i])));
                           }
                           Value before = s.create<tensor::ExtractOp>(state.front(), place);
                           Value share = s.toFloatType(s.create<tensor::ExtractOp>(grad, window), wide);
                           return {s.create<tensor::InsertOp>(s.add(before, share), state.front(), place)};
                         })
      .front();
}

static Value lowerMaxPoolBackward(MaxPoolBackwardOp op, LinalgBuilder &b) {
  Windows windows = maxWindows(op);
  Type type = op.getType().getElementType(), wide = accumulatorType(type);
  Sizes pooled = b.sizes(op.getGrad());
  Value taken = takenElements(b, op.getInput(), pooled, windows);
  if (Sizes image = b.sizes(op.getInput()); tile(windows, image))
    return b.convert(spreadOverTiles(b, op.getGrad(), taken, image, windows, wide), type);
  // Every window takes an element, which dilated ones beyond the image may not.
  if (areWrittenOut(windows))
    return b.convert(addToTaken(b, op.getGrad(), taken, b.sizes(op.getInput()), windows, wide), type);
  Value sum = addShares(
      b, b.sizes(op.getInput()), pooled, wide, windows, [&](Scalars &s, ValueRange window, ValueRange element) {
        Type index = s.builder.getIndexType();
        Value number;
        for (int64_t i = 0; i < windows.spatial(); ++i)
          number = number ? s.add(s.mul(number, s.constant(index, windows.kernel[i])), element[i]) : element[i];
        Value winner = s.toIndex(s.create<tensor::ExtractOp>(taken, window));
        Value grad = s.toFloatType(s.create<tensor::ExtractOp>(op.getGrad(), window), wide);
        return s.select(s.eq(winner, number), grad, s.constant(wide, 0));
      });
  return b.convert(sum, type);
}

void janus::attachPoolingBackwardLowerings(MLIRContext *context) {
  attachLowering<AvgPoolBackwardOp, lowerAvgPoolBackward>(context);
  attachLowering<MaxPoolBackwardOp, lowerMaxPoolBackward>(context);
}
