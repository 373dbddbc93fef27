//===- UnitsTest.cpp - kernels as objects of their own ---------------------===//

#include "janus/Target/CPU/Units.h"
#include "janus/InitAll.h"
#include "janus/Pipelines/Pipelines.h"
#include "janus/Target/CPU/Jit.h"
#include "janus/Target/CPU/ObjectCache.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

using namespace janus;

namespace {

using Module = mlir::OwningOpRef<mlir::ModuleOp>;

class UnitsTest : public ::testing::Test {
protected:
  UnitsTest() {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    mlir.appendDialectRegistry(registry);
  }
  void SetUp() override { ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("janus-units", directory)); }
  void TearDown() override { llvm::sys::fs::remove_directories(directory); }

  Module parse(llvm::StringRef text) { return mlir::parseSourceString<mlir::ModuleOp>(text, &mlir); }

  /// An entry @f that adds x to itself, so many times, and then subtracts 1.
  Module lowerSum(unsigned times) {
    std::string text = R"(
      func.func @f(%x: tensor<?x64xf32> {janus.arg = "x"}) -> (tensor<?x64xf32> {janus.result = 0 : i64}) {
        %one = arith.constant dense<1.0> : tensor<64xf32>
        %x0 = arith.addf %x, %x : tensor<?x64xf32>
        %c0 = arith.constant 0 : index
        %n = tensor.dim %x, %c0 : tensor<?x64xf32>
        %e = tensor.empty(%n) : tensor<?x64xf32>
        %t = linalg.broadcast ins(%one : tensor<64xf32>) outs(%e : tensor<?x64xf32>) dimensions = [0]
    )";
    std::string last = "%x0";
    llvm::raw_string_ostream stream(text);
    for (unsigned i = 1; i < times; ++i) {
      stream << "%x" << i << " = math.exp " << last << " : tensor<?x64xf32>\n";
      last = "%x" + std::to_string(i);
    }
    stream << "%r = arith.subf " << last << ", %t : tensor<?x64xf32>\n return %r : tensor<?x64xf32>\n}";
    Module module = parse(text);
    EXPECT_TRUE(module && mlir::succeeded(lowerToLLVMDialect(*module)));
    return module;
  }

  /// What the program of `objects` gives for a row of `value`.
  float run(const std::vector<std::string> &objects, float value) {
    auto jit = llvm::cantFail(cpu::Jit::create(cpu::runtimeSymbols()));
    for (const std::string &object : objects)
      llvm::cantFail(jit->addObject(object));
    janus_entry entry = llvm::cantFail(jit->lookupEntry("f"));
    std::vector<float> x(64, value);
    int64_t described[] = {int64_t(x.data()), int64_t(x.data()), 0, 1, 64, 64, 1};
    void *arguments[] = {described};
    janus_context *context = janus_context_create(nullptr);
    EXPECT_EQ(janus_context_run(context, entry, arguments), JANUS_OK);
    auto *result = static_cast<float *>(janus_context_take(context, 0));
    float found = result[63];
    free(result);
    janus_context_destroy(context);
    return found;
  }

  /// Compiles with the cache; how often it was a miss goes to `misses`.
  std::vector<std::string> compile(mlir::ModuleOp module, llvm::StringRef program = "") {
    cpu::ObjectCache cache(directory.str().str());
    uint64_t before = cpu::ObjectCache::counts().misses;
    auto objects = cpu::compileToObjects(module, /*optLevel=*/1, &cache, program);
    misses = cpu::ObjectCache::counts().misses - before;
    EXPECT_TRUE(mlir::succeeded(objects));
    return *objects;
  }

  mlir::MLIRContext mlir;
  llvm::SmallString<128> directory;
  uint64_t misses = 0;
};

