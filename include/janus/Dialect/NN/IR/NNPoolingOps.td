//===- NNPoolingOps.td - windows over spatial dimensions ---*- tablegen -*-===//
//
// Input [n, c, x...], or [n, x..., c] with channels last; one to three spatial
// dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_NN_POOLING_OPS
#define JANUS_NN_POOLING_OPS

include "janus/Dialect/NN/IR/NNOpBase.td"

defvar NN_Layout = (ins DefaultValuedAttr<Janus_LayoutAttr, "::janus::Layout::ChannelsFirst">:$layout);
defvar NN_MaxPoolParameters = (ins DenseI64ArrayAttr:$kernel, DenseI64ArrayAttr:$stride,
                                   DenseI64ArrayAttr:$padding, DenseI64ArrayAttr:$dilation, UnitAttr:$ceil_mode);
defvar NN_AvgPoolParameters = (ins DenseI64ArrayAttr:$kernel, DenseI64ArrayAttr:$stride, DenseI64ArrayAttr:$padding,
                                   UnitAttr:$ceil_mode, DefaultValuedAttr<BoolAttr, "true">:$count_include_pad,
                                   OptionalAttr<I64Attr>:$divisor);

def NN_MaxPoolOp : NN_InferredOp<"max_pool"> {
  let summary = "the greatest element of each window; NaN where the window has one";
  let description = [{
    Padding counts as less than everything. With `ceil_mode` the last window may
    reach beyond the padding, unless it would start there.

    ```mlir
    %y = nn.max_pool %x kernel [2, 2] stride [2, 2] padding [0, 0] dilation [1, 1]
      : (tensor<?x3x8x8xf32>) -> tensor<?x3x4x4xf32>
    ```
  }];
  let arguments = !con((ins NN_Tensor:$input), NN_MaxPoolParameters, NN_Layout);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = [{
    $input `kernel` $kernel `stride` $stride `padding` $padding `dilation` $dilation
    attr-dict `:` functional-type(operands, results)
  }];
}

def NN_MaxPoolBackwardOp : NN_InferredOp<"max_pool_backward"> {
  let summary = "the derivative of max_pool by its input";
  let description = [{
    From the derivative by the result and the input. The whole of a window's
    derivative goes to the element that max_pool took: the first greatest in
    row-major order, or the last NaN.

    ```mlir
    %dx = nn.max_pool_backward %dy, %x kernel [2, 2] stride [2, 2] padding [0, 0] dilation [1, 1]
      : (tensor<?x3x4x4xf32>, tensor<?x3x8x8xf32>) -> tensor<?x3x8x8xf32>
    ```
  }];
  let arguments = !con((ins NN_FloatTensor:$grad, NN_FloatTensor:$input), NN_MaxPoolParameters, NN_Layout);
  let results = (outs NN_FloatTensor:$result);
  let assemblyFormat = [{
    $grad `,` $input `kernel` $kernel `stride` $stride `padding` $padding `dilation` $dilation
    attr-dict `:` functional-type(operands, results)
  }];
}

def NN_AvgPoolOp : NN_InferredOp<"avg_pool"> {
  let summary = "the mean of each window";
  let description = [{
    The sum of the window's elements divided by `divisor`, or else by the number
    of places of the window inside the padded input, or inside the input when
    `count_include_pad` is false.

    ```mlir
    %y = nn.avg_pool %x kernel [2, 2] stride [2, 2] padding [0, 0] : (tensor<?x3x8x8xf32>) -> tensor<?x3x4x4xf32>
    ```
  }];
  let arguments = !con((ins NN_FloatTensor:$input), NN_AvgPoolParameters, NN_Layout);
  let results = (outs NN_FloatTensor:$result);
  let assemblyFormat = [{
    $input `kernel` $kernel `stride` $stride `padding` $padding attr-dict `:` functional-type(operands, results)
  }];
}

def NN_AvgPoolBackwardOp : NN_InferredOp<"avg_pool_backward"> {
  let summary = "the derivative of avg_pool by its input";
  let description = [{
    From the derivative by the result; the input gives only its shape.

    ```mlir
    %dx = nn.avg_pool_backward %dy, %x kernel [2, 2] stride [2, 2] padding [0, 0]
      : (tensor<?x3x4x4xf32>, tensor<?x3x8x8xf32>) -> tensor<?x3x8x8xf32>
    ```
  }];
  let arguments = !con((ins NN_FloatTensor:$grad, NN_FloatTensor:$input), NN_AvgPoolParameters, NN_Layout);
  let results = (outs NN_FloatTensor:$result);
  let assemblyFormat = [{
    $grad `,` $input `kernel` $kernel `stride` $stride `padding` $padding
    attr-dict `:` functional-type(operands, results)
  }];
}

def NN_AdaptiveAvgPoolOp : NN_InferredOp<"adaptive_avg_pool"> {
  let summary = "the mean of windows that divide the input into a given number of places";
  let description = [{
    Window i of m over n places reaches from ⌊i n / m⌋ to ⌈(i + 1) n / m⌉.

    ```mlir
    %y = nn.adaptive_avg_pool %x sizes [1, 1] : (tensor<?x3x8x8xf32>) -> tensor<?x3x1x1xf32>
    %z = nn.adaptive_avg_pool %x sizes [%n, 4] : (tensor<?x3x8x8xf32>) -> tensor<?x3x?x4xf32>
    ```
  }];
  let arguments = !con((ins NN_FloatTensor:$input, Variadic<Index>:$open_sizes, DenseI64ArrayAttr:$sizes), NN_Layout);
  let results = (outs NN_FloatTensor:$result);
  let assemblyFormat = [{
    $input `sizes` custom<DynamicIndexList>($open_sizes, $sizes) attr-dict `:` `(` type($input) `)` `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes, "::janus::Layout":$layout), [{
      ::llvm::SmallVector<::mlir::Value> open;
      ::llvm::SmallVector<int64_t> fixed;
      ::mlir::dispatchIndexOpFoldResults(sizes, open, fixed);
      build($_builder, $_state, input, open, fixed, layout);
    }]>,
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$input, "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes,
                   "::janus::Layout":$layout), [{
      ::llvm::SmallVector<::mlir::Value> open;
      ::llvm::SmallVector<int64_t> fixed;
      ::mlir::dispatchIndexOpFoldResults(sizes, open, fixed);
      build($_builder, $_state, result, input, open, fixed, layout);
    }]>];
  let extraClassDeclaration = inferDeclaration # [{
    /// One size for each spatial dimension.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes() {
      return ::mlir::getMixedValues(getSizes(), getOpenSizes(), getContext());
    }
  }];
}

def NN_AdaptiveAvgPoolBackwardOp : NN_InferredOp<"adaptive_avg_pool_backward"> {
  let summary = "the derivative of adaptive_avg_pool by its input";
  let description = [{
    From the derivative by the result; the input gives only its shape.

    ```mlir
    %dx = nn.adaptive_avg_pool_backward %dy, %x : (tensor<?x3x1x1xf32>, tensor<?x3x8x8xf32>) -> tensor<?x3x8x8xf32>
    ```
  }];
  let arguments = !con((ins NN_FloatTensor:$grad, NN_FloatTensor:$input), NN_Layout);
  let results = (outs NN_FloatTensor:$result);
  let assemblyFormat = "$grad `,` $input attr-dict `:` functional-type(operands, results)";
}

#endif // JANUS_NN_POOLING_OPS
