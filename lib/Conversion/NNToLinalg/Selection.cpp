//===- Selection.cpp - places found by values -----------------------------===//

#include "Lowerings.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace janus;
using namespace janus::nn;

//===----------------------------------------------------------------------===//
// argsort
//===----------------------------------------------------------------------===//

namespace {
/// Merges sorted runs of one row of a tensor of indices until one is left.
class RowSorter {
public:
  RowSorter(ArgsortOp op, Value length, ArrayRef<Value> row) : op(op), length(length), row(row) {}

  /// The row of `order` sorted; `scratch` has the length of a row.
  SmallVector<Value> sort(Scalars &s, Value order, Value scratch);

private:
  /// A loop from `low` to `high` over state.
  using Body = llvm::function_ref<SmallVector<Value>(Scalars &, Value, ValueRange)>;
  SmallVector<Value> loop(Scalars &s, Value low, Value high, Value step, ValueRange state, Body body);
  SmallVector<Value> merge(Scalars &s, Value low, Value width, Value order, Value scratch);
  SmallVector<Value> place(Value i) {
    SmallVector<Value> result(row);
    result.insert(result.begin() + op.getDim(), i);
    return result;
  }
  /// Whether `a` has to stand before `b`; false for equals.
  Value before(Scalars &s, Value a, Value b);
  Value number(Scalars &s, int64_t value) { return s.constant(s.builder.getIndexType(), value); }

  ArgsortOp op;
  Value length;
  ArrayRef<Value> row;
};
} // namespace

SmallVector<Value> RowSorter::loop(Scalars &s, Value low, Value high, Value step, ValueRange state, Body body) {
  auto loop = scf::ForOp::create(s.builder, s.loc, low, high, step, state,
                                 [&](OpBuilder &builder, Location loc, Value i, ValueRange inside) {
                                   Scalars inner(builder, loc);
                                   scf::YieldOp::create(builder, loc, body(inner, i, inside));
                                 });
  return loop.getResults();
}

Value RowSorter::before(Scalars &s, Value a, Value b) {
  if (op.getDescending())
    std::swap(a, b);
  // From here on ascending; NaN is the greatest.
  Value less = s.lt(a, b);
  if (isa<FloatType>(a.getType())) {
    Value number = s.create<arith::XOrIOp>(s.isNan(a), s.boolean(true));
    less = s.either(less, s.both(number, s.isNan(b)));
  }
  return less;
}

SmallVector<Value> RowSorter::merge(Scalars &s, Value low, Value width, Value order, Value scratch) {
  Value middle = s.create<arith::MinUIOp>(s.add(low, width), length),
        high = s.create<arith::MinUIOp>(s.add(middle, width), length);
  Value one = number(s, 1), last = s.sub(length, one);
  // 1. The smaller of what is left of the two runs, again and again.
  SmallVector<Value> merged =
      loop(s, low, high, one, {low, middle, scratch}, [&](Scalars &t, Value k, ValueRange state) {
        Value i = state[0], j = state[1];
        Value left = t.create<tensor::ExtractOp>(order, place(t.create<arith::MinUIOp>(i, last))),
              right = t.create<tensor::ExtractOp>(order, place(t.create<arith::MinUIOp>(j, last)));
        Value leftKey = t.create<tensor::ExtractOp>(op.getInput(), place(t.toIndex(left))),
              rightKey = t.create<tensor::ExtractOp>(op.getInput(), place(t.toIndex(right)));
        Value leftIsEmpty = t.create<arith::CmpIOp>(arith::CmpIPredicate::uge, i, middle),
              rightIsOpen = t.create<arith::CmpIOp>(arith::CmpIPredicate::ult, j, high);
        Value takeRight = t.both(rightIsOpen, t.either(leftIsEmpty, before(t, rightKey, leftKey)));
        Value next = t.create<tensor::InsertOp>(t.select(takeRight, right, left), state[2], k);
        return SmallVector<Value>{t.select(takeRight, i, t.add(i, one)), t.select(takeRight, t.add(j, one), j), next};
      });
  // 2. Back to their places.
  Value sorted = merged[2];
  SmallVector<Value> result = loop(s, low, high, one, order, [&](Scalars &t, Value k, ValueRange state) {
    Value index = t.create<tensor::ExtractOp>(sorted, k);
    return SmallVector<Value>{t.create<tensor::InsertOp>(index, state[0], place(k))};
  });
  return {result[0], sorted};
}

