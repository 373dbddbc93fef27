//===- Recurrent.cpp - derivative of lstm ---------------------------------===//
//
// An LSTM is taken apart into a loop over its steps before differentiation, so
// that the gates of every step are on the tape and nothing is computed twice.
// The products with the input of all steps stay one product.
//
//===----------------------------------------------------------------------===//

#include "Rule.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

namespace {

Value linear(Emit &e, Value input, Value weight, Value bias) {
  return LinearOp::create(e.b, e.loc, input, weight, bias);
}
Value sigmoid(Emit &e, Value v) { return SigmoidOp::create(e.b, e.loc, v); }
Value tanh(Emit &e, Value v) { return TanhOp::create(e.b, e.loc, v); }

/// Gate number `index` of `[batch, 4 hidden]`.
Value gate(Emit &e, Value gates, int64_t index, OpFoldResult hidden) {
  OpFoldResult offset = e.product({e.b.getIndexAttr(index), hidden});
  return SliceOp::create(e.b, e.loc, gates, ArrayRef<OpFoldResult>{e.b.getIndexAttr(0), offset},
                         ArrayRef<OpFoldResult>{e.size(gates, 0), hidden}, ArrayRef<int64_t>{1, 1});
}

/// One step: the new h and c.
std::pair<Value, Value> step(Emit &e, Value gates, Value c) {
  OpFoldResult hidden = e.size(c, 1);
  Value input = sigmoid(e, gate(e, gates, 0, hidden));
  Value forget = sigmoid(e, gate(e, gates, 1, hidden));
  Value cell = tanh(e, gate(e, gates, 2, hidden));
  Value output = sigmoid(e, gate(e, gates, 3, hidden));
  Value next = e.add(e.mul(c, forget), e.mul(input, cell));
  return {e.mul(output, tanh(e, next)), next};
}

/// The slice of `[time, batch, n]` at `time` as `[batch, n]`.
Value at(Emit &e, Value sequence, Value time) {
  SmallVector<OpFoldResult> offsets(3, e.b.getIndexAttr(0)), sizes = e.sizes(sequence);
  offsets[0] = time;
  sizes[0] = e.b.getIndexAttr(1);
  Value slice = SliceOp::create(e.b, e.loc, sequence, offsets, sizes, ArrayRef<int64_t>{1, 1, 1});
  return e.reshape(slice, ArrayRef<OpFoldResult>(sizes).drop_front());
}

/// `value` with the type of `like`.
Value fit(Emit &e, Value value, Value like) {
  if (value.getType() == like.getType())
    return value;
  return tensor::CastOp::create(e.b, e.loc, like.getType(), value);
}

Adjoints decomposeLstm(LstmOp op, Emit &e) {
  Location loc = op.getLoc();
  Value fromInput = linear(e, op.getInput(), op.getWeightInput(), op.getBiasInput());
  OpFoldResult steps = e.size(op.getInput(), 0);
  SmallVector<OpFoldResult> sizes{steps, e.size(op.getH0(), 0), e.size(op.getH0(), 1)};
  Value zero = arith::ConstantIndexOp::create(e.b, loc, 0);
  Value one = arith::ConstantIndexOp::create(e.b, loc, 1);
  Value count = getValueOrCreateConstantIndexOp(e.b, loc, steps);
  Value empty = tensor::EmptyOp::create(e.b, loc, sizes, elementTypeOf(op.getH0()));
  auto body = [&](OpBuilder &b, Location loc, Value iteration, ValueRange carried) {
    Emit inner{b, loc};
    Value time = iteration;
    if (op.getReverse()) {
      Value last = arith::SubIOp::create(b, loc, count, one);
      time = arith::SubIOp::create(b, loc, last, iteration);
    }
    Value fromHidden = linear(inner, carried[1], op.getWeightHidden(), op.getBiasHidden());
    Value gates = inner.add(fromHidden, at(inner, fromInput, time));
    auto [h, c] = step(inner, gates, carried[2]);
    SmallVector<OpFoldResult> offsets(3, b.getIndexAttr(0)), rows = inner.sizes(h);
    offsets[0] = time;
    rows.insert(rows.begin(), b.getIndexAttr(1));
    Value outputs =
        SliceScatterOp::create(b, loc, inner.reshape(h, rows), carried[0], offsets, ArrayRef<int64_t>{1, 1, 1});
    scf::YieldOp::create(
        b, loc, ValueRange{fit(inner, outputs, carried[0]), fit(inner, h, carried[1]), fit(inner, c, carried[2])});
  };
  auto loop = scf::ForOp::create(e.b, loc, zero, count, one, ValueRange{empty, op.getH0(), op.getC0()}, body);
  Adjoints results;
  for (auto [value, result] : llvm::zip(loop.getResults(), op.getResults()))
    results.push_back(fit(e, value, result));
  return results;
}

} // namespace

void nn::attachRecurrentRules(MLIRContext *context) { attachDecomposition<LstmOp, decomposeLstm>(context); }
