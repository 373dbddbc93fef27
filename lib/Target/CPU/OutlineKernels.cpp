//===- OutlineKernels.cpp - loop nests as functions of their own ----------===//

#include "janus/Target/CPU/Passes.h"
#include "janus/Target/Target.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

namespace janus::cpu {
#define GEN_PASS_DEF_OUTLINEKERNELS
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace mlir;

/// What stands in front of a kernel's digest in its symbol.
static constexpr StringLiteral kKernelPrefix = "janus_kernel_";

/// The first digits of the digest of a function's text, with its target: the
/// same loops on the same kinds of buffers have the same.
static std::string digestOf(func::FuncOp kernel, TargetAttr target) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << JANUS_VERSION << " " << target << "\n";
  kernel->print(stream, OpPrintingFlags().useLocalScope());
  llvm::SHA256 hash;
  hash.update(text);
  std::array<uint8_t, 32> digest = hash.final();
  return llvm::toHex(ArrayRef<uint8_t>(digest).take_front(12), /*LowerCase=*/true);
}

/// Makes a function of a loop and calls it in its place. A function made before
/// of the same loops is called instead.
static void outlineKernel(scf::ForOp loop, ModuleOp module, TargetAttr target) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  llvm::SetVector<Value> used;
  used.insert_range(loop->getOperands());
  getUsedValuesDefinedAbove(loop.getRegion(), used);
  SmallVector<Value> captured;
  SmallVector<Operation *> constants;
  for (Value value : used) {
    Operation *def = value.getDefiningOp();
    if (def && def->hasTrait<OpTrait::ConstantLike>())
      constants.push_back(def);
    else
      captured.push_back(value);
  }
  SmallVector<Type> types(ValueRange(captured).getTypes());
  auto type = builder.getFunctionType(types, loop->getResultTypes());
  builder.setInsertionPointToEnd(module.getBody());
  auto kernel = func::FuncOp::create(builder, loc, kKernelPrefix, type);
  kernel.setPrivate();
  builder.setInsertionPointToStart(kernel.addEntryBlock());
  IRMapping mapping;
  mapping.map(captured, kernel.getArguments());
  for (Operation *constant : constants)
    builder.clone(*constant, mapping);
  Operation *copy = builder.clone(*loop, mapping);
  copy->removeAttr(cpu::kNestAttr);
  func::ReturnOp::create(builder, loc, copy->getResults());

  std::string name = kKernelPrefix.str() + digestOf(kernel, target);
  if (module.lookupSymbol(name)) {
    kernel.erase();
  } else {
    kernel.setName(name);
    kernel->setAttr("llvm.linkage", LLVM::LinkageAttr::get(builder.getContext(), LLVM::Linkage::Internal));
    // Small functions compile in far less time than one large one.
    kernel->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  }
  builder.setInsertionPoint(loop);
  auto call = func::CallOp::create(builder, loc, name, loop->getResultTypes(), captured);
  loop->replaceAllUsesWith(call);
  loop->erase();
}

namespace {

struct OutlineKernelsPass : public cpu::impl::OutlineKernelsBase<OutlineKernelsPass> {
  void runOnOperation() override {
    TargetAttr target = getOrSetTarget(getOperation());
    if (!target)
      return signalPassFailure();
    SmallVector<scf::ForOp> nests;
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (cpu::isLoweredEntry(func))
        func.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
          if (!loop->hasAttr(cpu::kNestAttr))
            return WalkResult::advance();
          nests.push_back(loop);
          return WalkResult::skip();
        });
    for (scf::ForOp loop : nests) {
      outlineKernel(loop, getOperation(), target);
      ++outlined;
    }
  }
};

} // namespace
