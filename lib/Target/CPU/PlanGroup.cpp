//===- PlanGroup.cpp - stages, buffers and bands of a group ---------------===//
//
// A plane goes through all stages band by band: a later stage is some rows behind
// the ones it reads from, as its windows reach down, so that each row is computed
// once, from rows that are in the innermost cache.
//
//===----------------------------------------------------------------------===//

#include "DepthFirst.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/Triple.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

/// The part of the innermost cache that the rows in use may take.
static constexpr double kCacheShare = 0.6;

/// Maxima that a place takes part in, at least, for keys to pay: they cost six
/// instructions, a maximum that propagates NaN two more than one of integers.
static constexpr int64_t kFoldsForKeys = 3;

/// Cycles that one thread works before it takes the next planes, at least.
static constexpr double kChunkCycles = 15000;

/// Cycles for a vector of values and stage, near enough to choose grains.
static constexpr double kStageCycles = 4;

/// Bytes of a line of memory.
static constexpr int64_t kLine = 64;

int64_t GroupPlan::vectorsOf(const Stage &stage) const {
  // A whole line, where that computes no more places twice.
  int64_t bytes = lanes * (element.getIntOrFloatBitWidth() / 8), vectors = std::max<int64_t>(1, kLine / bytes);
  bool fits = llvm::divideCeil(stage.width, vectors * lanes) * vectors == llvm::divideCeil(stage.width, lanes);
  return stage.window && fits ? vectors : 1;
}

int64_t GroupPlan::columnsOf(const Stage &stage) const {
  return llvm::divideCeil(stage.width, lanes * vectorsOf(stage));
}

/// Rows and columns of a window, at most, for which its stage goes along rows: what is read stays in registers.
static constexpr int64_t kMaxTiledWindow = 5;

bool GroupPlan::goesAlongRows(const Stage &stage) const {
  if (!stage.window || lanes * (element.getIntOrFloatBitWidth() / 8) != kLine || stage.width < lanes)
    return false;
  const Window &window = *stage.window;
  auto isSmall = [](int64_t size) { return size > 1 && size <= kMaxTiledWindow; };
  if (window.stride != decltype(window.stride){1, 1} || !llvm::all_of(window.kernel, isSmall))
    return false;
  // The vector in front of a row is its border, or what lies between two rows.
  auto image = buffers.find(window.image);
  return image != buffers.end() && image->second.border;
}

int64_t GroupPlan::chancesOf(const Stage &stage) const {
  if (!stage.window || stage.window->kernel[0] <= stage.window->stride[0])
    return 0;
  return columnsOf(stage) * (goesAlongRows(stage) ? llvm::divideCeil(rows, kRowsAtOnce) : 1);
}

int64_t GroupPlan::chancesBefore(const Stage &stage) const {
  int64_t chances = 0;
  for (const Stage &before : ArrayRef(stages.begin(), &stage))
    chances += chancesOf(before);
  return chances;
}

int64_t Stage::rowsFrom(Value input, int64_t given) const {
  if (!window || window->image != input)
    return given;
  return llvm::divideFloorSigned(given + window->low[0] - window->kernel[0], window->stride[0]) + 1;
}

SmallVector<int64_t> GroupPlan::progress(int64_t given) const {
  SmallVector<int64_t> rows;
  for (const Stage &stage : stages) {
    std::optional<int64_t> own;
    for (Value value : stage.inputs)
      if (const Stage *from = stageOf(value); from && from != &stage) {
        int64_t possible = stage.rowsFrom(value, rows[from - stages.begin()]);
        own = std::min(own.value_or(possible), possible);
      }
    rows.push_back(own.value_or(given));
  }
  return rows;
}

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
  Order chooseOrder(Value value, const PlaneBuffer &buffer);
  LogicalResult makeBuffers();
  void shareStorage();
  bool canShare(const PlaneBuffer &given, ArrayRef<Value> holders, Value taker);
  void chooseBands();
  void chooseMemory();
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
      if (group.contains(op) && isPlaneElementwise(op) && isNeverNegative(op))
        buffer.order = Order::NeverNegative;
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

