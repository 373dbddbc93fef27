//===- Contractions.cpp - products of matrices ----------------------------===//

#include "Table.h"
#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

static int64_t rankOf(Value value) { return Emitter::tensorType(value).getRank(); }

static Failable asOperand(FailureOr<Value> value) {
  return failed(value) ? Failable(failure()) : Failable(Operand(*value));
}

/// Two tensors of one dtype: products do not promote.
static FailureOr<std::pair<Value, Value>> operandsOf(Emitter &emitter, const Operand &lhs, const Operand &rhs) {
  FailureOr<Value> left = emitter.requireTensor(lhs, "input"), right = emitter.requireTensor(rhs, "other");
  if (failed(left) || failed(right))
    return failure();
  if (Emitter::elementType(*left) != Emitter::elementType(*right))
    return emitter.fail("expected both matrices to have the same dtype");
  if (Emitter::elementType(*left).isInteger(1))
    return emitter.fail("not implemented for bool tensors");
  return std::make_pair(*left, *right);
}

/// A product of matrices, or of batches with the same sizes.
static FailureOr<Value> product(Emitter &emitter, Value lhs, Value rhs) {
  int64_t rank = rankOf(lhs);
  if (failed(emitter.assumeEqual(emitter.size(lhs, rank - 1), emitter.size(rhs, rank - 2),
                                 "matrices that are multiplied fit")))
    return failure();
  for (int64_t dim = 0; dim < rank - 2; ++dim)
    if (failed(emitter.assumeEqual(emitter.size(lhs, dim), emitter.size(rhs, dim), "batches have the same size")))
      return failure();
  emitter.contiguousResult = true;
  return emitter.op<nn::MatmulOp>(lhs, rhs, UnitAttr(), UnitAttr());
}

/// matmul: vectors become matrices, batch dimensions broadcast.
static Failable emitMatmul(Emitter &emitter, ArrayRef<Operand> operands) {
  auto values = operandsOf(emitter, operands[0], operands[1]);
  if (failed(values))
    return failure();
  auto [lhs, rhs] = *values;
  bool leftVector = rankOf(lhs) == 1, rightVector = rankOf(rhs) == 1;
  if (rankOf(lhs) == 0 || rankOf(rhs) == 0)
    return emitter.fail("both arguments to matmul need to be at least 1D");
  // 1. A vector on the left is a row, on the right a column.
  FailureOr<Value> left = lhs, right = rhs;
  if (leftVector)
    left = emitter.op<nn::ReshapeOp>(
        lhs, ArrayRef<OpFoldResult>(emitter.toFoldResults({emitter.integer(1), emitter.size(lhs, 0)})));
  if (rightVector)
    right = emitter.op<nn::ReshapeOp>(
        rhs, ArrayRef<OpFoldResult>(emitter.toFoldResults({emitter.size(rhs, 0), emitter.integer(1)})));
  if (failed(left) || failed(right))
    return failure();
  // 2. Many rows times one matrix are one product of matrices.
  SmallVector<Operand> rows = emitter.sizes(*left), columns = emitter.sizes(*right);
  SmallVector<Operand> outer;
  bool flatten = rows.size() > 2 && columns.size() == 2;
  if (flatten) {
    outer.assign(rows.begin(), rows.end() - 1);
    left = emitter.reshape(*left, {emitter.product(outer), rows.back()});
    if (failed(left))
      return failure();
  } else {
    // 3. Otherwise the batches are brought to one shape.
    size_t rank = std::max(rows.size(), columns.size());
    SmallVector<Value> batches;
    FailureOr<SmallVector<Operand>> batch = SmallVector<Operand>();
    if (rank > 2) {
      batch = emitter.broadcastShapes(
          {SmallVector<Operand>(ArrayRef(rows).drop_back(2)), SmallVector<Operand>(ArrayRef(columns).drop_back(2))});
      if (failed(batch))
        return failure();
    }
    auto expand = [&](Value value, ArrayRef<Operand> sizes) {
      SmallVector<Operand> wanted(*batch);
      wanted.append(sizes.end() - 2, sizes.end());
      return emitter.broadcastTo(value, wanted);
    };
    if (failed(left = expand(*left, rows)) || failed(right = expand(*right, columns)))
      return failure();
    outer.assign(batch->begin(), batch->end());
    outer.push_back(rows[rows.size() - 2]);
  }
  FailureOr<Value> result = product(emitter, *left, *right);
  if (failed(result))
    return failure();
  // 4. Dimensions that were added go away again.
  if (!flatten && !leftVector && !rightVector)
    return Operand(*result);
  if (leftVector)
    outer.pop_back();
  if (!rightVector)
    outer.push_back(columns.back());
  return asOperand(emitter.reshape(*result, outer));
}

/// A product of tensors that must have the given rank.
template <int64_t rank> static Failable emitRanked(Emitter &emitter, ArrayRef<Operand> operands) {
  auto values = operandsOf(emitter, operands[0], operands[1]);
  if (failed(values))
    return failure();
  if (rankOf(values->first) != rank || rankOf(values->second) != rank)
    return emitter.fail("both matrices must be " + Twine(rank) + "-D tensors");
  return asOperand(product(emitter, values->first, values->second));
}

