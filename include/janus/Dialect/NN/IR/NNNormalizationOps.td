//===- NNNormalizationOps.td - normalisation, softmax ------*- tablegen -*-===//

#ifndef JANUS_NN_NORMALIZATION_OPS
#define JANUS_NN_NORMALIZATION_OPS

include "janus/Dialect/NN/IR/NNOpBase.td"

defvar NN_NormLayout = (ins F64Attr:$epsilon, DefaultValuedAttr<Janus_LayoutAttr, "::janus::Layout::ChannelsFirst">:$layout);

def NN_BatchNormOp : NN_InferredOp<"batch_norm", [AttrSizedOperandSegments]> {
  let summary = "(x - mean) / sqrt(variance + epsilon) * weight + bias for each channel";
  let description = [{
    Statistics are given: a layer in inference. The channel is dimension 1, or
    the last with channels last; mean, variance, weight and bias have one element for
    each. Weight and bias may be absent, as 1 and 0. They may be f32 for an input of 16-bit floats.

    ```mlir
    %y = nn.batch_norm %x mean %m variance %v weight %w bias %b epsilon 1.0e-5
      : (tensor<?x3x8x8xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x3x8x8xf32>
    ```
  }];
  let arguments = !con((ins NN_FloatTensor:$input, NN_FloatTensor:$mean, NN_FloatTensor:$variance,
                            Optional<NN_FloatTensor>:$weight, Optional<NN_FloatTensor>:$bias), NN_NormLayout);
  let results = (outs NN_FloatTensor:$result);
  let assemblyFormat = [{
    $input `mean` $mean `variance` $variance (`weight` $weight^)? (`bias` $bias^)? `epsilon` $epsilon
    attr-dict `:` functional-type(operands, results)
  }];
}

def NN_BatchNormTrainingOp : NN_InferredOp<"batch_norm_training", [AttrSizedOperandSegments]> {
  let summary = "batch_norm with the statistics of the batch, which are results too";
  let description = [{
    Results: the normalised tensor, and mean and variance over everything but the channel;
    the variance is the biased one (a layer's running variance takes it times
    n / (n - 1)). Statistics of 16-bit floats are f32.

    ```mlir
    %y, %mean, %variance = nn.batch_norm_training %x weight %w bias %b epsilon 1.0e-5
      : (tensor<?x3x8x8xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<?x3x8x8xf32>, tensor<3xf32>, tensor<3xf32>)
    ```
  }];
  let arguments = !con((ins NN_FloatTensor:$input, Optional<NN_FloatTensor>:$weight, Optional<NN_FloatTensor>:$bias),
                       NN_NormLayout);
  let results = (outs NN_FloatTensor:$result, NN_FloatTensor:$mean, NN_FloatTensor:$variance);
  let assemblyFormat = [{
    $input (`weight` $weight^)? (`bias` $bias^)? `epsilon` $epsilon attr-dict `:` functional-type(operands, results)
  }];
}

def NN_LayerNormOp : NN_InferredOp<"layer_norm", [AttrSizedOperandSegments]> {
  let summary = "normalisation over the last dimensions by their own mean and variance";
  let description = [{
    Over the last `rank` dimensions, whose shape weight and bias have; either may
    be absent. The variance is the biased one.

    ```mlir
    %y = nn.layer_norm %x weight %w bias %b rank 1 epsilon 1.0e-5
      : (tensor<?x3x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x3x8xf32>
    ```
  }];
  let arguments = (ins NN_FloatTensor:$input, Optional<NN_FloatTensor>:$weight, Optional<NN_FloatTensor>:$bias,
                       I64Attr:$rank, F64Attr:$epsilon);
  let results = (outs NN_FloatTensor:$result);
  let assemblyFormat = [{
    $input (`weight` $weight^)? (`bias` $bias^)? `rank` $rank `epsilon` $epsilon
    attr-dict `:` functional-type(operands, results)
  }];
}

class NN_SoftmaxLikeOp<string mnemonic, string text> : NN_InferredOp<mnemonic, [], [{
    ::llvm::LogicalResult $cppClass::inferShapes(Adaptor op, ::janus::nn::ShapeInference &shapes) {
      if (failed(shapes.checkDim(op.getDim(), ::mlir::cast<::mlir::RankedTensorType>(op.getInput().getType()).getRank())))
        return ::mlir::failure();
      return shapes.elementwise(op.getInput());
    }
  }]> {
  let summary = text;
  let description = "Along one dimension, shifted by its maximum so that nothing overflows; a NaN makes its\nwhole line NaN.\n\n```mlir\n%y = nn."
                    # mnemonic # " %x dim 1 : tensor<?x4xf32>\n```\n";
  let arguments = (ins NN_FloatTensor:$input, I64Attr:$dim);
  let results = (outs NN_FloatTensor:$result);
  let assemblyFormat = "$input `dim` $dim attr-dict `:` type($input)";
}
def NN_SoftmaxOp : NN_SoftmaxLikeOp<"softmax", "exp(x) divided by its sum">;
def NN_LogSoftmaxOp : NN_SoftmaxLikeOp<"log_softmax", "x minus the logarithm of the sum of exp(x)">;

#endif // JANUS_NN_NORMALIZATION_OPS
