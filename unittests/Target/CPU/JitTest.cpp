//===- JitTest.cpp - from linalg text to a call ----------------------------===//

#include "janus/Target/CPU/Jit.h"
#include "janus/InitAll.h"
#include "janus/Pipelines/Pipelines.h"
#include "janus/Target/CPU/Units.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <vector>

using namespace janus;

namespace {

struct Vector {
  float *allocated, *aligned;
  int64_t offset, size, stride;
};

class JitTest : public ::testing::Test {
protected:
  JitTest() {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    mlir.appendDialectRegistry(registry);
  }

  /// Compiles `text` and returns its entry @f.
  janus_entry compile(llvm::StringRef text) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &mlir);
    EXPECT_TRUE(module && mlir::succeeded(lowerToLLVMDialect(*module)));
    auto objects = cpu::compileToObjects(*module);
    EXPECT_TRUE(mlir::succeeded(objects));
    jit = llvm::cantFail(cpu::Jit::create(cpu::runtimeSymbols()));
    for (const std::string &object : *objects)
      llvm::cantFail(jit->addObject(object));
    return llvm::cantFail(jit->lookupEntry("f"));
  }

  mlir::MLIRContext mlir;
  std::unique_ptr<cpu::Jit> jit;
};

TEST_F(JitTest, UpdatesInPlaceAndReturnsNumbers) {
  janus_entry entry = compile(R"(
    func.func @f(%w: tensor<?xf32> {janus.state = "w"}, %n: i64 {janus.state = "n"})
        -> (tensor<?xf32> {janus.update = "w"}, i64 {janus.update = "n"}, i64 {janus.result = 0 : i64}) {
      %0 = arith.addf %w, %w : tensor<?xf32>
      %c1 = arith.constant 1 : i64
      %1 = arith.addi %n, %c1 : i64
      return %0, %1, %n : tensor<?xf32>, i64, i64
    })");
  float data[] = {-1, 1, 2, 3};
  Vector w = {data, data, 1, 3, 1}; // the first element lies before the tensor
  int64_t n = 41;
  void *arguments[] = {&w, &n};
  janus_context *context = janus_context_create(nullptr);
  EXPECT_EQ(janus_context_run(context, entry, arguments), JANUS_OK);
  EXPECT_EQ(data[0], -1);
  EXPECT_EQ(data[1], 2);
  EXPECT_EQ(data[3], 6);
  EXPECT_EQ(n, 42);
  EXPECT_EQ(janus_context_scalar(context, 0), 41);
  janus_context_destroy(context);
}

TEST_F(JitTest, BrokenAssumptionWritesNothing) {
  janus_entry entry = compile(R"(
    func.func @f(%w: tensor<?xf32> {janus.state = "w"}, %n: i64 {janus.arg = "n"})
        -> (tensor<?xf32> {janus.update = "w"}) {
      %0 = arith.addf %w, %w : tensor<?xf32>
      %c1 = arith.constant 1 : i64
      %ok = arith.cmpi eq, %n, %c1 : i64
      janus.assume %ok, 5, "n == 1"
      return %0 : tensor<?xf32>
    })");
  float data[] = {1, 2, 3};
  Vector w = {data, data, 0, 3, 1};
  int64_t n = 2;
  void *arguments[] = {&w, &n};
  janus_context *context = janus_context_create(nullptr);
  EXPECT_EQ(janus_context_run(context, entry, arguments), JANUS_ASSUMPTION_BROKEN);
  EXPECT_EQ(janus_context_assumption(context), 5);
  EXPECT_EQ(data[0], 1);
  n = 1;
  EXPECT_EQ(janus_context_run(context, entry, arguments), JANUS_OK);
  EXPECT_EQ(data[0], 2);
  janus_context_destroy(context);
}

TEST_F(JitTest, FunctionsAreKnownOnceLinked) {
  jit = llvm::cantFail(cpu::Jit::create(cpu::runtimeSymbols(), {/*functions=*/true, /*debugger=*/true}));
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "func.func @f(%n: i64 {janus.arg = \"n\"}) -> (i64 {janus.result = 0 : i64}) { return %n : i64 }", &mlir);
  ASSERT_TRUE(module && mlir::succeeded(lowerToLLVMDialect(*module)));
  auto objects = cpu::compileToObjects(*module);
  ASSERT_TRUE(mlir::succeeded(objects));
  for (const std::string &object : *objects)
    llvm::cantFail(jit->addObject(object));
  EXPECT_TRUE(jit->takeFunctions().empty());
  janus_entry entry = llvm::cantFail(jit->lookupEntry("f"));
  std::vector<cpu::Jit::Function> found = jit->takeFunctions();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].name, "janus_entry_f");
  EXPECT_EQ(found[0].address, reinterpret_cast<uint64_t>(entry));
  EXPECT_GT(found[0].size, 0u);
  EXPECT_TRUE(jit->takeFunctions().empty());
}

