//===- EmitWinogradStages.cpp - the kernels of a Winograd layer -----------===//
//
// Layouts, in elements:
//
//   band  [rows of a tile][columns][lanes]     a piece of an image, channels together
//   V     [places][tiles][channels]            transformed images, channels in whole vectors
//   U     [places][channels][columns]          transformed weights of a register tile's columns
//   M     [places][tiles][columns]             products
//
//===----------------------------------------------------------------------===//

#include "Layers.h"
#include "LoopBuilder.h"
#include "VectorBody.h"
#include "Winograd.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

/// The convolution's own result.
static Value convolved(const WinogradLayer &layer) {
  linalg::GenericOp op = layer.op;
  return op->getResult(0);
}

SmallVector<EpilogueOperand> cpu::epilogueOperands(const WinogradLayer &layer) {
  SmallVector<EpilogueOperand> operands;
  if (!layer.epilogue)
    return operands;
  linalg::GenericOp op = layer.epilogue;
  for (OpOperand *operand : op.getDpsInputOperands())
    if (operand->get() != convolved(layer) && !op.getMatchingBlockArgument(operand).use_empty())
      operands.push_back({operand->get(), operand, !isPerPlane(*operand)});
  for (Value value : valuesFromOutside(op))
    operands.push_back({value, nullptr, false});
  return operands;
}

namespace {

class StagesEmitter {
public:
  StagesEmitter(const WinogradLayer &layer, const WinogradPlan &plan, TargetAttr target)
      : layer(layer), plan(plan), target(target), module(layer.last()->getParentOfType<ModuleOp>()),
        builder(module.getBodyRegion()), loc(layer.last().getLoc()), loops(builder, loc),
        transform(builder, loc, plan.tile), element(builder.getF32Type()),
        vector(VectorType::get({plan.lanes}, element)), flat(MemRefType::get({ShapedType::kDynamic}, element)) {}

  WinogradKernels run();

private:
  using Vectors = SmallVector<Value>;

  func::FuncOp kernel(ArrayRef<Type> types, function_ref<void(ArrayRef<Value>)> body);
  Value index(int64_t value) { return loops.constant(value); }
  Value times(Value a, int64_t b) { return loops.multiply(a, builder.getIndexAttr(b)); }
  Value load(Value buffer, Value place) { return vector::LoadOp::create(builder, loc, vector, buffer, place); }
  Value loadPart(Value buffer, Value place, Value mask);
  void store(Value value, Value buffer, Value place) { vector::StoreOp::create(builder, loc, value, buffer, place); }
  Value zero() { return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(vector)); }
  Value maskOf(int64_t count);
  void when(Value condition, function_ref<void()> then, function_ref<void()> otherwise = {});
  void chunks(int64_t extent, function_ref<void(Value, int64_t)> body);

  Value weightAt(Value outer, Value inner, Value e);
  void flippedSquares(Value weight, Value outer, Value channel, Value count, Value scratch);
  void squares(Value weight, Value outer, Value channel, Value scratch);
  void weights(ArrayRef<Value> arguments);
  void images(ArrayRef<Value> arguments);
  void imageRow(Value image, Value place, Value band, Value channel, Value y, Value row);
  void products(ArrayRef<Value> arguments, bool more);
  void results(ArrayRef<Value> arguments, func::FuncOp again);
  void resultRow(ArrayRef<Value> arguments, Value row, Value y);
  Value epilogue(ArrayRef<Value> operands, Value value, Value number, Value channel, Value place, Value mask);
  void again(ArrayRef<Value> arguments);
  void patch(ArrayRef<Value> arguments, Value made);

  int64_t bandColumns() const { return plan.tile * plan.tilesWide + 2; }
  int64_t innerWidth() const { return llvm::alignTo(layer.inner, plan.lanes); }
  /// The channels of a vector; the last one's are repeated beyond the end, and never used.
  Value channelAt(Value first, int64_t lane, int64_t count);

  const WinogradLayer &layer;
  const WinogradPlan &plan;
  TargetAttr target;
  ModuleOp module;
  OpBuilder builder;
  Location loc;
  LoopBuilder loops;
  WinogradTransform transform;
  FloatType element;
  VectorType vector;
  MemRefType flat;
};

} // namespace

