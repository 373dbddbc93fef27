//===- Normalization.cpp - normalisation, softmax -------------------------===//

#include "Sizes.h"
#include "Table.h"
#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

static Attribute channelsFirst(Emitter &emitter) {
  return LayoutAttr::get(emitter.getContext(), Layout::ChannelsFirst);
}

/// A tensor, or null for None.
static FailureOr<Value> optional(Emitter &emitter, const Operand &operand, StringRef what) {
  if (operand.isNone())
    return Value();
  return emitter.requireTensor(operand, what);
}

/// A parameter of `size` elements, or null for None.
static FailureOr<Value> channelParameter(Emitter &emitter, const Operand &operand, const Operand &size,
                                         StringRef what) {
  FailureOr<Value> value = optional(emitter, operand, what);
  if (failed(value) || !*value)
    return value;
  if (Emitter::tensorType(*value).getRank() != 1)
    return emitter.fail(what + " must have one dimension");
  if (failed(emitter.assumeEqual(emitter.size(*value, 0), size, what + " has an element for each channel")))
    return failure();
  return value;
}

/// running = (1 - momentum) * running + momentum * statistic
static LogicalResult updateRunning(Emitter &emitter, unsigned argument, Value running, Value statistic,
                                   const Operand &momentum) {
  Type type = Emitter::elementType(running);
  Operand rest = emitter.asFloat(momentum) ? emitter.floating(1 - *emitter.asFloat(momentum)) : Operand();
  if (!emitter.asFloat(momentum))
    return emitter.fail("momentum must be a number known when compiling");
  FailureOr<SmallVector<Value>> old = emitter.elementwise({Operand(running), rest}, type),
                                fresh = emitter.elementwise({Operand(statistic), momentum}, type);
  if (failed(old) || failed(fresh))
    return failure();
  FailureOr<Value> kept = emitter.op<nn::MulOp>((*old)[0], (*old)[1]),
                   added = emitter.op<nn::MulOp>((*fresh)[0], (*fresh)[1]);
  if (failed(kept) || failed(added))
    return failure();
  FailureOr<Value> sum = emitter.op<nn::AddOp>(*added, *kept);
  if (failed(sum))
    return failure();
  FailureOr<Value> detached = emitter.op<nn::DetachOp>(*sum);
  if (failed(detached))
    return failure();
  emitter.update(argument, *detached);
  return success();
}

/// batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)
static Failable emitBatchNorm(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  FailureOr<bool> training = emitter.requireBool(operands[5], "training");
  FailureOr<double> eps = emitter.requireFloat(operands[7], "eps");
  if (failed(input) || failed(training) || failed(eps))
    return failure();
  if (Emitter::tensorType(*input).getRank() < 2)
    return emitter.fail("batch_norm of a tensor of less than two dimensions");
  Operand channels = emitter.size(*input, 1);
  Value parameters[4];
  StringRef names[] = {"running_mean", "running_var", "weight", "bias"};
  for (int i = 0; i < 4; ++i) {
    FailureOr<Value> value = channelParameter(emitter, operands[i + 1], channels, names[i]);
    if (failed(value))
      return failure();
    parameters[i] = *value;
  }
  auto [mean, variance, weight, bias] = std::tie(parameters[0], parameters[1], parameters[2], parameters[3]);
  FloatAttr epsilon = emitter.builder.getF64FloatAttr(*eps);
  auto layout = llvm::cast<LayoutAttr>(channelsFirst(emitter));
  // 1. In inference the statistics are given.
  if (!*training) {
    if (!mean || !variance)
      return emitter.fail("Expected running_mean and running_var to be defined when training=False");
    return emitter.emit<nn::BatchNormOp>(*input, mean, variance, weight, bias, epsilon, layout);
  }
  // 2. In training they are those of the batch, which has more than one value.
  SmallVector<Operand> sizes = emitter.sizes(*input);
  sizes.erase(sizes.begin() + 1);
  Operand count = emitter.product(sizes);
  if (failed(assumeAtLeast(emitter, count, 2, "batch_norm in training has more than 1 value per channel")))
    return failure();
  FailureOr<nn::BatchNormTrainingOp> op =
      emitter.ops<nn::BatchNormTrainingOp>(3, *input, weight, bias, epsilon, layout);
  if (failed(op))
    return failure();
  // 3. The running statistics follow them; the variance is the unbiased one.
  if (mean && failed(updateRunning(emitter, 1, mean, op->getMean(), operands[6])))
    return failure();
  if (variance) {
    Type type = Emitter::elementType(op->getVariance());
    Operand rest = emitter.sub(count, emitter.integer(1));
    FailureOr<SmallVector<Value>> factors = emitter.elementwise({Operand(op->getVariance()), count, rest}, type);
    if (failed(factors))
      return failure();
    FailureOr<Value> ratio = emitter.op<nn::DivOp>((*factors)[1], (*factors)[2]);
    if (failed(ratio))
      return failure();
    FailureOr<Value> unbiased = emitter.op<nn::MulOp>((*factors)[0], *ratio);
    if (failed(unbiased) || failed(updateRunning(emitter, 2, variance, *unbiased, operands[6])))
      return failure();
  }
  return Operand(op->getResult());
}

