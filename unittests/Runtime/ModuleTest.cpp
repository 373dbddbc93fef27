//===- ModuleTest.cpp - exported programs: run, state, files --------------===//

#include "janus/Runtime/janus.h"
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace {

struct Descriptor1 {
  float *allocated, *aligned;
  int64_t offset, size, stride;
};
struct Descriptor2 {
  float *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
};

/// Where the last run was told to put y.
float *placed = nullptr;

/// y = x * w (row by row), g = w, w += lr, n = rows.
int32_t entry(janus_context *context, void *const *arguments) {
  auto *x = static_cast<Descriptor2 *>(arguments[0]);
  auto *w = static_cast<Descriptor1 *>(arguments[1]);
  double lr = *static_cast<double *>(arguments[2]);
  auto *y = static_cast<float *>(janus_result(context, 0, JANUS_F32, 2, x->sizes));
  auto *g = static_cast<float *>(janus_result(context, 2, JANUS_F32, 1, &w->size));
  if (!y || !g)
    return JANUS_OUT_OF_MEMORY;
  placed = y;
  for (int64_t i = 0; i < x->sizes[0]; ++i)
    for (int64_t j = 0; j < 3; ++j)
      y[i * 3 + j] = x->aligned[i * 3 + j] * w->aligned[j];
  for (int64_t j = 0; j < 3; ++j) {
    g[j] = w->aligned[j];
    w->aligned[j] += static_cast<float>(lr);
  }
  janus_result_scalar(context, 1, x->sizes[0]);
  return JANUS_OK;
}

const float weights[] = {1, 2, 3};
// The bits of 0.5.
const char *signature = "janus 1 test\n"
                        "dim B 1 8\n"
                        "input x f32 B,3\n"
                        "state net.w f32 3 0\n"
                        "value lr f64 4602678819172646912\n"
                        "output y f32 B,3\n"
                        "scalar n i64\n"
                        "hidden net.w.grad f32 3\n"
                        "update net.w\n";
const janus_program program = {JANUS_ABI_VERSION, entry, signature, weights, sizeof(weights)};

struct Module : ::testing::Test {
  janus_module *module = nullptr;
  float x[6] = {1, 1, 1, 2, 2, 2};
  int64_t sizes[2] = {2, 3};
  janus_tensor input = janus_tensor_of(x, JANUS_F32, 2, sizes), y{}, n{};
  std::string path = ::testing::TempDir() + "janus_module_test.safetensors";

  Module() { EXPECT_EQ(janus_module_create(&program, nullptr, &module), JANUS_OK); }
  ~Module() override {
    janus_module_destroy(module);
    std::free(y.data);
    std::free(n.data);
    std::remove(path.c_str());
  }
  int32_t run() {
    const janus_tensor *inputs[] = {&input};
    janus_tensor *outputs[] = {&y, &n};
    return janus_module_run(module, inputs, outputs);
  }
  std::string message() { return janus_module_message(module); }
};

TEST_F(Module, RunsAndKeepsState) {
  janus_tensor tensor;
  EXPECT_EQ(janus_module_get(module, "net.w.grad", &tensor), JANUS_INVALID_ARGUMENT);
  ASSERT_EQ(run(), JANUS_OK) << message();
  EXPECT_EQ(y.rank, 2);
  EXPECT_EQ(y.sizes[0], 2);
  EXPECT_EQ(static_cast<float *>(y.data)[5], 6);
  EXPECT_EQ(*static_cast<int64_t *>(n.data), 2);
  ASSERT_EQ(janus_module_get(module, "net.w", &tensor), JANUS_OK);
  EXPECT_EQ(static_cast<float *>(tensor.data)[2], 3.5f);
  ASSERT_EQ(janus_module_get(module, "net.w.grad", &tensor), JANUS_OK);
  EXPECT_EQ(static_cast<float *>(tensor.data)[2], 3);
}

TEST_F(Module, FillsTheCallersMemory) {
  float own[6] = {};
  int64_t rows = 0;
  int64_t ySizes[] = {2, 3};
  janus_tensor into = janus_tensor_of(own, JANUS_F32, 2, ySizes), count = janus_tensor_of(&rows, JANUS_I64, 0, nullptr);
  const janus_tensor *inputs[] = {&input};
  janus_tensor *outputs[] = {&into, &count};
  ASSERT_EQ(janus_module_run(module, inputs, outputs), JANUS_OK) << message();
  EXPECT_EQ(own[5], 6);
  EXPECT_EQ(rows, 2);
  ySizes[0] = 3;
  EXPECT_EQ(janus_module_run(module, inputs, outputs), JANUS_INVALID_ARGUMENT);
  EXPECT_EQ(message(), "y: size 0 (B) is 3, but 2 elsewhere");
}

/// Entries store whole vectors, so a result for memory at another place than a
/// multiple of 64 bytes is computed elsewhere and copied, to that place alone.
TEST_F(Module, FillsMemoryThatIsNotAligned) {
  int runs = 0; // each adds lr to w
  for (size_t shift : {0, 1, 4, 20, 63}) {
    alignas(64) unsigned char memory[64 + sizeof(x) + 64];
    std::memset(memory, 0xAB, sizeof(memory));
    janus_tensor into = janus_tensor_of(memory, JANUS_F32, 2, sizes);
    into.byte_offset = shift;
    int64_t number[2] = {-1, -1};
    janus_tensor count = janus_tensor_of(number, JANUS_I64, 0, nullptr);
    count.byte_offset = sizeof(int64_t);
    const janus_tensor *inputs[] = {&input};
    janus_tensor *outputs[] = {&into, &count};
    ASSERT_EQ(janus_module_run(module, inputs, outputs), JANUS_OK) << message();
    EXPECT_EQ(reinterpret_cast<uintptr_t>(placed) % 64, 0u);
    EXPECT_EQ(reinterpret_cast<unsigned char *>(placed) == memory, shift == 0);
    float step = 0.5f * static_cast<float>(runs++);
    float found[6], wanted[] = {1 + step, 2 + step, 3 + step, 2 + 2 * step, 4 + 2 * step, 6 + 2 * step};
    std::memcpy(found, memory + shift, sizeof(found));
    EXPECT_EQ(std::memcmp(found, wanted, sizeof(wanted)), 0) << shift;
    for (size_t i = 0; i < sizeof(memory); ++i)
      if (i < shift || i >= shift + sizeof(found))
        EXPECT_EQ(memory[i], 0xAB) << shift << ": byte " << i;
    EXPECT_EQ(number[0], -1);
    EXPECT_EQ(number[1], 2);
  }
}

TEST_F(Module, BadInputsAreNamed) {
  auto expect = [&](const char *text) {
    EXPECT_EQ(run(), JANUS_INVALID_ARGUMENT);
    EXPECT_EQ(message(), text);
  };
  sizes[1] = 4;
  expect("x: size 1 is 4, not 3");
  sizes[1] = 3;
  sizes[0] = 9;
  expect("x: size 0 (B) is 9, outside 1 to 8");
  sizes[0] = -1;
  expect("x: size 0 is negative");
  sizes[0] = 2;
  input.type_bits = 64;
  expect("x: dtype is f64, not f32");
  input.type_bits = 7;
  expect("x: dtype is unknown, not f32");
  input.type_bits = 32;
  input.rank = 1;
  expect("x: rank is 1, not 2");
  input.rank = 2;
  int64_t strides[] = {1, 2};
  input.strides = strides;
  expect("x: is not contiguous in row-major order");
  input.strides = nullptr;
  input.data = nullptr;
  expect("x: has no data");
  input.data = x;
  input.device_type = 2;
  expect("x: is not in the CPU's memory");
  input.device_type = 1;
  input.sizes = nullptr;
  expect("x: has no sizes");
  EXPECT_EQ(janus_module_run(nullptr, nullptr, nullptr), JANUS_INVALID_ARGUMENT);
  EXPECT_EQ(janus_module_run(module, nullptr, nullptr), JANUS_INVALID_ARGUMENT);
}

TEST_F(Module, SetsByName) {
  float w[] = {10, 20, 30};
  int64_t three[] = {3};
  janus_tensor tensor = janus_tensor_of(w, JANUS_F32, 1, three);
  ASSERT_EQ(janus_module_set(module, "net.w", &tensor), JANUS_OK);
  double lr = 2;
  janus_tensor number = janus_tensor_of(&lr, JANUS_F64, 0, nullptr);
  ASSERT_EQ(janus_module_set(module, "lr", &number), JANUS_OK);
  ASSERT_EQ(run(), JANUS_OK);
  EXPECT_EQ(static_cast<float *>(y.data)[2], 30);
  janus_tensor after;
  janus_module_get(module, "net.w", &after);
  EXPECT_EQ(static_cast<float *>(after.data)[0], 12);
  EXPECT_EQ(janus_module_set(module, "net.v", &tensor), JANUS_INVALID_ARGUMENT);
  EXPECT_EQ(message(), "no state is called net.v");
  three[0] = 4;
  EXPECT_EQ(janus_module_set(module, "net.w", &tensor), JANUS_INVALID_ARGUMENT);
}

TEST_F(Module, SavesAndLoads) {
  ASSERT_EQ(run(), JANUS_OK);
  ASSERT_EQ(janus_module_save(module, path.c_str()), JANUS_OK);
  janus_module *other = nullptr;
  ASSERT_EQ(janus_module_create(&program, path.c_str(), &other), JANUS_OK);
  janus_tensor tensor;
  ASSERT_EQ(janus_module_get(other, "net.w", &tensor), JANUS_OK);
  EXPECT_EQ(static_cast<float *>(tensor.data)[2], 3.5f);
  janus_module_destroy(other);
  EXPECT_EQ(janus_module_save(module, "/nonexistent/x"), JANUS_IO_ERROR);
  EXPECT_EQ(message(), "/nonexistent/x: cannot be written");
  EXPECT_EQ(janus_module_load(module, "/nonexistent/x"), JANUS_IO_ERROR);
}

/// Every truncation and every flipped byte of the header is refused or reads the
/// same tensors; none crashes, and a refused file changes nothing.
TEST_F(Module, DamagedFilesChangeNothing) {
  ASSERT_EQ(janus_module_save(module, path.c_str()), JANUS_OK);
  std::ifstream file(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), {});
  auto load = [&](const std::string &content) {
    std::ofstream(path, std::ios::binary) << content;
    int32_t status = janus_module_load(module, path.c_str());
    if (status != JANUS_OK) {
      janus_tensor tensor;
      janus_module_get(module, "net.w", &tensor);
      EXPECT_EQ(std::memcmp(tensor.data, weights, sizeof(weights)), 0);
      EXPECT_FALSE(message().empty());
    }
    return status;
  };
  for (size_t length = 0; length < bytes.size(); ++length)
    EXPECT_NE(load(bytes.substr(0, length)), JANUS_OK) << length;
  size_t header = bytes.size() - 12 - 8;
  for (size_t i = 0; i < header; ++i)
    for (char flip : {1, 32, -128}) {
      std::string damaged = bytes;
      damaged[i] ^= flip;
      load(damaged);
    }
}

