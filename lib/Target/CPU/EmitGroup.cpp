//===- EmitGroup.cpp - the loops around the stages of a group -------------===//

#include "DepthFirst.h"
#include "LoopBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

namespace {

class GroupEmitter {
public:
  GroupEmitter(const LayerGroup &group, GroupPlan &plan, TargetAttr target)
      : group(group), plan(plan), target(target), builder(group.last()), loc(group.last()->getLoc()),
        loops(builder, loc) {}

  void run();

private:
  Value bufferOf(Value tensor);
  Value flat(Value buffer);
  void makeResults();
  void overPlanes(Value images);
  void makePlanes();
  void fillBorder(const PlaneBuffer &buffer, Value memory);
  void computePlane(Value plane);
  SmallVector<Value> progress(Value given);
  void computeBand(Value end, Value plane);
  void call(unsigned stage, Value begin, Value end, Value plane);
  Value fetchFrom(unsigned stage, Value plane);
  Value numberOf(OpOperand &operand, Value plane);

  const LayerGroup &group;
  GroupPlan &plan;
  TargetAttr target;
  OpBuilder builder;
  Location loc;
  LoopBuilder loops;
  SmallVector<StageKernel> kernels;
  SmallVector<func::FuncOp> streaming;  // null where nothing goes past the caches
  Value streams;                        // whether results do
  Value bandEnd;                        // the end of the first stage's rows
  llvm::DenseMap<Value, Value> whole;   // buffers of tensors, as they are
  llvm::DenseMap<Value, Value> flatted; // the same with one dimension
  llvm::DenseMap<Value, Value> results;
  SmallVector<Value> storages;
};

} // namespace

/// The memory of a tensor from outside.
Value GroupEmitter::bufferOf(Value tensor) {
  Value &buffer = whole[tensor];
  if (!buffer) {
    auto type = cast<RankedTensorType>(tensor.getType());
    buffer = bufferization::ToBufferOp::create(builder, loc, MemRefType::get(type.getShape(), type.getElementType()),
                                               tensor, /*read_only=*/true);
  }
  return buffer;
}

/// Contiguous memory with one dimension.
Value GroupEmitter::flat(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<ReassociationIndices> all(1);
  for (int64_t i = 0; i < type.getRank(); ++i)
    all[0].push_back(i);
  if (type.getRank() != 1)
    buffer = memref::CollapseShapeOp::create(builder, loc, buffer, all);
  auto open = MemRefType::get({ShapedType::kDynamic}, type.getElementType());
  return buffer.getType() == open ? buffer : memref::CastOp::create(builder, loc, open, buffer).getResult();
}

void GroupEmitter::makeResults() {
  for (Value value : plan.results) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<Value> sizes;
    if (type.isDynamicDim(0)) {
      Value any = plan.stages.front().inputs.front();
      sizes.push_back(tensor::DimOp::create(builder, loc, any, 0));
    }
    results[value] = memref::AllocOp::create(builder, loc, MemRefType::get(type.getShape(), type.getElementType()),
                                             sizes, builder.getI64IntegerAttr(64));
  }
}

/// Writes the border's value around a plane, in whole vectors: what lies between
/// two rows belongs to no plane.
void GroupEmitter::fillBorder(const PlaneBuffer &buffer, Value memory) {
  if (!buffer.border)
    return;
  auto vector = VectorType::get({plan.lanes}, plan.element);
  APFloat value = cast<FloatAttr>(buffer.border).getValue();
  if (buffer.order == Order::Keys && value.isNegative())
    value = APFloat(value.getSemantics(),
                    value.bitcastToAPInt() ^ APInt::getSignedMaxValue(Type(plan.element).getIntOrFloatBitWidth()));
  auto splat = DenseElementsAttr::get(vector, value);
  Value border = arith::ConstantOp::create(builder, loc, splat);
  auto fill = [&](Value from, int64_t count) {
    loops.loop(loops.constant(0), loops.constant(count), plan.lanes,
               [&](Value i) { vector::StoreOp::create(builder, loc, border, memory, loops.add(from, i)); });
  };
  fill(loops.constant(0), buffer.low[0] * buffer.stride + buffer.left);
  loops.loop(loops.constant(0), loops.constant(buffer.height), 1, [&](Value row) {
    Value start = loops.offset(loops.constant(buffer.origin()), row, builder.getIndexAttr(buffer.stride));
    vector::StoreOp::create(builder, loc, border, memory, loops.add(start, -plan.lanes));
    vector::StoreOp::create(builder, loc, border, memory, loops.add(start, buffer.width));
  });
  fill(loops.constant((buffer.low[0] + buffer.height) * buffer.stride), buffer.high[0] * buffer.stride + buffer.left);
}

