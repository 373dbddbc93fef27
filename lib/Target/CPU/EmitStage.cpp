//===- EmitStage.cpp - one stage of a depth-first group as a kernel -------===//
//
// Windows are computed down a column as wide as a vector: what a row of the
// image gives for the window's columns is folded once and rolls through
// registers, so that a window of three rows costs two folds across and two down.
// Where vectors are as long as lines of memory, windows are computed along rows,
// some rows at once: each place is folded down first, and then across, with what
// is beside a vector shuffled out of it and the next one. What follows, element by
// element, happens before the one store.
//
//===----------------------------------------------------------------------===//

#include "DepthFirst.h"
#include "LoopBuilder.h"
#include "VectorBody.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

/// Where in the source the stage's main op is from.
static Location locationOf(const Stage &stage) {
  if (stage.copied)
    return stage.copied.getLoc();
  linalg::GenericOp op = stage.window ? stage.window->op : stage.elementwise.front();
  return op.getLoc();
}

namespace {

class StageEmitter {
public:
  StageEmitter(ModuleOp module, const GroupPlan &plan, const Stage &stage, bool streams)
      : plan(plan), stage(stage), streams(streams), builder(module.getBodyRegion()), loc(locationOf(stage)),
        loops(builder, loc) {}

  StageKernel run();

private:
  /// A plane as the kernel sees it.
  struct Plane {
    Value buffer, origin;
    int64_t stride;
    Order order = Order::AsIs;
    bool streams = false;
  };

  bool fetches() const { return plan.fetches(stage); }
  void findInterface();
  void makeFunction();
  void bindArguments();
  void rows(Value begin, Value end);
  void windows(Value begin, Value end, Value x);
  void fetchAhead(Value chance);
  Value asFolded(const Plane &image, Value loaded);
  Value unfolded(const Plane &image, Value folded);
  SmallVector<Value> foldDown(const Plane &image, Value row, Value x, int64_t count);
  Value foldAcross(Value before, Value at, Value behind);
  void alongRows(Value row, int64_t count, Value firstChance);
  void alongAllRows(Value begin, Value end);
  Value everySecond(const Plane &image, Value start, int64_t k);
  Value foldRow(const Plane &image, Value row, Value x);
  Value fold(Value a, Value b);
  Value place(const Plane &plane, Value row, Value column);
  void finish(Value row, Value x, Value windowResult);
  Value evaluate(linalg::GenericOp op, Value row, Value x, llvm::DenseMap<Value, Value> &known);
  Value splat(Value number);
  Value flipNegative(Value values);
  Value makeKeys(Value values);

  const GroupPlan &plan;
  const Stage &stage;
  bool streams;
  OpBuilder builder;
  Location loc;
  LoopBuilder loops;
  StageKernel kernel;
  VectorType vector;
  llvm::DenseMap<Value, Plane> inputs;
  SmallVector<std::pair<Value, Plane>> outputs;
  llvm::DenseMap<OpOperand *, Value> numbers; // as vectors
  llvm::DenseMap<Value, Value> captured;      // as vectors
  Value fetched, fetchedFrom;
};

} // namespace

/// What the stage reads and writes, in the order of the kernel's arguments.
void StageEmitter::findInterface() {
  for (Value value : stage.inputs) {
    const Stage *from = plan.stageOf(value);
    kernel.ports.push_back({value, from && from != &stage});
  }
  for (Value value : stage.outputs) {
    if (plan.buffers.contains(value))
      kernel.ports.push_back({value, true});
    if (plan.results.contains(value))
      kernel.ports.push_back({value, false});
  }
  for (linalg::GenericOp op : stage.elementwise) {
    for (OpOperand *operand : op.getDpsInputOperands())
      if (isPerPlane(*operand))
        kernel.numbers.push_back(operand);
    kernel.captured.insert_range(valuesFromOutside(op));
  }
}

