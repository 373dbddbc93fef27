//===- Convolution.cpp - convolutions and their derivatives ---------------===//
//
// A convolution without groups becomes the named op of linalg for its layout
// where there is one; every other one a linalg.generic with a convolution's
// maps, without loops of one iteration where each channel is by itself. The
// derivative by the input is in ConvolutionBackwardInput.cpp.
//
//===----------------------------------------------------------------------===//

#include "ConvolutionLoops.h"
#include "Lowerings.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace janus;
using namespace janus::nn;

namespace {

/// What a convolution is, but for its operands.
struct Parameters {
  ArrayRef<int64_t> stride, dilation;
  int64_t groups;
  Layout layout;
  int64_t spatial() const { return stride.size(); }
};

} // namespace

/// The named op of linalg for a convolution without groups, or null.
static Value namedConvolution(LinalgBuilder &b, Value image, Value weight, Value init, const Parameters &p) {
  Attribute stride = b.builder.getI64TensorAttr(p.stride), dilation = b.builder.getI64TensorAttr(p.dilation);
  auto create = [&](auto tag) -> Value {
    using OpTy = decltype(tag);
    return OpTy::create(b.builder, b.loc, init.getType(), ValueRange{image, weight}, init, stride, dilation)
        ->getResult(0);
  };
  bool first = p.layout == Layout::ChannelsFirst;
  switch (p.spatial()) {
  case 1:
    return first ? create(linalg::Conv1DNcwFcwOp()) : Value();
  case 2:
    return first ? create(linalg::Conv2DNchwFchwOp()) : create(linalg::Conv2DNhwcFhwcOp());
  default:
    return first ? create(linalg::Conv3DNcdhwFcdhwOp()) : Value();
  }
}

/// Whether each channel is convolved by itself, with one kernel, channels first.
static bool isDepthwise(Value image, Value weight, const Parameters &p) {
  auto channels = cast<RankedTensorType>(image.getType()).getDimSize(1);
  auto kernels = cast<RankedTensorType>(weight.getType());
  return p.layout == Layout::ChannelsFirst && p.groups != 1 && p.groups == channels &&
         kernels.getDimSize(0) == p.groups && kernels.getDimSize(1) == 1;
}

/// Such a convolution: n, c, y..., k..., without dimensions of one group.
static Value convolveDepthwise(LinalgBuilder &b, Value image, Value weight, Value init, const Parameters &p) {
  int64_t spatial = p.spatial();
  unsigned loops = 2 + 2 * spatial;
  auto dim = [&](unsigned i) { return b.builder.getAffineDimExpr(i); };
  SmallVector<AffineExpr> read{dim(0), dim(1)}, kernel{dim(1)}, written{dim(0), dim(1)};
  for (int64_t i = 0; i < spatial; ++i) {
    AffineExpr place = dim(2 + i), tap = dim(2 + spatial + i);
    read.push_back(place * p.stride[i] + tap * p.dilation[i]);
    kernel.push_back(tap);
    written.push_back(place);
  }
  SmallVector<utils::IteratorType> iterators(loops, utils::IteratorType::parallel);
  std::fill(iterators.end() - spatial, iterators.end(), utils::IteratorType::reduction);
  auto map = [&](ArrayRef<AffineExpr> exprs) { return AffineMap::get(loops, 0, exprs, b.builder.getContext()); };
  return b.contract(image, map(read), b.mergeDims(weight, 0), map(kernel), init, map(written), iterators);
}