/// The memory of one thread for the planes between stages.
void GroupEmitter::makePlanes() {
  storages.assign(plan.storages, {});
  for (const Stage &stage : plan.stages)
    for (Value value : stage.outputs) {
      auto it = plan.buffers.find(value);
      if (it == plan.buffers.end() || storages[it->second.storage])
        continue;
      // The last stores of a border and of a row may go on for a vector.
      auto type = MemRefType::get({it->second.elements() + 2 * plan.lanes}, plan.element);
      Value memory = memref::AllocaOp::create(builder, loc, type, builder.getI64IntegerAttr(64));
      fillBorder(it->second, memory);
      storages[it->second.storage] = flat(memory);
    }
}

/// The number that the operand has for a plane.
Value GroupEmitter::numberOf(OpOperand &operand, Value plane) {
  if (!isa<RankedTensorType>(operand.get().getType()))
    return operand.get();
  auto op = cast<linalg::GenericOp>(operand.getOwner());
  Value channels = loops.constant(plan.channels);
  SmallVector<Value> indices;
  for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim)
      indices.push_back(loops.constant(cast<AffineConstantExpr>(expr).getValue()));
    else if (dim.getPosition() == 0)
      indices.push_back(arith::DivUIOp::create(builder, loc, plane, channels));
    else
      indices.push_back(arith::RemUIOp::create(builder, loc, plane, channels));
  }
  return memref::LoadOp::create(builder, loc, whole.lookup(operand.get()), indices);
}

void GroupEmitter::call(unsigned stage, Value begin, Value end, Value plane) {
  const StageKernel &kernel = kernels[stage];
  SmallVector<Value> operands;
  for (auto [i, port] : llvm::enumerate(kernel.ports)) {
    if (port.inBuffer) {
      const PlaneBuffer &buffer = plan.buffers.find(port.value)->second;
      operands.append({storages[buffer.storage], loops.constant(buffer.origin())});
      continue;
    }
    auto type = cast<RankedTensorType>(port.value.getType());
    bool isInput = i < plan.stages[stage].inputs.size();
    operands.push_back(isInput ? flatted.lookup(port.value) : flatted.lookup(results.lookup(port.value)));
    operands.push_back(loops.multiply(plane, builder.getIndexAttr(type.getDimSize(2) * type.getDimSize(3))));
  }
  for (OpOperand *operand : kernel.numbers)
    operands.push_back(numberOf(*operand, plane));
  llvm::append_range(operands, kernel.captured);
  if (plan.fetches(plan.stages[stage]))
    operands.append({flatted.lookup(plan.image()), fetchFrom(stage, plane)});
  operands.append({begin, end});
  if (!streaming[stage]) {
    func::CallOp::create(builder, loc, kernel.function, operands);
    return;
  }
  auto choice = scf::IfOp::create(builder, loc, streams, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard restore(builder);
  builder.setInsertionPointToStart(choice.thenBlock());
  func::CallOp::create(builder, loc, streaming[stage], operands);
  builder.setInsertionPointToStart(choice.elseBlock());
  func::CallOp::create(builder, loc, kernel.function, operands);
}

/// Where the stage goes on asking memory for what comes after this band.
Value GroupEmitter::fetchFrom(unsigned stage, Value plane) {
  auto type = cast<RankedTensorType>(plan.image().getType());
  int64_t width = type.getDimSize(3), height = type.getDimSize(2);
  int64_t line = 64 * 8 / plan.element.getWidth();
  // The end of this band, or of the plane.
  Value row = arith::MinSIOp::create(builder, loc, bandEnd, loops.constant(height));
  Value place =
      loops.offset(loops.multiply(plane, builder.getIndexAttr(height * width)), row, builder.getIndexAttr(width));
  return loops.add(place, plan.chancesBefore(plan.stages[stage]) * plan.ahead * line);
}

/// How many rows each stage can have computed, as `GroupPlan::progress` says.
SmallVector<Value> GroupEmitter::progress(Value given) {
  SmallVector<Value> rows;
  for (const Stage &stage : plan.stages) {
    Value own;
    for (Value value : stage.inputs) {
      const Stage *from = plan.stageOf(value);
      if (!from || from == &stage)
        continue;
      Value possible = rows[from - plan.stages.begin()];
      if (stage.window && stage.window->image == value) {
        const Window &window = *stage.window;
        possible = loops.add(possible, window.low[0] - window.kernel[0]);
        if (window.stride[0] != 1)
          possible = arith::FloorDivSIOp::create(builder, loc, possible, loops.constant(window.stride[0]));
        possible = loops.add(possible, 1);
      }
      own = own && own != possible ? arith::MinSIOp::create(builder, loc, own, possible).getResult() : possible;
    }
    rows.push_back(own ? own : given);
  }
  return rows;
}

/// Computes what all stages can when the first one has done the rows before
/// `end`, and has not done those of this band before.
void GroupEmitter::computeBand(Value end, Value plane) {
  bandEnd = end;
  SmallVector<Value> before = progress(loops.add(end, -plan.rows)), after = progress(end);
  for (unsigned i = 0; i < plan.stages.size(); ++i) {
    auto clamp = [&](Value row) -> Value {
      row = arith::MaxSIOp::create(builder, loc, row, loops.constant(0));
      return arith::MinSIOp::create(builder, loc, row, loops.constant(plan.stages[i].height));
    };
    Value first = clamp(before[i]), last = clamp(after[i]);
    Value any = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, first, last);
    auto guard = scf::IfOp::create(builder, loc, any, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard restore(builder);
    builder.setInsertionPointToStart(guard.thenBlock());
    call(i, first, last, plane);
  }
}

void GroupEmitter::computePlane(Value plane) {
  if (plan.bands == 1) {
    bandEnd = loops.constant(plan.rows);
    for (unsigned i = 0; i < plan.stages.size(); ++i)
      call(i, loops.constant(0), loops.constant(plan.stages[i].height), plane);
    return;
  }
  loops.loop(loops.constant(plan.rows), loops.constant(plan.rows * plan.bands + 1), plan.rows,
             [&](Value end) { computeBand(end, plane); });
}

void GroupEmitter::overPlanes(Value images) {
  Value count = loops.multiply(images, builder.getIndexAttr(plan.channels));
  Value chunks = arith::CeilDivUIOp::create(builder, loc, count, loops.constant(plan.planes));
  if (plan.mayStream) {
    // What the caches would not keep until someone reads it.
    int64_t bytes = 0;
    for (Value value : plan.results)
      bytes += cast<RankedTensorType>(value.getType()).getDimSize(2) *
               cast<RankedTensorType>(value.getType()).getDimSize(3) * plan.element.getWidth() / 8;
    streams = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, count,
                                    loops.constant(target.getL3() / 4 / bytes));
  }
  loops.parallel(loops.constant(0), chunks, 1, plan.cycles * double(plan.planes), [&](Value chunk) {
    makePlanes();
    Value first = loops.multiply(chunk, builder.getIndexAttr(plan.planes));
    Value last = arith::MinUIOp::create(builder, loc, loops.add(first, plan.planes), count);
    if (plan.planes == 1)
      computePlane(first);
    else
      loops.loop(first, last, 1, [&](Value plane) { computePlane(plane); });
    if (streams)
      LLVM::CallIntrinsicOp::create(builder, loc, builder.getStringAttr("llvm.x86.sse.sfence"), ValueRange());
  });
}

