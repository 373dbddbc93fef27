//===- ObjectCache.cpp - compiled objects on disk -------------------------===//
//
// An entry is a header and the object:
//
//   "JANUSOBJ"  format version (4 bytes)  key (64)  length (8)  digest (32)
//
// where the digest is SHA-256 of the object. Numbers are little endian. The
// bytes are checked against every field before anything trusts them.
//
//===----------------------------------------------------------------------===//

#include "janus/Target/CPU/ObjectCache.h"
#include "janus/Runtime/janus.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace janus;
using namespace llvm;

static constexpr StringLiteral kMagic = "JANUSOBJ";
static constexpr uint32_t kFormat = 1;
static constexpr size_t kKeySize = 64, kDigestSize = 32;
static constexpr size_t kHeaderSize = kMagic.size() + 4 + kKeySize + 8 + kDigestSize;
static constexpr StringLiteral kSuffix = ".janusobj";

/// Keys become file names: nothing but the digits of a digest may be one.
static bool isKey(StringRef key) {
  return key.size() == kKeySize && llvm::all_of(key, [](char c) { return isDigit(c) || (c >= 'a' && c <= 'f'); });
}

static std::string digestOf(StringRef bytes) {
  SHA256 hash;
  hash.update(bytes);
  std::array<uint8_t, 32> digest = hash.final();
  return std::string(digest.begin(), digest.end());
}

static std::string headerOf(StringRef key, StringRef object) {
  char number[8];
  std::string header = kMagic.str();
  support::endian::write32le(number, kFormat);
  header.append(number, 4);
  header += key;
  support::endian::write64le(number, object.size());
  header.append(number, 8);
  return header + digestOf(object);
}

/// All of a file that belongs to this user and is a plain file, or nothing.
static std::optional<std::string> readOwn(const std::string &path) {
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0)
    return std::nullopt;
  struct stat status;
  std::optional<std::string> bytes;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid()) {
    bytes.emplace(size_t(status.st_size), '\0');
    size_t done = 0;
    while (done < bytes->size()) {
      ssize_t got = read(file, bytes->data() + done, bytes->size() - done);
      if (got <= 0)
        break;
      done += size_t(got);
    }
    if (done != bytes->size())
      bytes.reset();
    futimens(file, nullptr); // used now: the last to be dropped
  }
  close(file);
  return bytes;
}

/// Writes all of `bytes`. Nobody waits for the disk: what a crash leaves half
/// written is a miss.
static bool writeAll(int file, StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t done = write(file, bytes.data(), bytes.size());
    if (done <= 0)
      return false;
    bytes = bytes.drop_front(size_t(done));
  }
  return true;
}

std::string cpu::ObjectCache::defaultDirectory() {
  if (const char *given = std::getenv("JANUS_CACHE_DIR"))
    return given;
  SmallString<128> path;
  const char *xdg = std::getenv("XDG_CACHE_HOME");
  const char *home = std::getenv("HOME");
  if (xdg && sys::path::is_absolute(xdg))
    path = xdg;
  else if (home && *home)
    sys::path::append(path, home, ".cache");
  else
    return "";
  sys::path::append(path, "janus");
  return std::string(path);
}

