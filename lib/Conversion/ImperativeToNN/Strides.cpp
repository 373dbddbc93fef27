//===- Strides.cpp - arithmetic on strides --------------------------------===//

#include "Strides.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace janus;

Value StrideEmitter::constant(int64_t value) { return arith::ConstantIntOp::create(builder, loc, value, 64); }
Value StrideEmitter::flag(bool value) { return arith::ConstantIntOp::create(builder, loc, value, 1); }
Value StrideEmitter::mul(Value lhs, Value rhs) { return builder.createOrFold<arith::MulIOp>(loc, lhs, rhs); }
Value StrideEmitter::both(Value lhs, Value rhs) { return builder.createOrFold<arith::AndIOp>(loc, lhs, rhs); }
Value StrideEmitter::either(Value lhs, Value rhs) { return builder.createOrFold<arith::OrIOp>(loc, lhs, rhs); }
Value StrideEmitter::negated(Value value) { return builder.createOrFold<arith::XOrIOp>(loc, value, flag(true)); }

Value StrideEmitter::equal(Value lhs, Value rhs) {
  return lhs == rhs ? flag(true) : builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, lhs, rhs);
}

Value StrideEmitter::less(Value lhs, Value rhs) {
  return builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::slt, lhs, rhs);
}

Value StrideEmitter::select(Value condition, Value lhs, Value rhs) {
  return builder.createOrFold<arith::SelectOp>(loc, condition, lhs, rhs);
}

SmallVector<Value> StrideEmitter::select(Value condition, ArrayRef<Value> lhs, ArrayRef<Value> rhs) {
  return llvm::map_to_vector(llvm::zip_equal(lhs, rhs),
                             [&](const auto &pair) { return select(condition, std::get<0>(pair), std::get<1>(pair)); });
}

SmallVector<Value> StrideEmitter::contiguous(ArrayRef<Value> sizes) {
  SmallVector<Value> strides(sizes.size());
  Value next = constant(1);
  for (size_t dim = sizes.size(); dim-- > 0;) {
    strides[dim] = next;
    // A dimension without elements counts as one.
    if (dim)
      next = mul(next, builder.createOrFold<arith::MaxSIOp>(loc, sizes[dim], constant(1)));
  }
  return strides;
}

//===----------------------------------------------------------------------===//
// What PyTorch asks of tensors
//===----------------------------------------------------------------------===//

Value StrideEmitter::liesInOrder(const Strided &tensor, ArrayRef<int64_t> order) {
  Value expected = constant(1), result = flag(true);
  for (int64_t dim : order) {
    Value isOne = equal(tensor.sizes[dim], constant(1));
    result = both(result, either(isOne, equal(tensor.strides[dim], expected)));
    expected = select(isOne, expected, mul(expected, tensor.sizes[dim]));
  }
  return result;
}

Value StrideEmitter::isContiguous(const Strided &tensor) {
  SmallVector<int64_t> order = llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, tensor.sizes.size())));
  Value result = liesInOrder(tensor, order);
  for (Value size : tensor.sizes)
    result = either(result, equal(size, constant(0)));
  return result;
}