TEST_F(UnitsTest, KernelsTakeAlongWhatTheyUse) {
  Module module = parse(R"(
    llvm.mlir.global internal constant @table(1.0 : f32) : f32
    llvm.mlir.global internal @counter(0 : i64) : i64
    llvm.func @sinf(f32) -> f32
    llvm.func internal @helper(%x: f32) -> f32 {
      %t = llvm.mlir.addressof @table : !llvm.ptr
      %v = llvm.load %t : !llvm.ptr -> f32
      %r = llvm.fadd %x, %v : f32
      llvm.return %r : f32
    }
    llvm.func internal @janus_kernel_0(%x: f32) -> f32 {
      %y = llvm.call @helper(%x) : (f32) -> f32
      %z = llvm.call @sinf(%y) : (f32) -> f32
      llvm.return %z : f32
    }
    llvm.func internal @janus_kernel_1(%x: f32) -> f32 {
      %y = llvm.call @janus_kernel_0(%x) : (f32) -> f32
      llvm.return %y : f32
    }
    llvm.func internal @janus_kernel_2() {
      %t = llvm.mlir.addressof @counter : !llvm.ptr
      %v = llvm.load %t : !llvm.ptr -> i64
      llvm.store %v, %t : i64, !llvm.ptr
      llvm.return
    }
    llvm.func @janus_entry_f(%x: f32) -> f32 {
      llvm.call @janus_kernel_2() : () -> ()
      %y = llvm.call @janus_kernel_1(%x) : (f32) -> f32
      llvm.return %y : f32
    })");
  ASSERT_TRUE(module);
  auto units = cpu::splitKernels(*module);
  // What writes a variable of the module's own stays where the variable is.
  ASSERT_EQ(units.size(), 3u);
  for (Module &unit : units)
    EXPECT_TRUE(mlir::succeeded(mlir::verify(*unit)));
  auto isBody = [&](unsigned unit, llvm::StringRef name) {
    auto func = units[unit]->lookupSymbol<mlir::LLVM::LLVMFuncOp>(name);
    return func && !func.isExternal();
  };
  EXPECT_TRUE(isBody(0, "janus_entry_f") && isBody(0, "janus_kernel_2"));
  EXPECT_FALSE(isBody(0, "janus_kernel_0") || isBody(0, "janus_kernel_1"));
  EXPECT_TRUE(isBody(1, "janus_kernel_0") && isBody(1, "helper"));
  EXPECT_TRUE(units[1]->lookupSymbol("table") && units[1]->lookupSymbol("sinf"));
  EXPECT_TRUE(isBody(2, "janus_kernel_1"));
  EXPECT_FALSE(isBody(2, "janus_kernel_0") || units[2]->lookupSymbol("helper"));
}

TEST_F(UnitsTest, AnotherProgramReusesKernels) {
  std::vector<std::string> one = compile(*lowerSum(1));
  EXPECT_GT(one.size(), 1u);
  EXPECT_EQ(misses, one.size());
  EXPECT_EQ(run(one, 3), 5);
  EXPECT_EQ(compile(*lowerSum(1)), one);
  EXPECT_EQ(misses, 0u);
  // A new driver of the same kernels.
  Module renamed = lowerSum(1);
  mlir::SymbolTable::setSymbolName(renamed->lookupSymbol("janus_entry_f"), "janus_entry_g");
  EXPECT_EQ(compile(*renamed).size(), one.size());
  EXPECT_EQ(misses, 1u);
}

TEST_F(UnitsTest, KernelsMayLieFarFromTheirCallers) {
  // Both call the kernel, and give its address, as what shares a loop among threads does.
  auto program = [&](llvm::StringRef name) {
    return compile(*parse(R"(
      llvm.func internal @janus_kernel_0(%x: i64) -> i64 {
        %y = llvm.add %x, %x : i64
        llvm.return %y : i64
      }
      llvm.func @)" + name.str() +
                          R"((%x: i64, %at: !llvm.ptr) -> i64 {
        %k = llvm.mlir.addressof @janus_kernel_0 : !llvm.ptr
        llvm.store %k, %at : !llvm.ptr, !llvm.ptr
        %y = llvm.call @janus_kernel_0(%x) : (i64) -> i64
        llvm.return %y : i64
      })"));
  };
  std::vector<std::string> near = program("janus_near"), far = program("janus_far");
  ASSERT_EQ(near.size(), 2u);
  ASSERT_EQ(far[1], near[1]);
  using Kernel = int64_t (*)(int64_t);
  auto jit = llvm::cantFail(cpu::Jit::create(cpu::runtimeSymbols()));
  llvm::cantFail(jit->addObject(near[1]));
  auto call = [&](const std::string &object, llvm::StringRef name) {
    llvm::cantFail(jit->addObject(object));
    Kernel kernel = nullptr;
    auto function = reinterpret_cast<int64_t (*)(int64_t, Kernel *)>(llvm::cantFail(jit->lookup(name)));
    EXPECT_EQ(function(5, &kernel), 10);
    EXPECT_EQ(kernel(5), 10);
    return kernel;
  };
  Kernel kernel = call(near[0], "janus_near");
  // A process that holds much memory: no page is left within reach of the kernel.
  std::vector<std::pair<char *, size_t>> taken;
  auto take = [&](size_t size) {
    void *at = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    EXPECT_NE(at, MAP_FAILED);
    taken.push_back({static_cast<char *>(at), size});
    return std::abs(reinterpret_cast<char *>(kernel) - taken.back().first) >> 32 == 0;
  };
  take(size_t(8) << 30);
  while (take(sysconf(_SC_PAGESIZE)) && !HasFailure())
    ;
  EXPECT_EQ(call(far[0], "janus_far"), kernel);
  for (auto [at, size] : taken)
    munmap(at, size);
}