SmallVector<Value> RowSorter::sort(Scalars &s, Value order, Value scratch) {
  // As many passes as it takes to double a run of 1 to the length.
  Type i64 = s.builder.getI64Type();
  Value wide = s.create<arith::IndexCastOp>(i64, s.sub(length, number(s, 1)));
  Value bits = s.create<arith::SubIOp>(s.constant(i64, 64), s.create<math::CountLeadingZerosOp>(wide));
  Value isShort = s.create<arith::CmpIOp>(arith::CmpIPredicate::ult, length, number(s, 2));
  Value passes = s.select(isShort, number(s, 0), s.toIndex(bits));
  return loop(s, number(s, 0), passes, number(s, 1), {order, scratch}, [&](Scalars &t, Value pass, ValueRange state) {
    Value width = t.create<arith::ShLIOp>(number(t, 1), pass), both = t.create<arith::ShLIOp>(number(t, 2), pass);
    return loop(t, number(t, 0), length, both, state,
                [&](Scalars &u, Value low, ValueRange inside) { return merge(u, low, width, inside[0], inside[1]); });
  });
}

static Value lowerArgsort(ArgsortOp op, LinalgBuilder &b) {
  int64_t dim = op.getDim();
  Type i64 = b.builder.getI64Type();
  Sizes sizes = b.sizes(op.getInput()), outer(sizes);
  outer.erase(outer.begin() + dim);
  Value length = b.indexValue(sizes[dim]);
  Value order = b.map({}, sizes, i64, [&](OpBuilder &builder, Location loc, ValueRange) -> Value {
    Scalars s(builder, loc);
    return s.create<arith::IndexCastOp>(i64, s.create<linalg::IndexOp>(dim));
  });
  Value scratch = b.empty({sizes[dim]}, i64);
  return sequentialLoops(b, outer, ValueRange{order, scratch}, [&](Scalars &s, ValueRange row, ValueRange state) {
    SmallVector<Value> indices(row);
    return RowSorter(op, length, indices).sort(s, state[0], state[1]);
  })[0];
}

//===----------------------------------------------------------------------===//
// nonzero and index_put
//===----------------------------------------------------------------------===//

static Value lowerNonzero(NonzeroOp op, LinalgBuilder &b) {
  Value first = b.indexValue(b.builder.getIndexAttr(0)), places = b.empty(b.resultSizes(op), b.builder.getI64Type());
  return sequentialLoops(b, b.sizes(op.getMask()), ValueRange{places, first},
                         [&](Scalars &s, ValueRange i, ValueRange state) {
                           Value chosen = s.create<tensor::ExtractOp>(op.getMask(), i);
                           auto branch = scf::IfOp::create(
                               s.builder, s.loc, chosen,
                               [&](OpBuilder &builder, Location loc) {
                                 Scalars t(builder, loc);
                                 Value next = state[0];
                                 for (auto [dim, index] : llvm::enumerate(i)) {
                                   Value column = t.constant(builder.getIndexType(), dim);
                                   Value coordinate = t.create<arith::IndexCastOp>(builder.getI64Type(), index);
                                   next = t.create<tensor::InsertOp>(coordinate, next, ValueRange{state[1], column});
                                 }
                                 Value row = t.add(state[1], t.constant(builder.getIndexType(), 1));
                                 scf::YieldOp::create(builder, loc, ValueRange{next, row});
                               },
                               [&](OpBuilder &builder, Location loc) { scf::YieldOp::create(builder, loc, state); });
                           return SmallVector<Value>(branch.getResults());
                         })[0];
}

static Value lowerIndexPut(IndexPutOp op, LinalgBuilder &b) {
  return sequentialLoops(b, b.sizes(op.getValues()), ValueRange(op.getInput()),
                         [&](Scalars &s, ValueRange i, ValueRange state) {
                           SmallVector<Value> place(i);
                           place[op.getDim()] = s.toIndex(s.create<tensor::ExtractOp>(op.getIndex(), i[op.getDim()]));
                           Value element = s.create<tensor::ExtractOp>(op.getValues(), i);
                           return SmallVector<Value>{s.create<tensor::InsertOp>(element, state[0], place)};
                         })[0];
}

void janus::attachSelectionLowerings(MLIRContext *context) {
  attachLowering<ArgsortOp, lowerArgsort>(context);
  attachLowering<IndexPutOp, lowerIndexPut>(context);
  attachLowering<NonzeroOp, lowerNonzero>(context);
}
