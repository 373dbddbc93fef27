//===- EmitChain.cpp - the loops around the stages of a chain -------------===//

#include "Chains.h"
#include "LoopBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

Value cpu::packWeights(OpBuilder &builder, Location loc, const ChainStage &stage, bool fromOutside, int64_t lanes) {
  auto type = cast<RankedTensorType>(stage.weight.getType());
  SmallVector<int64_t> shape(type.getShape());
  Value weight = stage.weight;
  int64_t blocks = llvm::divideCeil(shape[0], lanes);
  if (blocks * lanes != shape[0]) {
    SmallVector<OpFoldResult> low(shape.size(), builder.getIndexAttr(0)), high(low);
    high[0] = builder.getIndexAttr(blocks * lanes - shape[0]);
    shape[0] = blocks * lanes;
    Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type.getElementType()));
    weight = tensor::PadOp::create(builder, loc, RankedTensorType::get(shape, type.getElementType()), weight, low, high,
                                   zero);
  }
  auto dim = [&](unsigned i) { return builder.getAffineDimExpr(i); };
  SmallVector<int64_t> packed;
  SmallVector<AffineExpr> from;
  if (stage.kind == ChainStage::Kind::Depthwise) {
    packed = {shape[1], shape[2], shape[0]};
    from = {dim(2), dim(0), dim(1)};
  } else {
    // Columns of the kernel innermost where they are in the image, channels in blocks.
    int64_t inputs = fromOutside ? 2 : 3, columns = fromOutside ? 3 : 2;
    packed = {blocks, shape[2], 0, 0, lanes};
    packed[inputs] = shape[1], packed[columns] = shape[3];
    from = {dim(0) * lanes + dim(4), dim(inputs), dim(1), dim(columns)};
  }
  Value empty = tensor::EmptyOp::create(builder, loc, packed, type.getElementType());
  SmallVector<AffineMap> maps = {AffineMap::get(packed.size(), 0, from, builder.getContext()),
                                 builder.getMultiDimIdentityMap(packed.size())};
  SmallVector<utils::IteratorType> loops(packed.size(), utils::IteratorType::parallel);
  return linalg::GenericOp::create(builder, loc, empty.getType(), weight, empty, maps, loops,
                                   [](OpBuilder &builder, Location loc, ValueRange arguments) {
                                     linalg::YieldOp::create(builder, loc, arguments[0]);
                                   })
      .getResult(0);
}

namespace {

class ChainEmitter {
public:
  ChainEmitter(const Chain &chain, const ChainPlan &plan, TargetAttr target)
      : chain(chain), plan(plan), target(target), builder(chain.layers().back()), loc(chain.layers().back()->getLoc()),
        loops(builder, loc) {}

  void run();

private:
  Value flat(Value tensor);
  Value flatten(Value buffer);
  void makeBuffers();
  void fillRow(const LineBuffer &buffer, Value memory, int64_t row);
  void fillColumns(const LineBuffer &buffer, Value memory);
  Value borderOf(const LineBuffer &buffer);
  void fillBelow(unsigned stage, Value end);
  void computeImage(Value image);
  void computeBand(Value end, Value image);
  void call(unsigned stage, Value begin, Value end, Value image);
  SmallVector<Value> progress(Value given);
  void eraseLayers();

  const Chain &chain;
  const ChainPlan &plan;
  TargetAttr target;
  OpBuilder builder;
  Location loc;
  LoopBuilder loops;
  SmallVector<ChainKernel> kernels;
  llvm::DenseMap<Value, Value> flatted;
  SmallVector<Value> weights; // packed, null where there are none
  SmallVector<Value> buffers;
  Value result;
};

} // namespace

/// Contiguous memory with one dimension.
Value ChainEmitter::flatten(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<ReassociationIndices> all(1);
  for (int64_t i = 0; i < type.getRank(); ++i)
    all[0].push_back(i);
  if (type.getRank() != 1)
    buffer = memref::CollapseShapeOp::create(builder, loc, buffer, all);
  auto open = MemRefType::get({ShapedType::kDynamic}, type.getElementType());
  return buffer.getType() == open ? buffer : memref::CastOp::create(builder, loc, open, buffer).getResult();
}

