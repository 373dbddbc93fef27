//===- EmitChainStage.cpp - one stage of a chain as a kernel --------------===//
//
// Inside of a chain a vector has channels of one place. A product keeps a tile of
// places by channels in registers, and multiplies scalars of the image with vectors of
// the weights; a convolution of each channel multiplies vectors of both. The last
// stage turns squares over in registers, since images have channels apart.
//
//===----------------------------------------------------------------------===//

#include "Chains.h"
#include "LoopBuilder.h"
#include "VectorBody.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

namespace {

class ChainStageEmitter {
public:
  ChainStageEmitter(ModuleOp module, const Chain &chain, const ChainPlan &plan, unsigned index)
      : plan(plan), stage(chain.stages[index]), tile(plan.tiles[index]), isFirst(index == 0),
        isLast(index + 1 == chain.stages.size()), in(isFirst ? nullptr : &plan.buffers[index - 1]),
        out(isLast ? nullptr : &plan.buffers[index]), builder(module.getBodyRegion()),
        loc(stage.head ? stage.head->getLoc() : stage.image.getLoc()), loops(builder, loc),
        vector(VectorType::get({plan.lanes}, plan.element)) {}

  ChainKernel run();

private:
  /// A flat buffer and the place of what is looked at.
  struct Memory {
    Value buffer, at;
  };
  using Numbers = llvm::DenseMap<OpOperand *, Value>;

  void findInterface();
  void makeFunction();
  void bindArguments();
  void overBlocks(function_ref<void(Value block, int64_t vectors, int64_t left)> body);
  void overTiles(function_ref<void(Value x)> body);
  Value slot(Value row, const LineBuffer &buffer);
  Value rowIn(Value row, Value tap);
  void copy(Value begin, Value end);
  void product(Value begin, Value end);
  SmallVector<Value> productSums(Value block, int64_t vectors, Value row, Value x);
  void slide(Value begin, Value end);
  Value load(const Memory &memory, Value offset, Value mask = {});
  Value splat(Value number);
  Value maskOf(int64_t count);
  Numbers channelNumbers(Value block, int64_t left);
  Value evaluate(Value value, function_ref<Value(OpOperand &)> operandAt);
  void store(ArrayRef<Value> places, ArrayRef<Numbers> numbers, Value block, int64_t left, Value row, Value x);
  void storeTurned(ArrayRef<Value> places, Value block, int64_t left, Value row, Value x);
  int64_t planeIn() const { return sizeOf(stage.image, 2) * sizeOf(stage.image, 3); }
  static int64_t sizeOf(Value value, int64_t dim) { return cast<RankedTensorType>(value.getType()).getDimSize(dim); }
  /// Elements from a column of the image to the next.
  int64_t columnStep() const { return isFirst ? 1 : plan.lanes; }
  OpFoldResult index(int64_t value) { return builder.getIndexAttr(value); }

  const ChainPlan &plan;
  const ChainStage &stage;
  ChainTile tile;
  bool isFirst, isLast;
  const LineBuffer *in, *out; // null for images
  OpBuilder builder;
  Location loc;
  LoopBuilder loops;
  VectorType vector;
  ChainKernel kernel;
  Memory input, output;
  Value weights;
  llvm::DenseMap<OpOperand *, Memory> numbers;
  llvm::DenseMap<Value, Memory> images;
  llvm::DenseMap<Value, Value> captured; // as vectors
};

} // namespace

/// What the stage reads but its image and its weights.
void ChainStageEmitter::findInterface() {
  Value inside = stage.head ? linalg::GenericOp(stage.head)->getResult(0) : stage.image;
  for (linalg::GenericOp op : stage.elementwise) {
    for (OpOperand *operand : op.getDpsInputOperands()) {
      if (op.getMatchingBlockArgument(operand).use_empty() || operand->get() == inside)
        continue;
      if (!isa<RankedTensorType>(operand->get().getType()))
        kernel.captured.insert(operand->get());
      else if (isPerPlane(*operand))
        kernel.numbers.push_back(operand);
      else if (!llvm::is_contained(kernel.images, operand->get()))
        kernel.images.push_back(operand->get());
    }
    kernel.captured.insert_range(valuesFromOutside(op));
    inside = op->getResult(0);
  }
}

