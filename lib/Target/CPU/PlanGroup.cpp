//===- PlanGroup.cpp - stages, buffers and bands of a group ---------------===//
//
// A plane goes through all stages band by band: while the first stage has done
// rows up to r, a later one has done those up to r less its delay, so that each
// row is computed once, from rows that are in the innermost cache.
//
//===----------------------------------------------------------------------===//

#include "DepthFirst.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

/// The part of the innermost cache that the rows in use may take.
static constexpr double kCacheShare = 0.6;

/// Cycles that one thread works before it takes the next planes, at least.
static constexpr double kChunkCycles = 15000;

/// Cycles for a vector of values and stage, near enough to choose grains.
static constexpr double kStageCycles = 4;

Stage *GroupPlan::stageOf(Value value) {
  for (Stage &stage : stages)
    if (stage.copied == value || (stage.window && stage.window->op->getResult(0) == value) ||
        llvm::is_contained(stage.elementwise, value.getDefiningOp()))
      return &stage;
  return nullptr;
}

namespace {

class Planner {
public:
  Planner(const LayerGroup &group, TargetAttr target, std::string &why) : group(group), target(target), why(why) {}

  FailureOr<GroupPlan> run();

private:
  void makeStages();
  LogicalResult addBuffer(Value value, const Window *reader);
  LogicalResult makeBuffers();
  void orderDelays();
  void shareStorage();
  bool canShare(const PlaneBuffer &given, ArrayRef<Value> holders, Value taker);
  void chooseBands();
  void countBytes();

  const LayerGroup &group;
  TargetAttr target;
  std::string &why;
  GroupPlan plan;
};

} // namespace

static int64_t heightOf(Value value) { return cast<RankedTensorType>(value.getType()).getDimSize(2); }
static int64_t widthOf(Value value) { return cast<RankedTensorType>(value.getType()).getDimSize(3); }

/// Puts each windows op at the head of a stage, and what is computed element by
/// element to the last stage that it reads from.
void Planner::makeStages() {
  auto newStage = [&](Value computed) -> Stage & {
    plan.stages.emplace_back();
    plan.stages.back().height = heightOf(computed), plan.stages.back().width = widthOf(computed);
    return plan.stages.back();
  };
  for (linalg::GenericOp op : group.ops) {
    if (std::optional<Window> window = matchWindow(op)) {
      if (window->pad && !plan.stageOf(window->image))
        newStage(window->image).copied = window->image;
      newStage(op->getResult(0)).window = window;
      continue;
    }
    Stage *latest = nullptr;
    for (OpOperand *operand : op.getDpsInputOperands())
      if (Stage *stage = isPerPlane(*operand) ? nullptr : plan.stageOf(operand->get()); stage && !stage->copied)
        latest = std::max(latest, stage);
    (latest ? *latest : newStage(op->getResult(0))).elementwise.push_back(op);
  }
  for (Stage &stage : plan.stages) {
    auto read = [&](Value value) {
      Stage *from = plan.stageOf(value);
      if (from != &stage)
        stage.inputs.insert(value);
      if (from && from != &stage)
        from->outputs.insert(value);
    };
    if (stage.copied)
      stage.inputs.insert(stage.copied);
    if (stage.window)
      read(stage.window->image);
    for (linalg::GenericOp op : stage.elementwise)
      for (OpOperand *operand : op.getDpsInputOperands())
        if (!isPerPlane(*operand))
          read(operand->get());
  }
  for (linalg::GenericOp op : group.ops)
    for (OpOperand &use : op->getUses())
      if (!isInside(group, use)) {
        plan.stageOf(op->getResult(0))->outputs.insert(op->getResult(0));
        plan.results.insert(op->getResult(0));
      }
}

/// Makes room for a value between stages, with the border that the reader wants.
LogicalResult Planner::addBuffer(Value value, const Window *reader) {
  auto [it, isNew] = plan.buffers.try_emplace(value);
  PlaneBuffer &buffer = it->second;
  buffer.height = heightOf(value), buffer.width = widthOf(value);
  if (isNew)
    if (auto op = value.getDefiningOp<linalg::GenericOp>())
      buffer.ordered = group.contains(op) && isPlaneElementwise(op) && isNeverNegative(op);
  if (!reader || !reader->pad)
    return success();
  if (buffer.border && buffer.border != reader->padding)
    return why = "two layers want different borders around the same image", failure();
  buffer.border = reader->padding;
  for (int i = 0; i < 2; ++i) {
    buffer.low[i] = std::max(buffer.low[i], reader->low[i]);
    buffer.high[i] = std::max(buffer.high[i], reader->high[i]);
  }
  return success();
}

LogicalResult Planner::makeBuffers() {
  for (Stage &stage : plan.stages)
    for (Value value : stage.inputs) {
      Stage *from = plan.stageOf(value);
      const Window *reader = stage.window && stage.window->image == value ? &*stage.window : nullptr;
      if (from && from != &stage && failed(addBuffer(value, reader)))
        return failure();
    }
  for (auto &[value, buffer] : plan.buffers) {
    if (buffer.low[1] > plan.lanes || buffer.high[1] > plan.lanes)
      return why = "the border is wider than a vector", failure();
    // Rows begin at whole vectors.
    buffer.left = buffer.border ? plan.lanes : 0;
    buffer.stride = buffer.left + llvm::alignTo(buffer.width + buffer.high[1], plan.lanes);
    // Not all of them may compare like integers: the border has to as well.
    auto border = dyn_cast_if_present<FloatAttr>(buffer.border);
    buffer.ordered &= !border || !border.getValue().isNaN();
  }
  return success();
}

