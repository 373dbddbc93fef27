//===- Pooling.cpp - pools ------------------------------------------------===//

#include "Sizes.h"
#include "Table.h"
#include "Windows.h"
#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

namespace {
/// A pool's numbers, one for each spatial dimension.
struct Pool {
  Batched input;
  SmallVector<int64_t> kernel, stride, padding, dilation;
  UnitAttr ceilMode;
};
} // namespace

static Attribute channelsFirst(Emitter &emitter) {
  return LayoutAttr::get(emitter.getContext(), Layout::ChannelsFirst);
}

/// Reads what all pools have; dilation is `{}` for those without.
static FailureOr<Pool> poolOf(Emitter &emitter, size_t spatial, const Operand &input, const Operand &kernel,
                              const Operand &stride, const Operand &padding, const Operand &dilation,
                              const Operand &ceilMode) {
  FailureOr<Batched> batched = batchedInput(emitter, input, spatial);
  FailureOr<SmallVector<int64_t>> k = emitter.requireInts(kernel, "kernel_size", spatial);
  bool noStride = stride.isNone() || (stride.isSequence() && stride.getElements().empty());
  FailureOr<SmallVector<int64_t>> s = noStride ? k : emitter.requireInts(stride, "stride", spatial);
  FailureOr<SmallVector<int64_t>> p = emitter.requireInts(padding, "padding", spatial);
  FailureOr<SmallVector<int64_t>> d = emitter.requireInts(dilation, "dilation", spatial);
  FailureOr<bool> ceil = emitter.requireBool(ceilMode, "ceil_mode");
  if (failed(batched) || failed(k) || failed(s) || failed(p) || failed(d) || failed(ceil))
    return failure();
  // The batch alone may be empty.
  SmallVector<Operand> sizes = emitter.sizes(batched->input);
  for (const Operand &size : llvm::drop_begin(sizes))
    if (failed(assumeAtLeast(emitter, size, 1, "dimensions of a pool's input other than the batch are not empty")))
      return failure();
  SmallVector<int64_t> extents, pads;
  for (size_t dim = 0; dim < spatial; ++dim) {
    if ((*k)[dim] <= 0 || (*s)[dim] <= 0 || (*d)[dim] <= 0)
      return emitter.fail("kernel size, stride and dilation must be greater than zero");
    if ((*p)[dim] < 0 || (*p)[dim] > (*k)[dim] / 2)
      return emitter.fail("pad should be smaller than or equal to half of kernel size");
    extents.push_back((*d)[dim] * ((*k)[dim] - 1) + 1);
    pads.push_back(2 * (*p)[dim]);
  }
  if (!*ceil && failed(assumeWindowsFit(emitter, batched->input, extents, pads)))
    return failure();
  if (*ceil && failed(assumeWindowsFit(emitter, batched->input, SmallVector<int64_t>(spatial, 1), pads)))
    return failure();
  return Pool{*batched, *k, *s, *p, *d, *ceil ? emitter.builder.getUnitAttr() : UnitAttr()};
}

/// The elements of each window, those in the padding replaced by the window's first one that is not.
static FailureOr<SmallVector<SmallVector<SmallVector<int64_t>>>> windowsOf(Emitter &emitter, const Pool &pool) {
  SmallVector<SmallVector<SmallVector<int64_t>>> result;
  for (auto [dim, kernel] : llvm::enumerate(pool.kernel)) {
    std::optional<int64_t> size = emitter.asInt(emitter.size(pool.input.input, dim + 2));
    if (!size)
      return emitter.fail("the indices of a pool of unknown size");
    int64_t stride = pool.stride[dim], padding = pool.padding[dim], dilation = pool.dilation[dim];
    int64_t room = *size + 2 * padding - dilation * (kernel - 1) - 1;
    int64_t count = (room + (pool.ceilMode ? stride - 1 : 0)) / stride + 1;
    // A last window must begin inside the input or the padding before it.
    if (pool.ceilMode && (count - 1) * stride >= *size + padding)
      --count;
    SmallVector<SmallVector<int64_t>> windows;
    for (int64_t i = 0; i < count; ++i) {
      SmallVector<int64_t> elements;
      for (int64_t k = 0; k < kernel; ++k)
        if (int64_t place = i * stride - padding + k * dilation; place >= 0 && place < *size)
          elements.push_back(place);
      if (elements.empty())
        return emitter.fail("a window of a pool lies in the padding");
      elements.resize(kernel, elements.front());
      llvm::sort(elements);
      windows.push_back(elements);
    }
    result.push_back(windows);
  }
  return result;
}