func::FuncOp StagesEmitter::kernel(ArrayRef<Type> types, function_ref<void(ArrayRef<Value>)> body) {
  builder.setInsertionPointToEnd(module.getBody());
  auto function = func::FuncOp::create(builder, loc, kKernelPrefix, builder.getFunctionType(types, {}));
  builder.setInsertionPointToStart(function.addEntryBlock());
  SmallVector<Value> arguments(function.getArguments());
  body(arguments);
  func::ReturnOp::create(builder, loc);
  return finishKernel(function, target);
}

Value StagesEmitter::loadPart(Value buffer, Value place, Value mask) {
  return mask ? vector::MaskedLoadOp::create(builder, loc, vector, buffer, place, mask, zero()).getResult()
              : load(buffer, place);
}

/// The first `count` lanes; null for all of them.
Value StagesEmitter::maskOf(int64_t count) {
  if (count >= plan.lanes)
    return {};
  auto type = VectorType::get({plan.lanes}, builder.getI1Type());
  return vector::ConstantMaskOp::create(builder, loc, type, ArrayRef<int64_t>{count});
}

void StagesEmitter::when(Value condition, function_ref<void()> then, function_ref<void()> otherwise) {
  auto branch = scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/bool(otherwise));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  then();
  if (!otherwise)
    return;
  builder.setInsertionPointToStart(branch.elseBlock());
  otherwise();
}

/// [0, extent) in vectors, the last of which may be short.
void StagesEmitter::chunks(int64_t extent, function_ref<void(Value, int64_t)> body) {
  int64_t whole = extent / plan.lanes * plan.lanes;
  if (whole == plan.lanes)
    body(index(0), plan.lanes);
  else if (whole)
    loops.loop(index(0), index(whole), plan.lanes, [&](Value i) { body(i, plan.lanes); });
  if (extent != whole)
    body(index(whole), extent - whole);
}

Value StagesEmitter::channelAt(Value first, int64_t lane, int64_t count) {
  Value channel = loops.add(first, lane);
  return count % plan.lanes ? loops.minimum(channel, index(count - 1)) : channel;
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

/// Where the kernel of two channels has its e-th place.
Value StagesEmitter::weightAt(Value outer, Value inner, Value e) {
  if (layer.isBackward)
    return loops.add(times(loops.add(times(inner, layer.outer), outer), 9), loops.subtract(index(8), e));
  return loops.add(times(loops.add(times(outer, layer.inner), inner), 9), e);
}

/// Brings kernels of as many channels as lanes to the scratch, the result's channels together: as many squares as a
/// kernel has places.
void StagesEmitter::squares(Value weight, Value outer, Value channel, Value scratch) {
  int64_t lanes = plan.lanes;
  loops.loop(index(0), index(9), 1, [&](Value square) {
    Value from = loops.add(times(channel, 9), times(square, lanes)), mask;
    if (layer.inner % lanes) {
      auto type = VectorType::get({lanes}, builder.getI1Type());
      mask = vector::CreateMaskOp::create(builder, loc, type, loops.subtract(index(layer.inner * 9), from));
    }
    Vectors rows;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      Value row = times(channelAt(outer, lane, layer.outer), layer.inner * 9);
      rows.push_back(loadPart(weight, loops.add(row, from), mask));
    }
    for (auto [i, value] : llvm::enumerate(turnOver(builder, loc, rows)))
      store(value, scratch, times(loops.add(times(square, lanes), i), lanes));
  });
}

/// The same of kernels that are read backwards, number by number.
void StagesEmitter::flippedSquares(Value weight, Value outer, Value channel, Value count, Value scratch) {
  loops.loop(index(0), count, 1, [&](Value i) {
    loops.loop(index(0), index(9), 1, [&](Value e) {
      Vectors numbers;
      for (int64_t lane = 0; lane < plan.lanes; ++lane) {
        Value at = weightAt(channelAt(outer, lane, layer.outer), loops.add(channel, i), e);
        numbers.push_back(memref::LoadOp::create(builder, loc, weight, at));
      }
      Value made = vector::FromElementsOp::create(builder, loc, vector, numbers);
      store(made, scratch, times(loops.add(times(i, 9), e), plan.lanes));
    });
  });
}

