//===- Recurrent.cpp - layers that run over time --------------------------===//

#include "Random.h"
#include "Table.h"
#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

namespace {
/// What lstm is called with, taken apart.
struct Lstm {
  Value input, h0, c0; // [time, batch, in], [layers * directions, batch, hidden]
  SmallVector<Value> parameters;
  int64_t layers;
  bool biases, bidirectional;
  double dropout; // between layers; 0: none

  int64_t directions() const { return bidirectional ? 2 : 1; }
  int64_t parametersPerCell() const { return biases ? 4 : 2; }
};
} // namespace

static FailureOr<Value> permute3(Emitter &emitter, Value value) { return emitter.permute(value, {1, 0, 2}); }

/// The state of one layer and direction: row `index` of a state tensor.
static FailureOr<Value> stateRow(Emitter &emitter, Value states, int64_t index) {
  FailureOr<Value> row = emitter.slice(states, 0, emitter.integer(index), emitter.integer(1));
  if (failed(row))
    return failure();
  return emitter.reshape(*row, {emitter.size(states, 1), emitter.size(states, 2)});
}

/// States of all layers as rows of one tensor.
static FailureOr<Value> stackRows(Emitter &emitter, SmallVector<Value> rows) {
  for (Value &row : rows) {
    FailureOr<Value> shaped =
        emitter.op<nn::ReshapeOp>(row, ArrayRef<OpFoldResult>(emitter.toFoldResults(
                                           {emitter.integer(1), emitter.size(row, 0), emitter.size(row, 1)})));
    if (failed(shaped))
      return failure();
    row = *shaped;
  }
  return rows.size() == 1 ? FailureOr<Value>(rows.front())
                          : emitter.op<nn::ConcatOp>(ValueRange(rows), emitter.builder.getI64IntegerAttr(0));
}

/// All layers, one after the other; both directions of a layer side by side.
static FailureOr<SmallVector<Value, 3>> runLayers(Emitter &emitter, const Lstm &lstm) {
  Value sequence = lstm.input;
  SmallVector<Value> finalH, finalC;
  for (int64_t layer = 0; layer < lstm.layers; ++layer) {
    SmallVector<Value> outputs;
    for (int64_t direction = 0; direction < lstm.directions(); ++direction) {
      int64_t cell = layer * lstm.directions() + direction;
      ArrayRef<Value> own = ArrayRef(lstm.parameters).slice(cell * lstm.parametersPerCell(), lstm.parametersPerCell());
      FailureOr<Value> h = stateRow(emitter, lstm.h0, cell), c = stateRow(emitter, lstm.c0, cell);
      if (failed(h) || failed(c))
        return failure();
      Value biasInput = lstm.biases ? own[2] : Value(), biasHidden = lstm.biases ? own[3] : Value();
      UnitAttr reverse = direction ? emitter.builder.getUnitAttr() : UnitAttr();
      FailureOr<nn::LstmOp> op =
          emitter.ops<nn::LstmOp>(3, sequence, *h, *c, own[0], own[1], biasInput, biasHidden, reverse);
      if (failed(op))
        return failure();
      outputs.push_back(op->getResult());
      finalH.push_back(op->getHn());
      finalC.push_back(op->getCn());
    }
    FailureOr<Value> joined = outputs.front();
    if (lstm.bidirectional)
      joined = emitter.op<nn::ConcatOp>(ValueRange(outputs), emitter.builder.getI64IntegerAttr(2));
    if (failed(joined))
      return failure();
    sequence = *joined;
    if (lstm.dropout > 0 && layer + 1 < lstm.layers) {
      Formula dropped = dropOut(Formula(emitter, sequence), lstm.dropout);
      if (dropped.isFailed())
        return failure();
      sequence = dropped.value();
    }
  }
  // What a layer gives is contiguous whatever the arguments are.
  emitter.inMemoryOrder = false;
  FailureOr<Value> h = stackRows(emitter, finalH), c = stackRows(emitter, finalC);
  if (failed(h) || failed(c))
    return failure();
  return SmallVector<Value, 3>{sequence, *h, *c};
}

/// Checks states and parameters against the input.
static LogicalResult checkLstm(Emitter &emitter, const Lstm &lstm) {
  if (Emitter::tensorType(lstm.input).getRank() != 3)
    return emitter.fail("lstm is supported for batches of sequences");
  if (int64_t(lstm.parameters.size()) != lstm.layers * lstm.directions() * lstm.parametersPerCell())
    return emitter.fail("lstm with projections, or with another number of weights than its layers have");
  Operand hidden = emitter.size(lstm.parameters[1], 1), batch = emitter.size(lstm.input, 1);
  for (Value state : {lstm.h0, lstm.c0}) {
    if (Emitter::tensorType(state).getRank() != 3)
      return emitter.fail("the states of a batched lstm have 3 dimensions");
    Operand wanted[] = {emitter.integer(lstm.layers * lstm.directions()), batch, hidden};
    for (int64_t dim = 0; dim < 3; ++dim)
      if (failed(emitter.assumeEqual(emitter.size(state, dim), wanted[dim], "an lstm's states fit its input")))
        return failure();
  }
  return emitter.assumeEqual(emitter.size(lstm.input, 2), emitter.size(lstm.parameters[0], 1),
                             "an lstm's input fits its weights");
}