/// layer_norm(input, normalized_shape, weight, bias, eps)
static Failable emitLayerNorm(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  FailureOr<SmallVector<Operand>> shape = sizesOf(emitter, operands[1]);
  FailureOr<double> eps = emitter.requireFloat(operands[4], "eps");
  FailureOr<Value> weight = optional(emitter, operands[2], "weight"), bias = optional(emitter, operands[3], "bias");
  if (failed(input) || failed(shape) || failed(eps) || failed(weight) || failed(bias))
    return failure();
  int64_t rank = Emitter::tensorType(*input).getRank(), count = shape->size();
  if (count == 0 || count > rank)
    return emitter.fail("layer_norm over " + Twine(count) + " of " + Twine(rank) + " dimensions");
  for (auto [dim, size] : llvm::enumerate(*shape))
    if (failed(emitter.assumeEqual(emitter.size(*input, rank - count + dim), size,
                                   "layer_norm's input has the normalized shape")))
      return failure();
  return emitter.emit<nn::LayerNormOp>(*input, *weight, *bias, emitter.builder.getI64IntegerAttr(count),
                                       emitter.builder.getF64FloatAttr(*eps));
}

/// value * weight + bias for each channel (dimension 1).
static Failable affine(Emitter &emitter, Value value, Value weight, Value bias) {
  int64_t rank = Emitter::tensorType(value).getRank();
  auto spread = [&](Value parameter) -> FailureOr<Value> {
    SmallVector<Operand> sizes(rank, emitter.integer(1));
    sizes[1] = emitter.size(parameter, 0);
    return emitter.reshape(parameter, sizes);
  };
  for (bool isWeight : {true, false}) {
    Value parameter = isWeight ? weight : bias;
    if (!parameter)
      continue;
    FailureOr<Value> shaped = spread(parameter);
    if (failed(shaped))
      return failure();
    FailureOr<SmallVector<Value>> values = emitter.elementwise({Operand(value), Operand(*shaped)});
    if (failed(values))
      return failure();
    FailureOr<Value> next = isWeight ? emitter.op<nn::MulOp>((*values)[0], (*values)[1])
                                     : emitter.op<nn::AddOp>((*values)[0], (*values)[1]);
    if (failed(next))
      return failure();
    value = *next;
  }
  return Operand(value);
}

/// group_norm(input, num_groups, weight, bias, eps)
static Failable emitGroupNorm(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  FailureOr<int64_t> groups = emitter.requireInt(operands[1], "num_groups");
  FailureOr<double> eps = emitter.requireFloat(operands[4], "eps");
  if (failed(input) || failed(groups) || failed(eps))
    return failure();
  SmallVector<Operand> sizes = emitter.sizes(*input);
  std::optional<int64_t> channels = sizes.size() >= 2 ? emitter.asInt(sizes[1]) : std::nullopt;
  if (!channels || *groups <= 0 || *channels % *groups)
    return emitter.fail("expected number of channels in input to be divisible by num_groups");
  FailureOr<Value> weight = channelParameter(emitter, operands[2], sizes[1], "weight"),
                   bias = channelParameter(emitter, operands[3], sizes[1], "bias");
  if (failed(weight) || failed(bias))
    return failure();
  // A group is one line to normalise.
  Operand line = emitter.mul(emitter.integer(*channels / *groups), emitter.product(ArrayRef(sizes).drop_front(2)));
  FailureOr<Value> lines = emitter.reshape(*input, {sizes[0], emitter.integer(*groups), line});
  if (failed(lines))
    return failure();
  FailureOr<Value> normal = emitter.op<nn::LayerNormOp>(*lines, Value(), Value(), emitter.builder.getI64IntegerAttr(1),
                                                        emitter.builder.getF64FloatAttr(*eps));
  if (failed(normal) || failed(normal = emitter.reshape(*normal, sizes)))
    return failure();
  return affine(emitter, *normal, *weight, *bias);
}

template <typename OpT> static Failable emitSoftmax(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  if (failed(input))
    return failure();
  if (operands[1].isNone())
    return emitter.fail("softmax without dim warns");
  FailureOr<int64_t> dim = emitter.requireInt(operands[1], "dim");
  FailureOr<Type> type = emitter.dtype(operands[2]);
  int64_t rank = Emitter::tensorType(*input).getRank();
  if (failed(dim) || failed(type) || failed(dim = emitter.wrapDim(*dim, rank)))
    return failure();
  if (*type)
    input = emitter.cast(*input, *type);
  if (!Emitter::isFloat(*input))
    return emitter.fail("softmax is not implemented for integer tensors");
  if (rank == 0) {
    FailureOr<Value> line = emitter.reshape(*input, {emitter.integer(1)});
    if (failed(line) || failed(line = emitter.op<OpT>(*line, emitter.builder.getI64IntegerAttr(0))))
      return failure();
    return emitter.emit<nn::ReshapeOp>(*line, ArrayRef<OpFoldResult>());
  }
  return emitter.emit<OpT>(*input, emitter.builder.getI64IntegerAttr(*dim));
}

void library::addNormalization(Table &table) {
  table.add("torch.nn.functional.batch_norm",
            "(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05)",
            emitBatchNorm);
  table.add("torch.nn.functional.layer_norm", "(input, normalized_shape, weight=None, bias=None, eps=1e-05)",
            emitLayerNorm);
  table.add("torch.nn.functional.group_norm", "(input, num_groups, weight=None, bias=None, eps=1e-05)", emitGroupNorm);
  for (auto [name, emit] : {std::make_pair("softmax", emitSoftmax<nn::SoftmaxOp>),
                            std::make_pair("log_softmax", emitSoftmax<nn::LogSoftmaxOp>)})
    table.add((Twine("torch.") + name).str(), "(input, dim, dtype=None)", emit)
        .alias((Twine("torch.Tensor.") + name).str(), "(self, dim, dtype=None)")
        .alias((Twine("torch.nn.functional.") + name).str(), "(input, dim=None, _stacklevel=3, dtype=None)");
}
