//===- Convolutions.cpp - convolutions, and windows in general ------------===//

#include "Sizes.h"
#include "Table.h"
#include "Windows.h"
#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

FailureOr<Batched> library::batchedInput(Emitter &emitter, const Operand &operand, size_t spatial) {
  FailureOr<Value> input = emitter.requireTensor(operand, "input");
  if (failed(input))
    return failure();
  size_t rank = Emitter::tensorType(*input).getRank();
  if (rank == spatial + 2)
    return Batched{*input, false};
  if (rank != spatial + 1)
    return emitter.fail("expected an input of " + Twine(spatial + 1) + " or " + Twine(spatial + 2) +
                        " dimensions, not " + Twine(rank));
  SmallVector<Operand> sizes = emitter.sizes(*input);
  sizes.insert(sizes.begin(), emitter.integer(1));
  FailureOr<Value> reshaped = emitter.op<nn::ReshapeOp>(*input, ArrayRef<OpFoldResult>(emitter.toFoldResults(sizes)));
  if (failed(reshaped))
    return failure();
  return Batched{*reshaped, true};
}

Failable Batched::finish(Emitter &emitter, FailureOr<Value> result) const {
  if (failed(result))
    return failure();
  if (!added)
    return Operand(*result);
  SmallVector<Operand> sizes = emitter.sizes(*result);
  result = emitter.reshape(*result, ArrayRef(sizes).drop_front());
  return failed(result) ? Failable(failure()) : Failable(Operand(*result));
}

LogicalResult library::assumeWindowsFit(Emitter &emitter, Value input, ArrayRef<int64_t> extents,
                                        ArrayRef<int64_t> padding) {
  for (auto [dim, extent] : llvm::enumerate(extents)) {
    Operand size = emitter.add(emitter.size(input, dim + 2), emitter.integer(padding[dim]));
    if (failed(assumeAtLeast(emitter, size, extent, "the kernel is not larger than the padded input")))
      return failure();
  }
  return success();
}

namespace {
/// A convolution's numbers, one for each spatial dimension.
struct Window {
  SmallVector<int64_t> stride, low, high, dilation;
};
} // namespace

/// padding as numbers, "valid" or "same" (the odd place comes after).
static LogicalResult readPadding(Emitter &emitter, const Operand &operand, ArrayRef<int64_t> kernel, Window &window) {
  size_t spatial = kernel.size();
  std::optional<StringRef> name = emitter.asString(operand);
  if (!name) {
    FailureOr<SmallVector<int64_t>> padding = emitter.requireInts(operand, "padding", spatial);
    if (failed(padding))
      return failure();
    if (llvm::any_of(*padding, [](int64_t value) { return value < 0; }))
      return emitter.fail("negative padding is not supported");
    window.low = window.high = *padding;
    return success();
  }
  window.low.assign(spatial, 0);
  window.high.assign(spatial, 0);
  if (name == "valid")
    return success();
  if (name != "same")
    return emitter.fail("padding must be 'valid', 'same' or numbers");
  for (size_t dim = 0; dim < spatial; ++dim) {
    if (window.stride[dim] != 1)
      return emitter.fail("padding='same' is not supported for strided convolutions");
    int64_t total = window.dilation[dim] * (kernel[dim] - 1);
    window.low[dim] = total / 2;
    window.high[dim] = total - total / 2;
  }
  return success();
}

