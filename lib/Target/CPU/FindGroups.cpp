//===- FindGroups.cpp - layers that can run plane by plane together -------===//

#include "DepthFirst.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

bool cpu::isInside(const LayerGroup &group, OpOperand &use) {
  Operation *user = use.getOwner();
  if (auto pad = dyn_cast<tensor::PadOp>(user))
    return llvm::all_of(pad->getUsers(), [&](Operation *padUser) { return group.contains(padUser); });
  return group.contains(user);
}

namespace {

/// Grows the groups of a block, op by op.
class GroupFinder {
public:
  GroupFinder(Block &block, const GroupLimits &limits) : block(block), limits(limits) {}

  SmallVector<LayerGroup> run();

private:
  LayerGroup *groupOf(Value value);
  void visit(linalg::GenericOp op);
  bool canRunAt(const LayerGroup &group, Operation *last);
  int64_t bufferBytes(const LayerGroup &group);

  Block &block;
  const GroupLimits &limits;
  SmallVector<LayerGroup> groups;
};

} // namespace

LayerGroup *GroupFinder::groupOf(Value value) {
  for (LayerGroup &group : groups)
    if (group.contains(value.getDefiningOp()))
      return &group;
  return nullptr;
}

/// Whether everything outside that uses the group's values comes after `last`,
/// where the group will run.
bool GroupFinder::canRunAt(const LayerGroup &group, Operation *last) {
  for (linalg::GenericOp op : group.ops)
    for (OpOperand &use : op->getUses()) {
      Operation *user = block.findAncestorOpInBlock(*use.getOwner());
      if (!isInside(group, use) && (!user || user->isBeforeInBlock(last)))
        return false;
    }
  return true;
}

static int64_t planeBytes(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getDimSize(2) * type.getDimSize(3) * type.getElementTypeBitWidth() / 8;
}

/// An upper bound of the memory for planes between the stages that are alive at
/// once: what a window reads, and what it gives.
int64_t GroupFinder::bufferBytes(const LayerGroup &group) {
  int64_t largest = 0, several = 0;
  for (linalg::GenericOp op : group.ops) {
    largest = std::max(largest, planeBytes(op->getResult(0)));
    if (!op->getResult(0).hasOneUse())
      several += planeBytes(op->getResult(0));
  }
  return 2 * largest + several;
}

static int64_t countWindows(const LayerGroup &group) {
  return llvm::count_if(group.ops, [](linalg::GenericOp op) { return op.getNumReductionLoops() > 0; });
}

/// The fewest windows in a plane for which a call of a kernel pays when they have
/// nothing in common: loops over several planes at once are short, too.
static constexpr int64_t kLeastWindows = 16;

static bool isTooSmall(const Window &window) {
  auto type = cast<RankedTensorType>(linalg::GenericOp(window.op)->getResult(0).getType());
  return window.kernel[0] <= window.stride[0] && window.kernel[1] <= window.stride[1] &&
         type.getDimSize(2) * type.getDimSize(3) < kLeastWindows;
}

/// The planes that a layer reads.
static SmallVector<Value> planesOf(linalg::GenericOp op, const std::optional<Window> &window) {
  if (window)
    return {window->image};
  SmallVector<Value> planes;
  for (OpOperand *operand : op.getDpsInputOperands())
    if (!isPerPlane(*operand))
      planes.push_back(operand->get());
  return planes;
}

void GroupFinder::visit(linalg::GenericOp op) {
  std::optional<Window> window = matchWindow(op);
  if (!window && !isPlaneElementwise(op))
    return;
  SmallVector<LayerGroup *> joined;
  for (Value plane : planesOf(op, window))
    if (LayerGroup *group = groupOf(plane); group && !llvm::is_contained(joined, group))
      joined.push_back(group);
  LayerGroup grown;
  for (LayerGroup *group : joined)
    grown.ops.append(group->ops);
  // What is computed element by element right before the first windows.
  if (joined.empty() && window) {
    auto before = window->image.getDefiningOp<linalg::GenericOp>();
    if (before && before->getBlock() == &block && isPlaneElementwise(before) && before->hasOneUse())
      grown.ops.push_back(before);
  }
  if (joined.empty() && (!window || isTooSmall(*window)))
    return;
  llvm::sort(grown.ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  grown.ops.push_back(op);
  auto refuse = [&](const Twine &why) {
    for (LayerGroup *group : joined)
      group->end = why.str();
    if (window && !isTooSmall(*window))
      groups.push_back({{op}, ""});
  };
  if (limits.maxSteps && countWindows(grown) > limits.maxSteps)
    return refuse("at most " + Twine(limits.maxSteps) + " steps are asked for");
  if (bufferBytes(grown) > limits.maxBuffers)
    return refuse("the planes in between would not stay in the cache");
  if (!canRunAt(grown, op))
    return refuse("something in between needs its values");
  SmallVector<LayerGroup> kept;
  for (LayerGroup &group : groups)
    if (!llvm::is_contained(joined, &group))
      kept.push_back(std::move(group));
  kept.push_back(std::move(grown));
  groups = std::move(kept);
}

/// Why a group that nothing refused to grow ends.
static std::string describeEnd(const LayerGroup &group) {
  for (linalg::GenericOp op : llvm::reverse(group.ops))
    for (OpOperand &use : op->getUses())
      if (!isInside(group, use)) {
        if (use.getOwner()->hasTrait<OpTrait::ReturnLike>())
          return "its result leaves";
        return ("'" + use.getOwner()->getName().getStringRef() + "' does not go plane by plane").str();
      }
  return "nothing uses its result";
}

SmallVector<LayerGroup> GroupFinder::run() {
  for (Operation &op : block)
    if (auto generic = dyn_cast<linalg::GenericOp>(op))
      visit(generic);
  for (LayerGroup &group : groups)
    if (group.end.empty())
      group.end = describeEnd(group);
  return std::move(groups);
}

SmallVector<LayerGroup> cpu::findGroups(Block &block, const GroupLimits &limits) {
  return GroupFinder(block, limits).run();
}
