//===- EmitWinograd.cpp - the loops around the stages of Winograd layers --===//
//
// Blocks of their own:                        Shared blocks:
//
//   transform all weights                     for blocks:
//   parallel for blocks:                        parallel for rows of tiles: transform the image
//     transform the images                      parallel for register tiles' columns:
//     for register tiles' columns:                for parts of the channels:
//       products                                    transform the weights; products
//       results                                   results
//
//===----------------------------------------------------------------------===//

#include "LoopBuilder.h"
#include "Winograd.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

namespace {

class WinogradEmitter {
public:
  WinogradEmitter(const WinogradLayer &layer, const WinogradPlan &plan, const WinogradKernels &kernels)
      : layer(layer), plan(plan), kernels(kernels), builder(layer.last()), loc(layer.last().getLoc()),
        loops(builder, loc) {}

  void run();

private:
  Value bufferOf(Value tensor);
  Value flatten(Value buffer);
  Value allocate(int64_t elements, bool own);
  Value index(int64_t value) { return loops.constant(value); }
  Value times(Value a, int64_t b) { return loops.multiply(a, builder.getIndexAttr(b)); }
  void call(func::FuncOp kernel, ValueRange operands) { func::CallOp::create(builder, loc, kernel, operands); }
  void ownBlocks();
  void sharedBlocks();
  void transformImage(Value first, Value row, Value v, Value band);
  void writeResults(Value first, Value count, Value m, Value band, Value columns);
  Value registerTiles(Value count);
  int64_t groups() const { return llvm::divideCeil(vectors(), plan.columns); }
  int64_t vectors() const { return llvm::divideCeil(layer.outer, plan.lanes); }
  int64_t innerWidth() const { return llvm::alignTo(layer.inner, plan.lanes); }
  int64_t imageBand() const { return plan.reach() * (plan.tile * plan.tilesWide + 2) * plan.lanes; }
  int64_t resultBand() const { return plan.tile * plan.tile * plan.tilesWide * plan.lanes; }
  int64_t productSize() const { return plan.places() * plan.tiles() * plan.columnWidth(); }

  const WinogradLayer &layer;
  const WinogradPlan &plan;
  const WinogradKernels &kernels;
  OpBuilder builder;
  Location loc;
  LoopBuilder loops;
  Value image, weight, result, rows;
  SmallVector<Value> operands; // the epilogue's
};

} // namespace

/// The memory of a tensor from outside.
Value WinogradEmitter::bufferOf(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return bufferization::ToBufferOp::create(builder, loc, MemRefType::get(type.getShape(), type.getElementType()),
                                           tensor, /*read_only=*/true);
}

/// Contiguous memory with one dimension.
Value WinogradEmitter::flatten(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.getRank() > 1) {
    SmallVector<ReassociationIndices> all(1, llvm::to_vector(llvm::seq<int64_t>(type.getRank())));
    buffer = memref::CollapseShapeOp::create(builder, loc, buffer, all);
  }
  auto open = MemRefType::get({ShapedType::kDynamic}, type.getElementType());
  return buffer.getType() == open ? buffer : memref::CastOp::create(builder, loc, open, buffer).getResult();
}

/// Flat memory; `own` of the thread that runs an iteration.
Value WinogradEmitter::allocate(int64_t elements, bool own) {
  auto type = MemRefType::get({elements}, builder.getF32Type());
  IntegerAttr alignment = builder.getI64IntegerAttr(64);
  return flatten(own ? memref::AllocaOp::create(builder, loc, type, alignment).getResult()
                     : memref::AllocOp::create(builder, loc, type, alignment).getResult());
}

/// Transforms one of the rows of tiles of a block that begins with row `first` of all images'.
void WinogradEmitter::transformImage(Value first, Value row, Value v, Value band) {
  Value all = loops.add(first, row), number = loops.divide(all, plan.tilesHigh);
  Value place = times(number, layer.inner * layer.height * layer.width);
  call(kernels.images, {image, place, loops.remainder(all, plan.tilesHigh), v, times(row, plan.tilesWide), band});
}

/// Writes the results of a block of `count` rows of tiles for the columns of a register tile.
void WinogradEmitter::writeResults(Value first, Value count, Value m, Value band, Value columns) {
  int64_t size = layer.outer * layer.outHeight * layer.outWidth;
  loops.loop(index(0), count, 1, [&](Value row) {
    Value all = loops.add(first, row), number = loops.divide(all, plan.tilesHigh);
    Value place = times(number, layer.inner * layer.height * layer.width);
    loops.loop(index(0), index(plan.columns), 1, [&](Value vector) {
      Value channel = times(loops.add(times(columns, plan.columns), vector), plan.lanes);
      SmallVector<Value> given = {image,
                                  place,
                                  weight,
                                  channel,
                                  loops.remainder(all, plan.tilesHigh),
                                  m,
                                  times(row, plan.tilesWide),
                                  vector,
                                  band,
                                  number,
                                  result,
                                  times(number, size)};
      llvm::append_range(given, operands);
      call(kernels.results, given);
    });
  });
}

/// How many register tiles hold `count` rows of tiles.
Value WinogradEmitter::registerTiles(Value count) {
  Value tiles = loops.add(times(count, plan.tilesWide), plan.rows - 1);
  return loops.divide(tiles, plan.rows);
}

