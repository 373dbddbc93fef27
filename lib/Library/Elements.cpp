//===- Elements.cpp - lists of open length on value level -----------------===//

#include "janus/Library/Elements.h"
#include "Sizes.h"
#include "janus/Dialect/NN/IR/NN.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

static Type elementTypeOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getElementType() : type;
}

SmallVector<Type> library::elementsTypes(Type type) {
  Type i64 = IntegerType::get(type.getContext(), 64);
  SmallVector<Type> types = {RankedTensorType::get({ShapedType::kDynamic}, elementTypeOf(type)), i64};
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    types.append({i64, RankedTensorType::get({ShapedType::kDynamic, tensor.getRank() + 1}, i64)});
  return types;
}

SmallVector<Value> library::valuesOf(const Elements &elements) {
  SmallVector<Value> values = {elements.data, elements.count};
  if (elements.ofTensors())
    values.append({elements.used, elements.table});
  return values;
}

Elements library::elementsFrom(Type type, ValueRange values) {
  bool ofTensors = isa<RankedTensorType>(type);
  return {type, values[0], values[1], ofTensors ? values[2] : values[1], ofTensors ? values[3] : Value()};
}

Elements library::noElements(Emitter &emitter, Type type) {
  // Room for a few, but no constant: upstream's canonicalisation would give a loop that carries the list the first room
  // as a static size, though it grows.
  Value zero = emitter.toI64(emitter.integer(0)), room = emitter.create<index::SizeOfOp>();
  SmallVector<Type> types = elementsTypes(type);
  auto empty = [&](Type of) { return emitter.create<tensor::EmptyOp>(of, ValueRange(room)).getResult(); };
  return {type, empty(types[0]), zero, zero, types.size() > 2 ? empty(types[3]) : Value()};
}

//===----------------------------------------------------------------------===//
// Growing
//===----------------------------------------------------------------------===//

/// `buffer` with room for `rows`: itself, or one at least twice as long that
/// begins with what it holds.
static Value withRoom(Emitter &emitter, Value buffer, Value rows) {
  OpBuilder &builder = emitter.builder;
  RankedTensorType type = Emitter::tensorType(buffer);
  Value room = emitter.create<tensor::DimOp>(buffer, 0);
  Value wanted = emitter.toIndex(Operand(rows));
  Value isFull = emitter.create<arith::CmpIOp>(arith::CmpIPredicate::ugt, wanted, room);
  auto branch = emitter.create<scf::IfOp>(type, isFull, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value next = emitter.create<arith::MaxUIOp>(emitter.create<arith::AddIOp>(room, room).getResult(), wanted);
  Value larger = emitter.create<tensor::EmptyOp>(type, ValueRange(next));
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0)),
      steps(type.getRank(), builder.getIndexAttr(1)), sizes = {room};
  for (int64_t size : type.getShape().drop_front())
    sizes.push_back(builder.getIndexAttr(size));
  Value filled = emitter.create<tensor::InsertSliceOp>(buffer, larger, offsets, sizes, steps);
  emitter.create<scf::YieldOp>(filled);
  builder.setInsertionPointToStart(branch.elseBlock());
  emitter.create<scf::YieldOp>(buffer);
  return branch.getResult(0);
}

FailureOr<Elements> library::append(Emitter &emitter, const Elements &elements, Value element) {
  OpBuilder &builder = emitter.builder;
  Elements result = elements;
  Value one = emitter.toI64(emitter.integer(1)), row = emitter.toIndex(Operand(elements.count));
  result.count = emitter.create<arith::AddIOp>(elements.count, one);
  if (!elements.ofTensors()) {
    Value data = withRoom(emitter, elements.data, result.count);
    result.data = emitter.create<tensor::InsertOp>(element, data, ValueRange(row));
    result.used = result.count;
    return result;
  }
  // 1. The elements.
  SmallVector<Operand> sizes = emitter.sizes(element);
  Operand length = emitter.product(sizes);
  FailureOr<Value> flat = emitter.reshape(element, {length});
  if (failed(flat))
    return failure();
  result.used = emitter.create<arith::AddIOp>(elements.used, emitter.toI64(length));
  Value data = withRoom(emitter, elements.data, result.used);
  SmallVector<OpFoldResult> offset = {emitter.toIndex(Operand(elements.used))}, count = {emitter.toFoldResult(length)},
                            step = {builder.getIndexAttr(1)};
  result.data = emitter.create<tensor::InsertSliceOp>(*flat, data, offset, count, step);
  // 2. The row of the table.
  Value table = withRoom(emitter, elements.table, result.count);
  sizes.push_back(Operand(elements.used));
  for (auto [column, number] : llvm::enumerate(sizes))
    table = emitter.create<tensor::InsertOp>(emitter.toI64(number), table,
                                             ValueRange{row, emitter.toIndex(emitter.integer(column))});
  result.table = table;
  return result;
}

//===----------------------------------------------------------------------===//
// Looking
//===----------------------------------------------------------------------===//

/// A number of the table.
static Operand entry(Emitter &emitter, const Elements &elements, Value row, int64_t column) {
  Value place = emitter.toIndex(emitter.integer(column));
  return Operand(
      emitter.create<tensor::ExtractOp>(elements.table, ValueRange{emitter.toIndex(Operand(row)), place}).getResult());
}