void ChainStageEmitter::makeFunction() {
  SmallVector<Type> types;
  auto memory = [&] { types.append({MemRefType::get({ShapedType::kDynamic}, plan.element), builder.getIndexType()}); };
  memory();
  if (stage.weight)
    types.push_back(types.front());
  for (size_t i = 0; i < kernel.numbers.size() + kernel.images.size(); ++i)
    memory();
  for (Value value : kernel.captured)
    types.push_back(value.getType());
  memory();
  types.append(2, builder.getIndexType());
  builder.setInsertionPointToEnd(builder.getBlock());
  kernel.function = func::FuncOp::create(builder, loc, kKernelPrefix, builder.getFunctionType(types, {}));
  builder.setInsertionPointToStart(kernel.function.addEntryBlock());
}

void ChainStageEmitter::bindArguments() {
  auto arguments = kernel.function.getArguments().begin();
  auto memory = [&] {
    Value buffer = *arguments++;
    return Memory{buffer, *arguments++};
  };
  input = memory();
  if (stage.weight)
    weights = *arguments++;
  for (OpOperand *operand : kernel.numbers)
    numbers[operand] = memory();
  for (Value value : kernel.images)
    images[value] = memory();
  for (Value value : kernel.captured)
    captured[value] = splat(*arguments++);
  output = memory();
}

Value ChainStageEmitter::splat(Value number) {
  return vector::BroadcastOp::create(builder, loc, VectorType::get(vector.getShape(), number.getType()), number);
}

/// The first lanes; null for all of them.
Value ChainStageEmitter::maskOf(int64_t count) {
  if (count >= plan.lanes)
    return {};
  auto type = VectorType::get({plan.lanes}, builder.getI1Type());
  return vector::ConstantMaskOp::create(builder, loc, type, ArrayRef<int64_t>{count});
}

Value ChainStageEmitter::load(const Memory &memory, Value offset, Value mask) {
  Value at = loops.add(memory.at, offset);
  if (!mask)
    return vector::LoadOp::create(builder, loc, vector, memory.buffer, at);
  Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(vector));
  return vector::MaskedLoadOp::create(builder, loc, vector, memory.buffer, at, mask, zero);
}

/// Calls `body` for tiles of blocks of channels: the first block, how many there are,
/// and how many channels are left, those of the tile or fewer.
void ChainStageEmitter::overBlocks(function_ref<void(Value, int64_t, int64_t)> body) {
  int64_t size = tile.vectors * plan.lanes, whole = stage.channels() / size, left = stage.channels() % size;
  if (whole == 1)
    body(loops.constant(0), tile.vectors, size);
  else if (whole > 1)
    loops.loop(loops.constant(0), loops.constant(whole * tile.vectors), tile.vectors,
               [&](Value block) { body(block, tile.vectors, size); });
  if (left)
    body(loops.constant(whole * tile.vectors), llvm::divideCeil(left, plan.lanes), left);
}

/// Calls `body` for where each tile of a row begins; the last one computes a few
/// places again where the width is no whole number of them.
void ChainStageEmitter::overTiles(function_ref<void(Value)> body) {
  int64_t width = stage.width(), count = llvm::divideCeil(width, tile.places);
  if (count == 1)
    return body(loops.constant(0));
  loops.loop(loops.constant(0), loops.constant(count), 1, [&](Value i) {
    Value x = loops.multiply(i, index(tile.places));
    body(width % tile.places ? loops.minimum(x, loops.constant(width - tile.places)) : x);
  });
}

/// Where a buffer has a row, counted with its border.
Value ChainStageEmitter::slot(Value row, const LineBuffer &buffer) {
  return buffer.isRing() ? loops.remainder(row, buffer.rows) : row;
}

