//===- Random.cpp - torch's generator of random numbers -------------------===//

#include "Random.h"
#include "Torch.h"

#include "ATen/CPUGeneratorImpl.h"
#include "ATen/core/LegacyTypeDispatch.h"
#include "ATen/ops/bernoulli.h"
#include "ATen/ops/from_blob.h"
#include "ATen/ops/multinomial.h"
#include "ATen/ops/poisson.h"
#include "ATen/ops/randperm.h"
#include "janus/Runtime/tensor.h"
#include <ATen/record_function.h>
#include <cstddef>
#include <cstring>
#include <mutex>

namespace janus::dispatch {
namespace {

at::CPUGeneratorImpl &implOf(const at::Generator &generator) {
  return *static_cast<at::CPUGeneratorImpl *>(generator.unsafeGetGeneratorImpl());
}

void read(at::CPUGeneratorImpl &generator, janus_generator &state) {
  const at::mt19937_data_pod engine = generator.engine().data();
  static_assert(sizeof state.words == sizeof engine.state_ && offsetof(janus_generator, words) == 0);
  std::memcpy(state.words, engine.state_.data(), sizeof state.words);
  std::memset(reinterpret_cast<char *>(&state) + sizeof state.words, 0, sizeof state - sizeof state.words);
  state.seed = engine.seed_;
  state.left = engine.left_;
  state.next = engine.next_;
  state.seeded = engine.seeded_;
  if (std::optional<double> normal = generator.next_double_normal_sample()) {
    state.has_normal = 1;
    state.normal = *normal;
  }
  if (std::optional<float> normal = generator.next_float_normal_sample()) {
    state.has_normal_f32 = 1;
    state.normal_f32 = *normal;
  }
}

void write(at::CPUGeneratorImpl &generator, const janus_generator &state) {
  at::mt19937_data_pod data;
  std::memcpy(data.state_.data(), state.words, sizeof state.words);
  data.seed_ = state.seed;
  data.left_ = state.left;
  data.next_ = state.next;
  data.seeded_ = state.seeded != 0;
  // A copy: a new engine seeds itself, which takes longer than drawing does.
  static const at::mt19937 seeded;
  at::mt19937 engine = seeded;
  engine.set_data(data);
  generator.set_engine(engine);
  generator.set_next_double_normal_sample(state.has_normal ? std::optional(state.normal) : std::nullopt);
  generator.set_next_float_normal_sample(state.has_normal_f32 ? std::optional(state.normal_f32) : std::nullopt);
}

double number(int64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// A tensor over memory of native code's.
at::Tensor over(const void *data, int32_t dtype, c10::IntArrayRef sizes) {
  std::optional<c10::ScalarType> type = torchDtype(dtype);
  TORCH_CHECK(type, "unknown dtype ", dtype);
  return at::from_blob(const_cast<void *>(data), sizes, at::TensorOptions().dtype(*type));
}

void draw(const janus_draw_request &request, const at::Generator &generator) {
  at::Tensor values = over(request.values, request.dtype, {request.count});
  double first = number(request.first), second = number(request.second);
  switch (request.distribution) {
  case JANUS_UNIFORM:
    values.uniform_(first, second, generator);
    return;
  case JANUS_NORMAL:
    values.normal_(first, second, generator);
    return;
  case JANUS_BERNOULLI:
    values.bernoulli_(first, generator);
    return;
  case JANUS_INTEGERS:
    values.random_(request.first, request.second, generator);
    return;
  case JANUS_ANY_INTEGERS:
    values.random_(generator);
    return;
  case JANUS_EXPONENTIAL:
    values.exponential_(first, generator);
    return;
  case JANUS_GEOMETRIC:
    values.geometric_(first, generator);
    return;
  case JANUS_CAUCHY:
    values.cauchy_(first, second, generator);
    return;
  case JANUS_LOG_NORMAL:
    values.log_normal_(first, second, generator);
    return;
  case JANUS_PERMUTATION:
    at::randperm_out(values, request.count, generator);
    return;
  case JANUS_BERNOULLI_OF:
    values.bernoulli_(over(request.input, request.input_dtype, {request.input_count}), generator);
    return;
  case JANUS_POISSON_OF:
    values.copy_(at::poisson(over(request.input, request.input_dtype, {request.input_count}), generator));
    return;
  case JANUS_MULTINOMIAL: {
    // A row without columns is eager's to refuse.
    int64_t rows = request.first;
    TORCH_CHECK(rows > 0 && request.input_count > 0, "multinomial of nothing");
    at::Tensor input = over(request.input, request.input_dtype, {rows, request.input_count / rows});
    values.view({rows, request.count / rows})
        .copy_(at::multinomial(input, request.count / rows, /*replacement=*/request.second != 0, generator));
    return;
  }
  default:
    TORCH_CHECK(false, "unknown distribution ", request.distribution);
  }
}

} // namespace

void readGenerator(janus_generator &state) {
  at::Generator generator = at::detail::getDefaultCPUGenerator();
  std::lock_guard<std::mutex> lock(generator.mutex());
  read(implOf(generator), state);
}

void writeGenerator(const janus_generator &state) {
  at::Generator generator = at::detail::getDefaultCPUGenerator();
  std::lock_guard<std::mutex> lock(generator.mutex());
  write(implOf(generator), state);
}

int32_t drawNumbers(void *, const janus_draw_request *request, janus_generator *state) {
  thread_local at::Generator generator = at::detail::createCPUGenerator();
  try {
    at::AutoDispatchBelowADInplaceOrView below;
    at::DisableRecordFunctionGuard quiet;
    write(implOf(generator), *state);
    draw(*request, generator);
    read(implOf(generator), *state);
    return JANUS_OK;
  } catch (const std::exception &) {
    return JANUS_INVALID_ARGUMENT;
  }
}

} // namespace janus::dispatch