void GroupEmitter::run() {
  auto module = group.ops.front()->getParentOfType<ModuleOp>();
  makeResults();
  for (const Stage &stage : plan.stages) {
    kernels.push_back(emitStage(module, plan, stage, target));
    bool isLast = llvm::any_of(kernels.back().ports, [&](const Port &port) {
      return !port.inBuffer && plan.results.contains(port.value) && stage.outputs.contains(port.value);
    });
    streaming.push_back(plan.mayStream && isLast ? emitStage(module, plan, stage, target, true).function
                                                 : func::FuncOp());
    for (OpOperand *operand : kernels.back().numbers)
      if (isa<RankedTensorType>(operand->get().getType()))
        bufferOf(operand->get());
    for (const Port &port : kernels.back().ports)
      if (!port.inBuffer && !plan.results.contains(port.value))
        flatted[port.value] = flat(bufferOf(port.value));
  }
  for (auto [value, buffer] : results)
    flatted[buffer] = flat(buffer);
  Value any = plan.stages.front().inputs.front();
  auto type = cast<RankedTensorType>(any.getType());
  overPlanes(type.isDynamicDim(0) ? tensor::DimOp::create(builder, loc, any, 0).getResult()
                                  : loops.constant(type.getDimSize(0)));
  for (Value value : plan.results) {
    Value computed = bufferization::ToTensorOp::create(builder, loc, value.getType(), results.lookup(value),
                                                       /*restrict=*/true, /*writable=*/true);
    value.replaceAllUsesWith(computed);
  }
  // What nothing else uses of what the layers were made from goes with them: left
  // to later passes, it would be memory that is filled for nobody.
  for (linalg::GenericOp op : llvm::reverse(group.ops)) {
    SmallVector<Operation *> makers;
    for (Value operand : op->getOperands())
      if (Operation *maker = operand.getDefiningOp();
          isa_and_nonnull<tensor::PadOp, linalg::FillOp>(maker) && !llvm::is_contained(makers, maker))
        makers.push_back(maker);
    op->erase();
    for (Operation *maker : makers)
      if (maker->use_empty())
        maker->erase();
  }
}

void cpu::emitGroup(const LayerGroup &group, GroupPlan &plan, TargetAttr target) {
  GroupEmitter(group, plan, target).run();
}
