//===- ToolInput.cpp - tools that damaged bytecode cannot crash -----------===//

#include "janus/Support/ToolInput.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;

namespace {
constexpr rlim_t kMemoryLimit = rlim_t(8) << 30;
constexpr rlim_t kSecondsLimit = 60;
} // namespace

/// In the child: parses, silently, and leaves.
[[noreturn]] static void parseAndExit(llvm::MemoryBufferRef buffer, const DialectRegistry &registry) {
  for (int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL})
    std::signal(signal, SIG_DFL);
  rlimit memory{kMemoryLimit, kMemoryLimit}, seconds{kSecondsLimit, kSecondsLimit}, core{0, 0};
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CPU, &seconds);
  setrlimit(RLIMIT_CORE, &core);
  freopen("/dev/null", "w", stderr);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(buffer, /*RequiresNullTerminator=*/false), {});
  (void)parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  _exit(0);
}

static LogicalResult checkBuffer(llvm::MemoryBufferRef buffer, StringRef name, const DialectRegistry &registry) {
  if (!isBytecode(buffer))
    return success();
  pid_t child = fork();
  if (child == 0)
    parseAndExit(buffer, registry);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0)
    return success(); // no process to spare: read it unchecked
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return success();
  llvm::errs() << name
               << ": error: damaged bytecode: MLIR's reader does not survive this file; write it again "
                  "from its source\n";
  return failure();
}

/// Replaces a piped standard input by a file with the same content, and checks it.
static LogicalResult checkStandardInput(const DialectRegistry &registry) {
  if (isatty(STDIN_FILENO))
    return success();
  auto buffer = llvm::MemoryBuffer::getSTDIN();
  FILE *copy = buffer ? std::tmpfile() : nullptr;
  if (!copy)
    return success();
  StringRef content = (*buffer)->getBuffer();
  std::fwrite(content.data(), 1, content.size(), copy);
  std::fflush(copy);
  std::rewind(copy);
  dup2(fileno(copy), STDIN_FILENO);
  lseek(STDIN_FILENO, 0, SEEK_SET);
  std::fclose(copy);
  return checkBuffer(**buffer, "<stdin>", registry);
}

LogicalResult janus::checkToolInput(int argc, char **argv, const DialectRegistry &registry) {
  bool readsFile = false;
  for (int i = 1; i < argc; ++i) {
    StringRef argument(argv[i]);
    // Options that end without an input.
    if (argument == "--help" || argument == "-h" || argument == "--version" || argument == "--show-dialects" ||
        argument == "--list-passes")
      return success();
    if (argument.starts_with("-") || !llvm::sys::fs::is_regular_file(argument) || StringRef(argv[i - 1]) == "-o")
      continue;
    readsFile = true;
    auto buffer = llvm::MemoryBuffer::getFile(argument, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (buffer && failed(checkBuffer(**buffer, argument, registry)))
      return failure();
  }
  return readsFile ? success() : checkStandardInput(registry);
}