/// The place of the first element of a row that is read for a row of the result.
Value ChainStageEmitter::rowIn(Value row, Value tap) {
  Value read = loops.add(loops.multiply(row, index(stage.stride[0])), tap);
  if (isFirst)
    return loops.offset(input.at, read, index(sizeOf(stage.image, 3)));
  return loops.offset(input.at, slot(read, *in), index(in->stride));
}

/// The numbers that each channel has one of, for a block of channels.
ChainStageEmitter::Numbers ChainStageEmitter::channelNumbers(Value block, int64_t left) {
  Numbers found;
  for (OpOperand *operand : kernel.numbers) {
    Memory memory = numbers.lookup(operand);
    if (matchChannelNumbers(*operand)->perChannel == 0)
      found[operand] = splat(memref::LoadOp::create(builder, loc, memory.buffer, memory.at));
    else
      found[operand] = load(memory, loops.multiply(block, index(plan.lanes)), maskOf(left));
  }
  return found;
}

/// What follows the stage's head, which gave `value`.
Value ChainStageEmitter::evaluate(Value value, function_ref<Value(OpOperand &)> operandAt) {
  Value inside = stage.head ? linalg::GenericOp(stage.head)->getResult(0) : stage.image;
  for (linalg::GenericOp op : stage.elementwise) {
    auto get = [&](OpOperand &operand) {
      if (operand.get() == inside)
        return value;
      return isa<RankedTensorType>(operand.get().getType()) ? operandAt(operand) : captured.lookup(operand.get());
    };
    value = evaluateBody(builder, op, vector, get, [&](Value outside) { return captured.lookup(outside); });
    inside = op->getResult(0);
  }
  return value;
}

/// Finishes a tile, places outermost, and stores it. `left` channels of it count.
void ChainStageEmitter::store(ArrayRef<Value> places, ArrayRef<Numbers> numbers, Value block, int64_t left, Value row,
                              Value x) {
  int64_t lanes = plan.lanes, vectors = places.size() / tile.places;
  if (isLast) {
    for (int64_t v = 0; v < vectors; ++v) {
      SmallVector<Value> column;
      for (int64_t p = 0; p < tile.places; ++p)
        column.push_back(places[p * vectors + v]);
      storeTurned(column, loops.add(block, v), left - v * lanes, row, x);
    }
    return;
  }
  Value at = loops.offset(output.at, slot(loops.add(row, out->low[0]), *out), index(out->stride));
  at = loops.add(loops.offset(at, x, index(lanes)), out->low[1] * lanes);
  for (int64_t v = 0; v < vectors; ++v) {
    Value blockAt = loops.offset(at, loops.add(block, v), index(out->blockStride()));
    for (int64_t p = 0; p < tile.places; ++p) {
      Value result = evaluate(places[p * vectors + v], [&](OpOperand &operand) { return numbers[v].lookup(&operand); });
      vector::StoreOp::create(builder, loc, result, output.buffer, loops.add(blockAt, p * lanes));
    }
  }
}

/// Turns places of channels into channels of places, finishes and stores them.
void ChainStageEmitter::storeTurned(ArrayRef<Value> places, Value block, int64_t left, Value row, Value x) {
  Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(vector));
  SmallVector<Value> square(places);
  square.resize(plan.lanes, zero);
  Value mask = maskOf(places.size());
  int64_t plane = stage.height() * stage.width();
  Value channel = loops.multiply(block, index(plan.lanes));
  Value at = loops.add(loops.multiply(row, index(stage.width())), x);
  for (auto [lane, value] : llvm::enumerate(turnOver(builder, loc, square))) {
    if (int64_t(lane) >= left)
      break;
    Value own = loops.add(channel, lane), offset = loops.offset(at, own, index(plane));
    Value result = evaluate(value, [&](OpOperand &operand) {
      if (!isPerPlane(operand))
        return load(images.lookup(operand.get()), offset, mask);
      Memory memory = numbers.lookup(&operand);
      Value number = loops.offset(memory.at, own, index(matchChannelNumbers(operand)->perChannel));
      return splat(memref::LoadOp::create(builder, loc, memory.buffer, number));
    });
    Value to = loops.add(output.at, offset);
    if (mask)
      vector::MaskedStoreOp::create(builder, loc, output.buffer, to, mask, result);
    else
      vector::StoreOp::create(builder, loc, result, output.buffer, to);
  }
}

