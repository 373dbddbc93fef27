//===- NameKernels.cpp - kernels named after their program ----------------===//

#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"

namespace janus::cpu {
#define GEN_PASS_DEF_NAMEKERNELS
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace mlir;

/// The name of the first entry that the module defines; empty if it has none.
static StringRef findEntryName(ModuleOp module) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (StringRef name = function.getName(); !function.isExternal() && name.consume_front(cpu::kEntryPrefix))
      return name;
  return "";
}

namespace {

struct NameKernelsPass : public cpu::impl::NameKernelsBase<NameKernelsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::string suffix = ("." + findEntryName(module)).str();
    if (suffix.size() == 1)
      return markAllAnalysesPreserved();
    SymbolTable symbols(module);
    for (auto function : llvm::make_early_inc_range(module.getOps<LLVM::LLVMFuncOp>()))
      if (function.getName().starts_with(cpu::kKernelPrefix))
        if (failed(symbols.rename(function, (function.getName() + suffix).str())))
          return signalPassFailure();
  }
};

} // namespace