TEST_F(UnitsTest, DamagedKernelsAreCompiledAnew) {
  std::vector<std::string> good = compile(*lowerSum(1), std::string(64, 'a'));
  std::error_code error;
  unsigned damaged = 0;
  for (llvm::sys::fs::directory_iterator it(directory, error), end; it != end && !error; it.increment(error)) {
    llvm::raw_fd_ostream file(it->path(), error, llvm::sys::fs::CD_OpenExisting, llvm::sys::fs::FA_Write,
                              llvm::sys::fs::OF_None);
    file.seek(200);
    file << "damage";
    ++damaged;
  }
  EXPECT_EQ(damaged, good.size() + 1);
  cpu::ObjectCache cache(directory.str().str());
  EXPECT_FALSE(cpu::loadObjects(cache, std::string(64, 'a')));
  std::vector<std::string> again = compile(*lowerSum(1));
  EXPECT_EQ(misses, again.size());
  EXPECT_EQ(run(again, 3), 5);
}

TEST_F(UnitsTest, ProgramsAreFoundUntilAnObjectIsGone) {
  std::string key(64, 'b');
  std::vector<std::string> objects = compile(*lowerSum(2), key);
  cpu::ObjectCache cache(directory.str().str());
  auto found = cpu::loadObjects(cache, key);
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, objects);
  EXPECT_FALSE(cpu::loadObjects(cache, std::string(64, 'c')));
  // An object is no list of objects.
  ASSERT_TRUE(cache.store(std::string(64, 'd'), "an object"));
  EXPECT_FALSE(cpu::loadObjects(cache, std::string(64, 'd')));
  Module module = lowerSum(2);
  std::string kernel = cpu::ObjectCache::keyOf(*cpu::splitKernels(*module).back(), 1);
  ASSERT_FALSE(llvm::sys::fs::remove(cache.pathOf(kernel)));
  EXPECT_FALSE(cpu::loadObjects(cache, key));
}

TEST_F(UnitsTest, KeysOfProgramsTellTargetsAndWaysApart) {
  Module module = parse("func.func @f() { return }"), other = parse("func.func @g() { return }");
  std::string key = cpu::programKey(*module, "x");
  EXPECT_EQ(key, cpu::programKey(*module, "x"));
  EXPECT_NE(key, cpu::programKey(*module, "y"));
  EXPECT_NE(key, cpu::programKey(*module, "x", 1));
  EXPECT_NE(key, cpu::programKey(*other, "x"));
}

TEST_F(UnitsTest, CompilersAtOnce) {
  Module expected = lowerSum(1);
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] {
      mlir::MLIRContext own;
      mlir::DialectRegistry registry;
      registerAllDialects(registry);
      own.appendDialectRegistry(registry);
      std::string text;
      llvm::raw_string_ostream(text) << *expected;
      auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &own);
      cpu::ObjectCache cache(directory.str().str());
      auto objects = cpu::compileToObjects(*module, 1, &cache);
      EXPECT_TRUE(mlir::succeeded(objects));
      EXPECT_EQ(run(*objects, 2), 3);
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