static Failable emitMv(Emitter &emitter, ArrayRef<Operand> operands) {
  auto values = operandsOf(emitter, operands[0], operands[1]);
  if (failed(values))
    return failure();
  if (rankOf(values->first) != 2 || rankOf(values->second) != 1)
    return emitter.fail("vector + matrix @ vector expected");
  return emitMatmul(emitter, operands);
}

static Failable emitDot(Emitter &emitter, ArrayRef<Operand> operands) {
  auto values = operandsOf(emitter, operands[0], operands[1]);
  if (failed(values))
    return failure();
  if (rankOf(values->first) != 1 || rankOf(values->second) != 1)
    return emitter.fail("1D tensors expected");
  return emitMatmul(emitter, operands);
}

static Failable emitOuter(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> left = emitter.requireTensor(operands[0], "input"),
                   right = emitter.requireTensor(operands[1], "vec2");
  if (failed(left) || failed(right))
    return failure();
  if (rankOf(*left) != 1 || rankOf(*right) != 1)
    return emitter.fail("outer of tensors that are not vectors");
  FailureOr<Value> column = emitter.reshape(*left, {emitter.size(*left, 0), emitter.integer(1)});
  if (failed(column))
    return failure();
  FailureOr<SmallVector<Value>> values = emitter.elementwise({Operand(*column), operands[1]});
  return failed(values) ? Failable(failure()) : emitter.emit<nn::MulOp>((*values)[0], (*values)[1]);
}

static Failable emitLinear(Emitter &emitter, ArrayRef<Operand> operands) {
  auto values = operandsOf(emitter, operands[0], operands[1]);
  if (failed(values))
    return failure();
  auto [input, weight] = *values;
  if (rankOf(input) == 0 || rankOf(weight) != 2)
    return emitter.fail("linear expects an input of at least one dimension and a weight of two");
  if (failed(emitter.assumeEqual(emitter.size(input, rankOf(input) - 1), emitter.size(weight, 1),
                                 "the last size of linear's input is that of its weight")))
    return failure();
  Value bias;
  if (!operands[2].isNone()) {
    FailureOr<Value> given = emitter.requireTensor(operands[2], "bias");
    if (failed(given))
      return failure();
    if (rankOf(*given) != 1)
      return emitter.fail("linear expects a bias of one dimension");
    bias = *given;
    if (failed(emitter.assumeEqual(emitter.size(bias, 0), emitter.size(weight, 0),
                                   "linear's bias has the size of its result")))
      return failure();
  }
  emitter.contiguousResult = true;
  // A lone vector is one row.
  if (rankOf(input) > 1)
    return emitter.emit<nn::LinearOp>(input, weight, bias);
  FailureOr<Value> row = emitter.reshape(input, {emitter.integer(1), emitter.size(input, 0)});
  if (failed(row))
    return failure();
  FailureOr<Value> result = emitter.op<nn::LinearOp>(*row, weight, bias);
  return failed(result) ? Failable(failure()) : asOperand(emitter.reshape(*result, {emitter.size(weight, 0)}));
}

/// beta * input + alpha * (first @ second)
static Failable emitSumWithProduct(Emitter &emitter, const Failable &multiplied, ArrayRef<Operand> operands) {
  if (failed(multiplied))
    return failure();
  Type type = Emitter::elementType(multiplied->getValue());
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  if (failed(input))
    return failure();
  if (Emitter::elementType(*input) != type)
    return emitter.fail("expected all tensors to have the same dtype");
  auto scaled = [&](const Operand &tensor, const Operand &factor) -> Failable {
    if (emitter.asFloat(factor) == 1.0)
      return tensor;
    FailureOr<SmallVector<Value>> values = emitter.elementwise({tensor, factor}, type);
    return failed(values) ? Failable(failure()) : emitter.emit<nn::MulOp>((*values)[0], (*values)[1]);
  };
  // With beta 0 the input is not read, not even its NaNs.
  Failable right = scaled(*multiplied, operands[4]);
  if (failed(right) || emitter.asFloat(operands[3]) == 0.0)
    return right;
  Failable left = scaled(operands[0], operands[3]);
  if (failed(left))
    return failure();
  FailureOr<Value> spread = emitter.broadcastTo(left->getValue(), emitter.sizes(right->getValue()));
  return failed(spread) ? Failable(failure()) : emitter.emit<nn::AddOp>(*spread, right->getValue());
}

template <int64_t rank> static Failable emitAddProduct(Emitter &emitter, ArrayRef<Operand> operands) {
  return emitSumWithProduct(emitter, emitRanked<rank>(emitter, operands.slice(1, 2)), operands);
}

void library::addContractions(Table &table) {
  table.addBoth("matmul", ", other", emitMatmul).alias("torch.Tensor.__matmul__", "(self, other)");
  table.addBoth("mm", ", mat2", emitRanked<2>);
  table.addBoth("bmm", ", mat2", emitRanked<3>);
  table.addBoth("mv", ", vec", emitMv);
  table.addBoth("dot", ", tensor", emitDot);
  table.addBoth("outer", ", vec2", emitOuter).alias("torch.ger", "(input, vec2)");
  table.addBoth("addmm", ", mat1, mat2, *, beta=1, alpha=1", emitAddProduct<2>);
  table.addBoth("baddbmm", ", batch1, batch2, *, beta=1, alpha=1", emitAddProduct<3>);
  table.add("torch.nn.functional.linear", "(input, weight, bias=None)", emitLinear);
}
