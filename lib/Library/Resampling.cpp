//===- Resampling.cpp - images of another size, padding, windows ----------===//

#include "Formula.h"
#include "Sizes.h"
#include "Table.h"
#include "Windows.h"
#include <cmath>

using namespace mlir;
using namespace janus;
using namespace janus::library;

/// The known sizes of the dimensions from `first` on.
static FailureOr<SmallVector<int64_t>> knownSizes(const Formula &x, int64_t first) {
  SmallVector<int64_t> sizes;
  SmallVector<Operand> all = x.sizes();
  for (const Operand &size : llvm::drop_begin(all, first)) {
    std::optional<int64_t> known = x.emitter->asInt(size);
    if (!known)
      return x.emitter->fail("an image of unknown size");
    sizes.push_back(*known);
  }
  return sizes;
}

//===----------------------------------------------------------------------===//
// Interpolation
//===----------------------------------------------------------------------===//

namespace {
/// How one dimension is resampled; `scale` is the factor the caller gave.
struct Resampling {
  int64_t in, out;
  std::optional<double> scale;
  bool alignCorners;
};
/// Which elements make one of the result, and how much of each.
struct Taps {
  SmallVector<SmallVector<int64_t>> indices;
  SmallVector<SmallVector<double>> weights;
};
} // namespace

/// Source elements per result element, in the type that images of this type are computed in.
template <typename T> static T stepOf(const Resampling &r, bool alignCorners) {
  if (alignCorners)
    return r.out > 1 ? T(r.in - 1) / T(r.out - 1) : T(0);
  return r.scale ? T(1.0 / *r.scale) : T(r.in) / T(r.out);
}

template <typename T> static T sourcePlace(const Resampling &r, int64_t i, bool cubic) {
  T step = stepOf<T>(r, r.alignCorners);
  if (r.alignCorners)
    return step * T(i);
  T place = step * (T(i) + T(0.5)) - T(0.5);
  return !cubic && place < T(0) ? T(0) : place;
}

template <typename T> static Taps tapsOf(const Resampling &r, StringRef mode) {
  Taps taps;
  auto inside = [&](int64_t index) { return std::clamp<int64_t>(index, 0, r.in - 1); };
  bool nearest = mode == "nearest", exact = mode == "nearest-exact";
  unsigned count = nearest || exact ? 1 : mode == "bicubic" ? 4 : 2;
  taps.indices.resize(count);
  taps.weights.resize(count);
  for (int64_t i = 0; i < r.out; ++i) {
    auto add = [&](unsigned tap, int64_t index, T weight) {
      taps.indices[tap].push_back(inside(index));
      taps.weights[tap].push_back(double(weight));
    };
    if (nearest || exact) {
      T step = stepOf<T>(r, false);
      add(0, int64_t(std::floor(exact ? (T(i) + T(0.5)) * step : T(i) * step)), T(1));
      continue;
    }
    T place = sourcePlace<T>(r, i, count == 4);
    int64_t left = count == 4 ? int64_t(std::floor(place)) : std::min(int64_t(place), r.in - 1);
    T t = place - T(left);
    if (count == 2) {
      t = std::clamp<T>(t, T(0), T(1));
      add(0, left, T(1) - t);
      add(1, left + 1, t);
      continue;
    }
    constexpr T a = T(-0.75);
    auto near = [](T x) { return ((a + T(2)) * x - (a + T(3))) * x * x + T(1); };
    auto far = [](T x) { return ((a * x - T(5) * a) * x + T(8) * a) * x - T(4) * a; };
    add(0, left - 1, far(t + T(1)));
    add(1, left, near(t));
    add(2, left + 1, near(T(1) - t));
    add(3, left + 2, far(T(2) - t));
  }
  return taps;
}

/// Resamples one dimension: a sum of choices of its elements.
static Formula resampled(const Formula &x, int64_t dim, const Taps &taps) {
  if (x.isFailed())
    return x;
  Emitter &emitter = *x.emitter;
  Formula sum(emitter, Failable(failure()));
  for (auto [tap, indices] : llvm::enumerate(taps.indices)) {
    Formula part = x.indexSelect(dim, constants(emitter, indices));
    if (taps.indices.size() > 1) {
      SmallVector<Operand> line(x.rank(), emitter.integer(1));
      line[dim] = emitter.integer(indices.size());
      part = part * constants(emitter, taps.weights[tap], x.type()).reshape(line);
    }
    sum = tap ? sum + part : part;
  }
  return sum;
}