void StagesEmitter::weights(ArrayRef<Value> arguments) {
  Value weight = arguments[0], outer = times(arguments[1], plan.lanes), first = arguments[2], end = arguments[3],
        u = arguments[4], at = arguments[5], scratch = arguments[6];
  loops.loop(first, end, plan.lanes, [&](Value channel) {
    Value count = loops.minimum(index(plan.lanes), loops.subtract(end, channel));
    if (layer.isBackward)
      flippedSquares(weight, outer, channel, count, scratch);
    else
      squares(weight, outer, channel, scratch);
    loops.loop(index(0), count, 1, [&](Value i) {
      Vectors kernel;
      for (int64_t e = 0; e < 9; ++e)
        kernel.push_back(load(scratch, times(loops.add(times(i, 9), e), plan.lanes)));
      Value to = loops.add(at, times(loops.add(loops.subtract(channel, first), i), plan.columnWidth()));
      for (auto [place, value] : llvm::enumerate(transform.weight(kernel)))
        store(value, u, loops.add(to, int64_t(place) * plan.depth * plan.columnWidth()));
    });
  });
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

/// Brings a row of the image to the band, or zeros where it has none.
void StagesEmitter::imageRow(Value image, Value place, Value band, Value channel, Value y, Value row) {
  int64_t lanes = plan.lanes;
  Value to = times(loops.add(times(row, bandColumns()), layer.low[1]), lanes);
  Value below = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge, y, index(0));
  Value above = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, y, index(layer.height));
  when(
      arith::AndIOp::create(builder, loc, below, above),
      [&] {
        Value from = loops.add(place, times(y, layer.width));
        chunks(layer.width, [&](Value x, int64_t count) {
          Vectors rows;
          for (int64_t lane = 0; lane < lanes; ++lane) {
            Value plane = times(channelAt(channel, lane, layer.inner), layer.height * layer.width);
            rows.push_back(loadPart(image, loops.add(loops.add(from, plane), x), maskOf(count)));
          }
          rows = turnOver(builder, loc, rows);
          for (int64_t i = 0; i < count; ++i)
            store(rows[i], band, loops.add(to, times(loops.add(x, i), lanes)));
        });
      },
      [&] {
        loops.loop(index(0), index(layer.width), 1,
                   [&](Value x) { store(zero(), band, loops.add(to, times(x, lanes))); });
      });
}