void WinogradEmitter::ownBlocks() {
  int64_t size = plan.places() * layer.inner * plan.columnWidth();
  Value u = allocate(groups() * size, /*own=*/false), none = index(0), channels = index(layer.inner);
  double each = double(layer.inner) * (9 * 4 + 2.5 * double(plan.places()));
  loops.parallel(none, index(vectors()), 1, each, [&](Value vector) {
    Value scratch = allocate(9 * plan.lanes * plan.lanes, /*own=*/true);
    Value place = loops.add(times(loops.divide(vector, plan.columns), size),
                            times(loops.remainder(vector, plan.columns), plan.lanes));
    call(kernels.weights, {weight, vector, none, channels, u, place, scratch});
  });
  Value blocks = loops.divide(loops.add(rows, plan.blockRows - 1), plan.blockRows);
  double cycles = plan.cycles * double(plan.blockRows) / double(plan.tilesHigh);
  loops.parallel(none, blocks, 1, cycles, [&](Value block) {
    Value v = allocate(plan.places() * plan.tiles() * innerWidth(), /*own=*/true);
    Value m = allocate(productSize(), /*own=*/true);
    Value band = allocate(std::max(imageBand(), resultBand()), /*own=*/true);
    Value first = times(block, plan.blockRows);
    Value count = loops.minimum(index(plan.blockRows), loops.subtract(rows, first));
    loops.loop(none, count, 1, [&](Value row) { transformImage(first, row, v, band); });
    loops.loop(none, index(groups()), 1, [&](Value columns) {
      call(kernels.products, {v, none, channels, u, times(columns, size), m, registerTiles(count)});
      writeResults(first, count, m, band, columns);
    });
  });
}

void WinogradEmitter::sharedBlocks() {
  Value none = index(0), v = allocate(plan.places() * plan.tiles() * innerWidth(), /*own=*/false);
  double part = double(plan.blockRows) / double(plan.tilesHigh), each = plan.cycles * part;
  loops.loop(none, rows, plan.blockRows, [&](Value first) {
    Value count = loops.minimum(index(plan.blockRows), loops.subtract(rows, first));
    double transforms = double(innerWidth() / plan.lanes * plan.tilesWide) * 200;
    loops.parallel(none, count, 1, transforms, [&](Value row) {
      Value band = allocate(imageBand(), /*own=*/true);
      transformImage(first, row, v, band);
    });
    loops.parallel(none, index(groups()), 1, each / double(groups()), [&](Value columns) {
      Value u = allocate(plan.places() * plan.depth * plan.columnWidth(), /*own=*/true);
      Value m = allocate(productSize(), /*own=*/true);
      Value band = allocate(std::max(resultBand(), 9 * plan.lanes * plan.lanes), /*own=*/true);
      Value tiles = registerTiles(count);
      auto partOf = [&](Value from, Value to, func::FuncOp products) {
        loops.loop(none, index(plan.columns), 1, [&](Value vector) {
          Value all = loops.add(times(columns, plan.columns), vector);
          call(kernels.weights, {weight, all, from, to, u, times(vector, plan.lanes), band});
        });
        call(products, {v, from, to, u, none, m, tiles});
      };
      partOf(none, index(plan.depth), kernels.products);
      if (plan.depth < layer.inner)
        loops.loop(index(plan.depth), index(layer.inner), plan.depth, [&](Value from) {
          partOf(from, loops.minimum(loops.add(from, plan.depth), index(layer.inner)), kernels.moreProducts);
        });
      writeResults(first, count, m, band, columns);
    });
  });
}

void WinogradEmitter::run() {
  linalg::GenericOp last = layer.last();
  image = flatten(bufferOf(layer.image));
  weight = flatten(bufferOf(layer.weight));
  for (const EpilogueOperand &operand : epilogueOperands(layer)) {
    bool isTensor = isa<RankedTensorType>(operand.value.getType());
    Value given = isTensor ? bufferOf(operand.value) : operand.value;
    operands.push_back(operand.isImage ? flatten(given) : given);
  }
  auto imageType = cast<RankedTensorType>(layer.image.getType());
  Value images = imageType.isDynamicDim(0) ? tensor::DimOp::create(builder, loc, layer.image, 0).getResult()
                                           : index(imageType.getDimSize(0));
  auto type = cast<RankedTensorType>(last->getResult(0).getType());
  SmallVector<Value> sizes;
  if (type.isDynamicDim(0))
    sizes.push_back(images);
  Value made = memref::AllocOp::create(builder, loc, MemRefType::get(type.getShape(), type.getElementType()), sizes,
                                       builder.getI64IntegerAttr(64));
  result = flatten(made);
  rows = times(images, plan.tilesHigh);
  if (plan.shared)
    sharedBlocks();
  else
    ownBlocks();
  Value computed = bufferization::ToTensorOp::create(builder, loc, type, made, /*restrict=*/true, /*writable=*/true);
  last->getResult(0).replaceAllUsesWith(computed);
  // What nothing else uses of what the layer was made from goes with it.
  SmallVector<Operation *> makers;
  if (layer.pad)
    makers.push_back(layer.pad);
  for (linalg::GenericOp op : {layer.epilogue, layer.op})
    if (op) {
      Operation *start = op.getDpsInits()[0].getDefiningOp();
      op.erase();
      if (start && isa<linalg::FillOp>(start))
        makers.push_back(start);
    }
  for (Operation *maker : makers)
    if (maker->use_empty())
      maker->erase();
}

void cpu::emitWinograd(const WinogradLayer &layer, const WinogradPlan &plan, TargetAttr target) {
  WinogradKernels kernels = emitWinogradKernels(layer, plan, target);
  WinogradEmitter(layer, plan, kernels).run();
}