/// Brings an image from outside into blocks of channels.
void ChainStageEmitter::copy(Value begin, Value end) {
  int64_t plane = stage.height() * stage.width(), lanes = plan.lanes;
  Value mask = maskOf(tile.places), zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(vector));
  overBlocks([&](Value block, int64_t, int64_t left) {
    loops.loop(begin, end, 1, [&](Value row) {
      overTiles([&](Value x) {
        SmallVector<Value> square;
        for (int64_t lane = 0; lane < lanes; ++lane) {
          if (lane >= left) {
            square.push_back(zero);
            continue;
          }
          Value channel = loops.add(loops.multiply(block, index(lanes)), lane);
          Value at = loops.add(loops.offset(loops.multiply(row, index(stage.width())), channel, index(plane)), x);
          square.push_back(evaluate(load(input, at, mask), [&](OpOperand &operand) {
            Memory memory = numbers.lookup(&operand);
            Value number = loops.offset(memory.at, channel, index(matchChannelNumbers(operand)->perChannel));
            return splat(memref::LoadOp::create(builder, loc, memory.buffer, number));
          }));
        }
        Value to = loops.offset(output.at, slot(loops.add(row, out->low[0]), *out), index(out->stride));
        to = loops.offset(loops.add(loops.offset(to, x, index(lanes)), out->low[1] * lanes), block,
                          index(out->blockStride()));
        for (auto [p, value] : llvm::enumerate(turnOver(builder, loc, square)))
          if (int64_t(p) < tile.places)
            vector::StoreOp::create(builder, loc, value, output.buffer, loops.add(to, p * lanes));
      });
    });
  });
}

/// The sums of a tile. All of a row of the kernel is one loop, whose counter is taken
/// apart: LLVM unrolls short ones, and keeps scalars that steps share.
SmallVector<Value> ChainStageEmitter::productSums(Value block, int64_t vectors, Value row, Value x) {
  int64_t lanes = plan.lanes, inputs = stage.inputs(), step = columnStep();
  int64_t perRow = stage.kernel[1] * inputs, steps = stage.kernel[0] * perRow;
  Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(vector));
  SmallVector<Value> sums(tile.places * vectors, zero);
  Value weightAt = loops.multiply(block, index(steps * lanes));
  Value column = loops.multiply(x, index(stage.stride[1] * step));
  return loops.reduce(index(stage.kernel[0]), sums, [&](Value tapRow, ValueRange sums) {
    Value from = loops.add(rowIn(row, tapRow), column);
    Value weightRow = loops.offset(weightAt, tapRow, index(perRow * lanes));
    return loops.reduce(index(perRow), sums, [&](Value i, ValueRange sums) {
      Value at;
      if (isFirst) {
        at = loops.offset(from, loops.divide(i, stage.kernel[1]), index(planeIn()));
        at = loops.add(at, loops.remainder(i, stage.kernel[1]));
      } else {
        Value tap = stage.kernel[1] == 1 ? loops.constant(0) : loops.divide(i, inputs);
        Value channel = stage.kernel[1] == 1 ? i : loops.remainder(i, inputs);
        at = loops.offset(from, tap, index(lanes));
        at = loops.offset(at, loops.divide(channel, lanes), index(in->blockStride()));
        at = loops.add(at, loops.remainder(channel, lanes));
      }
      Value weightsHere = loops.offset(weightRow, i, index(lanes));
      SmallVector<Value> columns, next;
      for (int64_t v = 0; v < vectors; ++v)
        columns.push_back(load({weights, weightsHere}, loops.constant(v * steps * lanes)));
      for (int64_t p = 0; p < tile.places; ++p) {
        Value place = loops.add(at, p * stage.stride[1] * step);
        Value scalar = splat(memref::LoadOp::create(builder, loc, input.buffer, place));
        for (int64_t v = 0; v < vectors; ++v)
          next.push_back(vector::FMAOp::create(builder, loc, scalar, columns[v], sums[p * vectors + v]));
      }
      return next;
    });
  });
}

