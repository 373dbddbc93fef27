//===- NNOps.td - umbrella ---------------------------------*- tablegen -*-===//

#ifndef JANUS_NN_OPS
#define JANUS_NN_OPS

include "janus/Dialect/NN/IR/NNGradientOps.td"
include "janus/Dialect/NN/IR/NNOpBase.td"

def NN_ReluOp : NN_Op<"relu", [SameOperandsAndResultType]> {
  let summary = "max(x, 0); NaN stays NaN";
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input `:` type($input) attr-dict";
}

#endif // JANUS_NN_OPS