void StageEmitter::makeFunction() {
  SmallVector<Type> types;
  for (size_t i = 0; i < kernel.ports.size(); ++i) {
    types.push_back(MemRefType::get({ShapedType::kDynamic}, plan.element));
    types.push_back(builder.getIndexType());
  }
  types.append(kernel.numbers.size(), plan.element);
  for (Value value : kernel.captured)
    types.push_back(value.getType());
  if (fetches())
    types.append({MemRefType::get({ShapedType::kDynamic}, plan.element), builder.getIndexType()});
  types.append(2, builder.getIndexType());
  builder.setInsertionPointToEnd(builder.getBlock());
  kernel.function = func::FuncOp::create(builder, loc, kKernelPrefix, builder.getFunctionType(types, {}));
  builder.setInsertionPointToStart(kernel.function.addEntryBlock());
}

Value StageEmitter::splat(Value number) {
  auto type = VectorType::get(vector.getShape(), number.getType());
  return vector::BroadcastOp::create(builder, loc, type, number);
}

void StageEmitter::bindArguments() {
  auto arguments = kernel.function.getArguments().begin();
  for (auto [i, port] : llvm::enumerate(kernel.ports)) {
    Plane plane{*arguments++, *arguments++, cast<RankedTensorType>(port.value.getType()).getDimSize(3)};
    if (port.inBuffer) {
      const PlaneBuffer &buffer = plan.buffers.find(port.value)->second;
      plane.stride = buffer.stride, plane.order = buffer.order;
    } else {
      plane.streams = streams;
    }
    if (i < stage.inputs.size())
      inputs[port.value] = plane;
    else
      outputs.emplace_back(port.value, plane);
  }
  for (OpOperand *number : kernel.numbers)
    numbers[number] = splat(*arguments++);
  for (Value value : kernel.captured)
    captured[value] = splat(*arguments++);
  if (fetches())
    fetched = *arguments++, fetchedFrom = *arguments++;
}

/// Asks for the lines that are to be asked for at this chance, none beyond the buffer.
void StageEmitter::fetchAhead(Value chance) {
  int64_t step = 64 * 8 / plan.element.getIntOrFloatBitWidth();
  Value size = memref::DimOp::create(builder, loc, fetched, 0);
  Value last = loops.add(size, -1);
  for (int64_t i = 0; i < plan.ahead; ++i) {
    Value at =
        loops.add(loops.add(fetchedFrom, loops.multiply(chance, builder.getIndexAttr(step * plan.ahead))), i * step);
    at = arith::MinSIOp::create(builder, loc, at, last);
    memref::PrefetchOp::create(builder, loc, fetched, at, /*isWrite=*/false, /*localityHint=*/2, /*isDataCache=*/true);
  }
}

/// The index of an element of a plane.
Value StageEmitter::place(const Plane &plane, Value row, Value column) {
  return loops.add(loops.offset(plane.origin, row, builder.getIndexAttr(plane.stride)), column);
}

Value StageEmitter::evaluate(linalg::GenericOp op, Value row, Value x, llvm::DenseMap<Value, Value> &known) {
  auto operandAt = [&](OpOperand &operand) {
    if (isPerPlane(operand))
      return numbers.lookup(&operand);
    Value &plane = known[operand.get()];
    if (!plane) {
      const Plane &input = inputs.find(operand.get())->second;
      plane = vector::LoadOp::create(builder, loc, vector, input.buffer, place(input, row, x));
      if (input.order == Order::Keys)
        plane = flipNegative(plane);
    }
    return plane;
  };
  return evaluateBody(builder, op, vector, operandAt, [&](Value value) { return captured.lookup(value); });
}

/// Flips the bits of negative values but for the sign, there or back.
Value StageEmitter::flipNegative(Value values) {
  unsigned width = vector.getElementTypeBitWidth();
  auto integers = VectorType::get(vector.getShape(), builder.getIntegerType(width));
  auto splat = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(integers, value));
  };
  Value bits = vector::BitCastOp::create(builder, loc, integers, values);
  Value signs = arith::ShRSIOp::create(builder, loc, bits, splat(APInt(width, width - 1)));
  Value flipped = arith::AndIOp::create(builder, loc, signs, splat(APInt::getSignedMaxValue(width)));
  return vector::BitCastOp::create(builder, loc, vector, arith::XOrIOp::create(builder, loc, bits, flipped));
}

/// Values as keys.
Value StageEmitter::makeKeys(Value values) {
  auto nan =
      DenseElementsAttr::get(vector, APFloat::getNaN(cast<FloatType>(vector.getElementType()).getFloatSemantics()));
  Value isNan = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO, values, values);
  return flipNegative(
      arith::SelectOp::create(builder, loc, isNan, arith::ConstantOp::create(builder, loc, nan), values));
}

