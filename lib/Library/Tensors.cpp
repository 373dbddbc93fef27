//===- Tensors.cpp - tensors made, converted and brought to one shape -----===//

#include "janus/Dialect/NN/IR/NN.h"
#include "janus/Library/Emitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

OpFoldResult Emitter::toFoldResult(const Operand &size) {
  if (std::optional<int64_t> value = asInt(size))
    return builder.getIndexAttr(*value);
  return toIndex(size);
}

SmallVector<OpFoldResult> Emitter::toFoldResults(ArrayRef<Operand> sizes) {
  return llvm::map_to_vector(sizes, [&](const Operand &size) { return toFoldResult(size); });
}

Value Emitter::cast(Value tensor, Type type) {
  if (elementType(tensor) == type)
    return tensor;
  FailureOr<Value> result = op<nn::CastOp>(tensor, TypeAttr::get(type));
  return succeeded(result) ? *result : tensor;
}

Value Emitter::castShape(Value tensor, RankedTensorType type) {
  if (tensor.getType() == type)
    return tensor;
  return create<tensor::CastOp>(type, tensor);
}

FailureOr<Value> Emitter::scalar(const Operand &number, Type type) {
  if (auto integer = dyn_cast<IntegerType>(type); integer && !integer.isSignless())
    return fail("tensors of " + dtypeName(type) + " are not computed with");
  if (auto floatType = dyn_cast<FloatType>(type)) {
    if (std::optional<double> value = asFloat(number)) {
      APFloat converted(*value);
      bool lossy;
      converted.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven, &lossy);
      return Value(create<arith::ConstantFloatOp>(floatType, converted));
    }
    Value value = number.getValue();
    if (value.getType().isF64())
      return type.isF64() ? value : Value(create<arith::TruncFOp>(type, value));
    return Value(create<arith::SIToFPOp>(type, toI64(number)));
  }
  // A number that is not zero is true; floats lose their fraction.
  if (type.isInteger(1)) {
    if (std::optional<double> value = asFloat(number))
      return Value(create<arith::ConstantIntOp>(*value != 0, 1));
    Value value = number.getValue();
    if (value.getType().isInteger(1))
      return value;
    return fail("a number that is not known when compiling does not become a bool");
  }
  if (std::optional<double> value = asFloat(number); value && !asInt(number))
    return Value(create<arith::ConstantIntOp>(int64_t(*value), type.getIntOrFloatBitWidth()));
  if (std::optional<int64_t> value = asInt(number))
    return Value(create<arith::ConstantOp>(builder.getIntegerAttr(type, *value)));
  if (number.getValue().getType().isF64())
    return Value(create<arith::FPToSIOp>(type, number.getValue()));
  Value value = toI64(number);
  return type.isInteger(64) ? value : Value(create<arith::TruncIOp>(type, value));
}

FailureOr<Value> Emitter::full(ArrayRef<Operand> sizes, Type type, const Operand &number) {
  FailureOr<Value> value = scalar(number, type);
  if (failed(value))
    return failure();
  return op<nn::FullOp>(*value, ArrayRef<OpFoldResult>(toFoldResults(sizes)));
}

FailureOr<Value> Emitter::toTensor(const Operand &operand, Type type) {
  if (operand.isTensor())
    return cast(operand.getValue(), type);
  if (!operand.isNumber())
    return fail("expected a tensor or a number");
  return full({}, type, operand);
}

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Operand>> Emitter::broadcastShapes(ArrayRef<SmallVector<Operand>> shapes) {
  size_t rank = 0;
  for (const SmallVector<Operand> &shape : shapes)
    rank = std::max(rank, shape.size());
  SmallVector<Operand> result(rank, integer(1));
  for (const SmallVector<Operand> &shape : shapes) {
    for (auto [dim, extent] : llvm::enumerate(shape)) {
      Operand &common = result[rank - shape.size() + dim];
      if (asInt(extent) == 1)
        continue;
      if (asInt(common) == 1) {
        common = extent;
        continue;
      }
      if (failed(assumeEqual(extent, common, "operands broadcast to one shape")))
        return failure();
      if (asInt(extent))
        common = extent;
    }
  }
  return result;
}