TEST_F(Module, StateBesideTheProgramMustBeGiven) {
  ASSERT_EQ(janus_module_save(module, path.c_str()), JANUS_OK);
  janus_program beside = {JANUS_ABI_VERSION, entry, signature, nullptr, 0};
  const janus_tensor *inputs[] = {&input};
  janus_tensor *outputs[] = {&y, &n};
  for (bool set : {false, true}) {
    janus_module *other = nullptr;
    ASSERT_EQ(janus_module_create(&beside, nullptr, &other), JANUS_OK);
    EXPECT_EQ(janus_module_run(other, inputs, outputs), JANUS_INVALID_ARGUMENT);
    EXPECT_NE(std::string(janus_module_message(other)).find("the state is beside the program"), std::string::npos);
    int64_t three = 3;
    float values[] = {1, 2, 3};
    janus_tensor given = janus_tensor_of(values, JANUS_F32, 1, &three);
    EXPECT_EQ(set ? janus_module_set(other, "net.w", &given) : janus_module_load(other, path.c_str()), JANUS_OK);
    EXPECT_EQ(janus_module_run(other, inputs, outputs), JANUS_OK);
    std::free(y.data);
    std::free(n.data);
    y = {};
    n = {};
    janus_module_destroy(other);
  }
}

/// y = x * 2w, of which 2w is kept; with x = 0 it fails once it has been filled.
int32_t keepingEntry(janus_context *context, void *const *arguments) {
  auto *x = static_cast<Descriptor2 *>(arguments[0]);
  auto *w = static_cast<Descriptor1 *>(arguments[1]);
  int32_t stale = 0;
  auto *twice = static_cast<float *>(janus_kept(context, 3 * sizeof(float), &stale));
  for (int64_t j = 0; stale && j < 3; ++j)
    twice[j] = 2 * w->aligned[j];
  if (x->aligned[0] == 0)
    return JANUS_OUT_OF_MEMORY;
  auto *y = static_cast<float *>(janus_result(context, 0, JANUS_F32, 2, x->sizes));
  for (int64_t j = 0; j < 3; ++j)
    y[j] = x->aligned[j] * twice[j];
  janus_result_scalar(context, 1, stale);
  return JANUS_OK;
}