/// Numbers for each dimension of an image: one for all, or a sequence.
static SmallVector<Operand> forEach(Emitter &emitter, const Operand &operand, size_t count) {
  if (operand.isSequence())
    return SmallVector<Operand>(operand.getElements());
  if (auto array = operand.isConstant() ? dyn_cast_or_null<ArrayAttr>(operand.getConstant()) : ArrayAttr())
    return SmallVector<Operand>(array.begin(), array.end());
  return SmallVector<Operand>(count, operand);
}

/// interpolate(input, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias)
static Failable emitInterpolate(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = tensorOf(emitter, operands[0]);
  std::optional<StringRef> mode = emitter.asString(operands[3]);
  FailureOr<bool> antialias = emitter.requireBool(operands[6], "antialias");
  if (x.isFailed() || failed(antialias) || !mode)
    return emitter.fail("interpolate needs a mode known when compiling");
  int64_t spatial = x.rank() - 2;
  bool nearest = *mode == "nearest" || *mode == "nearest-exact", area = *mode == "area";
  int64_t wanted = *mode == "linear" ? 1 : *mode == "bilinear" || *mode == "bicubic" ? 2 : *mode == "trilinear" ? 3 : 0;
  if (spatial < 1 || spatial > 3 || (!nearest && !area && wanted != spatial) || *antialias)
    return emitter.fail("interpolate: the mode does not fit the number of dimensions, or antialias");
  bool aligned = false;
  if (!operands[4].isNone()) {
    FailureOr<bool> given = emitter.requireBool(operands[4], "align_corners");
    if (failed(given) || nearest || area)
      return emitter.fail("align_corners option can only be set with the interpolating modes");
    aligned = *given;
  }
  // 1. The sizes. Averages need none when compiling.
  if (area && !operands[1].isNone() && operands[2].isNone()) {
    std::string name = ("torch.nn.functional.adaptive_avg_pool" + Twine(spatial) + "d").str();
    return call(emitter, name, {operands[0], operands[1]});
  }
  FailureOr<SmallVector<int64_t>> in = knownSizes(x, 2);
  if (failed(in))
    return failure();
  SmallVector<Resampling> dims;
  bool bySize = !operands[1].isNone();
  if (bySize == !operands[2].isNone())
    return emitter.fail("either size or scale_factor should be defined");
  bool recompute = emitter.asBool(operands[5]).value_or(false);
  SmallVector<Operand> given = forEach(emitter, operands[bySize ? 1 : 2], spatial);
  if (int64_t(given.size()) != spatial)
    return emitter.fail("size or scale_factor must have an element for each dimension of the image");
  for (auto [size, operand] : llvm::zip(*in, given)) {
    FailureOr<double> value = emitter.requireFloat(operand, bySize ? "size" : "scale_factor");
    if (failed(value))
      return failure();
    int64_t out = bySize ? int64_t(*value) : int64_t(std::floor(double(size) * *value));
    if (size <= 0 || out <= 0)
      return emitter.fail("interpolate: input and output sizes should be greater than 0");
    bool keepsScale = !bySize && !recompute && *value > 0;
    dims.push_back({size, out, keepsScale ? std::optional<double>(*value) : std::nullopt, aligned});
  }
  emitter.contiguousResult = area;
  if (area) {
    std::vector<Operand> sizes;
    for (const Resampling &dim : dims)
      sizes.push_back(emitter.integer(dim.out));
    std::string name = ("torch.nn.functional.adaptive_avg_pool" + Twine(spatial) + "d").str();
    return call(emitter, name, {operands[0], Operand(std::move(sizes))});
  }
  if (!Emitter::isFloat(x.value()))
    return emitter.fail("interpolate of an integer tensor");
  // 2. One dimension after the other. What has 16 bits is computed in f32.
  Type type = x.type();
  bool half = type.getIntOrFloatBitWidth() == 16;
  if (half && !nearest)
    x = x.cast(emitter.builder.getF32Type());
  for (auto [index, dim] : llvm::enumerate(dims))
    x = resampled(x, index + 2, type.isF64() ? tapsOf<double>(dim, *mode) : tapsOf<float>(dim, *mode));
  return x.cast(type);
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

/// pad(input, pad, mode) that repeats what is there: pairs (before, after) from the last dimension on.
Failable library::emitPadByIndex(Emitter &emitter, const Operand &input, ArrayRef<int64_t> pads, StringRef mode) {
  Formula x = tensorOf(emitter, input);
  if (x.isFailed())
    return failure();
  int64_t count = pads.size() / 2, rank = x.rank();
  if (x.type().isInteger(1) && mode != "circular")
    return emitter.fail("not implemented for bool tensors");
  if (pads.size() % 2 || count < 1 || count > 3 || (rank != count + 1 && rank != count + 2))
    return emitter.fail("padding that repeats fits one to three dimensions behind one or two others");
  for (int64_t i = 0; i < count; ++i) {
    int64_t dim = rank - 1 - i, low = pads[2 * i], high = pads[2 * i + 1];
    std::optional<int64_t> size = emitter.asInt(x.sizes()[dim]);
    if (!size || *size == 0)
      return emitter.fail("padding that repeats a dimension of unknown size");
    int64_t longest = std::max(low, high);
    if ((mode == "reflect" && longest >= *size) || (mode == "circular" && longest > *size))
      return emitter.fail("padding size should be less than the corresponding input dimension");
    if (*size + low + high <= 0 || (mode == "circular" && std::min(low, high) < 0))
      return emitter.fail("negative padding leaves nothing");
    SmallVector<int64_t> indices;
    for (int64_t place = -low; place < *size + high; ++place) {
      int64_t index = std::clamp<int64_t>(place, 0, *size - 1);
      if (mode == "circular")
        index = (place + *size) % *size;
      else if (mode == "reflect")
        index = place < 0 ? -place : place >= *size ? 2 * (*size - 1) - place : place;
      indices.push_back(index);
    }
    if (low || high)
      x = x.indexSelect(dim, constants(emitter, indices));
    if (x.isFailed())
      return failure();
  }
  return x;
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

namespace {
/// Windows of an image's dimension.
struct Windows {
  int64_t kernel, dilation, padding, stride;
  int64_t count(int64_t size) const { return (size + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1; }
};
} // namespace

/// (kernel, dilation, padding, stride) for two dimensions.
static FailureOr<SmallVector<Windows>> windowsOf(Emitter &emitter, ArrayRef<Operand> operands) {
  SmallVector<SmallVector<int64_t>> numbers;
  for (auto [operand, name] :
       llvm::zip(operands, ArrayRef<StringRef>{"kernel_size", "dilation", "padding", "stride"})) {
    FailureOr<SmallVector<int64_t>> values = emitter.requireInts(operand, name, 2);
    if (failed(values))
      return failure();
    numbers.push_back(*values);
  }
  SmallVector<Windows> windows;
  for (int dim : {0, 1}) {
    windows.push_back({numbers[0][dim], numbers[1][dim], numbers[2][dim], numbers[3][dim]});
    const Windows &w = windows.back();
    if (w.kernel <= 0 || w.dilation <= 0 || w.padding < 0 || w.stride <= 0)
      return emitter.fail("kernel size, dilation and stride must be greater than zero, padding not negative");
  }
  return windows;
}

/// The places of all windows' elements in the padded dimension, element by element of the kernel.
static SmallVector<int64_t> windowPlaces(const Windows &w, int64_t count) {
  SmallVector<int64_t> places;
  for (int64_t k = 0; k < w.kernel; ++k)
    for (int64_t i = 0; i < count; ++i)
      places.push_back(i * w.stride + k * w.dilation);
  return places;
}

/// unfold(input, kernel_size, dilation, padding, stride): windows as columns.
static Failable emitUnfoldWindows(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Batched> batched = batchedInput(emitter, operands[0], 2);
  FailureOr<SmallVector<Windows>> windows = windowsOf(emitter, operands.drop_front());
  if (failed(batched) || failed(windows))
    return failure();
  Formula x(emitter, batched->input);
  FailureOr<SmallVector<int64_t>> image = knownSizes(x, 1);
  if (failed(image))
    return failure();
  int64_t counts[2], channels = (*image)[0];
  SmallVector<int64_t> padding = {0, 0};
  for (int dim : {0, 1}) {
    counts[dim] = (*windows)[dim].count((*image)[dim + 1]);
    padding.push_back((*windows)[dim].padding);
    int64_t extent = (*windows)[dim].dilation * ((*windows)[dim].kernel - 1) + 1;
    if ((*image)[dim + 1] + 2 * padding.back() < extent || (*image)[dim + 1] <= 0 || channels <= 0)
      return emitter.fail("the kernel is larger than the padded input");
  }
  Builder &builder = emitter.builder;
  if (padding[2] || padding[3])
    x = apply<nn::PadOp>(x, builder.getDenseI64ArrayAttr(padding), builder.getDenseI64ArrayAttr(padding),
                         builder.getF64FloatAttr(0));
  for (int dim : {0, 1})
    x = x.indexSelect(dim + 2, constants(emitter, windowPlaces((*windows)[dim], counts[dim])));
  if (x.isFailed())
    return failure();
  Operand batch = x.sizes().front();
  auto number = [&](int64_t value) { return emitter.integer(value); };
  int64_t kernel = (*windows)[0].kernel * (*windows)[1].kernel;
  x = x.reshape({batch, number(channels), number((*windows)[0].kernel), number(counts[0]), number((*windows)[1].kernel),
                 number(counts[1])})
          .permute({0, 1, 2, 4, 3, 5})
          .reshape({batch, number(channels * kernel), number(counts[0] * counts[1])});
  emitter.contiguousResult = true;
  return batched->finish(emitter, x);
}

/// fold(input, output_size, kernel_size, dilation, padding, stride): columns added up where their windows were.
static Failable emitFold(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = floatTensor(emitter, operands[0]);
  FailureOr<SmallVector<int64_t>> size = emitter.requireInts(operands[1], "output_size", 2);
  FailureOr<SmallVector<Windows>> windows = windowsOf(emitter, operands.drop_front(2));
  if (x.isFailed() || failed(size) || failed(windows))
    return failure();
  bool added = x.rank() == 2;
  if (added)
    x = x.unsqueeze(0);
  if (x.isFailed() || x.rank() != 3)
    return emitter.fail("fold expects columns of two or three dimensions");
  FailureOr<SmallVector<int64_t>> columns = knownSizes(x, 1);
  if (failed(columns))
    return failure();
  int64_t counts[2], padded[2], kernel = (*windows)[0].kernel * (*windows)[1].kernel;
  for (int dim : {0, 1}) {
    counts[dim] = (*windows)[dim].count((*size)[dim]);
    padded[dim] = (*size)[dim] + 2 * (*windows)[dim].padding;
    if (counts[dim] <= 0 || (*size)[dim] <= 0)
      return emitter.fail("the kernel is larger than the padded output");
  }
  if ((*columns)[0] % kernel || (*columns)[1] != counts[0] * counts[1])
    return emitter.fail("fold's columns do not fit its windows");
  int64_t channels = (*columns)[0] / kernel;
  Operand batch = x.sizes().front();
  auto number = [&](int64_t value) { return emitter.integer(value); };
  int64_t rows = (*windows)[0].kernel * counts[0], row = (*windows)[1].kernel * counts[1];
  x = x.reshape({batch, number(channels), number((*windows)[0].kernel), number((*windows)[1].kernel), number(counts[0]),
                 number(counts[1])})
          .permute({0, 1, 2, 4, 3, 5})
          .reshape({batch, number(channels), number(rows), number(row)});
  for (int dim : {1, 0}) {
    SmallVector<Operand> sizes = {batch, number(channels), number(rows), number(dim ? row : padded[1])};
    SmallVector<Operand> line(4, number(1)), target = sizes;
    SmallVector<int64_t> places = windowPlaces((*windows)[dim], counts[dim]);
    line[dim + 2] = number(places.size());
    target[dim + 2] = number(padded[dim]);
    Formula index = constants(emitter, places).reshape(line).broadcastTo(sizes);
    if (x.isFailed() || index.isFailed())
      return failure();
    Formula zeros(emitter, emitter.full(target, x.type(), emitter.integer(0)));
    x = Formula(emitter, emitter.op<nn::ScatterAddOp>(x.value(), zeros.value(), index.value(),
                                                      emitter.builder.getI64IntegerAttr(dim + 2)));
  }
  for (int dim : {0, 1})
    if ((*windows)[dim].padding)
      x = x.slice(dim + 2, number((*windows)[dim].padding), number((*size)[dim]));
  emitter.contiguousResult = true;
  return added ? x.squeeze(0) : x;
}

//===----------------------------------------------------------------------===//
// Pools with indices
//===----------------------------------------------------------------------===//

/// The elements of each of a dimension's windows; those of one are repeated to make them equally many.
static FailureOr<Operand> pooled(Emitter &emitter, const Batched &input,
                                 ArrayRef<SmallVector<SmallVector<int64_t>>> windows, bool indices) {
  Formula x(emitter, input.input);
  int64_t spatial = windows.size();
  FailureOr<SmallVector<int64_t>> image = knownSizes(x, 2);
  if (failed(image))
    return failure();
  // 1. [n, c, a, ka, b, kb, ...], and the same for the places in row-major order.
  int64_t total = 1, elements = 1;
  SmallVector<Operand> sizes(ArrayRef(x.sizes()).take_front(2)), counts(sizes), split(sizes);
  SmallVector<int64_t> order = {0, 1}, places = {0};
  for (auto [dim, list] : llvm::enumerate(windows)) {
    int64_t length = list.empty() ? 0 : list.front().size();
    SmallVector<int64_t> flat, next;
    for (const SmallVector<int64_t> &window : list)
      llvm::append_range(flat, window);
    x = x.indexSelect(dim + 2, constants(emitter, flat));
    split.append({emitter.integer(list.size()), emitter.integer(length)});
    counts.push_back(emitter.integer(list.size()));
    total *= int64_t(list.size());
    elements *= length;
    // The places so far times this dimension's.
    for (int64_t before : places)
      for (int64_t index : flat)
        next.push_back(before * (*image)[dim] + index);
    places = next;
  }
  for (int64_t dim = 0; dim < spatial; ++dim)
    order.push_back(2 + 2 * dim);
  for (int64_t dim = 0; dim < spatial; ++dim)
    order.push_back(3 + 2 * dim);
  SmallVector<Operand> lines = {sizes[0], sizes[1], emitter.integer(total), emitter.integer(elements)};
  x = x.reshape(split).permute(order).reshape(lines);
  if (x.isFailed())
    return failure();
  // 2. The first greatest of each window.
  Formula best = apply<nn::ArgmaxOp>(x, emitter.builder.getI64IntegerAttr(3), emitter.builder.getUnitAttr());
  Formula value = x.gather(3, best).reshape(counts);
  if (!indices)
    return Failable(input.finish(emitter, value));
  SmallVector<Operand> tableSizes = {emitter.integer(1), emitter.integer(1)};
  llvm::append_range(tableSizes, ArrayRef(split).drop_front(2));
  SmallVector<Operand> one = {emitter.integer(1), emitter.integer(1), lines[2], lines[3]};
  Formula table = constants(emitter, places).reshape(tableSizes).permute(order).reshape(one).broadcastTo(lines);
  Formula index = table.gather(3, best).reshape(counts);
  Failable values = input.finish(emitter, value), positions = input.finish(emitter, index);
  if (failed(values) || failed(positions))
    return failure();
  return Operand({*values, *positions});
}

Failable library::emitPoolByWindows(Emitter &emitter, const Batched &input,
                                    ArrayRef<SmallVector<SmallVector<int64_t>>> windows, bool indices) {
  return pooled(emitter, input, windows, indices);
}

/// max_unpool<n>d(input, indices, kernel_size, stride, padding, output_size): values put back to their places.
template <size_t spatial> static Failable emitMaxUnpool(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Batched> batched = batchedInput(emitter, operands[0], spatial);
  Formula index = tensorOf(emitter, operands[1], "indices");
  FailureOr<SmallVector<int64_t>> kernel = emitter.requireInts(operands[2], "kernel_size", spatial),
                                  stride = operands[3].isNone() ||
                                                   (operands[3].isSequence() && operands[3].getElements().empty())
                                               ? kernel
                                               : emitter.requireInts(operands[3], "stride", spatial),
                                  padding = emitter.requireInts(operands[4], "padding", spatial);
  if (failed(batched) || index.isFailed() || failed(kernel) || failed(stride) || failed(padding))
    return failure();
  Formula x(emitter, batched->input);
  FailureOr<SmallVector<int64_t>> image = knownSizes(x, 2);
  if (failed(image))
    return failure();
  SmallVector<int64_t> out;
  if (!operands[5].isNone()) {
    FailureOr<SmallVector<int64_t>> given = emitter.requireInts(operands[5], "output_size");
    if (failed(given) || given->size() < spatial || given->size() > spatial + 2)
      return emitter.fail("output_size should have an element for each dimension of the image");
    out.assign(given->end() - spatial, given->end());
  }
  for (size_t dim = 0; dim < spatial; ++dim) {
    int64_t natural = ((*image)[dim] - 1) * (*stride)[dim] + (*kernel)[dim] - 2 * (*padding)[dim];
    if (operands[5].isNone())
      out.push_back(natural);
    else if (std::abs(out[dim] - natural) >= (*stride)[dim])
      return emitter.fail("invalid output_size");
  }
  int64_t cells = 1, places = 1;
  for (size_t dim = 0; dim < spatial; ++dim) {
    cells *= out[dim];
    places *= (*image)[dim];
  }
  if (cells <= 0 || places <= 0 || !index.type().isInteger(64) ||
      index.rank() != (batched->added ? x.rank() - 1 : x.rank()))
    return emitter.fail("max_unpool needs an int64 index of the input's shape");
  for (int64_t dim = 1; dim <= index.rank(); ++dim)
    if (failed(emitter.assumeEqual(index.sizes()[index.rank() - dim], x.sizes()[x.rank() - dim],
                                   "max_unpool's indices have the input's shape")))
      return failure();
  SmallVector<Operand> lines = {x.sizes()[0], x.sizes()[1], emitter.integer(places)}, target = lines, result = lines;
  target[2] = emitter.integer(cells);
  result.pop_back();
  for (int64_t size : out)
    result.push_back(emitter.integer(size));
  Formula inside = (index >= 0) & (index < cells);
  if (inside.isFailed() || failed(emitter.assumeAll(inside.value(), "indices are inside the unpooled image")))
    return failure();
  Formula values = x.reshape(lines), where = index.reshape(lines);
  Formula zeros(emitter, emitter.full(target, x.type(), emitter.integer(0)));
  if (values.isFailed() || where.isFailed() || zeros.isFailed())
    return failure();
  Formula scattered(emitter, emitter.op<nn::ScatterOp>(nn::ScatterKind::Replace, values.value(), zeros.value(),
                                                       where.value(), uint64_t(2)));
  return batched->finish(emitter, scattered.reshape(result));
}

//===----------------------------------------------------------------------===//
// Normalisation by neighbours
//===----------------------------------------------------------------------===//

/// local_response_norm(input, size, alpha, beta, k): divided by the mean square of the channels around.
static Failable emitLocalResponse(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = floatTensor(emitter, operands[0]);
  FailureOr<int64_t> size = emitter.requireInt(operands[1], "size");
  FailureOr<double> alpha = emitter.requireFloat(operands[2], "alpha"),
                    beta = emitter.requireFloat(operands[3], "beta"), k = emitter.requireFloat(operands[4], "k");
  if (x.isFailed() || failed(size) || failed(alpha) || failed(beta) || failed(k))
    return failure();
  if (x.rank() < 3 || *size <= 0)
    return emitter.fail("local_response_norm expects 3D or higher dimensionality input and a positive size");
  SmallVector<Operand> sizes = x.sizes();
  if (failed(assumeAtLeast(emitter, emitter.product(sizes), 1, "local_response_norm is of a tensor that is not empty")))
    return failure();
  Formula squares =
      (x * x).reshape({sizes[0], emitter.integer(1), sizes[1], emitter.product(ArrayRef(sizes).drop_front(2))});
  Builder &builder = emitter.builder;
  Formula padded =
      apply<nn::PadOp>(squares, builder.getDenseI64ArrayAttr({0, 0, *size / 2, 0}),
                       builder.getDenseI64ArrayAttr({0, 0, (*size - 1) / 2, 0}), builder.getF64FloatAttr(0));
  Formula means =
      apply<nn::AvgPoolOp>(padded, builder.getDenseI64ArrayAttr({*size, 1}), builder.getDenseI64ArrayAttr({1, 1}),
                           builder.getDenseI64ArrayAttr({0, 0}), UnitAttr(), builder.getBoolAttr(true), IntegerAttr(),
                           LayoutAttr::get(emitter.getContext(), Layout::ChannelsFirst));
  Formula divisor = means.reshape(sizes) * *alpha + *k;
  return x / combine<nn::PowOp>(divisor, x.number(*beta));
}

/// rms_norm(input, normalized_shape, weight, eps)
static Failable emitRmsNorm(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = floatTensor(emitter, operands[0]);
  FailureOr<SmallVector<Operand>> shape = sizesOf(emitter, operands[1]);
  if (x.isFailed() || failed(shape))
    return failure();
  int64_t count = shape->size(), rank = x.rank();
  if (count == 0 || count > rank)
    return emitter.fail("rms_norm over more dimensions than there are, or none");
  if (failed(assumeAtLeast(emitter, emitter.product(x.sizes()), 1, "rms_norm is of a tensor that is not empty")))
    return failure();
  SmallVector<int64_t> dims;
  for (auto [dim, size] : llvm::enumerate(*shape)) {
    dims.push_back(rank - count + int64_t(dim));
    if (failed(emitter.assumeEqual(x.sizes()[dims.back()], size, "rms_norm's input has the normalized shape")))
      return failure();
  }
  Type type = x.type();
  Formula wide = x.cast(Emitter::computeType(type));
  // The machine epsilon: the distance from 1 to the next number.
  double eps =
      std::ldexp(1.0, 1 - int(APFloat::semanticsPrecision(llvm::cast<FloatType>(wide.type()).getFloatSemantics())));
  if (!operands[3].isNone()) {
    FailureOr<double> given = emitter.requireFloat(operands[3], "eps");
    if (failed(given))
      return failure();
    eps = *given;
  }
  Formula normal = wide * apply<nn::RsqrtOp>(mean(wide * wide, dims, true) + eps);
  if (!operands[2].isNone())
    normal = normal * floatTensor(emitter, operands[2], "weight");
  return normal.cast(type);
}

/// instance_norm(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps): of each channel of
/// each image by itself.
static Failable emitInstanceNorm(Emitter &emitter, ArrayRef<Operand> operands) {
  Formula x = floatTensor(emitter, operands[0]);
  FailureOr<bool> own = emitter.requireBool(operands[5], "use_input_stats");
  if (x.isFailed() || failed(own))
    return failure();
  if (x.rank() < 3)
    return emitter.fail("instance_norm expects at least three dimensions");
  if (!*own)
    return call(emitter, "torch.nn.functional.batch_norm",
                {operands[0], operands[1], operands[2], operands[3], operands[4], emitter.boolean(false), operands[6],
                 operands[7]});
  if (!operands[1].isNone() || !operands[2].isNone())
    return emitter.fail("instance_norm with running statistics");
  SmallVector<Operand> image = x.sizes();
  if (failed(assumeAtLeast(emitter, emitter.product(ArrayRef(image).drop_front(2)), 2,
                           "instance_norm has more than 1 spatial element")))
    return failure();
  return call(emitter, "torch.nn.functional.group_norm",
              {operands[0], x.sizes()[1], operands[3], operands[4], operands[7]});
}

void library::addResampling(Table &table) {
  auto add = [&](StringRef name, StringRef signature, EmitFn emit) {
    return table.add(("torch.nn.functional." + name).str(), signature, std::move(emit));
  };
  add("interpolate",
      "(input, size=None, scale_factor=None, mode='nearest', align_corners=None, recompute_scale_factor=None, "
      "antialias=False)",
      emitInterpolate);
  add("unfold", "(input, kernel_size, dilation=1, padding=0, stride=1)", exceptFor(Ints, emitUnfoldWindows));
  add("fold", "(input, output_size, kernel_size, dilation=1, padding=0, stride=1)", emitFold);
  StringRef unpool = "(input, indices, kernel_size, stride=None, padding=0, output_size=None)";
  add("max_unpool1d", unpool, exceptFor(Ints | Bools, emitMaxUnpool<1>));
  add("max_unpool2d", unpool, exceptFor(Ints | Bools, emitMaxUnpool<2>));
  add("max_unpool3d", unpool, exceptFor(Ints | Bools, emitMaxUnpool<3>));
  add("local_response_norm", "(input, size, alpha=0.0001, beta=0.75, k=1.0)", exceptFor(Halves, emitLocalResponse));
  add("rms_norm", "(input, normalized_shape, weight=None, eps=None)", emitRmsNorm).alias("torch.rms_norm");
  add("instance_norm",
      "(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, "
      "eps=1e-05)",
      emitInstanceNorm);
}
