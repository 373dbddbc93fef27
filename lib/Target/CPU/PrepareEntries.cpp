//===- PrepareEntries.cpp - checks before writes, updates in place --------===//

#include "Polls.h"
#include "janus/Dialect/Janus/IR/Janus.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace janus::cpu {
#define GEN_PASS_DEF_PREPAREENTRIES
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace janus;
using namespace mlir;

bool cpu::isEntry(func::FuncOp func) {
  if (func.isExternal() || isLoweredEntry(func))
    return false;
  if (func->hasAttr("janus.output"))
    return true;
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    if (func.getArgAttr(i, "janus.arg") || func.getArgAttr(i, "janus.state"))
      return true;
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i)
    if (func.getResultAttr(i, "janus.result") || func.getResultAttr(i, "janus.update") ||
        func.getResultAttr(i, "janus.grad"))
      return true;
  return false;
}

bool cpu::isLoweredEntry(func::FuncOp func) { return func.getName().starts_with(kEntryPrefix); }

/// Moves the assumptions of the entry's own block, with the ops they are
/// computed from, to its top. Returns whether every assumption of the entry is
/// there now.
static bool hoistAssumptions(func::FuncOp entry) {
  Block &block = entry.getBody().front();
  llvm::SetVector<Operation *> moved;
  bool all = true;
  entry.walk([&](AssumeOp assume) {
    if (cpu::findPoll(assume))
      return;
    if (assume->getBlock() != &block) {
      all = false;
      return;
    }
    // The backward slice at the level of the block, with what regions capture.
    llvm::SetVector<Operation *> slice;
    slice.insert(assume);
    bool pure = true;
    for (unsigned i = 0; i < slice.size(); ++i) {
      Operation *op = slice[i];
      if (op != assume && !isPure(op)) {
        pure = false;
        break;
      }
      op->walk([&](Operation *nested) {
        for (Value operand : nested->getOperands())
          if (Operation *def = operand.getDefiningOp())
            if (def->getBlock() == &block)
              slice.insert(def);
      });
    }
    if (pure)
      moved.insert_range(slice);
    else
      all = false;
  });
  // In their old order, so that definitions stay before uses.
  Operation *top = nullptr;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!moved.contains(&op))
      continue;
    if (top)
      op.moveAfter(top);
    else
      op.moveBefore(&block, block.begin());
    top = &op;
  }
  return all;
}

/// The argument whose storage the name in `janus.update` means, or none.
static std::optional<unsigned> findStorage(func::FuncOp entry, StringAttr name) {
  for (unsigned i = 0, e = entry.getNumArguments(); i < e; ++i)
    if (entry.getArgAttr(i, "janus.state") == name || entry.getArgAttr(i, "janus.arg") == name)
      return i;
  return std::nullopt;
}

/// The argument that a tensor is a view of, or null.
static BlockArgument viewedArgument(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::ExtractSliceOp, tensor::ReshapeOp>(
            op))
      return {};
    value = op->getOperand(0);
  }
  return cast<BlockArgument>(value);
}

/// The op of the entry's own block that what may still end the call stands in last, or null: assumptions, polls, draws
/// of random numbers. That an assumption is at the top does not put it before every write: what is written may be what
/// it is computed from.
static Operation *findLastEnd(func::FuncOp entry) {
  Operation *last = nullptr;
  Block &block = entry.getBody().front();
  entry.walk([&](Operation *op) {
    Operation *ancestor = isa<AssumeOp, DrawOp>(op) ? block.findAncestorOpInBlock(*op) : nullptr;
    if (ancestor && (!last || last->isBeforeInBlock(ancestor)))
      last = ancestor;
  });
  return last;
}

