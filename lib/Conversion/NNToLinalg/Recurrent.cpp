//===- Recurrent.cpp - layers that run over time --------------------------===//

#include "Lowerings.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace janus;
using namespace janus::nn;

/// Element (row, gate * hidden + column) of the gates is read from one slice of
/// them for each gate.
static Value sliceGate(LinalgBuilder &b, Value gates, OpFoldResult batch, OpFoldResult hidden, int64_t gate) {
  Sizes offsets{b.builder.getIndexAttr(0), b.affine(b.sym(0) * gate, hidden)};
  Sizes steps(2, b.builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(b.builder, b.loc, gates, offsets, Sizes{batch, hidden}, steps);
}

/// The new c and h from the gates and the old c; written over the old ones, so
/// that a loop needs no other memory for them.
static std::pair<Value, Value> lstmCell(LinalgBuilder &b, Value gates, Value h, Value c, OpFoldResult batch,
                                        OpFoldResult hidden) {
  Type type = typeOf(c).getElementType(), wide = accumulatorType(type);
  SmallVector<Value> gate;
  for (int64_t i = 0; i < 4; ++i)
    gate.push_back(sliceGate(b, gates, batch, hidden, i));
  Value newC = b.update({b.all(gate[0]), b.all(gate[1]), b.all(gate[2])}, c,
                        [&](OpBuilder &builder, Location loc, ValueRange x) {
                          Scalars s(builder, loc);
                          SmallVector<Value> w;
                          for (Value element : x)
                            w.push_back(s.toFloatType(element, wide));
                          Value kept = s.mul(s.sigmoid(w[1]), w[3]);
                          Value added = s.mul(s.sigmoid(w[0]), s.create<math::TanhOp>(w[2]));
                          return s.toFloatType(s.add(kept, added), type);
                        });
  Value newH = b.update({b.all(gate[3]), b.all(newC)}, h, [&](OpBuilder &builder, Location loc, ValueRange x) {
    Scalars s(builder, loc);
    Value out = s.sigmoid(s.toFloatType(x[0], wide));
    return s.toFloatType(s.mul(out, s.create<math::TanhOp>(s.toFloatType(x[1], wide))), type);
  });
  return {newC, newH};
}

static SmallVector<Value> lowerLstm(LstmOp op, LinalgBuilder &b) {
  Type type = typeOf(op.getInput()).getElementType();
  Sizes result = b.resultSizes(op, 0);
  OpFoldResult time = result[0], batch = result[1], hidden = result[2];
  OpFoldResult gateCount = b.affine(b.sym(0) * 4, hidden);
  // The input's share of the gates, for all steps at once.
  Value bias = op.getBiasInput();
  if (bias)
    bias = AddOp::create(b.builder, b.loc, bias, op.getBiasHidden());
  Value fromInput = LinearOp::create(b.builder, b.loc, op.getInput(), op.getWeightInput(), bias);

  auto stateType = RankedTensorType::get(decomposeMixedValues(Sizes{batch, hidden}).first, type);
  Value h = b.withType(op.getH0(), stateType), c = b.withType(op.getC0(), stateType);
  Value zero = b.indexValue(b.builder.getIndexAttr(0)), one = b.indexValue(b.builder.getIndexAttr(1));
  Value count = b.indexValue(time), last = b.indexValue(b.affine(b.sym(0) - 1, time));
  auto loop = scf::ForOp::create(
      b.builder, b.loc, zero, count, one, ValueRange{b.empty(result, type), h, c},
      [&](OpBuilder &builder, Location loc, Value i, ValueRange state) {
        LinalgBuilder inner(builder, loc);
        Scalars s(builder, loc);
        OpFoldResult step = op.getReverse() ? s.sub(last, i) : i;
        OpFoldResult none = builder.getIndexAttr(0), unit = builder.getIndexAttr(1);
        Sizes offsets{step, none, none}, window{unit, batch, gateCount}, steps{unit, unit, unit};
        auto share = tensor::ExtractSliceOp::inferCanonicalRankReducedResultType(2, typeOf(fromInput),
                                                                                 decomposeMixedValues(window).first);
        Value input = tensor::ExtractSliceOp::create(builder, loc, share, fromInput, offsets, window, steps);
        Value fromState = nn::MatmulOp::create(builder, loc, state[1], op.getWeightHidden(), /*transpose_lhs=*/false,
                                               /*transpose_rhs=*/true);
        Value gates = AddOp::create(builder, loc, input, fromState);
        auto [newC, newH] = lstmCell(inner, gates, state[1], state[2], batch, hidden);
        Value output =
            tensor::InsertSliceOp::create(builder, loc, newH, state[0], offsets, Sizes{unit, batch, hidden}, steps);
        scf::YieldOp::create(builder, loc, ValueRange{output, newH, newC});
      });
  return SmallVector<Value>(loop.getResults());
}

void janus::attachRecurrentLowerings(MLIRContext *context) { attachLowering<LstmOp, lowerLstm>(context); }