/// Computes what follows the windows at one place, and stores what is needed.
void StageEmitter::finish(Value row, Value x, Value windowResult) {
  llvm::DenseMap<Value, Value> known;
  if (stage.window)
    known[stage.window->op->getResult(0)] = windowResult;
  if (stage.copied) {
    const Plane &input = inputs.find(stage.copied)->second;
    known[stage.copied] = vector::LoadOp::create(builder, loc, vector, input.buffer, place(input, row, x));
  }
  for (linalg::GenericOp op : stage.elementwise) {
    Value result = evaluate(op, row, x, known);
    known[op->getResult(0)] = result;
  }
  for (auto &[value, plane] : outputs) {
    Value result = known.lookup(value);
    if (plane.order == Order::NeverNegative)
      result = math::AbsFOp::create(builder, loc, result);
    if (plane.order == Order::Keys)
      result = makeKeys(result);
    auto store = vector::StoreOp::create(builder, loc, result, plane.buffer, place(plane, row, x));
    if (plane.streams) {
      store.setNontemporal(true);
      store.setAlignment(vector.getDimSize(0) * vector.getElementTypeBitWidth() / 8);
    }
  }
}

/// Folds two values of windows; integers stand for ordered floats.
Value StageEmitter::fold(Value a, Value b) {
  if (!isa<FloatType>(getElementTypeOrSelf(a.getType())))
    return arith::MaxSIOp::create(builder, loc, a, b);
  if (stage.window->isMax)
    return arith::MaximumFOp::create(builder, loc, a, b, arith::FastMathFlags::nsz);
  return arith::AddFOp::create(builder, loc, a, b);
}

/// The elements `k` places right of every second place from `start` on.
Value StageEmitter::everySecond(const Plane &image, Value start, int64_t k) {
  int64_t lanes = vector.getDimSize(0);
  // Those right of an element that another window reads, too, come with it: that
  // way nothing beyond the last one is read.
  int64_t odd = k > 0;
  auto load = [&](int64_t at) {
    return vector::LoadOp::create(builder, loc, vector, image.buffer, loops.add(start, k - odd + at));
  };
  Value low = load(0), high = load(lanes);
  SmallVector<int64_t> places;
  for (int64_t lane = 0; lane < lanes; ++lane)
    places.push_back(2 * lane + odd);
  return vector::ShuffleOp::create(builder, loc, low, high, places);
}

/// Values of an image as they are folded.
Value StageEmitter::asFolded(const Plane &image, Value loaded) {
  if (image.order == Order::AsIs || !stage.window->isMax)
    return loaded;
  auto integers = VectorType::get(vector.getShape(), builder.getIntegerType(vector.getElementTypeBitWidth()));
  return vector::BitCastOp::create(builder, loc, integers, loaded);
}

/// What was folded, as values.
Value StageEmitter::unfolded(const Plane &image, Value folded) {
  if (folded.getType() != vector)
    folded = vector::BitCastOp::create(builder, loc, vector, folded);
  return image.order == Order::Keys ? flipNegative(folded) : folded;
}

/// One row of the image folded over the window's columns, for the windows from
/// `x` on.
Value StageEmitter::foldRow(const Plane &image, Value row, Value x) {
  const Window &window = *stage.window;
  Value start = place(image, row, loops.multiply(x, builder.getIndexAttr(window.stride[1]))), folded;
  start = loops.add(start, -window.low[1]);
  for (int64_t k = 0; k < window.kernel[1]; ++k) {
    Value tap = window.stride[1] == 1
                    ? vector::LoadOp::create(builder, loc, vector, image.buffer, loops.add(start, k)).getResult()
                    : everySecond(image, start, k);
    tap = asFolded(image, tap);
    folded = folded ? fold(folded, tap) : tap;
  }
  return folded;
}

