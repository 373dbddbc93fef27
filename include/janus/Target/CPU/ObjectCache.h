//===- ObjectCache.h - compiled objects on disk -----------------*- C++ -*-===//

#ifndef JANUS_TARGET_CPU_OBJECTCACHE_H
#define JANUS_TARGET_CPU_OBJECTCACHE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace janus::cpu {

/// Objects in a directory of the user's own, by key. What cannot be read,
/// written or trusted is a miss, never an error: a damaged, truncated or
/// foreign entry is put aside and compiled anew. Several processes may use one
/// directory at once: entries appear whole, by renaming.
class ObjectCache {
public:
  /// The size a cache is kept under unless said otherwise.
  static constexpr uint64_t kDefaultBytes = uint64_t(1) << 30;

  /// The cache in `directory`, made when missing; empty for none at all.
  explicit ObjectCache(std::string directory = defaultDirectory(), uint64_t maxBytes = kDefaultBytes);

  /// `JANUS_CACHE_DIR`, else `janus` in the user's cache directory, else "".
  static std::string defaultDirectory();

  /// The key of a module that is compiled at the given level by this version of
  /// janus and LLVM: a digest of its text without locations, target included.
  /// `what` tells what is kept under it.
  static std::string keyOf(mlir::ModuleOp module, unsigned optLevel, llvm::StringRef what = "object");

  /// How many loads of this process found what they asked for, and how many not.
  struct Counts {
    uint64_t hits, misses;
  };
  static Counts counts();

  /// The object under `key`, or nothing.
  std::optional<std::string> load(llvm::StringRef key);

  /// Keeps an object; false when it could not be kept. Makes room by dropping
  /// the entries not used for longest.
  bool store(llvm::StringRef key, llvm::StringRef object);

  /// Where the entry under `key` is or would be.
  std::string pathOf(llvm::StringRef key) const;

private:
  std::optional<std::string> find(llvm::StringRef key);
  void makeRoom(uint64_t added);

  std::string directory;
  uint64_t maxBytes;
};

} // namespace janus::cpu

#endif // JANUS_TARGET_CPU_OBJECTCACHE_H
