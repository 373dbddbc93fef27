//===- NNRecurrentOps.td - layers that run over time -------*- tablegen -*-===//

#ifndef JANUS_NN_RECURRENT_OPS
#define JANUS_NN_RECURRENT_OPS

include "janus/Dialect/NN/IR/NNOpBase.td"

def NN_LstmOp : NN_InferredOp<"lstm", [AttrSizedOperandSegments]> {
  let summary = "one layer and direction of an LSTM over a sequence";
  let description = [{
    Input `[time, batch, in]`, states `[batch, hidden]`, weights `[4 hidden, in]` and
    `[4 hidden, hidden]` with the gates input, forget, cell, output one below the other,
    biases `[4 hidden]` both or none. At each step

        i, f, g, o = input * weight_input ᵀ + bias_input + h * weight_hidden ᵀ + bias_hidden
        c = sigmoid(f) * c + sigmoid(i) * tanh(g)
        h = sigmoid(o) * tanh(c)

    Results: h of every step `[time, batch, hidden]`, the last h, the last c. With
    `reverse` steps run from the last to the first, and h of a step is at its place.

    ```mlir
    %y, %hn, %cn = nn.lstm %x state %h, %c weights %wi, %wh biases %bi, %bh
      : (tensor<?x?x3xf32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<16x3xf32>, tensor<16x4xf32>, tensor<16xf32>, tensor<16xf32>)
      -> (tensor<?x?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>)
    ```
  }];
  let arguments = (ins NN_FloatTensor:$input, NN_FloatTensor:$h0, NN_FloatTensor:$c0,
                       NN_FloatTensor:$weight_input, NN_FloatTensor:$weight_hidden,
                       Optional<NN_FloatTensor>:$bias_input, Optional<NN_FloatTensor>:$bias_hidden, UnitAttr:$reverse);
  let results = (outs NN_FloatTensor:$result, NN_FloatTensor:$hn, NN_FloatTensor:$cn);
  let assemblyFormat = [{
    $input `state` $h0 `,` $c0 `weights` $weight_input `,` $weight_hidden
    (`biases` $bias_input^ `,` $bias_hidden)? attr-dict `:` functional-type(operands, results)
  }];
}

#endif // JANUS_NN_RECURRENT_OPS