void StagesEmitter::images(ArrayRef<Value> arguments) {
  Value image = arguments[0], place = arguments[1], tileRow = arguments[2], v = arguments[3], tile = arguments[4],
        band = arguments[5];
  int64_t lanes = plan.lanes, reach = plan.reach();
  // 1. Columns of padding.
  loops.loop(index(0), index(reach), 1, [&](Value row) {
    auto clear = [&](int64_t from, int64_t to) {
      loops.loop(index(from), index(to), 1,
                 [&](Value x) { store(zero(), band, times(loops.add(times(row, bandColumns()), x), lanes)); });
    };
    clear(0, layer.low[1]);
    clear(std::min(bandColumns(), layer.low[1] + layer.width), bandColumns());
  });
  Value top = loops.add(times(tileRow, plan.tile), -layer.low[0]);
  loops.loop(index(0), index(innerWidth()), lanes, [&](Value channel) {
    // 2. The rows of the image that the tiles reach over.
    loops.loop(index(0), index(reach), 1,
               [&](Value row) { imageRow(image, place, band, channel, loops.add(top, row), row); });
    // 3. Tile by tile.
    loops.loop(index(0), index(plan.tilesWide), 1, [&](Value j) {
      Value from = times(j, plan.tile * lanes);
      Vectors values;
      for (int64_t y = 0; y < reach; ++y)
        for (int64_t x = 0; x < reach; ++x)
          values.push_back(load(band, loops.add(from, (y * bandColumns() + x) * lanes)));
      Value to = loops.add(times(loops.add(tile, j), innerWidth()), channel);
      for (auto [k, value] : llvm::enumerate(transform.image(values)))
        store(value, v, loops.add(to, int64_t(k) * plan.tiles() * innerWidth()));
    });
  });
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

void StagesEmitter::products(ArrayRef<Value> arguments, bool more) {
  Value v = arguments[0], first = arguments[1], end = arguments[2], u = arguments[3], at = arguments[4],
        m = arguments[5], count = arguments[6];
  int64_t lanes = plan.lanes, rows = plan.rows, columns = plan.columns;
  Value steps = loops.subtract(end, first);
  loops.loop(index(0), index(plan.places()), 1, [&](Value place) {
    Value weights = loops.add(at, times(place, plan.depth * plan.columnWidth()));
    loops.loop(index(0), count, 1, [&](Value i) {
      Value tile = loops.add(times(place, plan.tiles()), times(i, rows));
      Value image = loops.add(times(tile, innerWidth()), first), result = times(tile, plan.columnWidth());
      auto sumAt = [&](int64_t r, int64_t c) { return loops.add(result, r * plan.columnWidth() + c * lanes); };
      Vectors sums;
      for (int64_t r = 0; r < rows; ++r)
        for (int64_t c = 0; c < columns; ++c)
          sums.push_back(more ? load(m, sumAt(r, c)) : zero());
      sums = loops.reduce(steps, sums, [&](Value step, ValueRange carried) {
        Vectors weight, next;
        Value from = loops.add(weights, times(step, plan.columnWidth()));
        for (int64_t c = 0; c < columns; ++c)
          weight.push_back(load(u, loops.add(from, c * lanes)));
        for (int64_t r = 0; r < rows; ++r) {
          Value number = memref::LoadOp::create(builder, loc, v, loops.add(loops.add(image, step), r * innerWidth()));
          Value scalar = vector::BroadcastOp::create(builder, loc, vector, number);
          for (int64_t c = 0; c < columns; ++c)
            next.push_back(vector::FMAOp::create(builder, loc, scalar, weight[c], carried[r * columns + c]));
        }
        return next;
      });
      for (int64_t r = 0; r < rows; ++r)
        for (int64_t c = 0; c < columns; ++c)
          store(sums[r * columns + c], m, sumAt(r, c));
    });
  });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// What follows element by element, on pixels of a channel.
Value StagesEmitter::epilogue(ArrayRef<Value> operands, Value value, Value number, Value channel, Value place,
                              Value mask) {
  if (!layer.epilogue)
    return value;
  linalg::GenericOp op = layer.epilogue;
  auto splat = [&](Value scalar) -> Value {
    auto type = VectorType::get(vector.getShape(), scalar.getType());
    return vector::BroadcastOp::create(builder, loc, type, scalar);
  };
  SmallVector<EpilogueOperand> known = epilogueOperands(layer);
  auto vectorOf = [&](function_ref<bool(const EpilogueOperand &)> isAsked) -> Value {
    unsigned i = llvm::find_if(known, isAsked) - known.begin();
    if (known[i].isImage)
      return loadPart(operands[i], place, mask);
    if (!isa<MemRefType>(operands[i].getType()))
      return splat(operands[i]);
    Vectors indices;
    for (AffineExpr expr : op.getMatchingIndexingMap(known[i].operand).getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      indices.push_back(dim ? (dim.getPosition() == 0 ? number : channel)
                            : index(cast<AffineConstantExpr>(expr).getValue()));
    }
    return splat(memref::LoadOp::create(builder, loc, operands[i], indices));
  };
  return evaluateBody(
      builder, op, vector,
      [&](OpOperand &operand) {
        if (operand.get() == convolved(layer))
          return value;
        return vectorOf([&](const EpilogueOperand &each) { return each.operand == &operand; });
      },
      [&](Value outside) {
        return vectorOf([&](const EpilogueOperand &each) { return !each.operand && each.value == outside; });
      });
}

/// Brings a row of the band to the result.
void StagesEmitter::resultRow(ArrayRef<Value> arguments, Value row, Value y) {
  Value channel = arguments[3], band = arguments[8], number = arguments[9], result = arguments[10],
        place = arguments[11];
  int64_t lanes = plan.lanes, columns = plan.tile * plan.tilesWide;
  Value from = times(row, columns * lanes), to = loops.add(place, times(y, layer.outWidth));
  chunks(layer.outWidth, [&](Value x, int64_t count) {
    Vectors pixels;
    for (int64_t i = 0; i < lanes; ++i)
      pixels.push_back(i < count ? load(band, loops.add(from, times(loops.add(x, i), lanes))) : zero());
    for (auto [lane, value] : llvm::enumerate(turnOver(builder, loc, pixels))) {
      Value own = loops.add(channel, lane), mask = maskOf(count);
      Value at = loops.add(loops.add(to, x), times(own, layer.outHeight * layer.outWidth));
      auto write = [&, value = value] {
        Value made = epilogue(arguments.drop_front(12), value, number, own, at, mask);
        if (mask)
          vector::MaskedStoreOp::create(builder, loc, result, at, mask, made);
        else
          store(made, result, at);
      };
      if (layer.outer % lanes == 0)
        write();
      else
        when(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, own, index(layer.outer)), write);
    }
  });
}

void StagesEmitter::results(ArrayRef<Value> arguments, func::FuncOp again) {
  Value tileRow = arguments[4], m = arguments[5], tile = arguments[6], column = arguments[7], band = arguments[8];
  int64_t lanes = plan.lanes, size = plan.tile, columns = size * plan.tilesWide;
  // 1. Tile by tile, channels together.
  loops.loop(index(0), index(plan.tilesWide), 1, [&](Value j) {
    Value from = loops.add(times(loops.add(tile, j), plan.columnWidth()), times(column, lanes));
    Vectors values;
    for (int64_t k = 0; k < plan.places(); ++k)
      values.push_back(load(m, loops.add(from, k * plan.tiles() * plan.columnWidth())));
    values = transform.result(values);
    // What is not finite gives NaN, and spread over the tile: such a tile is computed again, directly.
    Value check = zero();
    for (Value value : values)
      check = vector::FMAOp::create(builder, loc, value, zero(), check);
    for (auto [k, value] : llvm::enumerate(values)) {
      int64_t y = int64_t(k) / size, x = int64_t(k) % size;
      store(value, band, loops.add(times(j, size * lanes), (y * columns + x) * lanes));
    }
    Value bad = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO, check, check);
    Value any = vector::ReductionOp::create(builder, loc, vector::CombiningKind::OR, bad);
    when(any, [&] {
      func::CallOp::create(builder, loc, again,
                           ValueRange{arguments[0], arguments[1], arguments[2], arguments[3], tileRow, j, band});
    });
  });
  // 2. Row by row, pixels together.
  loops.loop(index(0), index(size), 1, [&](Value row) {
    Value y = loops.add(times(tileRow, size), row);
    when(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, y, index(layer.outHeight)),
         [&] { resultRow(arguments, row, y); });
  });
}