/// The memory of a tensor from outside, with one dimension.
Value ChainEmitter::flat(Value tensor) {
  Value &known = flatted[tensor];
  if (!known) {
    auto type = cast<RankedTensorType>(tensor.getType());
    auto buffer = bufferization::ToBufferOp::create(
        builder, loc, MemRefType::get(type.getShape(), type.getElementType()), tensor, /*read_only=*/true);
    known = flatten(buffer);
  }
  return known;
}

Value ChainEmitter::borderOf(const LineBuffer &buffer) {
  auto vector = VectorType::get({plan.lanes}, plan.element);
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(vector, cast<FloatAttr>(buffer.border).getValue()));
}

/// Writes a row of border, which is where a ring has it.
void ChainEmitter::fillRow(const LineBuffer &buffer, Value memory, int64_t row) {
  Value border = borderOf(buffer);
  loops.loop(loops.constant(0), loops.constant(buffer.blocks), 1, [&](Value block) {
    Value from = loops.offset(loops.constant(row % buffer.rows * buffer.stride), block,
                              builder.getIndexAttr(buffer.blockStride()));
    loops.loop(loops.constant(0), loops.constant(buffer.stride), plan.lanes,
               [&](Value i) { vector::StoreOp::create(builder, loc, border, memory, loops.add(from, i)); });
  });
}

/// Writes the border left and right of all rows: nothing else does.
void ChainEmitter::fillColumns(const LineBuffer &buffer, Value memory) {
  int64_t inside = buffer.stride / plan.lanes - buffer.high[1];
  if (!buffer.low[1] && !buffer.high[1])
    return;
  Value border = borderOf(buffer);
  loops.loop(loops.constant(0), loops.constant(buffer.elements()), buffer.stride, [&](Value row) {
    auto store = [&](int64_t column) {
      vector::StoreOp::create(builder, loc, border, memory, loops.add(row, column * plan.lanes));
    };
    for (int64_t i = 0; i < buffer.low[1]; ++i)
      store(i);
    for (int64_t i = 0; i < buffer.high[1]; ++i)
      store(inside + i);
  });
}

/// The memory of one thread for rows between stages.
void ChainEmitter::makeBuffers() {
  buffers.clear();
  for (const LineBuffer &buffer : plan.buffers) {
    auto type = MemRefType::get({buffer.elements()}, plan.element);
    Value memory = memref::AllocaOp::create(builder, loc, type, builder.getI64IntegerAttr(64));
    if (buffer.border) {
      fillColumns(buffer, memory);
      for (int64_t i = 0; i < buffer.low[0]; ++i)
        fillRow(buffer, memory, i);
    }
    buffers.push_back(flatten(memory));
  }
}

/// Writes the border below the image once the stage has done its last row.
void ChainEmitter::fillBelow(unsigned stage, Value end) {
  if (stage >= plan.buffers.size() || !plan.buffers[stage].high[0] || !plan.buffers[stage].border)
    return;
  const LineBuffer &buffer = plan.buffers[stage];
  int64_t height = chain.stages[stage].height();
  auto fill = [&] {
    for (int64_t i = 0; i < buffer.high[0]; ++i)
      fillRow(buffer, buffers[stage], buffer.low[0] + height + i);
  };
  if (getConstantIntValue(end))
    return fill();
  Value isDone = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, end, loops.constant(height));
  auto guard = scf::IfOp::create(builder, loc, isDone, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard restore(builder);
  builder.setInsertionPointToStart(guard.thenBlock());
  fill();
}

void ChainEmitter::call(unsigned index, Value begin, Value end, Value image) {
  const ChainStage &stage = chain.stages[index];
  const ChainKernel &kernel = kernels[index];
  auto placeOf = [&](Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    return loops.multiply(image, builder.getIndexAttr(type.getDimSize(1) * type.getDimSize(2) * type.getDimSize(3)));
  };
  SmallVector<Value> operands;
  if (index == 0)
    operands.append({flatted.lookup(stage.image), placeOf(stage.image)});
  else
    operands.append({buffers[index - 1], loops.constant(0)});
  if (weights[index])
    operands.push_back(flatted.lookup(weights[index]));
  for (OpOperand *operand : kernel.numbers) {
    operands.push_back(flatted.lookup(operand->get()));
    operands.push_back(loops.multiply(image, builder.getIndexAttr(matchChannelNumbers(*operand)->perImage)));
  }
  for (Value value : kernel.images)
    operands.append({flatted.lookup(value), placeOf(value)});
  llvm::append_range(operands, kernel.captured);
  if (index + 1 == chain.stages.size())
    operands.append({flatted.lookup(chain.result()), placeOf(chain.result())});
  else
    operands.append({buffers[index], loops.constant(0)});
  operands.append({begin, end});
  func::CallOp::create(builder, loc, kernel.function, operands);
  fillBelow(index, end);
}