TEST(Keeping, IsFilledAgainWhenStateMayHaveChanged) {
  const char *signature = "janus 1 test\ninput x f32 1,3\nstate w f32 3 0\noutput y f32 1,3\nscalar stale i64\n";
  const janus_program program = {JANUS_ABI_VERSION, keepingEntry, signature, weights, sizeof(weights)};
  janus_module *module;
  ASSERT_EQ(janus_module_create(&program, nullptr, &module), JANUS_OK);
  float x[3] = {1, 1, 1}, y[3];
  int64_t sizes[] = {1, 3}, stale;
  janus_tensor in = janus_tensor_of(x, JANUS_F32, 2, sizes), out = janus_tensor_of(y, JANUS_F32, 2, sizes),
               number = janus_tensor_of(&stale, JANUS_I64, 0, nullptr);
  auto run = [&] {
    const janus_tensor *inputs[] = {&in};
    janus_tensor *outputs[] = {&out, &number};
    return janus_module_run(module, inputs, outputs);
  };
  ASSERT_EQ(run(), JANUS_OK) << janus_module_message(module);
  EXPECT_EQ(stale, 1);
  ASSERT_EQ(run(), JANUS_OK);
  EXPECT_EQ(stale, 0);
  EXPECT_EQ(y[2], 6);
  float other[] = {4, 5, 6};
  int64_t three = 3;
  janus_tensor w = janus_tensor_of(other, JANUS_F32, 1, &three);
  ASSERT_EQ(janus_module_set(module, "w", &w), JANUS_OK);
  ASSERT_EQ(run(), JANUS_OK);
  EXPECT_EQ(stale, 1);
  EXPECT_EQ(y[2], 12);
  // The caller may write into what it gets.
  ASSERT_EQ(janus_module_get(module, "w", &w), JANUS_OK);
  static_cast<float *>(w.data)[2] = 1;
  ASSERT_EQ(run(), JANUS_OK);
  EXPECT_EQ(y[2], 2);
  // What a call that failed has filled is not relied on.
  x[0] = 0;
  EXPECT_EQ(run(), JANUS_OUT_OF_MEMORY);
  x[0] = 1;
  ASSERT_EQ(run(), JANUS_OK);
  EXPECT_EQ(stale, 1);
  janus_module_destroy(module);
}

