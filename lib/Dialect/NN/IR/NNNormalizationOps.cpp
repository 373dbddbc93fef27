//===- NNNormalizationOps.cpp - normalisation -----------------------------===//

#include "janus/Dialect/NN/IR/ConvolutionShape.h"
#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using namespace janus::nn;

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// Statistics and affine parameters of 16-bit floats may be f32.
static bool isParameterType(Type parameter, Type element) {
  return parameter == element || (element.getIntOrFloatBitWidth() == 16 && parameter.isF32());
}

/// The dimension that a batch_norm's parameters belong to.
static FailureOr<int64_t> channelDim(RankedTensorType input, Layout layout, ShapeInference &shapes) {
  if (input.getRank() < 2)
    return shapes.fail("expected an input of rank 2 or more, but found rank " + Twine(input.getRank()));
  return layout == Layout::ChannelsFirst ? 1 : input.getRank() - 1;
}

static LogicalResult checkChannelParameters(ValueRange parameters, Extent channels, Type element,
                                            ShapeInference &shapes) {
  for (Value parameter : parameters) {
    RankedTensorType type = typeOf(parameter);
    if (type.getRank() != 1 || !ShapeInference::mayEqual(shapes.dim(parameter, 0), channels) ||
        !isParameterType(type.getElementType(), element))
      return shapes.fail("parameter is " + Twine(debugString(type)) +
                         ", expected one element of the input's type for each channel");
  }
  return success();
}

LogicalResult BatchNormOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  RankedTensorType input = typeOf(op.getInput());
  FailureOr<int64_t> channel = channelDim(input, op.getLayout(), shapes);
  if (failed(channel) ||
      failed(checkChannelParameters(op.getOperands().drop_front(), shapes.dim(op.getInput(), *channel),
                                    input.getElementType(), shapes)))
    return failure();
  return shapes.elementwise(op.getInput());
}

LogicalResult BatchNormTrainingOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  RankedTensorType input = typeOf(op.getInput());
  FailureOr<int64_t> channel = channelDim(input, op.getLayout(), shapes);
  if (failed(channel))
    return failure();
  Extent channels = shapes.dim(op.getInput(), *channel);
  if (failed(checkChannelParameters(op.getOperands().drop_front(), channels, input.getElementType(), shapes)))
    return failure();
  Type element = input.getElementType();
  Type statistics = element.getIntOrFloatBitWidth() == 16 ? Float32Type::get(element.getContext()) : element;
  shapes.result(shapes.dims(op.getInput()), element);
  shapes.result(channels, statistics);
  shapes.result(channels, statistics);
  return success();
}

LogicalResult LayerNormOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  RankedTensorType input = typeOf(op.getInput());
  int64_t normalized = op.getRank();
  if (normalized < 1 || normalized > input.getRank())
    return shapes.fail("rank is " + Twine(normalized) + ", expected 1 to the input's rank " + Twine(input.getRank()));
  for (Value parameter : op.getOperands().drop_front()) {
    RankedTensorType type = typeOf(parameter);
    bool fits = type.getRank() == normalized && isParameterType(type.getElementType(), input.getElementType());
    for (int64_t i = 0; fits && i < normalized; ++i)
      fits = ShapeInference::mayEqual(shapes.dim(parameter, i),
                                      shapes.dim(op.getInput(), input.getRank() - normalized + i));
    if (!fits)
      return shapes.fail("parameter is " + Twine(debugString(type)) +
                         ", expected the shape and element type of the normalised dimensions");
  }
  return shapes.elementwise(op.getInput());
}