/// lstm(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
static Failable emitLstm(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  FailureOr<bool> biases = emitter.requireBool(operands[3], "has_biases"),
                  train = emitter.requireBool(operands[6], "train"),
                  bidirectional = emitter.requireBool(operands[7], "bidirectional"),
                  batchFirst = emitter.requireBool(operands[8], "batch_first");
  FailureOr<int64_t> layers = emitter.requireInt(operands[4], "num_layers");
  FailureOr<double> dropout = emitter.requireFloat(operands[5], "dropout");
  if (failed(input) || failed(biases) || failed(train) || failed(bidirectional) || failed(batchFirst) ||
      failed(layers) || failed(dropout))
    return failure();
  if (!(*dropout >= 0 && *dropout <= 1))
    return emitter.fail("dropout probability has to be between 0 and 1");
  if (!operands[1].isSequence() || operands[1].getElements().size() != 2 || !operands[2].isSequence())
    return emitter.fail("lstm is supported for padded batches with two states and a list of weights");
  FailureOr<Value> h0 = emitter.requireTensor(operands[1].getElements()[0], "h0"),
                   c0 = emitter.requireTensor(operands[1].getElements()[1], "c0");
  if (failed(h0) || failed(c0))
    return failure();
  Lstm lstm{*input, *h0, *c0, {}, *layers, *biases, *bidirectional, *train ? *dropout : 0.0};
  for (const Operand &parameter : operands[2].getElements()) {
    FailureOr<Value> value = emitter.requireTensor(parameter, "a weight");
    if (failed(value))
      return failure();
    lstm.parameters.push_back(*value);
  }
  if (Emitter::tensorType(lstm.input).getRank() == 3 && *batchFirst) {
    FailureOr<Value> turned = permute3(emitter, lstm.input);
    if (failed(turned))
      return failure();
    lstm.input = *turned;
  }
  if (failed(checkLstm(emitter, lstm)))
    return failure();
  FailureOr<SmallVector<Value, 3>> results = runLayers(emitter, lstm);
  if (failed(results))
    return failure();
  emitter.contiguousResult = true;
  FailureOr<Value> output = (*results)[0];
  if (*batchFirst) {
    if (failed(output = permute3(emitter, *output)))
      return failure();
    emitter.strided.push_back(*output);
  }
  return Operand({Operand(*output), Operand((*results)[1]), Operand((*results)[2])});
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

/// input * weightᵀ + bias; bias may be None.
static FailureOr<Value> linear(Emitter &emitter, const Operand &input, const Operand &weight, const Operand &bias) {
  Failable result = lookup(emitter.getContext(), "torch.nn.functional.linear")->emit(emitter, {input, weight, bias});
  if (failed(result))
    return failure();
  return result->getValue();
}

/// The gates of a cell, one below the other, cut apart along the last dimension.
static FailureOr<SmallVector<Value>> gates(Emitter &emitter, Value value, int64_t count) {
  int64_t last = Emitter::tensorType(value).getRank() - 1;
  Operand total = emitter.size(value, last), size = emitter.div(total, emitter.integer(count));
  if (failed(emitter.assumeEqual(emitter.mul(size, emitter.integer(count)), total, "a cell's weights hold its gates")))
    return failure();
  SmallVector<Value> parts;
  for (int64_t gate = 0; gate < count; ++gate) {
    FailureOr<Value> part = emitter.slice(value, last, emitter.mul(size, emitter.integer(gate)), size);
    if (failed(part))
      return failure();
    parts.push_back(*part);
  }
  return parts;
}

/// (input, hx, w_ih, w_hh, b_ih, b_hh): both products.
static FailureOr<std::pair<Value, Value>> products(Emitter &emitter, const Operand &hidden,
                                                   ArrayRef<Operand> operands) {
  FailureOr<Value> fromInput = linear(emitter, operands[0], operands[2], operands[4]),
                   fromHidden = linear(emitter, hidden, operands[3], operands[5]);
  if (failed(fromInput) || failed(fromHidden))
    return failure();
  SmallVector<Value> values = {*fromInput, *fromHidden};
  if (Emitter::tensorType(values[0]).getRank() != Emitter::tensorType(values[1]).getRank() ||
      failed(emitter.broadcast(values)))
    return emitter.fail("a cell's input and state fit");
  return std::make_pair(values[0], values[1]);
}

template <typename OpT> static Failable emitRnnCell(Emitter &emitter, ArrayRef<Operand> operands) {
  auto both = products(emitter, operands[1], operands);
  if (failed(both))
    return failure();
  FailureOr<Value> sum = emitter.op<nn::AddOp>(both->first, both->second);
  return failed(sum) ? Failable(failure()) : emitter.emit<OpT>(*sum);
}

static Failable emitLstmCell(Emitter &emitter, ArrayRef<Operand> operands) {
  if (!operands[1].isSequence() || operands[1].getElements().size() != 2)
    return emitter.fail("lstm_cell expects two hidden states");
  auto both = products(emitter, operands[1].getElements()[0], operands);
  FailureOr<Value> cell = emitter.requireTensor(operands[1].getElements()[1], "c");
  if (failed(both) || failed(cell))
    return failure();
  FailureOr<Value> sum = emitter.op<nn::AddOp>(both->first, both->second);
  if (failed(sum))
    return failure();
  FailureOr<SmallVector<Value>> parts = gates(emitter, *sum, 4);
  if (failed(parts))
    return failure();
  FailureOr<Value> in = emitter.op<nn::SigmoidOp>((*parts)[0]), forget = emitter.op<nn::SigmoidOp>((*parts)[1]),
                   candidate = emitter.op<nn::TanhOp>((*parts)[2]), out = emitter.op<nn::SigmoidOp>((*parts)[3]);
  if (failed(in) || failed(forget) || failed(candidate) || failed(out))
    return failure();
  FailureOr<Value> kept = emitter.op<nn::MulOp>(*forget, *cell), added = emitter.op<nn::MulOp>(*in, *candidate);
  if (failed(kept) || failed(added))
    return failure();
  FailureOr<Value> next = emitter.op<nn::AddOp>(*kept, *added);
  if (failed(next))
    return failure();
  FailureOr<Value> squashed = emitter.op<nn::TanhOp>(*next);
  if (failed(squashed))
    return failure();
  FailureOr<Value> hidden = emitter.op<nn::MulOp>(*out, *squashed);
  return failed(hidden) ? Failable(failure()) : Failable(Operand({Operand(*hidden), Operand(*next)}));
}

/// r, z = sigmoid(x + h); n = tanh(x + r * h); n + z * (h - n)
static Failable emitGruCell(Emitter &emitter, ArrayRef<Operand> operands) {
  auto both = products(emitter, operands[1], operands);
  FailureOr<Value> state = emitter.requireTensor(operands[1], "hx");
  if (failed(both) || failed(state))
    return failure();
  FailureOr<SmallVector<Value>> x = gates(emitter, both->first, 3), h = gates(emitter, both->second, 3);
  if (failed(x) || failed(h))
    return failure();
  SmallVector<Value> opened;
  for (int gate : {0, 1}) {
    FailureOr<Value> sum = emitter.op<nn::AddOp>((*x)[gate], (*h)[gate]);
    if (failed(sum) || failed(sum = emitter.op<nn::SigmoidOp>(*sum)))
      return failure();
    opened.push_back(*sum);
  }
  FailureOr<Value> reset = emitter.op<nn::MulOp>(opened[0], (*h)[2]);
  if (failed(reset) || failed(reset = emitter.op<nn::AddOp>((*x)[2], *reset)))
    return failure();
  FailureOr<Value> candidate = emitter.op<nn::TanhOp>(*reset);
  if (failed(candidate))
    return failure();
  FailureOr<Value> difference = emitter.op<nn::SubOp>(*state, *candidate);
  if (failed(difference))
    return failure();
  FailureOr<Value> kept = emitter.op<nn::MulOp>(opened[1], *difference);
  return failed(kept) ? Failable(failure()) : emitter.emit<nn::AddOp>(*candidate, *kept);
}

void library::addRecurrent(Table &table) {
  table
      .add("torch.lstm", "(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)",
           emitLstm)
      .alias("torch._VF.lstm")
      .draws();
  StringRef cell = "(input, hx, w_ih, w_hh, b_ih=None, b_hh=None)";
  table.add("torch.lstm_cell", cell, emitLstmCell).alias("torch._VF.lstm_cell");
  table.add("torch.gru_cell", cell, emitGruCell).alias("torch._VF.gru_cell");
  table.add("torch.rnn_tanh_cell", cell, emitRnnCell<nn::TanhOp>).alias("torch._VF.rnn_tanh_cell");
  table.add("torch.rnn_relu_cell", cell, emitRnnCell<nn::ReluOp>).alias("torch._VF.rnn_relu_cell");
}