void ChainStageEmitter::product(Value begin, Value end) {
  overBlocks([&](Value block, int64_t vectors, int64_t left) {
    loops.loop(begin, end, 1, [&](Value row) {
      overTiles([&](Value x) {
        SmallVector<Value> sums = productSums(block, vectors, row, x);
        SmallVector<Numbers> numbers;
        for (int64_t v = 0; v < vectors && !isLast; ++v)
          numbers.push_back(channelNumbers(loops.add(block, v), left - v * plan.lanes));
        store(sums, numbers, block, left, row, x);
      });
    });
  });
}

/// Windows of each channel by itself: sums of products with the kernel, or what
/// pooling gives. Neighbours share what is loaded.
void ChainStageEmitter::slide(Value begin, Value end) {
  int64_t lanes = plan.lanes, blocks = llvm::divideCeil(stage.channels(), lanes);
  overBlocks([&](Value block, int64_t, int64_t left) {
    SmallVector<Value> kernelAt;
    for (int64_t tap = 0; stage.weight && tap < stage.taps(); ++tap) {
      Value at = loops.add(loops.multiply(block, index(lanes)), tap * blocks * lanes);
      kernelAt.push_back(vector::LoadOp::create(builder, loc, vector, weights, at));
    }
    SmallVector<Numbers> numbers;
    if (!isLast)
      numbers.push_back(channelNumbers(block, left));
    loops.loop(begin, end, 1, [&](Value row) {
      SmallVector<Value> from;
      for (int64_t tap = 0; tap < stage.kernel[0]; ++tap)
        from.push_back(loops.offset(rowIn(row, loops.constant(tap)), block, index(in->blockStride())));
      overTiles([&](Value x) {
        Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(vector));
        SmallVector<Value> sums(tile.places, stage.weight ? zero : Value());
        for (int64_t tapRow = 0; tapRow < stage.kernel[0]; ++tapRow) {
          llvm::DenseMap<int64_t, Value> loaded;
          Value at = loops.offset(from[tapRow], x, index(stage.stride[1] * lanes));
          for (int64_t tap = 0; tap < stage.kernel[1]; ++tap)
            for (int64_t p = 0; p < tile.places; ++p) {
              Value &value = loaded[p * stage.stride[1] + tap];
              if (!value)
                value = vector::LoadOp::create(builder, loc, vector, input.buffer,
                                               loops.add(at, (p * stage.stride[1] + tap) * lanes));
              if (stage.weight)
                sums[p] = vector::FMAOp::create(builder, loc, value, kernelAt[tapRow * stage.kernel[1] + tap], sums[p]);
              else if (!sums[p])
                sums[p] = value;
              else if (stage.isMax)
                sums[p] = arith::MaximumFOp::create(builder, loc, sums[p], value, arith::FastMathFlags::nsz);
              else
                sums[p] = arith::AddFOp::create(builder, loc, sums[p], value);
            }
        }
        store(sums, numbers, block, left, row, x);
      });
    });
  });
}

ChainKernel ChainStageEmitter::run() {
  findInterface();
  makeFunction();
  bindArguments();
  auto rows = kernel.function.getArguments().take_back(2);
  switch (stage.kind) {
  case ChainStage::Kind::Copy:
    copy(rows[0], rows[1]);
    break;
  case ChainStage::Kind::Product:
    product(rows[0], rows[1]);
    break;
  case ChainStage::Kind::Depthwise:
  case ChainStage::Kind::Pool:
    slide(rows[0], rows[1]);
  }
  func::ReturnOp::create(builder, loc);
  return std::move(kernel);
}

ChainKernel cpu::emitChainStage(ModuleOp module, const Chain &chain, const ChainPlan &plan, unsigned stage,
                                TargetAttr target) {
  ChainKernel kernel = ChainStageEmitter(module, chain, plan, stage).run();
  kernel.function = finishKernel(kernel.function, target);
  return kernel;
}