/// conv<n>d(input, weight, bias, stride, padding, dilation, groups)
template <size_t spatial> static Failable emitConv(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Batched> input = batchedInput(emitter, operands[0], spatial);
  FailureOr<Value> weight = emitter.requireTensor(operands[1], "weight");
  if (failed(input) || failed(weight))
    return failure();
  if (Emitter::tensorType(*weight).getRank() != int64_t(spatial + 2))
    return emitter.fail("the weight of a convolution must have " + Twine(spatial + 2) + " dimensions");
  SmallVector<int64_t> kernel(Emitter::tensorType(*weight).getShape().drop_front(2));
  if (llvm::any_of(kernel, ShapedType::isDynamic))
    return emitter.fail("the kernel of a convolution must have a known size");
  // 1. The numbers.
  Window window;
  FailureOr<SmallVector<int64_t>> stride = emitter.requireInts(operands[3], "stride", spatial),
                                  dilation = emitter.requireInts(operands[5], "dilation", spatial);
  FailureOr<int64_t> groups = emitter.requireInt(operands[6], "groups");
  if (failed(stride) || failed(dilation) || failed(groups))
    return failure();
  auto notPositive = [](int64_t value) { return value <= 0; };
  if (llvm::any_of(*stride, notPositive) || llvm::any_of(*dilation, notPositive) || *groups <= 0)
    return emitter.fail("stride, dilation and groups must be positive");
  window.stride = *stride;
  window.dilation = *dilation;
  if (failed(readPadding(emitter, operands[4], kernel, window)))
    return failure();
  // 2. What must fit.
  if (failed(emitter.assumeEqual(emitter.size(input->input, 1), emitter.mul(emitter.size(*weight, 1), operands[6]),
                                 "the input has the channels of the convolution's weight")))
    return failure();
  SmallVector<int64_t> extents, padding;
  for (size_t dim = 0; dim < spatial; ++dim) {
    extents.push_back(window.dilation[dim] * (kernel[dim] - 1) + 1);
    padding.push_back(window.low[dim] + window.high[dim]);
  }
  if (failed(assumeWindowsFit(emitter, input->input, extents, padding)))
    return failure();
  Value bias = operands[2].isTensor() ? operands[2].getValue() : Value();
  if (!bias && !operands[2].isNone())
    return emitter.fail("bias must be a tensor");
  // 3. The op.
  Builder &builder = emitter.builder;
  FailureOr<Value> result =
      emitter.op<nn::ConvOp>(input->input, *weight, bias, builder.getDenseI64ArrayAttr(window.stride),
                             builder.getDenseI64ArrayAttr(window.low), builder.getDenseI64ArrayAttr(window.high),
                             builder.getDenseI64ArrayAttr(window.dilation), builder.getI64IntegerAttr(*groups),
                             LayoutAttr::get(emitter.getContext(), Layout::ChannelsFirst));
  return input->finish(emitter, result);
}

/// The tensor with `bias` added to its channels.
static FailureOr<Value> addChannelBias(Emitter &emitter, Value tensor, Value bias) {
  if (Emitter::tensorType(bias).getRank() != 1)
    return emitter.fail("bias must have one dimension");
  if (failed(emitter.assumeEqual(emitter.size(bias, 0), emitter.size(tensor, 1), "there is a bias for each channel")))
    return failure();
  SmallVector<Operand> sizes(Emitter::tensorType(tensor).getRank() - 1, emitter.integer(1));
  sizes.front() = emitter.size(bias, 0);
  FailureOr<Value> column = emitter.reshape(bias, sizes);
  if (failed(column))
    return failure();
  FailureOr<Value> expanded = emitter.broadcastTo(*column, emitter.sizes(tensor));
  return failed(expanded) ? FailureOr<Value>(failure()) : emitter.op<nn::AddOp>(tensor, *expanded);
}

/// The spatial sizes of what conv_transpose<n>d gives.
static FailureOr<SmallVector<Operand>> transposedSizes(Emitter &emitter, Value input, const Window &window,
                                                       ArrayRef<int64_t> kernel, ArrayRef<int64_t> outputPadding) {
  SmallVector<Operand> sizes;
  for (size_t dim = 0; dim < kernel.size(); ++dim) {
    if (outputPadding[dim] < 0 || outputPadding[dim] >= std::max(window.stride[dim], window.dilation[dim]))
      return emitter.fail("output_padding must be smaller than stride or dilation");
    // (size - 1) * stride - 2 * padding + dilation * (kernel - 1) + output_padding + 1
    int64_t added =
        window.dilation[dim] * (kernel[dim] - 1) + outputPadding[dim] + 1 - 2 * window.low[dim] - window.stride[dim];
    Operand size = emitter.mul(emitter.size(input, dim + 2), emitter.integer(window.stride[dim]));
    sizes.push_back(emitter.add(size, emitter.integer(added)));
    if (failed(assumeAtLeast(emitter, sizes.back(), 1, "a transposed convolution has a result")))
      return failure();
  }
  return sizes;
}

