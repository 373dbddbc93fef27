//===- Link.cpp - objects and the runtime into one file -------------------===//

#include "janus/Target/AOT/Program.h"
#include "lld/Common/Driver.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

LLD_HAS_DRIVER(elf)

using namespace janus;

namespace {

/// Temporary files, removed at the end.
class Scratch {
public:
  ~Scratch() {
    for (const std::string &path : paths)
      llvm::sys::fs::remove(path);
  }

  /// A new path beside the output, so that renaming to it is atomic.
  llvm::Expected<std::string> create(llvm::StringRef output, llvm::StringRef suffix) {
    llvm::SmallString<128> path;
    if (std::error_code error = llvm::sys::fs::createUniqueFile(output + ".%%%%%%" + suffix, path))
      return llvm::createStringError(error, output + ": cannot be written: " + error.message());
    paths.push_back(path.str().str());
    return paths.back();
  }

  llvm::Expected<std::string> write(llvm::StringRef output, llvm::StringRef suffix, llvm::StringRef bytes) {
    llvm::Expected<std::string> path = create(output, suffix);
    if (!path)
      return path;
    std::error_code error;
    llvm::raw_fd_ostream stream(*path, error);
    if (!error)
      stream << bytes;
    stream.close();
    if (error || stream.has_error()) {
      stream.clear_error();
      return llvm::createStringError(error ? error : std::make_error_code(std::errc::io_error),
                                     output + ": cannot be written");
    }
    return path;
  }

private:
  std::vector<std::string> paths;
};

} // namespace

/// Runs lld in this process; its state is global, so one at a time.
static llvm::Error runLinker(llvm::ArrayRef<std::string> arguments) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  llvm::SmallVector<const char *> argv = {"ld.lld"};
  for (const std::string &argument : arguments)
    argv.push_back(argument.c_str());
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  lld::Result result = lld::lldMain(argv, llvm::nulls(), stream, {{lld::Gnu, &lld::elf::link}});
  if (result.retCode != 0)
    return llvm::createStringError("linking failed: " + llvm::StringRef(messages).rtrim());
  return llvm::Error::success();
}

/// Makes every symbol local but the exported ones.
static llvm::Expected<std::string> localize(llvm::StringRef path, llvm::ArrayRef<std::string> exported) {
  auto binary = llvm::object::ObjectFile::createObjectFile(path);
  if (!binary)
    return binary.takeError();
  llvm::objcopy::ConfigManager config;
  config.Common.InputFilename = config.Common.OutputFilename = path;
  for (const std::string &symbol : exported) {
    auto pattern = llvm::objcopy::NameOrPattern::create(symbol, llvm::objcopy::MatchStyle::Literal,
                                                        [](llvm::Error error) { return error; });
    if (!pattern)
      return pattern.takeError();
    if (llvm::Error error = config.Common.SymbolsToKeepGlobal.addMatcher(std::move(pattern)))
      return std::move(error);
  }
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  if (llvm::Error error = llvm::objcopy::executeObjcopyOnBinary(config, *binary->getBinary(), stream))
    return std::move(error);
  return std::string(bytes.begin(), bytes.end());
}

llvm::Error aot::linkObjects(llvm::ArrayRef<std::string> objects, llvm::StringRef runtimeArchive,
                             llvm::ArrayRef<std::string> exported, LinkKind kind, llvm::StringRef output) {
  // 1. One relocatable object of everything.
  Scratch scratch;
  auto merged = scratch.create(output, ".o");
  if (!merged)
    return merged.takeError();
  std::vector<std::string> arguments = {"-r", "-o", *merged};
  for (const std::string &object : objects) {
    auto path = scratch.write(output, ".o", object);
    if (!path)
      return path.takeError();
    arguments.push_back(*path);
  }
  arguments.push_back(runtimeArchive.str());
  if (llvm::Error error = runLinker(arguments))
    return error;

  // 2. Nothing visible but the program's functions.
  auto localized = localize(*merged, exported);
  if (!localized)
    return localized.takeError();
  std::string object = llvm::sys::path::stem(output).str() + ".o";

  // 3. In the form wanted, at a temporary place, then renamed.
  auto finished = kind == LinkKind::Object ? scratch.write(output, ".o", *localized) : scratch.create(output, ".tmp");
  if (!finished)
    return finished.takeError();
  if (kind == LinkKind::Archive) {
    llvm::NewArchiveMember member(llvm::MemoryBufferRef(*localized, object));
    if (llvm::Error error = llvm::writeArchive(*finished, member, llvm::SymtabWritingMode::NormalSymtab,
                                               llvm::object::Archive::K_GNU, /*Deterministic=*/true, /*Thin=*/false))
      return error;
  } else if (kind == LinkKind::SharedLibrary) {
    auto path = scratch.write(output, ".o", *localized);
    if (!path)
      return path.takeError();
    std::vector<std::string> shared = {
        "-shared", "-z",      "now", "-z", "noexecstack", "-soname", llvm::sys::path::filename(output).str(),
        "-o",      *finished, *path};
    // Symbols of libc are left to the loader: whoever loads this has it.
    for (const char *libm : {"/lib/x86_64-linux-gnu/libm.so.6", "/lib64/libm.so.6", "/usr/lib/libm.so.6"})
      if (llvm::sys::fs::exists(libm)) {
        shared.insert(shared.end(), {"--as-needed", libm});
        break;
      }
    if (llvm::Error error = runLinker(shared))
      return error;
  }
  if (auto mode = llvm::sys::fs::setPermissions(
          *finished, static_cast<llvm::sys::fs::perms>(kind == LinkKind::SharedLibrary ? 0755 : 0644)))
    return llvm::createStringError(mode, output + ": cannot be written: " + mode.message());
  if (std::error_code error = llvm::sys::fs::rename(*finished, output))
    return llvm::createStringError(error, output + ": cannot be written: " + error.message());
  return llvm::Error::success();
}