FailureOr<SmallVector<Operand>> Emitter::broadcastSizes(ArrayRef<Value> tensors) {
  SmallVector<SmallVector<Operand>> shapes;
  for (Value tensor : tensors)
    shapes.push_back(sizes(tensor));
  return broadcastShapes(shapes);
}

FailureOr<Value> Emitter::broadcastTo(Value tensor, ArrayRef<Operand> sizes) {
  // Only new dimensions and those of size 1 need repeating: what may be
  // unequal otherwise is assumed to be equal.
  RankedTensorType type = tensorType(tensor);
  int64_t offset = sizes.size() - type.getRank();
  if (offset < 0)
    return fail("a tensor does not broadcast to fewer dimensions");
  bool repeats = offset > 0;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (type.getDimSize(dim) == 1)
      repeats |= asInt(sizes[offset + dim]) != 1;
    else if (failed(assumeEqual(size(tensor, dim), sizes[offset + dim], "a tensor broadcasts to the size")))
      return failure();
  }
  if (!repeats)
    return tensor;
  // A number is filled in at its full size.
  if (auto filled = tensor.getDefiningOp<nn::FullOp>(); filled && type.getRank() == 0)
    return op<nn::FullOp>(filled.getValue(), ArrayRef<OpFoldResult>(toFoldResults(sizes)));
  return op<nn::BroadcastToOp>(tensor, ArrayRef<OpFoldResult>(toFoldResults(sizes)));
}

LogicalResult Emitter::broadcast(SmallVectorImpl<Value> &tensors) {
  FailureOr<SmallVector<Operand>> sizes = broadcastSizes(tensors);
  if (failed(sizes))
    return failure();
  for (Value &tensor : tensors) {
    FailureOr<Value> result = broadcastTo(tensor, *sizes);
    if (failed(result))
      return failure();
    tensor = *result;
  }
  return success();
}

FailureOr<SmallVector<Value>> Emitter::elementwise(ArrayRef<Operand> operands, Type elementType) {
  if (!elementType) {
    FailureOr<Type> type = resultType(operands);
    if (failed(type))
      return failure();
    elementType = *type;
  }
  SmallVector<Value> tensors;
  for (const Operand &operand : operands) {
    FailureOr<Value> tensor = toTensor(operand, elementType);
    if (failed(tensor))
      return failure();
    tensors.push_back(*tensor);
  }
  if (failed(broadcast(tensors)))
    return failure();
  return tensors;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

FailureOr<Value> Emitter::reshape(Value tensor, ArrayRef<Operand> sizes) {
  ArrayRef<int64_t> shape = tensorType(tensor).getShape();
  // Of no elements any size may be another one.
  if (llvm::equal(extents(sizes), shape) && tensorType(tensor).getNumDynamicDims() <= 1 &&
      !(llvm::is_contained(shape, 0) && llvm::is_contained(shape, ShapedType::kDynamic)))
    return tensor;
  return op<nn::ReshapeOp>(tensor, ArrayRef<OpFoldResult>(toFoldResults(sizes)));
}

FailureOr<Value> Emitter::permute(Value tensor, ArrayRef<int64_t> order) {
  if (llvm::equal(order, llvm::seq<int64_t>(0, order.size())))
    return tensor;
  return op<nn::PermuteOp>(tensor, builder.getDenseI64ArrayAttr(order));
}

FailureOr<Value> Emitter::slice(Value tensor, int64_t dim, const Operand &start, const Operand &length, int64_t step) {
  SmallVector<Operand> offsets(tensorType(tensor).getRank(), integer(0)), lengths = sizes(tensor);
  SmallVector<int64_t> steps(offsets.size(), 1);
  offsets[dim] = start;
  lengths[dim] = length;
  steps[dim] = step;
  return op<nn::SliceOp>(tensor, ArrayRef<OpFoldResult>(toFoldResults(offsets)),
                         ArrayRef<OpFoldResult>(toFoldResults(lengths)), ArrayRef<int64_t>(steps));
}

LogicalResult Emitter::assumeAll(Value condition, const Twine &what) {
  FailureOr<Value> all = condition;
  int64_t rank = tensorType(condition).getRank();
  if (rank) {
    SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    all = op<nn::AllOp>(condition, builder.getDenseI64ArrayAttr(dims), UnitAttr());
  }
  if (failed(all))
    return failure();
  assume(create<tensor::ExtractOp>(*all, ValueRange()), what);
  return success();
}
