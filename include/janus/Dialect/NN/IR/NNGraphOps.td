//===- NNGraphOps.td - what eager's graph keeps ------------*- tablegen -*-===//
//
// Between functionalisation and differentiation only, so these are no part of the umbrella: who does not look at them
// is not built again for them.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_NN_GRAPH_OPS
#define JANUS_NN_GRAPH_OPS

include "janus/Dialect/NN/IR/NNOpBase.td"

def NN_KeepOp : NN_Op<"keep", [AttrSizedOperandSegments]> {
  let summary = "a tensor that eager keeps for the backward pass through a value";
  let description = [{
    The operation of PyTorch's that `of` comes from keeps a tensor for its backward pass; with `if`, only where one of
    those values requires grad. Eager raises where the tensor was written before that pass comes along. The op says
    which tensor that is: an argument, a state or a result (`janus.arg`, `janus.state`, `janus.result`), and then
    `janus-split-backward` has the backward function watch it, unless the tensor is only known to be kept at most
    (`maybe`); or one that the function itself writes afterwards (`overwritten`), and then a gradient through `of` is
    refused. `what` names the tensor for people. A function with the attribute `janus.keeps` has these ops for all
    that eager may keep: of anything else it takes a copy.

    `janus-differentiate` and `janus-split-backward` drop the op.

    ```mlir
    nn.keep "x" of (%y) if (%b) {janus.arg = "x", maybe} : (tensor<?x3xf32>), (tensor<?x3xf32>)
    nn.keep "the result" of (%y) {overwritten} : (tensor<?x3xf32>)
    ```
  }];
  let arguments = (ins StrAttr:$what, Variadic<AnyRankedTensor>:$of, Variadic<AnyRankedTensor>:$conditions);
  let assemblyFormat = [{
    $what `of` ` ` `(` $of `)` (`if` ` ` `(` $conditions^ `)`)? attr-dict `:`
    ` ` `(` type($of) `)` (`,` ` ` `(` type($conditions)^ `)`)?
  }];
  let hasVerifier = 1;
}

#endif // JANUS_NN_GRAPH_OPS
