//===- LinkTest.cpp - exported objects, archives and libraries ------------===//

#include "janus/Runtime/janus.h"
#include "janus/Target/AOT/Program.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <gtest/gtest.h>

using namespace janus;

namespace {

std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Export : ::testing::Test {
  std::string directory = ::testing::TempDir() + "janus_export_test/";
  std::string entry = readFile(ENTRY_OBJECT);
  float weight = 10;

  Export() { llvm::sys::fs::create_directories(directory); }
  ~Export() override { llvm::sys::fs::remove_directories(directory); }

  aot::Program program(const std::string &name) {
    aot::Program program;
    program.name = name;
    program.entry = "janus_entry_add";
    program.signature = "janus 1 add\ninput x f32 ?\nstate w f32 1 0\noutput y f32 ?\nupdate w\n";
    program.inputs = program.outputs = 1;
    program.hasUpdates = true;
    program.weights = llvm::StringRef(reinterpret_cast<const char *>(&weight), sizeof(weight));
    return program;
  }

  std::string emit(const aot::Program &program) {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    std::string error;
    llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
    const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
    std::unique_ptr<llvm::TargetMachine> machine(
        target->createTargetMachine(triple, "x86-64", "", {}, llvm::Reloc::PIC_));
    return llvm::cantFail(aot::emitProgram(program, *machine));
  }

  llvm::Error link(const std::string &name, aot::LinkKind kind, const std::string &output) {
    aot::Program p = program(name);
    return aot::linkObjects({entry, emit(p)}, RUNTIME_ARCHIVE, aot::exportedSymbols(p), kind, output);
  }
};

TEST_F(Export, SharedLibraryRuns) {
  std::string path = directory + "add.so";
  ASSERT_FALSE(static_cast<bool>(link("add", aot::LinkKind::SharedLibrary, path)));
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  auto *create = reinterpret_cast<int32_t (*)(const char *, janus_module **)>(dlsym(library, "add_create"));
  auto *step =
      reinterpret_cast<int32_t (*)(janus_module *, const janus_tensor *, janus_tensor *)>(dlsym(library, "add_step"));
  auto *destroy = reinterpret_cast<void (*)(janus_module *)>(dlsym(library, "add_destroy"));
  janus_module *handle = nullptr;
  ASSERT_EQ(create(nullptr, &handle), JANUS_OK);
  float values[] = {1, 2};
  int64_t sizes[] = {2};
  janus_tensor x = janus_tensor_of(values, JANUS_F32, 1, sizes);
  for (float expected : {12.f, 13.f}) {
    janus_tensor y{};
    ASSERT_EQ(step(handle, &x, &y), JANUS_OK);
    EXPECT_EQ(static_cast<float *>(y.data)[1], expected);
    std::free(y.data);
  }
  destroy(handle);
  // The runtime and the entry are not the library's interface.
  EXPECT_EQ(dlsym(library, "janus_module_run"), nullptr);
  EXPECT_EQ(dlsym(library, "janus_entry_add"), nullptr);
  EXPECT_EQ(dlsym(library, "add_run"), nullptr);
  dlclose(library);
}

/// Two programs, each with its copy of the runtime, link into one C executable
/// that needs only -lm.
TEST_F(Export, ObjectsAndArchivesLinkTogether) {
  ASSERT_FALSE(static_cast<bool>(link("one", aot::LinkKind::Object, directory + "one.o")));
  ASSERT_FALSE(static_cast<bool>(link("two", aot::LinkKind::Archive, directory + "two.a")));
  std::ofstream(directory + "main.c") << R"(
    #include "janus/Runtime/tensor.h"
    int one_create(const char *, void **); int one_step(void *, const janus_tensor *, janus_tensor *);
    int two_create(const char *, void **); int two_step(void *, const janus_tensor *, janus_tensor *);
    int main(void) {
      float v = 5, out = 0; int64_t n = 1; void *a, *b;
      janus_tensor x = janus_tensor_of(&v, JANUS_F32, 1, &n), y = janus_tensor_of(&out, JANUS_F32, 1, &n);
      if (one_create(0, &a) || two_create(0, &b)) return 1;
      if (one_step(a, &x, &y) || out != 15 || one_step(a, &x, &y) || out != 16) return 2;
      return two_step(b, &x, &y) || out != 15 ? 3 : 0;
    })";
  std::string command = std::string(C_COMPILER) + " -I" SOURCE_INCLUDE " " + directory + "main.c " + directory +
                        "one.o " + directory + "two.a -lm -o " + directory + "main && " + directory + "main";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST_F(Export, ProblemsAreErrors) {
  auto text = [](llvm::Error error) { return llvm::toString(std::move(error)); };
  EXPECT_NE(text(link("a", aot::LinkKind::Object, "/nonexistent/a.o")).find("/nonexistent/a.o: cannot be written"),
            std::string::npos);
  aot::Program p = program("a");
  std::string path = directory + "a.o";
  EXPECT_NE(text(aot::linkObjects({"not an object"}, RUNTIME_ARCHIVE, {}, aot::LinkKind::Object, path))
                .find("linking failed"),
            std::string::npos);
  EXPECT_FALSE(llvm::sys::fs::exists(path));
  // Nothing is left beside the output.
  std::error_code error;
  EXPECT_EQ(llvm::sys::fs::directory_iterator(directory, error), llvm::sys::fs::directory_iterator());
}

} // namespace