/// Whether the storage of `value`, if it is that of an argument, is first written behind `last`: what makes it, and
/// what that writes over.
static bool isWrittenBehind(Value value, Operation *last) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<tensor::EmptyOp>(op))
      return true;
    if (op->getBlock() != last->getBlock() || !last->isBeforeInBlock(op))
      return false;
    // What is put into a part may be computed there at once.
    if (auto insert = dyn_cast<tensor::InsertSliceOp>(op); insert && !isWrittenBehind(insert.getSource(), last))
      return false;
    if (isa<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
      value = op->getOperand(0);
    else if (auto destinations = dyn_cast<DestinationStyleOpInterface>(op))
      value = destinations.getTiedOpOperand(cast<OpResult>(value))->get();
    else if (auto loop = dyn_cast<LoopLikeOpInterface>(op); loop && loop.getTiedLoopInit(cast<OpResult>(value)))
      value = loop.getTiedLoopInit(cast<OpResult>(value))->get();
    else
      return false;
  }
  return true;
}

/// Whether nothing may write into an argument's storage before or in `last`.
static bool isUntouchedUntil(BlockArgument storage, Operation *last) {
  return llvm::all_of(storage.getUses(), [&](OpOperand &use) {
    Operation *owner = use.getOwner();
    Operation *top = last->getBlock()->findAncestorOpInBlock(*owner);
    if (top && last->isBeforeInBlock(top))
      return true;
    auto destinations = dyn_cast<DestinationStyleOpInterface>(owner);
    return !isa<LoopLikeOpInterface>(owner) && !owner->hasTrait<OpTrait::IsTerminator>() &&
           !(destinations && destinations.isDpsInit(&use)) && !isa<tensor::CastOp>(owner);
  });
}

/// Fails when an update names no argument or one of another type.
static LogicalResult checkUpdate(func::FuncOp entry, unsigned result, StringAttr name) {
  std::optional<unsigned> argument = findStorage(entry, name);
  if (!argument)
    return entry.emitOpError() << "result " << result << " updates '" << name.getValue()
                               << "', which is no argument's janus.state or janus.arg";
  Type from = entry.getResultTypes()[result], to = entry.getArgument(*argument).getType();
  auto fromTensor = dyn_cast<RankedTensorType>(from), toTensor = dyn_cast<RankedTensorType>(to);
  bool compatible = fromTensor && toTensor ? tensor::isSameTypeWithoutEncoding(fromTensor, toTensor) ||
                                                 tensor::CastOp::areCastCompatible(from, to)
                                           : from == to;
  if (!compatible)
    return entry.emitOpError() << "result " << result << " of type " << from << " cannot update '" << name.getValue()
                               << "' of type " << to;
  return success();
}

/// Gives every op that writes into a fresh or filled tensor one of its own:
/// shared, all but one would be copies.
static void splitDestinations(func::FuncOp entry) {
  SmallVector<OpOperand *> destinations;
  entry.walk([&](DestinationStyleOpInterface op) {
    for (OpOperand &operand : op.getDpsInitsMutable())
      if (isa_and_nonnull<tensor::EmptyOp, linalg::FillOp>(operand.get().getDefiningOp()) && !operand.get().hasOneUse())
        destinations.push_back(&operand);
  });
  for (OpOperand *operand : destinations) {
    if (operand->get().hasOneUse())
      continue;
    OpBuilder builder(operand->getOwner());
    Operation *made = operand->get().getDefiningOp();
    if (auto fill = dyn_cast<linalg::FillOp>(made))
      if (auto empty = fill.getDpsInits()[0].getDefiningOp<tensor::EmptyOp>()) {
        IRMapping mapping;
        builder.clone(*empty, mapping);
        operand->set(builder.clone(*made, mapping)->getResult(0));
        continue;
      }
    operand->set(builder.clone(*made)->getResult(0));
  }
}

/// The sizes of a collapsed tensor.
static SmallVector<OpFoldResult> collapsedSizes(OpBuilder &builder, tensor::CollapseShapeOp op) {
  SmallVector<OpFoldResult> sizes;
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    OpFoldResult product = builder.getIndexAttr(1);
    for (int64_t dim : group)
      product = affine::makeComposedFoldedAffineApply(
          builder, op.getLoc(), builder.getAffineSymbolExpr(0) * builder.getAffineSymbolExpr(1),
          {product, tensor::getMixedSize(builder, op.getLoc(), op.getSrc(), dim)});
    sizes.push_back(product);
  }
  return sizes;
}