/// Computes windows from row `begin` to `end` in the column that starts at `x`,
/// some vectors wide.
void StageEmitter::windows(Value begin, Value end, Value x) {
  const Window &window = *stage.window;
  const Plane &image = inputs.find(window.image)->second;
  int64_t vectors = plan.vectorsOf(stage), lanes = vector.getDimSize(0);
  auto append = [&](SmallVector<Value> &folded, Value row) {
    for (int64_t i = 0; i < vectors; ++i)
      folded.push_back(foldRow(image, row, loops.add(x, i * lanes)));
  };
  SmallVector<Value> carried;
  // Rows that one window shares with the next wait in registers.
  int64_t step = window.stride[0], shared = std::max<int64_t>(window.kernel[0] - step, 0);
  auto rowOf = [&](Value row, int64_t k) {
    return loops.add(loops.multiply(row, builder.getIndexAttr(step)), k - window.low[0]);
  };
  for (int64_t k = 0; k < shared; ++k)
    append(carried, rowOf(begin, k));
  auto emit = [&](OpBuilder &, Location, Value row, ValueRange waiting) {
    SmallVector<Value> folded(waiting);
    for (int64_t k = shared; k < window.kernel[0]; ++k)
      append(folded, rowOf(row, k));
    for (int64_t i = 0; i < vectors; ++i) {
      Value result = folded[i];
      for (size_t k = i + vectors; k < folded.size(); k += vectors)
        result = fold(result, folded[k]);
      finish(row, loops.add(x, i * lanes), unfolded(image, result));
    }
    scf::YieldOp::create(builder, loc, ArrayRef<Value>(folded).take_back(shared * vectors));
  };
  scf::ForOp::create(builder, loc, begin, end, loops.constant(1), carried, emit);
}

/// The vectors at `x` folded over the rows of the windows of `count` rows from `row` on. Two windows, one below the
/// other, share the fold of all rows but one.
SmallVector<Value> StageEmitter::foldDown(const Plane &image, Value row, Value x, int64_t count) {
  int64_t height = stage.window->kernel[0];
  SmallVector<Value> taps;
  for (int64_t i = 0; i < count + height - 1; ++i) {
    Value at = place(image, loops.add(row, i - stage.window->low[0]), x);
    taps.push_back(asFolded(image, vector::LoadOp::create(builder, loc, vector, image.buffer, at)));
  }
  auto foldAll = [&](ArrayRef<Value> values) {
    Value folded = values.front();
    for (Value value : values.drop_front())
      folded = fold(folded, value);
    return folded;
  };
  SmallVector<Value> folded;
  for (int64_t i = 0; i < count; ++i) {
    if (i + 1 == count) {
      folded.push_back(foldAll(ArrayRef(taps).slice(i, height)));
      continue;
    }
    Value shared = foldAll(ArrayRef(taps).slice(i + 1, height - 1));
    folded.push_back(fold(taps[i], shared));
    folded.push_back(fold(shared, taps[++i + height - 1]));
  }
  return folded;
}

/// A vector folded over the columns of its windows, with its neighbours.
Value StageEmitter::foldAcross(Value before, Value at, Value behind) {
  int64_t lanes = vector.getDimSize(0);
  Value folded;
  for (int64_t k = 0; k < stage.window->kernel[1]; ++k) {
    int64_t shift = k - stage.window->low[1];
    SmallVector<int64_t> places;
    for (int64_t lane = 0; lane < lanes; ++lane)
      places.push_back(lane + shift + (shift < 0 ? lanes : 0));
    Value tap = at;
    if (shift)
      tap = vector::ShuffleOp::create(builder, loc, shift < 0 ? before : at, shift < 0 ? at : behind, places);
    folded = folded ? fold(folded, tap) : tap;
  }
  return folded;
}

