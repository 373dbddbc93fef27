//===- Selection.cpp - places found by values, and sorting ----------------===//

#include "Selection.h"
#include "Sizes.h"
#include "Table.h"
#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

static Failable asOperand(FailureOr<Value> value) {
  return failed(value) ? Failable(failure()) : Failable(Operand(*value));
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

FailureOr<Value> library::placesOf(Emitter &emitter, Value tensor) {
  int64_t rank = Emitter::tensorType(tensor).getRank();
  if (rank == 0)
    return emitter.fail("the places of a 0-d tensor that are not zero");
  Builder &builder = emitter.builder;
  Value mask = emitter.cast(tensor, builder.getI1Type());
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  FailureOr<Value> count =
      emitter.op<nn::SumOp>(emitter.cast(mask, builder.getI64Type()), builder.getDenseI64ArrayAttr(dims), UnitAttr());
  if (failed(count))
    return failure();
  Value number = emitter.create<tensor::ExtractOp>(*count, ValueRange());
  return emitter.op<nn::NonzeroOp>(mask, emitter.toIndex(Operand(number)));
}

FailureOr<Value> library::flatPlacesOf(Emitter &emitter, Value tensor) {
  FailureOr<Value> flat = emitter.reshape(tensor, {emitter.product(emitter.sizes(tensor))}), places = failure();
  if (failed(flat) || failed(places = placesOf(emitter, *flat)))
    return failure();
  return emitter.reshape(*places, {emitter.size(*places, 0)});
}

Failable library::emitChoice(Emitter &emitter, Value condition, ArrayRef<Operand> branches, Type type) {
  SmallVector<Value> values = {condition};
  for (const Operand &branch : branches) {
    FailureOr<Value> value = emitter.toTensor(branch, type);
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  if (failed(emitter.broadcast(values)))
    return failure();
  return emitter.emit<nn::SelectOp>(values[0], values[1], values[2]);
}

Failable library::placesAsTuple(Emitter &emitter, Value tensor) {
  FailureOr<Value> places = placesOf(emitter, tensor);
  if (failed(places))
    return failure();
  int64_t rank = Emitter::tensorType(tensor).getRank();
  std::vector<Operand> columns;
  for (int64_t dim = 0; dim < rank; ++dim) {
    FailureOr<Value> column = emitter.slice(*places, 1, emitter.integer(dim), emitter.integer(1));
    if (failed(column) || failed(column = emitter.reshape(*column, {emitter.size(*places, 0)})))
      return failure();
    columns.push_back(Operand(*column));
  }
  emitter.sharedResults = true;
  return Operand(std::move(columns));
}

/// nonzero(input, *, as_tuple)
static Failable emitNonzero(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  FailureOr<bool> asTuple = emitter.requireBool(operands[1], "as_tuple");
  if (failed(input) || failed(asTuple))
    return failure();
  if (*asTuple)
    return placesAsTuple(emitter, *input);
  // PyTorch fills columns, and gives the transposed tensor.
  FailureOr<Value> places = placesOf(emitter, *input);
  if (succeeded(places))
    emitter.strided.push_back(*places);
  return asOperand(places);
}

/// The elements of `input` where the mask, which both are broadcast with, is true.
static Failable emitMaskedSelect(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input"),
                   mask = emitter.requireTensor(operands[1], "mask");
  if (failed(input) || failed(mask))
    return failure();
  if (!Emitter::elementType(*mask).isInteger(1))
    return emitter.fail("masked_select: expected BoolTensor for mask");
  SmallVector<Value> values = {*input, *mask};
  if (failed(emitter.broadcast(values)))
    return failure();
  if (Emitter::tensorType(values[0]).getRank() == 0)
    return emitter.fail("masked_select of 0-d tensors");
  FailureOr<Value> places = flatPlacesOf(emitter, values[1]),
                   flat = emitter.reshape(values[0], {emitter.product(emitter.sizes(values[0]))});
  if (failed(places) || failed(flat))
    return failure();
  emitter.contiguousResult = true;
  return emitter.emit<nn::IndexSelectOp>(*flat, *places, emitter.builder.getI64IntegerAttr(0));
}

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

namespace {
struct Sorted {
  Value input, order;
  int64_t dim;
};
} // namespace

/// Assumes that the first `count` elements of a sorted tensor are all different,
/// or that there are so few in all that PyTorch keeps the order of equals.
static LogicalResult assumeNoTies(Emitter &emitter, const Sorted &sorted, const Operand &count, int64_t few) {
  Operand length = emitter.size(sorted.input, sorted.dim);
  if (std::optional<int64_t> known = emitter.asInt(length); known && *known <= few)
    return success();
  FailureOr<Value> values =
      emitter.op<nn::GatherOp>(sorted.input, sorted.order, emitter.builder.getI64IntegerAttr(sorted.dim));
  if (failed(values))
    return failure();
  // 1. Each element beside the next one.
  Operand pairs = emitter.sub(count, emitter.integer(1));
  if (!emitter.asInt(pairs))
    pairs =
        Operand(emitter.create<arith::MaxSIOp>(emitter.toI64(pairs), emitter.toI64(emitter.integer(0))).getResult());
  FailureOr<Value> first = emitter.slice(*values, sorted.dim, emitter.integer(0), pairs),
                   second = emitter.slice(*values, sorted.dim, emitter.integer(1), pairs);
  if (failed(first) || failed(second))
    return failure();
  FailureOr<Value> different = emitter.op<nn::CompareOp>(nn::CompareKind::Ne, *first, *second);
  if (succeeded(different) && Emitter::isFloat(*first)) {
    // NaN is no different from NaN here; they stand together.
    FailureOr<Value> a = emitter.op<nn::IsNanOp>(*first), b = emitter.op<nn::IsNanOp>(*second);
    FailureOr<Value> both = failed(a) || failed(b) ? a : emitter.op<nn::AndOp>(*a, *b);
    FailureOr<Value> neither = failed(both) ? both : emitter.op<nn::BitwiseNotOp>(*both);
    different = failed(neither) ? neither : emitter.op<nn::AndOp>(*different, *neither);
  }
  if (failed(different))
    return failure();
  // 2. All of them, unless there are few.
  int64_t rank = Emitter::tensorType(*different).getRank();
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  FailureOr<Value> all = emitter.op<nn::AllOp>(*different, emitter.builder.getDenseI64ArrayAttr(dims), UnitAttr());
  if (failed(all))
    return failure();
  Value holds = emitter.create<tensor::ExtractOp>(*all, ValueRange());
  if (!emitter.asInt(length))
    holds = emitter.create<arith::OrIOp>(holds,
                                         emitter.create<arith::CmpIOp>(arith::CmpIPredicate::sle, emitter.toI64(length),
                                                                       emitter.toI64(emitter.integer(few))));
  emitter.assume(holds, "what is sorted without `stable` has no equal elements");
  return success();
}

static FailureOr<Sorted> sortedOf(Emitter &emitter, const Operand &input, const Operand &dimension,
                                  const Operand &descending) {
  FailureOr<Value> self = emitter.requireTensor(input, "input");
  FailureOr<int64_t> dim = emitter.requireInt(dimension, "dim");
  FailureOr<bool> down = emitter.requireBool(descending, "descending");
  if (failed(self) || failed(dim) || failed(down) || failed(dim = emitter.wrapOwnDim(*dim, *self)))
    return failure();
  FailureOr<Value> order = emitter.op<nn::ArgsortOp>(*self, emitter.builder.getI64IntegerAttr(*dim),
                                                     *down ? emitter.builder.getUnitAttr() : UnitAttr());
  if (failed(order))
    return failure();
  return Sorted{*self, *order, *dim};
}

Failable library::sortDistinct(Emitter &emitter, Value tensor, const Operand &dim) {
  FailureOr<Sorted> sorted = sortedOf(emitter, Operand(tensor), dim, emitter.boolean(false));
  if (failed(sorted) || failed(assumeNoTies(emitter, *sorted, emitter.size(tensor, sorted->dim), /*few=*/1)))
    return failure();
  return Operand(sorted->order);
}

/// The same of sort, which need not keep the order of equals: of more than 16
/// elements PyTorch does not.
static FailureOr<Sorted> sortedLikeEager(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<bool> stable = emitter.requireBool(operands[3], "stable");
  FailureOr<Sorted> sorted = sortedOf(emitter, operands[0], operands[1], operands[2]);
  if (failed(stable) || failed(sorted))
    return failure();
  if (!*stable && failed(assumeNoTies(emitter, *sorted, emitter.size(sorted->input, sorted->dim), /*few=*/16)))
    return failure();
  return sorted;
}

static Failable emitArgsort(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Sorted> sorted = sortedLikeEager(emitter, operands);
  return failed(sorted) ? Failable(failure()) : Failable(Operand(sorted->order));
}

/// (values, indices)
static Failable emitSort(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Sorted> sorted = sortedLikeEager(emitter, operands);
  if (failed(sorted))
    return failure();
  FailureOr<Value> values =
      emitter.op<nn::GatherOp>(sorted->input, sorted->order, emitter.builder.getI64IntegerAttr(sorted->dim));
  if (failed(values))
    return failure();
  return Operand({Operand(*values), Operand(sorted->order)}, "torch.return_types.sort");
}

/// topk(input, k, dim, largest, sorted): (values, indices)
static Failable emitTopk(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<bool> inOrder = emitter.requireBool(operands[4], "sorted");
  FailureOr<Sorted> sorted = sortedOf(emitter, operands[0], operands[2], operands[3]);
  if (failed(inOrder) || failed(sorted))
    return failure();
  Operand k = operands[1], length = emitter.size(sorted->input, sorted->dim);
  if (!k.isNumber() || (k.isValue() && !k.getValue().getType().isInteger(64)))
    return emitter.fail("topk needs an int k");
  if (!*inOrder)
    return emitter.fail("topk with sorted=False, whose order is not defined");
  if (failed(assumeAtLeast(emitter, k, 0, "topk takes a number of elements that is not negative")) ||
      failed(assumeAtLeast(emitter, emitter.sub(length, k), 0, "topk takes no more elements than there are")))
    return failure();
  // The last one that is taken differs from the first one that is not.
  Operand checked = emitter.add(k, emitter.integer(1));
  if (emitter.asInt(checked) && emitter.asInt(length))
    checked = emitter.integer(std::min(*emitter.asInt(checked), *emitter.asInt(length)));
  else
    checked = Operand(emitter.create<arith::MinSIOp>(emitter.toI64(checked), emitter.toI64(length)).getResult());
  if (failed(assumeNoTies(emitter, *sorted, checked, /*few=*/1)))
    return failure();
  FailureOr<Value> indices = emitter.slice(sorted->order, sorted->dim, emitter.integer(0), k), values = failure();
  if (failed(indices) || failed(values = emitter.op<nn::GatherOp>(sorted->input, *indices,
                                                                  emitter.builder.getI64IntegerAttr(sorted->dim))))
    return failure();
  return Operand({Operand(*values), Operand(*indices)}, "torch.return_types.topk");
}

//===----------------------------------------------------------------------===//
// unique
//===----------------------------------------------------------------------===//

/// The values of a tensor, each once, sorted: unique(input, sorted, return_inverse, return_counts, dim).
static Failable emitUnique(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  FailureOr<bool> inOrder = emitter.requireBool(operands[1], "sorted"),
                  inverse = emitter.requireBool(operands[2], "return_inverse"),
                  counts = emitter.requireBool(operands[3], "return_counts");
  if (failed(input) || failed(inOrder) || failed(inverse) || failed(counts))
    return failure();
  if (!operands[4].isNone())
    return emitter.fail("unique along a dimension");
  if (!*inOrder)
    return emitter.fail("unique with sorted=False, whose order is not defined");
  Builder &builder = emitter.builder;
  IntegerAttr zero = builder.getI64IntegerAttr(0);
  Operand length = emitter.product(emitter.sizes(*input));
  FailureOr<Value> flat = emitter.reshape(*input, {length}), order = failure(), values = failure();
  if (failed(flat) || failed(order = emitter.op<nn::ArgsortOp>(*flat, zero, UnitAttr())) ||
      failed(values = emitter.op<nn::IndexSelectOp>(*flat, *order, zero)))
    return failure();
  // 1. Which elements are the first of their value: all but those that equal the one before.
  FailureOr<Value> numbers =
      emitter.op<nn::IotaOp>(*emitter.scalar(emitter.integer(0), builder.getI64Type()),
                             *emitter.scalar(emitter.integer(1), builder.getI64Type()), emitter.toFoldResult(length));
  if (failed(numbers))
    return failure();
  auto withNumber = [&](const Operand &number) {
    return emitter.elementwise({Operand(*numbers), number}, builder.getI64Type());
  };
  FailureOr<SmallVector<Value>> one = withNumber(emitter.integer(1)), none = withNumber(emitter.integer(0));
  if (failed(one) || failed(none))
    return failure();
  FailureOr<Value> before = emitter.op<nn::SubOp>((*one)[0], (*one)[1]),
                   isFirst = emitter.op<nn::CompareOp>(nn::CompareKind::Eq, (*none)[0], (*none)[1]);
  if (failed(before) || failed(isFirst) || failed(before = emitter.op<nn::MaximumOp>(*before, (*none)[1])))
    return failure();
  FailureOr<Value> previous = emitter.op<nn::IndexSelectOp>(*values, *before, zero);
  FailureOr<Value> differs =
      failed(previous) ? previous : emitter.op<nn::CompareOp>(nn::CompareKind::Ne, *values, *previous);
  FailureOr<Value> starts = failed(differs) ? differs : emitter.op<nn::OrOp>(*differs, *isFirst);
  FailureOr<Value> places = failed(starts) ? starts : flatPlacesOf(emitter, *starts);
  FailureOr<Value> result = failed(places) ? places : emitter.op<nn::IndexSelectOp>(*values, *places, zero);
  if (failed(result))
    return failure();
  std::vector<Operand> results = {Operand(*result)};
  // 2. Which value each element is: how many have begun, at its place in the order.
  if (*inverse) {
    FailureOr<Value> begun = emitter.op<nn::CumsumOp>(emitter.cast(*starts, builder.getI64Type()), zero);
    FailureOr<Value> number = failed(begun) ? begun : emitter.op<nn::SubOp>(*begun, (*one)[1]);
    FailureOr<Value> placed = failed(number) ? number : emitter.op<nn::IndexPutOp>(*number, *numbers, *order, zero);
    if (failed(placed) || failed(placed = emitter.reshape(*placed, emitter.sizes(*input))))
      return failure();
    results.push_back(Operand(*placed));
  }
  // 3. How often each value is there: from where it starts to where the next one does.
  if (*counts) {
    FailureOr<Value> end = emitter.full({emitter.integer(1)}, builder.getI64Type(), length);
    FailureOr<Value> bounds =
        failed(end) ? end : emitter.op<nn::ConcatOp>(ValueRange{*places, *end}, builder.getI64IntegerAttr(0));
    FailureOr<Value> next =
        failed(bounds) ? bounds : emitter.slice(*bounds, 0, emitter.integer(1), emitter.size(*places, 0));
    FailureOr<Value> lengths = failed(next) ? next : emitter.op<nn::SubOp>(*next, *places);
    if (failed(lengths))
      return failure();
    results.push_back(Operand(*lengths));
  }
  return results.size() == 1 ? Failable(results.front()) : Failable(Operand(std::move(results)));
}

void library::addSelection(Table &table) {
  table.addBoth("nonzero", ", *, as_tuple=False", emitNonzero);
  table.addBoth("masked_select", ", mask", emitMaskedSelect);
  table.addBoth("argsort", ", dim=-1, descending=False, stable=False", emitArgsort);
  table.addBoth("sort", ", dim=-1, descending=False, stable=False", emitSort);
  table.addBoth("topk", ", k, dim=-1, largest=True, sorted=True", emitTopk);
  table.addBoth("unique", ", sorted=True, return_inverse=False, return_counts=False, dim=None", emitUnique);
}
