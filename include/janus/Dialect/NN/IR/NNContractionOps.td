//===- NNContractionOps.td - products and convolutions -----*- tablegen -*-===//
//
// Sums of 16-bit floats are taken in f32 and rounded once.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_NN_CONTRACTION_OPS
#define JANUS_NN_CONTRACTION_OPS

include "janus/Dialect/NN/IR/NNOpBase.td"

def NN_MatmulOp : NN_InferredOp<"matmul"> {
  let summary = "the product of matrices, or of batches of them";
  let description = [{
    Both operands have rank 2 or more, the same rank, and the same sizes in all
    but the last two dimensions. A transposed operand is read with its last two
    dimensions exchanged.

    ```mlir
    %c = nn.matmul %a, %b : (tensor<?x3x4xf32>, tensor<?x4x5xf32>) -> tensor<?x3x5xf32>
    %d = nn.matmul %a, %a {transpose_rhs} : (tensor<?x3x4xf32>, tensor<?x3x4xf32>) -> tensor<?x3x3xf32>
    ```
  }];
  let arguments = (ins NN_Tensor:$lhs, NN_Tensor:$rhs, UnitAttr:$transpose_lhs, UnitAttr:$transpose_rhs);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

def NN_LinearOp : NN_InferredOp<"linear"> {
  let summary = "input * weightᵀ + bias over the last dimension";
  let description = [{
    Input `[..., in]`, weight `[out, in]`, bias `[out]` or absent; result `[..., out]`.

    ```mlir
    %y = nn.linear %x, %w bias %b : (tensor<?x4xf32>, tensor<3x4xf32>, tensor<3xf32>) -> tensor<?x3xf32>
    ```
  }];
  let arguments = (ins NN_FloatTensor:$input, NN_FloatTensor:$weight, Optional<NN_FloatTensor>:$bias);
  let results = (outs NN_FloatTensor:$result);
  let assemblyFormat = "$input `,` $weight (`bias` $bias^)? attr-dict `:` functional-type(operands, results)";
}

defvar NN_ConvParameters = (ins DenseI64ArrayAttr:$stride, DenseI64ArrayAttr:$padding_low,
                                DenseI64ArrayAttr:$padding_high, DenseI64ArrayAttr:$dilation,
                                DefaultValuedAttr<I64Attr, "1">:$groups,
                                DefaultValuedAttr<Janus_LayoutAttr, "::janus::Layout::ChannelsFirst">:$layout);

def NN_ConvOp : NN_InferredOp<"conv"> {
  let summary = "a convolution over one to three spatial dimensions";
  let description = [{
    Channels first: input `[n, c, x...]`, weight `[o, c / groups, k...]`, result
    `[n, o, y...]`. Channels last: `[n, x..., c]`, `[o, k..., c / groups]`,
    `[n, y..., o]`. Bias is `[o]` or absent. stride, padding and dilation have a
    number for each spatial dimension; padding is with zeros.

    ```mlir
    %y = nn.conv %x, %w bias %b stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1]
      : (tensor<?x3x8x8xf32>, tensor<6x3x3x3xf32>, tensor<6xf32>) -> tensor<?x6x8x8xf32>
    ```
  }];
  let arguments = !con((ins NN_FloatTensor:$input, NN_FloatTensor:$weight, Optional<NN_FloatTensor>:$bias),
                       NN_ConvParameters);
  let results = (outs NN_FloatTensor:$result);
  let assemblyFormat = [{
    $input `,` $weight (`bias` $bias^)? `stride` $stride `padding` $padding_low `,` $padding_high
    `dilation` $dilation attr-dict `:` functional-type(operands, results)
  }];
}

def NN_ConvBackwardInputOp : NN_InferredOp<"conv_backward_input"> {
  let summary = "the derivative of conv by its input; also a transposed convolution";
  let description = [{
    From the derivative by the result and the weight. `sizes` are the input's
    spatial sizes, which the others do not determine when the stride is not 1.
    The other parameters are those of the convolution.

    ```mlir
    %dx = nn.conv_backward_input %dy, %w sizes [8, 8] stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1]
      : (tensor<?x6x8x8xf32>, tensor<6x3x3x3xf32>) -> tensor<?x3x8x8xf32>
    ```
  }];
  let arguments = !con((ins NN_FloatTensor:$grad, NN_FloatTensor:$weight, Variadic<Index>:$sizes,
                            DenseI64ArrayAttr:$static_sizes), NN_ConvParameters);
  let results = (outs NN_FloatTensor:$result);
  let assemblyFormat = [{
    $grad `,` $weight `sizes` custom<DynamicIndexList>($sizes, $static_sizes) `stride` $stride
    `padding` $padding_low `,` $padding_high `dilation` $dilation attr-dict
    `:` `(` type($grad) `,` type($weight) `)` `->` type($result)
  }];
}

def NN_ConvBackwardWeightOp : NN_InferredOp<"conv_backward_weight"> {
  let summary = "the derivative of conv by its weight";
  let description = [{
    From the derivative by the result and the input. `kernel` are the weight's
    spatial sizes; the other parameters are those of the convolution.

    ```mlir
    %dw = nn.conv_backward_weight %dy, %x kernel [3, 3] stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1]
      : (tensor<?x6x8x8xf32>, tensor<?x3x8x8xf32>) -> tensor<6x3x3x3xf32>
    ```
  }];
  let arguments = !con((ins NN_FloatTensor:$grad, NN_FloatTensor:$input, DenseI64ArrayAttr:$kernel),
                       NN_ConvParameters);
  let results = (outs NN_FloatTensor:$result);
  let assemblyFormat = [{
    $grad `,` $input `kernel` $kernel `stride` $stride `padding` $padding_low `,` $padding_high
    `dilation` $dilation attr-dict `:` functional-type(operands, results)
  }];
}

#endif // JANUS_NN_CONTRACTION_OPS
