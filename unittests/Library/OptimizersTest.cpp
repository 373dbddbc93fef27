//===- OptimizersTest.cpp - three steps of each optimiser -----------------===//
//
// Runs natively; the numbers expected are those of torch 2.13 for the parameter
// [1, -2, 0.5] in float64 and the gradients k * [0.1, -0.2, 0.3], k = 1, 2, 3.
//
//===----------------------------------------------------------------------===//

#include "janus/Library/Optimizers.h"
#include "janus/Dialect/NN/Transforms/Differentiate.h"
#include "janus/InitAll.h"
#include "janus/Pipelines/Pipelines.h"
#include "janus/Runtime/janus.h"
#include "janus/Target/CPU/Jit.h"
#include "janus/Target/CPU/Units.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace janus;
using namespace janus::library;

namespace {

/// A tensor of three doubles, or of one float without dimensions.
struct Vector {
  double *allocated, *aligned;
  int64_t offset, size, stride;
};
struct Scalar {
  float *allocated, *aligned;
  int64_t offset;
};

using Values = std::array<double, 3>;

class OptimizersTest : public ::testing::Test {
protected:
  OptimizersTest() {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<nn::NNDialect, mlir::func::FuncDialect, mlir::math::MathDialect>();
  }

  /// Makes an entry of states (3 x f64; the last one f32 without dimensions if
  /// `counts`), a gradient and a learning rate. `emit` gives the new states.
  janus_entry compile(unsigned states, bool counts,
                      llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::OpBuilder &, mlir::ValueRange)> emit) {
    mlir::OpBuilder b(&context);
    mlir::Location loc = b.getUnknownLoc();
    mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(loc);
    auto vector = mlir::RankedTensorType::get({3}, b.getF64Type());
    llvm::SmallVector<mlir::Type> types(states, vector), arguments;
    if (counts)
      types.back() = mlir::RankedTensorType::get({}, b.getF32Type());
    arguments = types;
    arguments.append({vector, b.getF64Type()});
    b.setInsertionPointToEnd(module->getBody());
    auto function = mlir::func::FuncOp::create(b, loc, "f", b.getFunctionType(arguments, types));
    for (unsigned i = 0; i < states; ++i) {
      mlir::StringAttr path = b.getStringAttr("s" + llvm::Twine(i));
      function.setArgAttr(i, "janus.state", path);
      function.setResultAttr(i, "janus.update", path);
    }
    function.setArgAttr(states, "janus.arg", b.getStringAttr("grad"));
    function.setArgAttr(states + 1, "janus.arg", b.getStringAttr("lr"));
    b.setInsertionPointToStart(function.addEntryBlock());
    mlir::func::ReturnOp::create(b, loc, emit(b, function.getArguments()));
    EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
    EXPECT_TRUE(mlir::succeeded(nn::differentiate(*module)));
    EXPECT_TRUE(mlir::succeeded(lowerToLLVMDialect(*module)));
    auto objects = cpu::compileToObjects(*module);
    EXPECT_TRUE(mlir::succeeded(objects));
    jits.push_back(llvm::cantFail(cpu::Jit::create(cpu::runtimeSymbols())));
    for (const std::string &object : *objects)
      llvm::cantFail(jits.back()->addObject(object));
    return llvm::cantFail(jits.back()->lookupEntry("f"));
  }

  /// Step number `k` on the vectors in `states` and, if given, the counter.
  void step(janus_entry entry, int k, double lr, llvm::MutableArrayRef<Values> states, float *counter = nullptr) {
    Values grad = {0.1 * k, -0.2 * k, 0.3 * k};
    std::vector<Vector> vectors;
    for (Values &state : states)
      vectors.push_back({state.data(), state.data(), 0, 3, 1});
    vectors.push_back({grad.data(), grad.data(), 0, 3, 1});
    Scalar count = {counter, counter, 0};
    llvm::SmallVector<void *> arguments;
    for (size_t i = 0; i < states.size(); ++i)
      arguments.push_back(&vectors[i]);
    if (counter)
      arguments.push_back(&count);
    arguments.append({&vectors.back(), &lr});
    janus_context *run = janus_context_create(nullptr);
    EXPECT_EQ(janus_context_run(run, entry, arguments.data()), JANUS_OK);
    janus_context_destroy(run);
  }