/// A stage waits for the rows below that its windows reach.
void Planner::orderDelays() {
  for (Stage &stage : plan.stages)
    for (Value value : stage.inputs)
      if (Stage *from = plan.stageOf(value); from && from != &stage) {
        bool isWindow = stage.window && stage.window->image == value;
        int64_t reach = isWindow ? stage.window->kernel[0] - 1 - stage.window->low[0] : 0;
        stage.delay = std::max(stage.delay, from->delay + std::max<int64_t>(reach, 0));
      }
}

/// Whether `taker` may be written where `holders` lie: by then everything that
/// reads those rows has done so.
bool Planner::canShare(const PlaneBuffer &given, ArrayRef<Value> holders, Value taker) {
  const PlaneBuffer &wanted = plan.buffers.find(taker)->second;
  if (given.height != wanted.height || given.width != wanted.width || given.low != wanted.low ||
      given.high != wanted.high || given.border != wanted.border)
    return false;
  Stage *writer = plan.stageOf(taker);
  for (Value holder : holders)
    for (Stage &reader : plan.stages) {
      if (!reader.inputs.contains(holder))
        continue;
      bool isWindow = reader.window && reader.window->image == holder;
      int64_t above = isWindow ? reader.window->low[0] : 0;
      if (&reader >= writer || writer->delay < reader.delay + above)
        return false;
    }
  return true;
}

void Planner::shareStorage() {
  SmallVector<SmallVector<Value>> storages;
  for (Stage &stage : plan.stages)
    for (Value value : stage.outputs) {
      auto it = plan.buffers.find(value);
      if (it == plan.buffers.end())
        continue;
      unsigned best = storages.size();
      for (auto [i, holders] : llvm::enumerate(storages))
        if (canShare(plan.buffers.find(holders.front())->second, holders, value))
          best = i;
      if (best == storages.size())
        storages.emplace_back();
      storages[best].push_back(value);
      it->second.storage = best;
    }
  plan.storages = storages.size();
  for (const SmallVector<Value> &holders : storages)
    plan.bufferBytes += plan.buffers.find(holders.front())->second.elements() * (plan.element.getWidth() / 8);
}

void Planner::chooseBands() {
  int64_t height = 0, stride = 0;
  double vectors = 0;
  for (Stage &stage : plan.stages) {
    height = std::max(height, stage.height);
    stride = std::max(stride, stage.width + 2 * plan.lanes);
    vectors += double(stage.height) * llvm::divideCeil(stage.width, plan.lanes);
  }
  int64_t rowBytes = stride * (plan.element.getWidth() / 8);
  plan.rows = std::max<int64_t>(8, int64_t(kCacheShare * target.getL1()) / (2 * rowBytes));
  int64_t delay = plan.stages.back().delay;
  for (Stage &stage : plan.stages)
    delay = std::max(delay, stage.delay);
  // Bands of equal height.
  plan.bands = plan.rows >= height ? 1 : llvm::divideCeil(height + delay, plan.rows);
  plan.rows = llvm::divideCeil(height + (plan.bands > 1 ? delay : 0), plan.bands);
  plan.cycles = kStageCycles * vectors;
  plan.planes = int64_t(kChunkCycles / plan.cycles) + 1;
}

/// Bytes of all planes of an image.
static int64_t imageBytes(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getDimSize(1) * type.getDimSize(2) * type.getDimSize(3) * type.getElementTypeBitWidth() / 8;
}

void Planner::countBytes() {
  llvm::SetVector<Value> ends = plan.results;
  for (linalg::GenericOp op : group.ops) {
    std::optional<Window> window = matchWindow(op);
    plan.bytesBefore += imageBytes(op->getResult(0));
    if (window)
      plan.bytesBefore += imageBytes(window->image) * (window->pad ? 3 : 1); // padded: read, written, read
    else
      for (OpOperand *operand : op.getDpsInputOperands())
        plan.bytesBefore += isPerPlane(*operand) ? 0 : imageBytes(operand->get());
  }
  for (Stage &stage : plan.stages)
    for (Value value : stage.inputs)
      if (!group.contains(value.getDefiningOp()))
        ends.insert(value);
  for (Value value : ends)
    plan.bytesAfter += imageBytes(value);
}

FailureOr<GroupPlan> Planner::run() {
  auto type = cast<RankedTensorType>(group.ops.front()->getResult(0).getType());
  plan.element = cast<FloatType>(type.getElementType());
  plan.channels = type.getDimSize(1);
  plan.lanes = target.getVectorBits() / plan.element.getWidth();
  for (linalg::GenericOp op : group.ops)
    if (auto other = cast<RankedTensorType>(op->getResult(0).getType());
        other.getElementType() != plan.element || other.getDimSize(1) != plan.channels)
      return why = "its layers differ in element type or channels", failure();
  makeStages();
  if (failed(makeBuffers()))
    return failure();
  orderDelays();
  shareStorage();
  chooseBands();
  countBytes();
  return std::move(plan);
}

FailureOr<GroupPlan> cpu::planGroup(const LayerGroup &group, TargetAttr target, std::string &why) {
  return Planner(group, target, why).run();
}
