//===- Comparisons.cpp - questions, logic and choice ----------------------===//

#include "Selection.h"
#include "Table.h"
#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

static EmitFn comparison(nn::CompareKind kind) {
  return [kind](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    if (!operands[0].isTensor() && !operands[1].isTensor())
      return emitter.fail("expected a tensor");
    FailureOr<SmallVector<Value>> values = emitter.elementwise(operands);
    if (failed(values))
      return failure();
    return emitter.emit<nn::CompareOp>(kind, (*values)[0], (*values)[1]);
  };
}

template <typename OpT> static EmitFn floatQuestion() {
  return [](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
    if (failed(input))
      return failure();
    if (Emitter::isFloat(*input))
      return emitter.emit<OpT>(*input);
    // No integer is NaN or infinite.
    FailureOr<Value> none = emitter.full(emitter.sizes(*input), emitter.builder.getI1Type(), emitter.boolean(false));
    return failed(none) ? Failable(failure()) : Failable(Operand(*none));
  };
}

/// Whether x is neither NaN nor infinite.
static Failable emitIsFinite(Emitter &emitter, ArrayRef<Operand> operands) {
  Failable isNan = floatQuestion<nn::IsNanOp>()(emitter, operands),
           isInf = floatQuestion<nn::IsInfOp>()(emitter, operands);
  if (failed(isNan) || failed(isInf))
    return failure();
  FailureOr<Value> either = emitter.op<nn::OrOp>(isNan->getValue(), isInf->getValue());
  return failed(either) ? Failable(failure()) : emitter.emit<nn::BitwiseNotOp>(*either);
}

static Failable emitLogicalNot(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  return failed(input) ? Failable(failure()) : emitter.emit<nn::LogicalNotOp>(*input);
}

/// An op on what is true of the operands.
template <typename OpT> static EmitFn logicalFunction() {
  return [](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    FailureOr<SmallVector<Value>> values = emitter.elementwise(operands, emitter.builder.getI1Type());
    if (failed(values))
      return failure();
    return emitter.emit<OpT>((*values)[0], (*values)[1]);
  };
}

static Failable emitWhere(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> condition = emitter.requireTensor(operands[0], "condition");
  if (failed(condition))
    return failure();
  if (operands[1].isNone() && operands[2].isNone())
    return placesAsTuple(emitter, *condition);
  if (!Emitter::elementType(*condition).isInteger(1))
    return emitter.fail("where expected condition to be a boolean tensor");
  FailureOr<Type> type = emitter.resultType(operands.drop_front());
  if (failed(type))
    return failure();
  return emitChoice(emitter, *condition, operands.drop_front(), *type);
}

/// input where mask is false, value elsewhere, in input's dtype.
static Failable emitMaskedFill(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input"),
                   mask = emitter.requireTensor(operands[1], "mask");
  if (failed(input) || failed(mask))
    return failure();
  if (!Emitter::elementType(*mask).isInteger(1))
    return emitter.fail("masked_fill only supports boolean masks");
  FailureOr<Value> value = emitter.toTensor(operands[2], Emitter::elementType(*input));
  if (failed(value))
    return failure();
  if (Emitter::tensorType(*value).getRank() != 0)
    return emitter.fail("masked_fill only supports a 0-dimensional value tensor");
  SmallVector<Value> values = {*mask, *value, *input};
  if (failed(emitter.broadcast(values)))
    return failure();
  return emitter.emit<nn::SelectOp>(values[0], values[1], values[2]);
}

void library::addComparisons(Table &table) {
  std::pair<StringRef, nn::CompareKind> comparisons[] = {{"eq", nn::CompareKind::Eq}, {"ne", nn::CompareKind::Ne},
                                                         {"lt", nn::CompareKind::Lt}, {"le", nn::CompareKind::Le},
                                                         {"gt", nn::CompareKind::Gt}, {"ge", nn::CompareKind::Ge}};
  for (auto [name, kind] : comparisons)
    table.add(("torch." + name).str(), "(input, other)", onTensors(1, comparison(kind)))
        .alias(("torch.Tensor." + name).str(), "(self, other)")
        .alias(("torch.Tensor.__" + name + "__").str(), "(self, other)");
  table.addBoth("isnan", "", floatQuestion<nn::IsNanOp>());
  table.addBoth("isinf", "", floatQuestion<nn::IsInfOp>());
  table.addBoth("isfinite", "", emitIsFinite);
  table.addBoth("logical_not", "", emitLogicalNot);
  table.addBoth("logical_and", ", other", onTensors(2, logicalFunction<nn::AndOp>()));
  table.addBoth("logical_or", ", other", onTensors(2, logicalFunction<nn::OrOp>()));
  table.addBoth("logical_xor", ", other", onTensors(2, logicalFunction<nn::XorOp>()));
  table.add("torch.where", "(condition, input=None, other=None)", emitWhere);
  table.addBoth("masked_fill", ", mask, value", emitMaskedFill)
      .inplace("torch.Tensor.masked_fill_", "(self, mask, value)");
}