/// Computes `count` rows of windows from `row` on, a vector of each after the other.
void StageEmitter::alongRows(Value row, int64_t count, Value firstChance) {
  const Plane &image = inputs.find(stage.window->image)->second;
  int64_t lanes = vector.getDimSize(0), columns = stage.width / lanes;
  auto compute = [&](Value x, ValueRange before, ValueRange at, ValueRange behind) {
    for (int64_t i = 0; i < count; ++i)
      finish(loops.add(row, i), x, unfolded(image, foldAcross(before[i], at[i], behind[i])));
  };
  SmallVector<Value> carried = foldDown(image, row, loops.constant(-lanes), count);
  llvm::append_range(carried, foldDown(image, row, loops.constant(0), count));
  auto emit = [&](OpBuilder &, Location, Value column, ValueRange known) {
    if (fetches())
      fetchAhead(loops.add(firstChance, column));
    Value x = loops.multiply(column, builder.getIndexAttr(lanes));
    SmallVector<Value> behind = foldDown(image, row, loops.add(x, lanes), count);
    compute(x, known.take_front(count), known.take_back(count), behind);
    SmallVector<Value> next(known.take_back(count));
    llvm::append_range(next, behind);
    scf::YieldOp::create(builder, loc, next);
  };
  scf::ForOp::create(builder, loc, loops.constant(0), loops.constant(columns), loops.constant(1), carried, emit);
  if (stage.width % lanes == 0)
    return;
  // The last vector begins early, and computes a few places again.
  if (fetches())
    fetchAhead(loops.add(firstChance, columns));
  int64_t x = stage.width - lanes;
  SmallVector<Value> parts[3];
  for (int64_t i = 0; i < 3; ++i)
    parts[i] = foldDown(image, row, loops.constant(x + (i - 1) * lanes), count);
  compute(loops.constant(x), parts[0], parts[1], parts[2]);
}

/// All rows, some at once; the rest one by one.
void StageEmitter::alongAllRows(Value begin, Value end) {
  constexpr int64_t kCount = GroupPlan::kRowsAtOnce;
  Value rest = loops.remainder(loops.subtract(end, begin), kCount), whole = loops.subtract(end, rest);
  Value columns = loops.constant(plan.columnsOf(stage));
  loops.loop(begin, whole, kCount, [&](Value row) {
    Value chance = loops.divide(loops.subtract(row, begin), kCount);
    alongRows(row, kCount, arith::MulIOp::create(builder, loc, chance, columns));
  });
  Value chance = loops.divide(loops.subtract(whole, begin), kCount);
  loops.loop(whole, end, 1,
             [&](Value row) { alongRows(row, 1, arith::MulIOp::create(builder, loc, chance, columns)); });
}

/// All columns of the rows; the last one begins early where the width is no
/// whole number of vectors, and computes a few places again.
void StageEmitter::rows(Value begin, Value end) {
  int64_t size = vector.getDimSize(0) * plan.vectorsOf(stage), columns = llvm::divideCeil(stage.width, size);
  auto overColumns = [&](function_ref<void(Value, Value)> body) {
    if (columns == 1)
      return body(loops.constant(0), loops.constant(0));
    loops.loop(loops.constant(0), loops.constant(columns), 1, [&](Value i) {
      Value x = loops.multiply(i, builder.getIndexAttr(size));
      if (stage.width % size)
        x = arith::MinSIOp::create(builder, loc, x, loops.constant(stage.width - size));
      body(i, x);
    });
  };
  if (!stage.window) {
    loops.loop(begin, end, 1, [&](Value row) { overColumns([&](Value, Value x) { finish(row, x, {}); }); });
    return;
  }
  if (plan.goesAlongRows(stage))
    return alongAllRows(begin, end);
  // Windows that share no row are computed in the order of memory.
  if (stage.window->kernel[0] <= stage.window->stride[0]) {
    loops.loop(begin, end, 1, [&](Value row) {
      Value next = loops.add(row, 1);
      overColumns([&](Value, Value x) { windows(row, next, x); });
    });
    return;
  }
  overColumns([&](Value column, Value x) {
    if (fetches())
      fetchAhead(column);
    windows(begin, end, x);
  });
}

StageKernel StageEmitter::run() {
  findInterface();
  makeFunction();
  int64_t lanes = std::min<int64_t>(plan.lanes, llvm::bit_floor(uint64_t(stage.width)));
  vector = VectorType::get({lanes}, plan.element);
  bindArguments();
  auto arguments = kernel.function.getArguments().take_back(2);
  rows(arguments[0], arguments[1]);
  func::ReturnOp::create(builder, loc);
  return std::move(kernel);
}

StageKernel cpu::emitStage(ModuleOp module, const GroupPlan &plan, const Stage &stage, TargetAttr target,
                           bool streams) {
  StageKernel kernel = StageEmitter(module, plan, stage, streams).run();
  kernel.function = finishKernel(kernel.function, target);
  return kernel;
}