/// max_pool<n>d(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
template <size_t spatial> static Failable emitMaxPool(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<bool> indices = emitter.requireBool(operands[6], "return_indices");
  if (failed(indices))
    return failure();
  FailureOr<Pool> pool =
      poolOf(emitter, spatial, operands[0], operands[1], operands[2], operands[3], operands[4], operands[5]);
  if (failed(pool))
    return failure();
  if (*indices) {
    FailureOr<SmallVector<SmallVector<SmallVector<int64_t>>>> windows = windowsOf(emitter, *pool);
    return failed(windows) ? Failable(failure()) : emitPoolByWindows(emitter, pool->input, *windows, true);
  }
  Builder &builder = emitter.builder;
  return pool->input.finish(emitter,
                            emitter.op<nn::MaxPoolOp>(pool->input.input, builder.getDenseI64ArrayAttr(pool->kernel),
                                                      builder.getDenseI64ArrayAttr(pool->stride),
                                                      builder.getDenseI64ArrayAttr(pool->padding),
                                                      builder.getDenseI64ArrayAttr(pool->dilation), pool->ceilMode,
                                                      llvm::cast<LayoutAttr>(channelsFirst(emitter))));
}

/// avg_pool<n>d(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
template <size_t spatial> static Failable emitAvgPool(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Pool> pool =
      poolOf(emitter, spatial, operands[0], operands[1], operands[2], operands[3], emitter.integer(1), operands[4]);
  FailureOr<bool> countPad = emitter.requireBool(operands[5], "count_include_pad");
  if (failed(pool) || failed(countPad))
    return failure();
  Builder &builder = emitter.builder;
  IntegerAttr divisor;
  if (!operands[6].isNone()) {
    FailureOr<int64_t> value = emitter.requireInt(operands[6], "divisor_override");
    if (failed(value))
      return failure();
    if (*value == 0)
      return emitter.fail("divisor must be not zero");
    divisor = builder.getI64IntegerAttr(*value);
  }
  return pool->input.finish(emitter,
                            emitter.op<nn::AvgPoolOp>(pool->input.input, builder.getDenseI64ArrayAttr(pool->kernel),
                                                      builder.getDenseI64ArrayAttr(pool->stride),
                                                      builder.getDenseI64ArrayAttr(pool->padding), pool->ceilMode,
                                                      builder.getBoolAttr(*countPad), divisor,
                                                      llvm::cast<LayoutAttr>(channelsFirst(emitter))));
}

/// The sizes of an adaptive pool; None keeps the input's.
static FailureOr<SmallVector<Operand>> adaptiveSizes(Emitter &emitter, Value input, const Operand &operand,
                                                     size_t spatial) {
  SmallVector<Operand> sizes;
  if (operand.isSequence())
    sizes.assign(operand.getElements().begin(), operand.getElements().end());
  else if (auto array = operand.isConstant() ? dyn_cast_or_null<ArrayAttr>(operand.getConstant()) : ArrayAttr())
    sizes.assign(array.begin(), array.end());
  else
    sizes.assign(spatial, operand);
  if (sizes.size() == 1)
    sizes.assign(spatial, sizes.front());
  if (sizes.size() != spatial)
    return emitter.fail("output_size must have " + Twine(spatial) + " elements");
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (size.isNone())
      size = emitter.size(input, dim + 2);
    if (!size.isNumber() || (size.isValue() && !size.getValue().getType().isInteger(64)))
      return emitter.fail("output_size must be ints");
    if (failed(assumeAtLeast(emitter, size, 1, "an adaptive pool's size is positive")))
      return failure();
  }
  return sizes;
}

template <size_t spatial> static Failable emitAdaptiveAvgPool(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Batched> input = batchedInput(emitter, operands[0], spatial);
  if (failed(input))
    return failure();
  FailureOr<SmallVector<Operand>> sizes = adaptiveSizes(emitter, input->input, operands[1], spatial);
  if (failed(sizes) || failed(assumeWindowsFit(emitter, input->input, SmallVector<int64_t>(spatial, 1),
                                               SmallVector<int64_t>(spatial, 0))))
    return failure();
  return input->finish(emitter, emitter.op<nn::AdaptiveAvgPoolOp>(input->input,
                                                                  ArrayRef<OpFoldResult>(emitter.toFoldResults(*sizes)),
                                                                  Layout::ChannelsFirst));
}

