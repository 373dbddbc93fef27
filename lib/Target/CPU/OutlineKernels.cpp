//===- OutlineKernels.cpp - loop nests as functions of their own ----------===//

#include "janus/Target/CPU/Passes.h"
#include "janus/Target/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
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

func::FuncOp cpu::finishKernel(func::FuncOp kernel, TargetAttr target) {
  auto module = kernel->getParentOfType<ModuleOp>();
  Builder builder(kernel.getContext());
  kernel.setName(kKernelPrefix);
  kernel.setPrivate();
  std::string name = kKernelPrefix.str() + digestOf(kernel, target);
  if (auto known = module.lookupSymbol<func::FuncOp>(name)) {
    kernel.erase();
    return known;
  }
  kernel.setName(name);
  kernel->setAttr("llvm.linkage", LLVM::LinkageAttr::get(builder.getContext(), LLVM::Linkage::Internal));
  // Small functions compile in far less time than one large one.
  kernel->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  return kernel;
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
  auto kernel = func::FuncOp::create(builder, loc, cpu::kKernelPrefix, type);
  builder.setInsertionPointToStart(kernel.addEntryBlock());
  IRMapping mapping;
  mapping.map(captured, kernel.getArguments());
  for (Operation *constant : constants)
    builder.clone(*constant, mapping);
  Operation *copy = builder.clone(*loop, mapping);
  copy->removeAttr(cpu::kNestAttr);
  func::ReturnOp::create(builder, loc, copy->getResults());

  kernel = cpu::finishKernel(kernel, target);
  builder.setInsertionPoint(loop);
  auto call = func::CallOp::create(builder, loc, kernel, captured);
  loop->replaceAllUsesWith(call);
  loop->erase();
}

/// Whether a loop is a kernel: one marked as a nest, or any other that only
/// computes (panels of a product, the product's own loops) and holds no nest. A
/// loop around calls or allocations is the driver's.
static bool isKernelLoop(scf::ForOp loop) {
  if (loop->hasAttr(cpu::kNestAttr))
    return true;
  WalkResult result = loop.getRegion().walk([](Operation *op) {
    bool computes =
        isa<scf::SCFDialect, arith::ArithDialect, math::MathDialect, vector::VectorDialect, memref::MemRefDialect>(
            op->getDialect());
    bool allocates = isa<memref::AllocOp, memref::AllocaOp, memref::DeallocOp, memref::AllocaScopeOp>(op);
    return computes && !allocates && !op->hasAttr(cpu::kNestAttr) ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
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
          if (!isKernelLoop(loop))
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