FailureOr<Value> library::elementAt(Emitter &emitter, const Elements &elements, Value index) {
  if (!elements.ofTensors())
    return Value(emitter.create<tensor::ExtractOp>(elements.data, ValueRange(emitter.toIndex(Operand(index)))));
  SmallVector<Operand> sizes;
  for (auto [dim, size] : llvm::enumerate(cast<RankedTensorType>(elements.type).getShape()))
    sizes.push_back(ShapedType::isDynamic(size) ? entry(emitter, elements, index, dim) : emitter.integer(size));
  Operand begin = entry(emitter, elements, index, sizes.size());
  FailureOr<Value> part = emitter.slice(elements.data, 0, begin, emitter.product(sizes));
  return failed(part) ? part : emitter.reshape(*part, sizes);
}

/// Assumes that there is an element, and that all have the size of the first
/// in the dimensions from `first` on; gives those sizes.
static FailureOr<SmallVector<Operand>> commonSizes(Emitter &emitter, const Elements &elements, int64_t first) {
  Builder &builder = emitter.builder;
  if (failed(assumeAtLeast(emitter, Operand(elements.count), 1, "a list of tensors that are joined is not empty")))
    return failure();
  SmallVector<Operand> sizes;
  auto type = cast<RankedTensorType>(elements.type);
  Value zero = emitter.toI64(emitter.integer(0));
  for (int64_t dim = first; dim < type.getRank(); ++dim) {
    if (!type.isDynamicDim(dim)) {
      sizes.push_back(emitter.integer(type.getDimSize(dim)));
      continue;
    }
    Operand size = entry(emitter, elements, zero, dim);
    SmallVector<Operand> starts = {emitter.integer(0), emitter.integer(dim)},
                         lengths = {Operand(elements.count), emitter.integer(1)};
    FailureOr<Value> column =
        emitter.op<nn::SliceOp>(elements.table, ArrayRef<OpFoldResult>(emitter.toFoldResults(starts)),
                                ArrayRef<OpFoldResult>(emitter.toFoldResults(lengths)), ArrayRef<int64_t>({1, 1}));
    if (failed(column))
      return failure();
    FailureOr<SmallVector<Value>> both = emitter.elementwise({Operand(*column), size}, builder.getI64Type());
    if (failed(both))
      return failure();
    FailureOr<Value> equal = emitter.op<nn::CompareOp>(nn::CompareKind::Eq, (*both)[0], (*both)[1]);
    if (failed(equal) ||
        failed(emitter.assumeAll(*equal, "joined tensors have the same size in dimension " + Twine(dim))))
      return failure();
    sizes.push_back(size);
  }
  return sizes;
}

/// All elements as one tensor of these sizes.
static FailureOr<Value> joined(Emitter &emitter, const Elements &elements, const Operand &length,
                               ArrayRef<Operand> rest) {
  SmallVector<Operand> sizes = {length};
  sizes.append(rest.begin(), rest.end());
  FailureOr<Value> used = emitter.slice(elements.data, 0, emitter.integer(0), Operand(elements.used));
  if (failed(used))
    return failure();
  return emitter.op<nn::ReshapeOp>(*used, ArrayRef<OpFoldResult>(emitter.toFoldResults(sizes)));
}

FailureOr<Value> library::concatElements(Emitter &emitter, const Elements &elements) {
  if (!elements.ofTensors() || cast<RankedTensorType>(elements.type).getRank() == 0)
    return emitter.fail("zero-dimensional tensor cannot be concatenated");
  FailureOr<SmallVector<Operand>> rest = commonSizes(emitter, elements, 1);
  if (failed(rest))
    return failure();
  Builder &builder = emitter.builder;
  SmallVector<Operand> starts = {emitter.integer(0), emitter.integer(0)},
                       lengths = {Operand(elements.count), emitter.integer(1)};
  FailureOr<Value> column =
      emitter.op<nn::SliceOp>(elements.table, ArrayRef<OpFoldResult>(emitter.toFoldResults(starts)),
                              ArrayRef<OpFoldResult>(emitter.toFoldResults(lengths)), ArrayRef<int64_t>({1, 1}));
  FailureOr<Value> total =
      failed(column) ? column : emitter.op<nn::SumOp>(*column, builder.getDenseI64ArrayAttr({0, 1}), UnitAttr());
  if (failed(total))
    return failure();
  Value length = emitter.create<tensor::ExtractOp>(*total, ValueRange());
  return joined(emitter, elements, Operand(length), *rest);
}

FailureOr<Value> library::stackElements(Emitter &emitter, const Elements &elements) {
  if (!elements.ofTensors())
    return emitter.fail("expected a list of tensors");
  FailureOr<SmallVector<Operand>> sizes = commonSizes(emitter, elements, 0);
  return failed(sizes) ? FailureOr<Value>(failure()) : joined(emitter, elements, Operand(elements.count), *sizes);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Operand library::toOperand(const Elements &elements) {
  std::vector<Operand> parts = {Operand(Attribute(TypeAttr::get(elements.type)))};
  for (Value value : valuesOf(elements))
    parts.push_back(Operand(value));
  return Operand(std::move(parts), Operand::SequenceKind::Open);
}

std::optional<Elements> library::elementsOf(const Operand &operand) {
  if (!operand.isSequence() || operand.getSequenceKind() != Operand::SequenceKind::Open)
    return std::nullopt;
  SmallVector<Value> values;
  for (const Operand &part : operand.getElements().drop_front())
    values.push_back(part.getValue());
  return elementsFrom(cast<TypeAttr>(operand.getElements().front().getConstant()).getValue(), values);
}