/// Adaptive windows that all have one size are those of a plain pool; else their elements are chosen one by one.
template <size_t spatial> static Failable emitAdaptiveMaxPool(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Batched> input = batchedInput(emitter, operands[0], spatial);
  FailureOr<bool> indices = emitter.requireBool(operands[2], "return_indices");
  if (failed(input) || failed(indices))
    return failure();
  FailureOr<SmallVector<Operand>> sizes = adaptiveSizes(emitter, input->input, operands[1], spatial);
  if (failed(sizes))
    return failure();
  SmallVector<int64_t> kernel, zeros(spatial, 0), ones(spatial, 1);
  SmallVector<SmallVector<SmallVector<int64_t>>> windows;
  bool even = !*indices;
  for (size_t dim = 0; dim < spatial; ++dim) {
    std::optional<int64_t> size = emitter.asInt(emitter.size(input->input, dim + 2));
    std::optional<int64_t> known = emitter.asInt((*sizes)[dim]);
    if (!size || !known || *size == 0)
      return emitter.fail("an adaptive max pool of unknown size, or of nothing");
    int64_t count = *known, longest = 0;
    even &= *size % count == 0;
    kernel.push_back(*size / count);
    SmallVector<SmallVector<int64_t>> list;
    for (int64_t i = 0; i < count; ++i) {
      int64_t start = i * *size / count, end = ((i + 1) * *size + count - 1) / count;
      list.push_back(llvm::to_vector(llvm::seq<int64_t>(start, end)));
      longest = std::max(longest, end - start);
    }
    for (SmallVector<int64_t> &window : list)
      window.resize(longest, window.back());
    windows.push_back(list);
  }
  if (!even)
    return emitPoolByWindows(emitter, *input, windows, *indices);
  Builder &builder = emitter.builder;
  return input->finish(emitter, emitter.op<nn::MaxPoolOp>(input->input, builder.getDenseI64ArrayAttr(kernel),
                                                          builder.getDenseI64ArrayAttr(kernel),
                                                          builder.getDenseI64ArrayAttr(zeros),
                                                          builder.getDenseI64ArrayAttr(ones), UnitAttr(),
                                                          llvm::cast<LayoutAttr>(channelsFirst(emitter))));
}

void library::addPooling(Table &table) {
  StringRef maxSignature =
      "(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False)";
  StringRef plain = "(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False)";
  table.add("torch.nn.functional.max_pool1d", maxSignature, exceptFor(Ints | Bools, emitMaxPool<1>))
      .alias("torch.max_pool1d", plain);
  table.add("torch.nn.functional.max_pool2d", maxSignature, exceptFor(Bools, emitMaxPool<2>))
      .alias("torch.max_pool2d", plain);
  table.add("torch.nn.functional.max_pool3d", maxSignature, exceptFor(Bools, emitMaxPool<3>))
      .alias("torch.max_pool3d", plain);
  StringRef avgSignature =
      "(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None)";
  table.add("torch.nn.functional.avg_pool1d", avgSignature, emitAvgPool<1>).alias("torch.avg_pool1d");
  table.add("torch.nn.functional.avg_pool2d", avgSignature, emitAvgPool<2>);
  table.add("torch.nn.functional.avg_pool3d", avgSignature, exceptFor(Halves, emitAvgPool<3>));
  table.add("torch.nn.functional.adaptive_avg_pool1d", "(input, output_size)", emitAdaptiveAvgPool<1>)
      .alias("torch.adaptive_avg_pool1d");
  table.add("torch.nn.functional.adaptive_avg_pool2d", "(input, output_size)", emitAdaptiveAvgPool<2>);
  table.add("torch.nn.functional.adaptive_avg_pool3d", "(input, output_size)", emitAdaptiveAvgPool<3>);
  StringRef adaptive = "(input, output_size, return_indices=False)";
  table.add("torch.nn.functional.adaptive_max_pool1d", adaptive, exceptFor(Ints | Bools, emitAdaptiveMaxPool<1>));
  table.add("torch.nn.functional.adaptive_max_pool2d", adaptive, exceptFor(Ints | Bools, emitAdaptiveMaxPool<2>));
  table.add("torch.nn.functional.adaptive_max_pool3d", adaptive, exceptFor(Ints | Bools, emitAdaptiveMaxPool<3>));
}