/// A convolution of an image that is padded already; sums are in the
/// accumulator's type, and so is the result.
static Value convolve(LinalgBuilder &b, Value image, Value weight, const Parameters &p, ArrayRef<OpFoldResult> sizes) {
  Value init = b.fill(sizes, accumulatorType(typeOf(image).getElementType()), 0);
  if (p.groups == 1)
    if (Value named = namedConvolution(b, image, weight, init, p))
      return named;
  if (isDepthwise(image, weight, p))
    return convolveDepthwise(b, image, weight, init, p);
  bool grouped = p.groups != 1;
  ImageDims dims(typeOf(image).getRank(), p.layout);
  if (grouped) {
    image = b.splitDim(image, dims.channel(), p.groups);
    weight = b.splitDim(weight, 0, p.groups);
    init = b.splitDim(init, dims.channel(), p.groups);
  }
  ConvolutionLoops loops(b.builder, p.spatial(), p.layout, grouped);
  SmallVector<AffineExpr> read, written;
  for (int64_t i = 0; i < p.spatial(); ++i) {
    read.push_back(loops.place(i) * p.stride[i] + loops.kernel(i) * p.dilation[i]);
    written.push_back(loops.place(i));
  }
  SmallVector<utils::IteratorType> iterators(loops.count(), utils::IteratorType::parallel);
  std::fill(iterators.end() - p.spatial() - 1, iterators.end(), utils::IteratorType::reduction);
  Value result = b.contract(image, loops.image(loops.batch(), loops.channel(), read), weight, loops.weight(), init,
                            loops.image(loops.batch(), loops.output(), written), iterators);
  return grouped ? b.mergeDims(result, dims.channel()) : result;
}

static Value lowerConv(ConvOp op, LinalgBuilder &b) {
  Type type = op.getType().getElementType();
  Value image = b.padImage(op.getInput(), op.getLayout(), b.indexSizes(op.getPaddingLow()),
                           b.indexSizes(op.getPaddingHigh()), b.constant(type, 0));
  Parameters p{op.getStride(), op.getDilation(), int64_t(op.getGroups()), op.getLayout()};
  Sizes sizes = b.resultSizes(op);
  Value result = convolve(b, image, op.getWeight(), p, sizes);
  if (!op.getBias())
    return b.convert(result, type);
  int64_t channel = ImageDims(sizes.size(), op.getLayout()).channel();
  return b.map({b.all(result), {op.getBias(), {channel}}}, sizes, type,
               [&](OpBuilder &builder, Location loc, ValueRange x) {
                 Scalars s(builder, loc);
                 return s.toFloatType(s.add(x[0], s.toFloatType(x[1], x[0].getType())), type);
               });
}

static Value lowerConvBackwardWeight(ConvBackwardWeightOp op, LinalgBuilder &b) {
  Type type = op.getType().getElementType();
  Layout layout = op.getLayout();
  int64_t groups = op.getGroups();
  bool grouped = groups != 1;
  Value image = b.padImage(op.getInput(), layout, b.indexSizes(op.getPaddingLow()), b.indexSizes(op.getPaddingHigh()),
                           b.constant(type, 0));
  Value grad = op.getGrad();
  Sizes result = b.resultSizes(op);
  Value init = b.fill(result, accumulatorType(type), 0);
  ImageDims dims(op.getType().getRank(), layout);
  if (grouped) {
    image = b.splitDim(image, dims.channel(), groups);
    grad = b.splitDim(grad, dims.channel(), groups);
    init = b.splitDim(init, 0, groups);
  }
  // The forward's loops; batch and places are summed instead of channels.
  int64_t spatial = dims.spatialRank();
  ConvolutionLoops loops(b.builder, spatial, layout, grouped);
  SmallVector<AffineExpr> read, written;
  SmallVector<utils::IteratorType> iterators(loops.count(), utils::IteratorType::parallel);
  iterators[0] = utils::IteratorType::reduction;
  for (int64_t i = 0; i < spatial; ++i) {
    read.push_back(loops.place(i) * op.getStride()[i] + loops.kernel(i) * op.getDilation()[i]);
    written.push_back(loops.place(i));
    iterators[(grouped ? 3 : 2) + i] = utils::IteratorType::reduction;
  }
  Value sum = b.contract(image, loops.image(loops.batch(), loops.channel(), read), grad,
                         loops.image(loops.batch(), loops.output(), written), init, loops.weight(), iterators);
  return b.convert(grouped ? b.mergeDims(sum, 0) : sum, type);
}

void janus::attachConvolutionLowerings(MLIRContext *context) {
  attachLowering<ConvOp, lowerConv>(context);
  attachLowering<ConvBackwardWeightOp, lowerConvBackwardWeight>(context);
}