/// Chooses keys where folding them costs less than making them.
Order Planner::chooseOrder(Value value, const PlaneBuffer &buffer) {
  auto border = dyn_cast_if_present<FloatAttr>(buffer.border);
  if (border && border.getValue().isNaN())
    return Order::AsIs;
  if (buffer.order != Order::AsIs)
    return buffer.order;
  bool pays = false;
  for (Stage &stage : plan.stages) {
    if (!stage.window || stage.window->image != value)
      continue;
    if (!stage.window->isMax)
      return Order::AsIs;
    pays |= stage.window->kernel[0] + stage.window->kernel[1] - 2 >= kFoldsForKeys;
  }
  return pays ? Order::Keys : Order::AsIs;
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
    buffer.order = chooseOrder(value, buffer);
  }
  return success();
}

/// Whether `taker` may be written where `holders` lie: by then everything that
/// reads those rows has done so.
bool Planner::canShare(const PlaneBuffer &given, ArrayRef<Value> holders, Value taker) {
  const PlaneBuffer &wanted = plan.buffers.find(taker)->second;
  if (given.height != wanted.height || given.width != wanted.width || given.low != wanted.low ||
      given.high != wanted.high || given.border != wanted.border ||
      (given.border && (given.order == Order::Keys) != (wanted.order == Order::Keys)))
    return false;
  Stage *writer = plan.stageOf(taker);
  // Far from the ends progress is even; every phase of steps comes along.
  for (int64_t given = 1000; given < 1064; ++given) {
    SmallVector<int64_t> rows = plan.progress(given);
    for (Value holder : holders)
      for (Stage &reader : plan.stages) {
        if (!reader.inputs.contains(holder))
          continue;
        // The first row that its next one needs.
        int64_t next = rows[&reader - plan.stages.begin()];
        if (reader.window && reader.window->image == holder)
          next = next * reader.window->stride[0] - reader.window->low[0];
        if (&reader >= writer || rows[writer - plan.stages.begin()] > next)
          return false;
      }
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
  if (plan.rows >= height) {
    plan.bands = 1, plan.rows = height;
  } else {
    // As long as it takes the last stage to be done.
    auto isDone = [&](int64_t given) {
      SmallVector<int64_t> rows = plan.progress(given);
      return llvm::all_of_zip(plan.stages, rows,
                              [](const Stage &stage, int64_t computed) { return computed >= stage.height; });
    };
    int64_t given = height;
    while (!isDone(given))
      ++given;
    // Bands of equal height.
    plan.bands = llvm::divideCeil(given, plan.rows);
    plan.rows = llvm::divideCeil(given, plan.bands);
    if (llvm::any_of(plan.stages, [&](const Stage &stage) { return plan.goesAlongRows(stage); })) {
      plan.rows = llvm::alignTo(plan.rows, GroupPlan::kRowsAtOnce);
      plan.bands = llvm::divideCeil(given, plan.rows);
    }
  }
  plan.cycles = kStageCycles * vectors;
  plan.planes = int64_t(kChunkCycles / plan.cycles) + 1;
}

/// While the stages compute a band, the next one's rows are fetched, a few lines
/// at once, so that memory and arithmetic are busy at once.
void Planner::chooseMemory() {
  int64_t bytes = plan.element.getWidth() / 8, chances = 0;
  for (Stage &stage : plan.stages)
    chances += plan.chancesOf(stage);
  plan.lines = llvm::divideCeil(plan.rows * widthOf(plan.image()) * bytes, kLine);
  plan.ahead = chances ? llvm::divideCeil(plan.lines, chances) : 0;
  // Stores past the caches have to fill whole lines at once.
  plan.mayStream = llvm::Triple(target.getTriple()).isX86() && target.getVectorBits() >= 256;
  for (Value value : plan.results) {
    Stage &stage = *plan.stageOf(value);
    plan.mayStream &=
        stage.window && stage.width * bytes % kLine == 0 && plan.vectorsOf(stage) * plan.lanes * bytes == kLine;
  }
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
  shareStorage();
  chooseBands();
  chooseMemory();
  countBytes();
  return std::move(plan);
}

FailureOr<GroupPlan> cpu::planGroup(const LayerGroup &group, TargetAttr target, std::string &why) {
  return Planner(group, target, why).run();
}