  /// Three steps of SGD; returns parameter and momentum buffer.
  std::array<Values, 2> runSgd(const SgdOptions &options) {
    auto version = [&](bool first) {
      return compile(2, false, [&](mlir::OpBuilder &b, mlir::ValueRange a) {
        bool hasBuffer = options.momentum != 0.0 && !first;
        SgdState state =
            emitSgdStep(b, b.getUnknownLoc(), {a[0], hasBuffer ? a[1] : mlir::Value()}, a[2], a[3], options);
        EXPECT_EQ(bool(state.momentumBuffer), options.momentum != 0.0);
        return llvm::SmallVector<mlir::Value>{state.parameter, state.momentumBuffer ? state.momentumBuffer : a[1]};
      });
    };
    janus_entry first = version(true), later = version(false);
    std::array<Values, 2> states = {Values{1.0, -2.0, 0.5}, Values{}};
    for (int k = 1; k <= 3; ++k)
      step(k == 1 ? first : later, k, 0.1, states);
    return states;
  }

  /// Three steps of Adam; returns the parameter.
  Values runAdam(const AdamOptions &options) {
    unsigned vectors = options.amsgrad ? 4 : 3;
    janus_entry entry = compile(vectors + 1, true, [&](mlir::OpBuilder &b, mlir::ValueRange a) {
      AdamState state = {a[0], a[vectors], a[1], a[2], options.amsgrad ? a[3] : mlir::Value()};
      state = emitAdamStep(b, b.getUnknownLoc(), state, a[vectors + 1], a[vectors + 2], options);
      llvm::SmallVector<mlir::Value> results{state.parameter, state.expAvg, state.expAvgSq};
      if (options.amsgrad)
        results.push_back(state.maxExpAvgSq);
      results.push_back(state.step);
      return results;
    });
    std::vector<Values> states(vectors, Values{});
    states[0] = {1.0, -2.0, 0.5};
    float counter = 0;
    for (int k = 1; k <= 3; ++k)
      step(entry, k, 0.01, states, &counter);
    EXPECT_EQ(counter, 3.0f);
    return states[0];
  }

  static void expectNear(const Values &got, const Values &want) {
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(got[i], want[i], 1e-14) << "element " << i;
  }

  mlir::MLIRContext context;
  std::vector<std::unique_ptr<cpu::Jit>> jits;
};

TEST_F(OptimizersTest, Sgd) { expectNear(runSgd({})[0], {0.94, -1.88, 0.32}); }

TEST_F(OptimizersTest, SgdWithMomentumAndDecay) {
  SgdOptions options;
  options.momentum = 0.9;
  options.dampening = 0.25;
  options.weightDecay = 0.01;
  auto [parameter, buffer] = runSgd(options);
  expectNear(parameter, {0.9170581563125, -1.834116312625, 0.26337843909374997});
  expectNear(buffer, {0.4630009368750001, -0.9260018737500002, 1.3331943590625});
}

TEST_F(OptimizersTest, SgdWithNesterovUphill) {
  SgdOptions options;
  options.momentum = 0.9;
  options.nesterov = options.maximize = true;
  auto [parameter, buffer] = runSgd(options);
  expectNear(parameter, {1.1455899999999999, -2.2911799999999998, 0.93677});
  expectNear(buffer, {-0.5610000000000002, 1.1220000000000003, -1.6829999999999998});
}

TEST_F(OptimizersTest, Adam) {
  AdamOptions options;
  options.weightDecay = 0.1;
  expectNear(runAdam(options), {0.9702142066503179, -1.970216830273058, 0.4706109261680111});
}

TEST_F(OptimizersTest, AdamWithAmsgradUphill) {
  AdamOptions options;
  options.amsgrad = options.maximize = true;
  options.beta1 = 0.5;
  options.beta2 = 0.7;
  expectNear(runAdam(options), {1.0302753369169926, -2.0302753379347886, 0.5302753382740542});
}

TEST_F(OptimizersTest, AdamW) {
  AdamOptions options;
  options.weightDecay = 0.1;
  options.decoupled = true;
  expectNear(runAdam(options), {0.9678008103721331, -1.9648038083465955, 0.46929930950474963});
}

} // namespace