/// Results that no host can give.
void *noMemory(void *, int32_t, int32_t, int32_t, const int64_t *) { return nullptr; }

TEST_F(JitTest, LackOfMemoryWritesNothing) {
  janus_entry entry = compile(R"(
    func.func @f(%w: tensor<?xf32> {janus.state = "w"})
        -> (tensor<?xf32> {janus.update = "w"}, tensor<?xf32> {janus.result = 0 : i64}) {
      %0 = arith.addf %w, %w : tensor<?xf32>
      %1 = arith.mulf %w, %0 : tensor<?xf32>
      return %0, %1 : tensor<?xf32>, tensor<?xf32>
    })");
  float data[] = {1, 2, 3};
  Vector w = {data, data, 0, 3, 1};
  void *arguments[] = {&w};
  janus_host host = {};
  host.result = noMemory;
  janus_context *context = janus_context_create(&host);
  EXPECT_EQ(janus_context_run(context, entry, arguments), JANUS_OUT_OF_MEMORY);
  EXPECT_EQ(data[0], 1);
  EXPECT_EQ(data[2], 3);
  janus_context_destroy(context);
}

/// Runs a loop in pieces of the grain, last first, as threads might.
void inPieces(void *user, janus_loop_body body, void *data, int64_t n, int64_t grain) {
  ++*static_cast<int *>(user);
  for (int64_t begin = (n - 1) / grain * grain; begin >= 0; begin -= grain)
    body(data, begin, std::min(begin + grain, n));
}

TEST_F(JitTest, SplitLoopsComputeTheSame) {
  janus_entry entry = compile(R"(
    func.func @f(%x: tensor<192x128xf32> {janus.arg = "x"}, %y: tensor<128x256xf32> {janus.arg = "y"})
        -> (tensor<192x256xf32> {janus.result = 0 : i64}) {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<192x256xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<192x256xf32>) -> tensor<192x256xf32>
      %0 = linalg.matmul ins(%x, %y : tensor<192x128xf32>, tensor<128x256xf32>) outs(%f : tensor<192x256xf32>)
          -> tensor<192x256xf32>
      %1 = math.sqrt %0 : tensor<192x256xf32>
      return %1 : tensor<192x256xf32>
    })");
  std::vector<float> x(192 * 128), y(128 * 256);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = float(i % 7);
  for (size_t i = 0; i < y.size(); ++i)
    y[i] = float(i % 5);
  int64_t describeX[] = {int64_t(x.data()), int64_t(x.data()), 0, 192, 128, 128, 1};
  int64_t describeY[] = {int64_t(y.data()), int64_t(y.data()), 0, 128, 256, 256, 1};
  void *arguments[] = {describeX, describeY};
  int splits = 0;
  janus_host host = {};
  host.parallel_for = inPieces;
  host.loop_user = &splits;
  janus_context *split = janus_context_create(&host), *whole = janus_context_create(nullptr);
  ASSERT_EQ(janus_context_run(split, entry, arguments), JANUS_OK);
  ASSERT_EQ(janus_context_run(whole, entry, arguments), JANUS_OK);
  EXPECT_GT(splits, 0);
  auto *a = static_cast<float *>(janus_context_take(split, 0)), *b = static_cast<float *>(janus_context_take(whole, 0));
  EXPECT_EQ(std::vector<float>(a, a + 192 * 256), std::vector<float>(b, b + 192 * 256));
  float sum = 0;
  for (int k = 0; k < 128; ++k)
    sum += x[k] * y[k * 256];
  EXPECT_FLOAT_EQ(a[0], std::sqrt(sum));
  free(a);
  free(b);
  janus_context_destroy(split);
  janus_context_destroy(whole);
}

TEST_F(JitTest, DamagedObjectIsAnError) {
  jit = llvm::cantFail(cpu::Jit::create());
  EXPECT_TRUE(llvm::errorToBool(jit->addObject("no object")));
  auto missing = jit->lookupEntry("nothing");
  EXPECT_TRUE(llvm::errorToBool(missing.takeError()));
}

} // namespace
