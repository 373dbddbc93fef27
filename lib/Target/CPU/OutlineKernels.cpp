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

/// Whether an op is a constant, or a vector made of constants alone (a mask):
/// each kernel has its own.
static bool isRepeated(Operation *op) {
  if (!op || op->hasTrait<OpTrait::ConstantLike>())
    return op;
  return op->getNumResults() == 1 && isa<VectorType>(op->getResult(0).getType()) && isPure(op) &&
         llvm::all_of(op->getOperands(), [](Value operand) { return isRepeated(operand.getDefiningOp()); });
}

/// What an op and its regions use from outside of it.
static llvm::SetVector<Value> valuesUsed(Operation *op) {
  llvm::SetVector<Value> used(llvm::from_range, op->getOperands());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  return used;
}

/// Whether an op may stand in a kernel.
static bool computes(Operation *op) {
  WalkResult result = op->walk([](Operation *op) {
    bool computes =
        isa<scf::SCFDialect, arith::ArithDialect, math::MathDialect, vector::VectorDialect, memref::MemRefDialect>(
            op->getDialect());
    bool allocates = isa<memref::AllocOp, memref::AllocaOp, memref::DeallocOp, memref::AllocaScopeOp>(op);
    return computes && !allocates ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

namespace {

/// A loop with what makes the vectors that it takes and what uses those that it
/// gives: vectors stay in registers, and no call has to hand them on (how it
/// would depends on the target's vectors, and most would go through memory).
class Kernel {
public:
  explicit Kernel(scf::ForOp loop) : block(loop->getBlock()) {
    members.insert(loop);
    close();
  }

  /// Whether there is a kernel around the loop.
  explicit operator bool() const { return possible; }
  bool contains(Operation *op) const { return members.contains(op); }
  /// Whether an op is in the kernel, or in a region of an op that is.
  bool encloses(Operation *op) const { return contains(block->findAncestorOpInBlock(*op)); }

  /// Makes a function of it and calls it in its place. A function made before of
  /// the same ops is called instead.
  void outline(ModuleOp module, TargetAttr target);

private:
  bool add(Operation *op);
  void close();
  bool addMakersOf(Operation *op);
  bool addUsersOf(Operation *op);
  bool addBetween();
  SmallVector<Operation *> inOrder() const;

  Block *block;
  llvm::SetVector<Operation *> members;
  bool possible = true;
};

} // namespace

/// Adds an op; none, and the end of the block, cannot be in a kernel.
bool Kernel::add(Operation *op) {
  if (!op || op->getBlock() != block || op->hasTrait<OpTrait::IsTerminator>() || !computes(op))
    return false;
  members.insert(op);
  return true;
}

SmallVector<Operation *> Kernel::inOrder() const {
  SmallVector<Operation *> ops(members.begin(), members.end());
  llvm::sort(ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return ops;
}

bool Kernel::addMakersOf(Operation *op) {
  return llvm::all_of(valuesUsed(op), [&](Value value) {
    Operation *maker = value.getDefiningOp();
    return !isa<VectorType>(value.getType()) || isRepeated(maker) || add(maker);
  });
}

bool Kernel::addUsersOf(Operation *op) {
  return llvm::all_of(op->getResults(), [&](Value value) {
    return !isa<VectorType>(value.getType()) ||
           llvm::all_of(value.getUsers(), [&](Operation *user) { return add(block->findAncestorOpInBlock(*user)); });
  });
}

/// What stands between the members and has effects, or uses what they give,
/// belongs to them; all else goes on standing before the call.
bool Kernel::addBetween() {
  SmallVector<Operation *> ops = inOrder();
  for (Operation *op = ops.front(); op != ops.back(); op = op->getNextNode()) {
    bool stays = isMemoryEffectFree(op) &&
                 llvm::none_of(valuesUsed(op), [&](Value value) { return members.contains(value.getDefiningOp()); });
    if (!contains(op) && !stays && !add(op))
      return false;
  }
  return true;
}

void Kernel::close() {
  for (size_t known = 0; possible && known != members.size();) {
    for (; possible && known != members.size(); ++known)
      possible = addMakersOf(members[known]) && addUsersOf(members[known]);
    possible = possible && addBetween();
  }
}

void Kernel::outline(ModuleOp module, TargetAttr target) {
  SmallVector<Operation *> ops = inOrder();
  OpBuilder builder(ops.back());
  Location loc = ops.front()->getLoc();
  SmallVector<Value> captured, results;
  llvm::SetVector<Operation *> repeated;
  std::function<void(Value)> use = [&](Value value) {
    Operation *def = value.getDefiningOp();
    if (contains(def))
      return;
    if (!isRepeated(def)) {
      if (!llvm::is_contained(captured, value))
        captured.push_back(value);
      return;
    }
    llvm::for_each(def->getOperands(), use); // operands before their users
    repeated.insert(def);
  };
  for (Operation *op : ops) {
    llvm::for_each(valuesUsed(op), use);
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(),
                       [&](Operation *user) { return !contains(block->findAncestorOpInBlock(*user)); }))
        results.push_back(result);
  }
  auto type = builder.getFunctionType(ValueRange(captured).getTypes(), ValueRange(results).getTypes());
  builder.setInsertionPointToEnd(module.getBody());
  auto kernel = func::FuncOp::create(builder, loc, cpu::kKernelPrefix, type);
  builder.setInsertionPointToStart(kernel.addEntryBlock());
  IRMapping mapping;
  mapping.map(captured, kernel.getArguments());
  for (Operation *op : repeated)
    builder.clone(*op, mapping);
  for (Operation *op : ops)
    builder.clone(*op, mapping)->removeAttr(cpu::kNestAttr);
  SmallVector<Value> returned;
  for (Value result : results)
    returned.push_back(mapping.lookup(result));
  func::ReturnOp::create(builder, loc, returned);

  kernel = cpu::finishKernel(kernel, target);
  builder.setInsertionPoint(ops.back());
  auto call = func::CallOp::create(builder, loc, kernel, captured);
  for (auto [result, value] : llvm::zip_equal(results, call.getResults()))
    result.replaceAllUsesWith(value);
  for (Operation *op : llvm::reverse(ops))
    op->erase();
}

/// Whether a loop is a kernel: one marked as a nest, or any other that only
/// computes (panels of a product, the product's own loops) and holds no nest. A
/// loop around calls or allocations is the driver's.
static bool isKernelLoop(scf::ForOp loop) {
  if (loop->hasAttr(cpu::kNestAttr))
    return true;
  bool holdsNest = false;
  loop.getRegion().walk([&](Operation *op) { holdsNest |= op->hasAttr(cpu::kNestAttr); });
  return !holdsNest && computes(loop);
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
    while (!nests.empty()) {
      Kernel kernel(nests.front());
      // Outlining erases the loops inside others of its loops, too.
      llvm::erase_if(nests, [&](scf::ForOp loop) { return kernel ? kernel.encloses(loop) : kernel.contains(loop); });
      if (!kernel)
        continue; // the driver's
      kernel.outline(getOperation(), target);
      ++outlined;
    }
  }
};

} // namespace
