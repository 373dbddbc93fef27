//===- NNLossOps.td - losses -------------------------------*- tablegen -*-===//
//
// Scores are [n, classes, d...] with targets [n, d...], or [classes] with a target
// of rank 0. A target must be in range or be ignore_index.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_NN_LOSS_OPS
#define JANUS_NN_LOSS_OPS

include "janus/Dialect/NN/IR/NNOpBase.td"

defvar NN_LossParameters = (ins NN_LossReductionAttr:$reduction, DefaultValuedAttr<I64Attr, "-100">:$ignore_index);

def NN_NllLossOp : NN_InferredOp<"nll_loss"> {
  let summary = "minus the score of the target's class, times the class's weight";
  let description = [{
    Where the target is `ignore_index` the loss is 0. `mean` divides the sum by
    the sum of the weights of the targets that count; NaN if that is zero.

    ```mlir
    %l = nn.nll_loss mean %x, %t : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
    %m = nn.nll_loss none %x, %t weight %w {ignore_index = 0} : (tensor<?x10xf32>, tensor<?xi64>, tensor<10xf32>) -> tensor<?xf32>
    ```
  }];
  let arguments = !con((ins NN_FloatTensor:$input, NN_IndexTensor:$target, Optional<NN_FloatTensor>:$weight),
                       NN_LossParameters);
  let results = (outs NN_FloatTensor:$result);
  let assemblyFormat = [{
    $reduction $input `,` $target (`weight` $weight^)? attr-dict `:` functional-type(operands, results)
  }];
}

def NN_CrossEntropyOp : NN_InferredOp<"cross_entropy"> {
  let summary = "nll_loss of log_softmax, with labels smoothed";
  let description = [{
    With `label_smoothing` e, the loss is (1 - e) times that of the target plus
    e / classes times that of every class.

    ```mlir
    %l = nn.cross_entropy mean %x, %t : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
    ```
  }];
  let arguments = !con((ins NN_FloatTensor:$input, NN_IndexTensor:$target, Optional<NN_FloatTensor>:$weight),
                       NN_LossParameters, (ins DefaultValuedAttr<F64Attr, "0.0">:$label_smoothing));
  let results = (outs NN_FloatTensor:$result);
  let assemblyFormat = [{
    $reduction $input `,` $target (`weight` $weight^)? attr-dict `:` functional-type(operands, results)
  }];
}

#endif // JANUS_NN_LOSS_OPS