//===----------------------------------------------------------------------===//
// Tiles that are not finite
//===----------------------------------------------------------------------===//

/// The part of the image that a tile reaches over, with zeros around the image: [channels][rows][columns].
void StagesEmitter::patch(ArrayRef<Value> arguments, Value made) {
  Value image = arguments[0], place = arguments[1];
  int64_t reach = plan.reach();
  Value top = loops.add(times(arguments[4], plan.tile), -layer.low[0]),
        left = loops.add(times(arguments[5], plan.tile), -layer.low[1]);
  auto inside = [&](Value at, int64_t extent) -> Value {
    Value below = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge, at, index(0));
    return arith::AndIOp::create(builder, loc, below,
                                 arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, at, index(extent)));
  };
  Value nothing = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
  loops.loop(index(0), index(layer.inner), 1, [&](Value channel) {
    loops.loop(index(0), index(reach), 1, [&](Value r) {
      loops.loop(index(0), index(reach), 1, [&](Value s) {
        Value y = loops.add(top, r), x = loops.add(left, s);
        Value to = loops.add(times(loops.add(times(channel, reach), r), reach), s);
        Value is = arith::AndIOp::create(builder, loc, inside(y, layer.height), inside(x, layer.width));
        when(
            is,
            [&] {
              Value row = times(loops.add(times(channel, layer.height), y), layer.width);
              Value at = loops.add(loops.add(place, row), x);
              Value pixel = memref::LoadOp::create(builder, loc, image, at);
              memref::StoreOp::create(builder, loc, pixel, made, to);
            },
            [&] { memref::StoreOp::create(builder, loc, nothing, made, to); });
      });
    });
  });
}