/// How many rows each stage can have computed, as `progressOf` says.
SmallVector<Value> ChainEmitter::progress(Value given) {
  SmallVector<Value> rows = {given};
  for (const ChainStage &stage : ArrayRef(chain.stages).drop_front()) {
    Value possible = loops.add(rows.back(), stage.low[0] - stage.kernel[0]);
    if (stage.stride[0] != 1)
      possible = arith::FloorDivSIOp::create(builder, loc, possible, loops.constant(stage.stride[0]));
    rows.push_back(loops.add(possible, 1));
  }
  return rows;
}

/// Computes what all stages can when the first one has done the rows before `end`,
/// and has not done those of this band before.
void ChainEmitter::computeBand(Value end, Value image) {
  SmallVector<Value> before = progress(loops.add(end, -plan.rows)), after = progress(end);
  for (unsigned i = 0; i < chain.stages.size(); ++i) {
    auto clamp = [&](Value row) {
      row = loops.maximum(row, loops.constant(0));
      return loops.minimum(row, loops.constant(chain.stages[i].height()));
    };
    Value first = clamp(before[i]), last = clamp(after[i]);
    Value any = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, first, last);
    auto guard = scf::IfOp::create(builder, loc, any, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard restore(builder);
    builder.setInsertionPointToStart(guard.thenBlock());
    call(i, first, last, image);
  }
}

void ChainEmitter::computeImage(Value image) {
  makeBuffers();
  if (plan.bands == 1) {
    for (unsigned i = 0; i < chain.stages.size(); ++i)
      call(i, loops.constant(0), loops.constant(chain.stages[i].height()), image);
    return;
  }
  loops.loop(loops.constant(plan.rows), loops.constant(plan.rows * plan.bands + 1), plan.rows,
             [&](Value end) { computeBand(end, image); });
}

/// What nothing else uses of what the layers were made from goes with them.
void ChainEmitter::eraseLayers() {
  SmallVector<linalg::GenericOp> layers = chain.layers();
  for (linalg::GenericOp op : llvm::reverse(layers)) {
    llvm::SetVector<Operation *> makers;
    for (Value operand : op->getOperands())
      if (Operation *maker = operand.getDefiningOp(); isa_and_nonnull<tensor::PadOp, linalg::FillOp>(maker))
        makers.insert(maker);
    op->erase();
    for (Operation *maker : makers)
      if (maker->use_empty())
        maker->erase();
  }
}

void ChainEmitter::run() {
  auto module = chain.layers().front()->getParentOfType<ModuleOp>();
  Value image = chain.stages.front().image;
  auto type = cast<RankedTensorType>(chain.result().getType());
  Value images = tensor::DimOp::create(builder, loc, image, 0);
  for (auto [i, stage] : llvm::enumerate(chain.stages)) {
    kernels.push_back(emitChainStage(module, chain, plan, i, target));
    weights.push_back(stage.weight ? packWeights(builder, loc, stage, /*fromOutside=*/i == 0, plan.lanes) : Value());
    if (weights.back())
      flat(weights.back());
    for (OpOperand *operand : kernels.back().numbers)
      flat(operand->get());
    for (Value value : kernels.back().images)
      flat(value);
  }
  flat(image);
  SmallVector<Value> sizes;
  if (type.isDynamicDim(0))
    sizes.push_back(images);
  result = memref::AllocOp::create(builder, loc, MemRefType::get(type.getShape(), type.getElementType()), sizes,
                                   builder.getI64IntegerAttr(64));
  flatted[chain.result()] = flatten(result);
  loops.parallel(loops.constant(0), images, 1, plan.cycles, [&](Value image) { computeImage(image); });
  Value computed = bufferization::ToTensorOp::create(builder, loc, type, result, /*restrict=*/true, /*writable=*/true);
  chain.result().replaceAllUsesWith(computed);
  eraseLayers();
}

void cpu::emitChain(const Chain &chain, const ChainPlan &plan, TargetAttr target) {
  ChainEmitter(chain, plan, target).run();
}