TEST(Program, BadSignaturesAreRefused) {
  for (const char *text :
       {"", "janus 2 x\n", "janus 1 x\ninput\n", "janus 1 x\ninput a f99 3\n", "janus 1 x\ninput a f32\n",
        "janus 1 x\ninput a f32 3,Q\n", "janus 1 x\nstate a f32 ? 0\n", "janus 1 x\nstate a f32 3\n",
        "janus 1 x\nstate a f32 3 4\n", "janus 1 x\nstate a f32 3 -4\n", "janus 1 x\noutput a f32 3\ninput b f32 3\n",
        "janus 1 x\ndim\n", "janus 1 x\nthing\n", "janus 1 x\nvalue a f64\n",
        "janus 1 x\ninput a f32 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1\n"}) {
    janus_program bad = {JANUS_ABI_VERSION, entry, text, weights, sizeof(weights)};
    janus_module *module = nullptr;
    EXPECT_NE(janus_module_create(&bad, nullptr, &module), JANUS_OK) << text;
    EXPECT_EQ(module, nullptr);
  }
  janus_program old = {JANUS_ABI_VERSION + 1, entry, signature, weights, sizeof(weights)};
  janus_module *module = nullptr;
  EXPECT_EQ(janus_module_create(&old, nullptr, &module), JANUS_INVALID_ARGUMENT);
  EXPECT_STREQ(janus_module_message(nullptr), "the program is of another ABI version than the runtime (1)");
  EXPECT_EQ(janus_module_create(&program, "/nonexistent/w", &module), JANUS_IO_ERROR);
  EXPECT_STREQ(janus_module_message(nullptr), "/nonexistent/w: cannot be opened");
}

} // namespace