/// conv_transpose<n>d(input, weight, bias, stride, padding, output_padding,
/// groups, dilation): the derivative of a convolution by its input.
template <size_t spatial> static Failable emitConvTranspose(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Batched> input = batchedInput(emitter, operands[0], spatial);
  FailureOr<Value> weight = emitter.requireTensor(operands[1], "weight");
  FailureOr<SmallVector<int64_t>> stride = emitter.requireInts(operands[3], "stride", spatial),
                                  padding = emitter.requireInts(operands[4], "padding", spatial),
                                  outputPadding = emitter.requireInts(operands[5], "output_padding", spatial),
                                  dilation = emitter.requireInts(operands[7], "dilation", spatial);
  FailureOr<int64_t> groups = emitter.requireInt(operands[6], "groups");
  if (failed(input) || failed(weight) || failed(stride) || failed(padding) || failed(outputPadding) ||
      failed(dilation) || failed(groups))
    return failure();
  if (Emitter::tensorType(*weight).getRank() != int64_t(spatial + 2))
    return emitter.fail("the weight of a convolution must have " + Twine(spatial + 2) + " dimensions");
  SmallVector<int64_t> kernel(Emitter::tensorType(*weight).getShape().drop_front(2));
  if (llvm::any_of(kernel, ShapedType::isDynamic))
    return emitter.fail("the kernel of a convolution must have a known size");
  auto notPositive = [](int64_t value) { return value <= 0; };
  if (llvm::any_of(*stride, notPositive) || llvm::any_of(*dilation, notPositive) || *groups <= 0)
    return emitter.fail("stride, dilation and groups must be positive");
  if (llvm::any_of(*padding, [](int64_t value) { return value < 0; }))
    return emitter.fail("negative padding is not supported");
  if (failed(emitter.assumeEqual(emitter.size(input->input, 1), emitter.size(*weight, 0),
                                 "the input has the channels of the convolution's weight")))
    return failure();
  Window window{*stride, *padding, *padding, *dilation};
  auto sizes = transposedSizes(emitter, input->input, window, kernel, *outputPadding);
  if (failed(sizes))
    return failure();
  if (!operands[2].isTensor() && !operands[2].isNone())
    return emitter.fail("bias must be a tensor");
  SmallVector<Value> open;
  SmallVector<int64_t> fixed;
  dispatchIndexOpFoldResults(emitter.toFoldResults(*sizes), open, fixed);
  Builder &builder = emitter.builder;
  FailureOr<Value> result = emitter.op<nn::ConvBackwardInputOp>(
      input->input, *weight, open, builder.getDenseI64ArrayAttr(fixed), builder.getDenseI64ArrayAttr(window.stride),
      builder.getDenseI64ArrayAttr(window.low), builder.getDenseI64ArrayAttr(window.high),
      builder.getDenseI64ArrayAttr(window.dilation), builder.getI64IntegerAttr(*groups),
      LayoutAttr::get(emitter.getContext(), Layout::ChannelsFirst));
  if (succeeded(result) && operands[2].isTensor())
    result = addChannelBias(emitter, *result, operands[2].getValue());
  return input->finish(emitter, result);
}

void library::addConvolutions(Table &table) {
  StringRef signature = "(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)";
  table.add("torch.conv1d", signature, emitConv<1>).alias("torch.nn.functional.conv1d");
  table.add("torch.conv2d", signature, emitConv<2>).alias("torch.nn.functional.conv2d");
  StringRef transposed = "(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)";
  table.add("torch.conv_transpose1d", transposed, emitConvTranspose<1>).alias("torch.nn.functional.conv_transpose1d");
  table.add("torch.conv_transpose2d", transposed, emitConvTranspose<2>).alias("torch.nn.functional.conv_transpose2d");
  table.add("torch.conv_transpose3d", transposed, emitConvTranspose<3>).alias("torch.nn.functional.conv_transpose3d");
  table.add("torch.conv3d", signature, emitConv<3>).alias("torch.nn.functional.conv3d");
}
