//===- Activations.cpp - elementwise functions of one tensor --------------===//

#include "Table.h"
#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

static Failable emitRelu(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  if (failed(input))
    return failure();
  if (Emitter::elementType(*input).isInteger(1))
    return emitter.fail("relu of a bool tensor");
  return Operand(emitter.create<nn::ReluOp>(input->getType(), *input).getResult());
}

void library::addActivations(Table &table) {
  table.add("torch.relu", "(input)", emitRelu)
      .alias("torch.Tensor.relu", "(self)")
      .alias("torch.nn.functional.relu", "(input, inplace=False)")
      .inplace("torch.relu_", "(input)")
      .inplace("torch.Tensor.relu_", "(self)")
      .inplace("torch.nn.functional.relu_", "(input)");
}