cpu::ObjectCache::ObjectCache(std::string where, uint64_t maxBytes) : directory(std::move(where)), maxBytes(maxBytes) {
  if (directory.empty())
    return;
  struct stat status;
  // A directory that others can write to, or that is another's, is not used:
  // what is in it would be run.
  if (sys::fs::create_directories(directory, /*IgnoreExisting=*/true, sys::fs::owner_all) ||
      stat(directory.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != geteuid() ||
      (status.st_mode & (S_IWGRP | S_IWOTH)))
    directory.clear();
}

std::string cpu::ObjectCache::pathOf(StringRef key) const {
  SmallString<128> path(directory);
  sys::path::append(path, key + kSuffix);
  return std::string(path);
}

/// What tells this build of janus from another: its version, and when and how
/// large the binary was made that this code is in.
static std::string buildIdentity() {
  std::string identity = JANUS_VERSION;
  Dl_info info;
  struct stat status;
  if (dladdr(reinterpret_cast<void *>(&buildIdentity), &info) && info.dli_fname && stat(info.dli_fname, &status) == 0)
    identity += formatv(" {0} {1}.{2}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
  return identity;
}

std::string cpu::ObjectCache::keyOf(mlir::ModuleOp module, unsigned optLevel, StringRef what) {
  std::string text;
  raw_string_ostream stream(text);
  stream << "janus " << what << " " << kFormat << " abi " << JANUS_ABI_VERSION << " build " << buildIdentity()
         << " llvm " << LLVM_VERSION_STRING << " O" << optLevel << "\n";
  module->print(stream, mlir::OpPrintingFlags().useLocalScope());
  std::string digest = digestOf(text);
  return toHex(digest, /*LowerCase=*/true);
}

static std::atomic<uint64_t> hits, misses;

cpu::ObjectCache::Counts cpu::ObjectCache::counts() { return {hits.load(), misses.load()}; }

std::optional<std::string> cpu::ObjectCache::load(StringRef key) {
  std::optional<std::string> object = find(key);
  ++(object ? hits : misses);
  return object;
}

std::optional<std::string> cpu::ObjectCache::find(StringRef key) {
  if (directory.empty() || !isKey(key))
    return std::nullopt;
  std::string path = pathOf(key);
  std::optional<std::string> bytes = readOwn(path);
  if (!bytes)
    return std::nullopt;
  if (bytes->size() >= kHeaderSize) {
    StringRef object = StringRef(*bytes).drop_front(kHeaderSize);
    if (StringRef(*bytes).take_front(kHeaderSize) == headerOf(key, object))
      return object.str();
  }
  // Put aside for whoever wants to know what happened; one a key is enough.
  ::rename(path.c_str(), (path + ".bad").c_str());
  return std::nullopt;
}

bool cpu::ObjectCache::store(StringRef key, StringRef object) {
  if (directory.empty() || !isKey(key) || object.size() + kHeaderSize > maxBytes)
    return false;
  std::string path = pathOf(key), temporary = path + ".XXXXXX";
  int file = mkstemp(temporary.data());
  if (file < 0)
    return false;
  bool kept = writeAll(file, headerOf(key, object)) && writeAll(file, object);
  kept &= close(file) == 0;
  kept = kept && ::rename(temporary.c_str(), path.c_str()) == 0;
  if (!kept)
    unlink(temporary.c_str());
  else
    makeRoom(object.size() + kHeaderSize);
  return kept;
}

/// How much this process may still add to each directory before it looks again at
/// what is there, which takes long where there is much.
static uint64_t &allowanceOf(const std::string &directory) {
  static std::map<std::string, uint64_t> allowances;
  return allowances[directory];
}

void cpu::ObjectCache::makeRoom(uint64_t added) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  uint64_t &allowance = allowanceOf(directory);
  if (added <= allowance) {
    allowance -= added;
    return;
  }
  struct File {
    sys::TimePoint<> used;
    uint64_t bytes;
    std::string path;
  };
  std::vector<File> files;
  uint64_t total = 0;
  std::error_code error;
  for (sys::fs::directory_iterator it(directory, error), end; it != end && !error; it.increment(error)) {
    ErrorOr<sys::fs::basic_file_status> status = it->status();
    // Only what a cache wrote: the directory may hold more.
    if (!status || status->type() != sys::fs::file_type::regular_file || !StringRef(it->path()).contains(kSuffix))
      continue;
    files.push_back({status->getLastModificationTime(), status->getSize(), it->path()});
    total += status->getSize();
  }
  // Other processes add to it, too.
  uint64_t step = maxBytes / 16;
  allowance = std::min(step, maxBytes - std::min(total, maxBytes));
  if (total <= maxBytes)
    return;
  llvm::sort(files, [](const File &a, const File &b) { return a.used < b.used; });
  // Some room over, so that not every entry from now on scans the directory.
  for (const File &file : files) {
    if (total <= maxBytes - maxBytes / 8)
      break;
    if (unlink(file.path.c_str()) == 0)
      total -= file.bytes;
  }
  allowance = std::min(step, maxBytes - std::min(total, maxBytes));
}