/// (image, its place, weight, first channel, row of tiles, tile in it, band): a tile by the definition.
void StagesEmitter::again(ArrayRef<Value> arguments) {
  Value weight = arguments[2], first = arguments[3], tile = arguments[5], band = arguments[6];
  int64_t lanes = plan.lanes, size = plan.tile, reach = plan.reach();
  auto type = MemRefType::get({layer.inner * reach * reach}, element);
  Value pixels = memref::AllocaOp::create(builder, loc, type, builder.getI64IntegerAttr(64));
  patch(arguments, pixels);
  Vectors sums(size * size, zero());
  sums = loops.reduce(builder.getIndexAttr(layer.inner), sums, [&](Value channel, ValueRange carried) {
    return loops.reduce(builder.getIndexAttr(9), carried, [&](Value e, ValueRange carried) {
      Vectors numbers, next;
      for (int64_t lane = 0; lane < lanes; ++lane) {
        Value at = weightAt(channelAt(first, lane, layer.outer), channel, e);
        numbers.push_back(memref::LoadOp::create(builder, loc, weight, at));
      }
      Value factors = vector::FromElementsOp::create(builder, loc, vector, numbers);
      Value row = loops.add(times(channel, reach), loops.divide(e, 3));
      Value at = loops.add(times(row, reach), loops.remainder(e, 3));
      for (int64_t k = 0; k < size * size; ++k) {
        Value pixel = memref::LoadOp::create(builder, loc, pixels, loops.add(at, k / size * reach + k % size));
        Value scalar = vector::BroadcastOp::create(builder, loc, vector, pixel);
        next.push_back(vector::FMAOp::create(builder, loc, scalar, factors, carried[k]));
      }
      return next;
    });
  });
  for (auto [k, value] : llvm::enumerate(sums)) {
    int64_t y = int64_t(k) / size, x = int64_t(k) % size;
    store(value, band, loops.add(times(tile, size * lanes), (y * size * plan.tilesWide + x) * lanes));
  }
}

WinogradKernels StagesEmitter::run() {
  Type i = builder.getIndexType();
  WinogradKernels kernels;
  kernels.weights = kernel({flat, i, i, i, flat, i, flat}, [&](ArrayRef<Value> given) { weights(given); });
  kernels.images = kernel({flat, i, i, flat, i, flat}, [&](ArrayRef<Value> given) { images(given); });
  SmallVector<Type> operands = {flat, i, i, flat, i, flat, i};
  kernels.products = kernel(operands, [&](ArrayRef<Value> given) { products(given, false); });
  if (plan.depth < layer.inner)
    kernels.moreProducts = kernel(operands, [&](ArrayRef<Value> given) { products(given, true); });
  func::FuncOp directly = kernel({flat, i, flat, i, i, i, flat}, [&](ArrayRef<Value> given) { again(given); });
  SmallVector<Type> types = {flat, i, flat, i, i, flat, i, i, flat, i, flat, i};
  for (const EpilogueOperand &operand : epilogueOperands(layer)) {
    auto tensor = dyn_cast<RankedTensorType>(operand.value.getType());
    types.push_back(operand.isImage ? Type(flat)
                    : tensor        ? Type(MemRefType::get(tensor.getShape(), tensor.getElementType()))
                                    : operand.value.getType());
  }
  kernels.results = kernel(types, [&](ArrayRef<Value> given) { results(given, directly); });
  return kernels;
}

WinogradKernels cpu::emitWinogradKernels(const WinogradLayer &layer, const WinogradPlan &plan, TargetAttr target) {
  return StagesEmitter(layer, plan, target).run();
}
