//===- PlanChain.cpp - tiles, line buffers and bands of a chain -----------===//

#include "Chains.h"
#include "llvm/Support/MathExtras.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

/// The part of the second cache that rows between stages may take.
static constexpr double kBufferShare = 0.5;

/// Bytes of buffers that fit a thread's stack in any case.
static constexpr int64_t kMaxBuffers = 512 << 10;

SmallVector<int64_t> cpu::progressOf(const Chain &chain, int64_t given) {
  SmallVector<int64_t> rows = {given};
  for (const ChainStage &stage : ArrayRef(chain.stages).drop_front())
    rows.push_back(stage.rowsFrom(rows.back()));
  return rows;
}

/// The smallest number of equal parts of `size`, each at most `most`: how large one
/// is. The last one overlaps the one before.
static int64_t evenPart(int64_t size, int64_t most) { return llvm::divideCeil(size, llvm::divideCeil(size, most)); }

namespace {

class Planner {
public:
  Planner(const Chain &chain, TargetAttr target) : chain(chain), target(target) {}

  FailureOr<ChainPlan> run(std::string &why);

private:
  ChainTile chooseTile(const ChainStage &stage, bool isLast);
  void makeBuffers();
  int64_t keepRows(int64_t rows, int64_t bands);
  int64_t rowsUntilDone();
  void countBytes();

  const Chain &chain;
  TargetAttr target;
  ChainPlan plan;
};

} // namespace

/// Sums of a product in registers: the cheapest of what fits, at two multiply-adds
/// and two loads a cycle.
ChainTile Planner::chooseTile(const ChainStage &stage, bool isLast) {
  int64_t lanes = plan.lanes, width = stage.width();
  if (stage.kind == ChainStage::Kind::Copy)
    return {std::min(lanes, width), 1};
  bool many = target.getRegisters() >= 32;
  if (stage.kind != ChainStage::Kind::Product)
    return {evenPart(width, isLast ? lanes : many ? 8 : 6), 1};
  int64_t accumulators = many ? 28 : 12, blocks = llvm::divideCeil(stage.channels(), lanes);
  ChainTile best{1, 1};
  double bestCost = 0;
  for (int64_t vectors = 1; vectors <= std::min<int64_t>(blocks, 4); ++vectors) {
    // With vectors of the weights and a scalar beside the sums.
    int64_t most = std::min(accumulators, int64_t(target.getRegisters()) - 1 - vectors) / vectors;
    int64_t places = evenPart(width, std::min(lanes, most));
    auto cost = [&](int64_t count) { return std::max(double(places * count), double(places + count)) / 2 + 1; };
    double row = double(blocks / vectors) * cost(vectors);
    if (blocks % vectors)
      row += cost(blocks % vectors);
    row *= double(llvm::divideCeil(width, places));
    if (bestCost == 0 || row < bestCost)
      best = {places, vectors}, bestCost = row;
  }
  return best;
}

void Planner::makeBuffers() {
  for (auto [from, to] : llvm::zip(ArrayRef(chain.stages).drop_back(), ArrayRef(chain.stages).drop_front())) {
    LineBuffer buffer;
    buffer.low = to.low, buffer.high = to.high, buffer.border = to.padding;
    buffer.blocks = llvm::divideCeil(from.channels(), plan.lanes);
    buffer.stride = (to.low[1] + from.width() + to.high[1]) * plan.lanes;
    buffer.rows = buffer.allRows = to.low[0] + from.height() + to.high[0];
    plan.buffers.push_back(buffer);
  }
}

/// Rows of the first stage until the last one is done, if images went on below.
int64_t Planner::rowsUntilDone() {
  int64_t given = chain.stages.front().height();
  while (progressOf(chain, given).back() < chain.stages.back().height())
    ++given;
  return given;
}

/// Makes buffers as large as bands of so many rows want; returns their bytes.
int64_t Planner::keepRows(int64_t rows, int64_t bands) {
  int64_t bytes = 0;
  for (auto [i, buffer] : llvm::enumerate(plan.buffers)) {
    const ChainStage &from = chain.stages[i], &to = chain.stages[i + 1];
    int64_t most = 1;
    for (int64_t band = 0; band < bands; ++band) {
      auto clamp = [](int64_t row, int64_t height) { return std::clamp<int64_t>(row, 0, height); };
      int64_t written = clamp(progressOf(chain, (band + 1) * rows)[i], from.height());
      int64_t read = clamp(progressOf(chain, band * rows)[i + 1], to.height());
      int64_t end = written + buffer.low[0] + (written == from.height() ? buffer.high[0] : 0);
      if (read < to.height())
        most = std::max(most, end - read * to.stride[0]);
    }
    buffer.rows = std::min(most, buffer.allRows);
    bytes += buffer.elements() * (plan.element.getWidth() / 8);
  }
  return bytes;
}

static int64_t imageBytes(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getDimSize(1) * type.getDimSize(2) * type.getDimSize(3) * type.getElementTypeBitWidth() / 8;
}

void Planner::countBytes() {
  for (const ChainStage &stage : chain.stages) {
    if (stage.head) {
      plan.bytesBefore += imageBytes(linalg::GenericOp(stage.head)->getResult(0));
      plan.bytesBefore += imageBytes(stage.image) * (stage.padding ? 3 : 1); // padded: read, written, read
    }
    for (linalg::GenericOp op : stage.elementwise) {
      plan.bytesBefore += imageBytes(op->getResult(0));
      for (OpOperand *operand : op.getDpsInputOperands()) {
        if (!isa<RankedTensorType>(operand->get().getType()) || isPerPlane(*operand))
          continue;
        plan.bytesBefore += imageBytes(operand->get());
        bool isInside = llvm::is_contained(chain.layers(), operand->get().getDefiningOp());
        if (&stage != &chain.stages.front() && !isInside && operand->get() != chain.stages.front().image)
          plan.bytesAfter += imageBytes(operand->get());
      }
    }
  }
  plan.bytesAfter += imageBytes(chain.stages.front().image) + imageBytes(chain.result());
}

FailureOr<ChainPlan> Planner::run(std::string &why) {
  plan.element = cast<FloatType>(getElementTypeOrSelf(chain.result().getType()));
  plan.lanes = target.getVectorBits() / plan.element.getWidth();
  double multiplyAdds = 0;
  for (const ChainStage &stage : chain.stages) {
    bool isProduct = stage.kind == ChainStage::Kind::Product;
    plan.tiles.push_back(chooseTile(stage, &stage == &chain.stages.back()));
    multiplyAdds += double(stage.channels() * stage.height() * stage.width() * stage.taps()) *
                    double(isProduct ? stage.inputs() : 1);
  }
  plan.cycles = multiplyAdds / double(2 * plan.lanes);
  makeBuffers();
  int64_t limit = std::min(kMaxBuffers, int64_t(kBufferShare * target.getL2())), until = rowsUntilDone();
  plan.bands = 1, plan.rows = until;
  while ((plan.bufferBytes = keepRows(plan.rows, plan.bands)) > limit) {
    if (plan.rows == 1)
      return why = "a row of all its layers would not stay in the cache", failure();
    plan.bands = llvm::divideCeil(until, plan.rows - 1);
    plan.rows = llvm::divideCeil(until, plan.bands);
  }
  countBytes();
  return std::move(plan);
}

FailureOr<ChainPlan> cpu::planChain(const Chain &chain, TargetAttr target, std::string &why) {
  return Planner(chain, target).run(why);
}
