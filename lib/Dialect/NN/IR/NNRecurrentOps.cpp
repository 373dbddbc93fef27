//===- NNRecurrentOps.cpp - layers that run over time ---------------------===//

#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus::nn;

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

LogicalResult LstmOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  Type element = typeOf(op.getInput()).getElementType();
  auto check = [&](Value value, StringRef name, ArrayRef<Extent> expected) -> LogicalResult {
    RankedTensorType type = typeOf(value);
    bool fits = type.getElementType() == element && type.getRank() == int64_t(expected.size());
    for (size_t i = 0; fits && i < expected.size(); ++i)
      fits = ShapeInference::mayEqual(shapes.dim(value, i), expected[i]);
    if (fits)
      return success();
    SmallVector<int64_t> sizes = llvm::map_to_vector(expected, [](Extent extent) { return extent.getSize(); });
    return shapes.fail(name + " is " + debugString(type) + ", expected " +
                       debugString(RankedTensorType::get(sizes, element)));
  };
  if (typeOf(op.getInput()).getRank() != 3 || typeOf(op.getWeightHidden()).getRank() != 2)
    return shapes.fail("expected an input of rank 3 and weights of rank 2");
  Extent time = shapes.dim(op.getInput(), 0), batch = shapes.dim(op.getInput(), 1), in = shapes.dim(op.getInput(), 2);
  Extent hidden = shapes.dim(op.getWeightHidden(), 1), gates = shapes.multiply(hidden, 4);
  if (failed(check(op.getH0(), "h", {batch, hidden})) || failed(check(op.getC0(), "c", {batch, hidden})) ||
      failed(check(op.getWeightInput(), "the input's weight", {gates, in})) ||
      failed(check(op.getWeightHidden(), "the state's weight", {gates, hidden})))
    return failure();
  if (!op.getBiasInput() != !op.getBiasHidden())
    return shapes.fail("expected both biases or none");
  for (Value bias : {op.getBiasInput(), op.getBiasHidden()})
    if (bias && failed(check(bias, "bias", {gates})))
      return failure();
  shapes.result({time, batch, hidden}, element);
  shapes.result({batch, hidden}, element);
  shapes.result({batch, hidden}, element);
  return success();
}
