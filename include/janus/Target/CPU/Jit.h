//===- Jit.h - loads objects into this process ------------------*- C++ -*-===//

#ifndef JANUS_TARGET_CPU_JIT_H
#define JANUS_TARGET_CPU_JIT_H

#include "janus/Runtime/janus.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace janus::cpu {

/// Objects linked into this process by ORC. What they call of the runtime
/// (`janus_*`) and of libm is resolved from the given symbols first, then from
/// the process. All members may be called from several threads at once. Code
/// and data live until the Jit is destroyed.
class Jit {
public:
  using Symbol = std::pair<std::string, void *>;

  /// For those who look at the process from outside.
  struct Options {
    /// Whether functions are remembered for `takeFunctions`.
    bool functions = false;
    /// Whether a debugger is told of each object.
    bool debugger = false;
  };

  /// A function in the code that was linked in.
  struct Function {
    std::string name;
    uint64_t address, size;
  };

  /// A Jit without objects. `symbols` come before those of the process.
  static llvm::Expected<std::unique_ptr<Jit>> create(llvm::ArrayRef<Symbol> symbols, Options options);
  static llvm::Expected<std::unique_ptr<Jit>> create(llvm::ArrayRef<Symbol> symbols = {});
  ~Jit();

  /// Links an object in. Each object may define symbols that no other defines.
  llvm::Error addObject(llvm::StringRef bytes, llvm::StringRef name = "janus");

  /// The address of a symbol.
  llvm::Expected<void *> lookup(llvm::StringRef symbol);

  /// The entry `janus_entry_<name>`.
  llvm::Expected<janus_entry> lookupEntry(llvm::StringRef name);

  /// The functions that were linked since the last call. Objects are linked when one of their symbols is looked up.
  std::vector<Function> takeFunctions();

private:
  struct Impl;
  explicit Jit(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// The runtime's symbols as linked into this binary, for Jit::create; needed
/// where the runtime is linked statically and does not export them.
llvm::ArrayRef<Jit::Symbol> runtimeSymbols();

} // namespace janus::cpu

#endif // JANUS_TARGET_CPU_JIT_H