/// Each dimension's stride is the number of elements in the faster ones.
Value StrideEmitter::isDense(const Strided &tensor) {
  Value result = flag(true), two = constant(2);
  for (auto [dim, stride] : llvm::enumerate(tensor.strides)) {
    Value faster = constant(1);
    for (auto [other, otherStride] : llvm::enumerate(tensor.strides)) {
      if (other == dim)
        continue;
      Value before = less(otherStride, stride);
      if (other > dim)
        before = either(before, equal(otherStride, stride));
      Value counts = both(before, negated(less(tensor.sizes[other], two)));
      faster = mul(faster, select(counts, tensor.sizes[other], constant(1)));
    }
    result = both(result, either(less(tensor.sizes[dim], two), equal(stride, faster)));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// TensorIterator
//===----------------------------------------------------------------------===//

/// The dimensions, the fastest first. It starts from row-major order, and takes one dimension after the other to the
/// front as long as the operands say so; a 0 (broadcast) says nothing.
SmallVector<StrideEmitter::Dimension> StrideEmitter::sorted(ArrayRef<Value> sizes, ArrayRef<Strided> operands) {
  SmallVector<Dimension> dims;
  for (size_t dim = sizes.size(); dim-- > 0;) {
    Dimension next{constant(int64_t(dim)), sizes[dim], {}};
    for (const Strided &operand : operands)
      next.strides.push_back(operand.strides[dim]);
    dims.push_back(std::move(next));
  }
  auto choose = [&](Value condition, const Dimension &lhs, const Dimension &rhs) {
    return Dimension{select(condition, lhs.number, rhs.number), select(condition, lhs.size, rhs.size),
                     select(condition, lhs.strides, rhs.strides)};
  };
  Value zero = constant(0);
  for (size_t i = 1; i < dims.size(); ++i) {
    // `moving` was taken out of place `hole`.
    Dimension moving = dims[i];
    Value hole = constant(int64_t(i)), active = flag(true);
    for (size_t j = i; j-- > 0;) {
      Value greater = flag(false), decided = flag(false), smaller = flag(false);
      for (auto [other, own] : llvm::zip_equal(dims[j].strides, moving.strides)) {
        Value counts = negated(either(decided, either(equal(other, zero), equal(own, zero))));
        Value isGreater = either(less(own, other), both(equal(own, other), less(moving.size, dims[j].size)));
        Value isSmaller = less(other, own);
        greater = either(greater, both(counts, isGreater));
        smaller = either(smaller, both(counts, isSmaller));
        decided = either(decided, both(counts, either(isGreater, isSmaller)));
      }
      Value swap = both(active, greater);
      active = both(active, negated(smaller));
      for (size_t place = j + 1; place <= i; ++place)
        dims[place] = choose(both(swap, equal(hole, constant(int64_t(place)))), dims[j], dims[place]);
      hole = select(swap, constant(int64_t(j)), hole);
    }
    for (size_t place = 0; place <= i; ++place)
      dims[place] = choose(equal(hole, constant(int64_t(place))), moving, dims[place]);
  }
  return dims;
}

SmallVector<Value> StrideEmitter::general(ArrayRef<Value> sizes, ArrayRef<Strided> operands) {
  SmallVector<Dimension> dims = sorted(sizes, operands);
  SmallVector<Value> result(sizes.size(), constant(0));
  Value next = constant(1), isRowMajor = flag(true);
  for (auto [place, dim] : llvm::enumerate(dims)) {
    for (auto [number, stride] : llvm::enumerate(result))
      stride = select(equal(dim.number, constant(int64_t(number))), next, stride);
    isRowMajor = both(isRowMajor, equal(dim.number, constant(int64_t(sizes.size() - 1 - place))));
    next = mul(next, dim.size);
  }
  return select(isRowMajor, contiguous(sizes), result);
}

SmallVector<Value> StrideEmitter::iterated(ArrayRef<Value> sizes, ArrayRef<Strided> operands) {
  // 1. The operands as they are broadcast: no step where one element serves all.
  SmallVector<Strided> broadcast;
  Value sameSizes = flag(true), zero = constant(0), one = constant(1);
  for (const Strided &operand : operands) {
    size_t missing = sizes.size() - operand.sizes.size();
    Strided next{SmallVector<Value>(sizes), SmallVector<Value>(missing, zero)};
    if (missing)
      sameSizes = flag(false);
    for (auto [dim, stride] : llvm::enumerate(operand.strides)) {
      Value own = operand.sizes[dim], size = sizes[missing + dim];
      Value isSame = equal(own, size);
      sameSizes = both(sameSizes, isSame);
      next.strides.push_back(select(either(isSame, negated(equal(own, one))), stride, zero));
    }
    broadcast.push_back(std::move(next));
  }
  SmallVector<Value> result = general(sizes, broadcast);
  // 2. Operands that are all alike are gone through as they lie.
  Value allContiguous = sameSizes, allLast = sameSizes, allDense = sameSizes;
  for (const Strided &operand : broadcast) {
    allContiguous = both(allContiguous, isContiguous(operand));
    for (auto [stride, first] : llvm::zip_equal(operand.strides, broadcast.front().strides))
      allDense = both(allDense, equal(stride, first));
    if (sizes.size() == 4)
      allLast = both(allLast, liesInOrder(operand, {1, 3, 2, 0}));
  }
  result = select(both(allDense, isDense(broadcast.front())), broadcast.front().strides, result);
  if (sizes.size() == 4) {
    Value row = mul(sizes[1], sizes[3]);
    result = select(allLast, {mul(row, sizes[2]), one, row, sizes[1]}, result);
  }
  return select(allContiguous, contiguous(sizes), result);
}