/// Makes what is reshaped to or from a size of 0 and an open one anew, without elements: a collapsed buffer would have
/// the size 0, and bufferisation makes one of type `?`; an open size of an expanded one would be what is left of 0 by
/// 0.
static void replaceEmptyReshapes(func::FuncOp entry) {
  entry.walk([](Operation *op) {
    auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
    auto expand = dyn_cast<tensor::ExpandShapeOp>(op);
    if (!collapse && !expand)
      return;
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    auto many = collapse ? collapse.getSrcType() : type;
    if (!llvm::is_contained(many.getShape(), 0) || type.hasStaticShape())
      return;
    OpBuilder builder(op);
    SmallVector<OpFoldResult> sizes = collapse ? collapsedSizes(builder, collapse) : expand.getMixedOutputShape();
    Value empty = tensor::EmptyOp::create(builder, op->getLoc(), sizes, type.getElementType());
    op->getResult(0).replaceAllUsesWith(tensor::CastOp::create(builder, op->getLoc(), type, empty).getResult());
    op->erase();
  });
}

LogicalResult cpu::prepareEntry(func::FuncOp entry) {
  if (!entry.getBody().hasOneBlock())
    return entry.emitOpError() << "has more than one block; entries of the loop level are structured";
  dropUnreachable(entry);
  replaceEmptyReshapes(entry);
  splitDestinations(entry);
  bool inPlace = hoistAssumptions(entry);
  auto ret = cast<func::ReturnOp>(entry.getBody().front().getTerminator());
  OpBuilder builder(ret);
  SmallVector<std::pair<unsigned, unsigned>> updates; // result, argument
  for (unsigned i = 0, e = entry.getNumResults(); i < e; ++i) {
    auto name = entry.getResultAttrOfType<StringAttr>(i, "janus.update");
    if (!name)
      continue;
    if (failed(checkUpdate(entry, i, name)))
      return failure();
    updates.emplace_back(i, *findStorage(entry, name));
  }
  for (unsigned i = 0, e = entry.getNumArguments(); i < e; ++i)
    if (isa<TensorType>(entry.getArgument(i).getType()))
      entry.setArgAttr(i, "bufferization.writable", builder.getBoolAttr(false));

  // What leaves the entry as it came in is copied before anything overwrites it.
  for (OpOperand &operand : ret->getOpOperands())
    if (auto type = dyn_cast<RankedTensorType>(operand.get().getType()))
      if (viewedArgument(operand.get())) {
        SmallVector<Value> sizes;
        operand.set(bufferization::AllocTensorOp::create(builder, ret.getLoc(), type, sizes, operand.get()));
      }
  if (!inPlace)
    return success();
  Operation *lastEnd = findLastEnd(entry);
  for (auto [result, argument] : updates) {
    BlockArgument storage = entry.getArgument(argument);
    if (!isa<TensorType>(storage.getType()))
      continue;
    Value value = ret.getOperand(result);
    if (lastEnd && !(isWrittenBehind(value, lastEnd) && isUntouchedUntil(storage, lastEnd)))
      continue;
    if (value.getType() != storage.getType())
      value = tensor::CastOp::create(builder, ret.getLoc(), storage.getType(), value);
    auto materialized =
        bufferization::MaterializeInDestinationOp::create(builder, ret.getLoc(), storage.getType(), value, storage);
    value = materialized.getResult();
    if (value.getType() != ret.getOperand(result).getType())
      value = tensor::CastOp::create(builder, ret.getLoc(), ret.getOperand(result).getType(), value);
    ret.setOperand(result, value);
    entry.setArgAttr(argument, "bufferization.writable", builder.getBoolAttr(true));
  }
  return success();
}

namespace {

struct PrepareEntriesPass : public cpu::impl::PrepareEntriesBase<PrepareEntriesPass> {
  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (cpu::isEntry(func) && failed(cpu::prepareEntry(func)))
        return signalPassFailure();
  }
};

} // namespace
