//===- NNSelectionOps.td - places found by values ----------*- tablegen -*-===//
//
// How many elements a mask chooses is known when the program runs: whoever emits
// an op whose result has that size counts them first and hands the number over.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_NN_SELECTION_OPS
#define JANUS_NN_SELECTION_OPS

include "janus/Dialect/NN/IR/NNOpBase.td"

def NN_ArgsortOp : NN_InferredOp<"argsort"> {
  let summary = "the indices that sort a tensor along a dimension; equals keep their order";
  let description = [{
    NaN counts as greater than everything.

    ```mlir
    %y = nn.argsort %x dim 1 : (tensor<?x3xf32>) -> tensor<?x3xi64>
    %z = nn.argsort %x dim 1 descending : (tensor<?x3xf32>) -> tensor<?x3xi64>
    ```
  }];
  let arguments = (ins NN_Tensor:$input, I64Attr:$dim, UnitAttr:$descending);
  let results = (outs RankedTensorOf<[I64]>:$result);
  let assemblyFormat = [{
    $input `dim` $dim (`descending` $descending^)? attr-dict `:` functional-type(operands, results)
  }];
}

def NN_IndexPutOp : NN_InferredOp<"index_put"> {
  let summary = "a tensor with slices along a dimension replaced, at the places in a list of indices";
  let description = [{
    The reverse of `nn.index_select`; of equal indices the last one counts.

    ```mlir
    %y = nn.index_put %v into %x at %i dim 0 : (tensor<5x3xf32>, tensor<?x3xf32>, tensor<5xi64>) -> tensor<?x3xf32>
    ```
  }];
  let arguments = (ins NN_Tensor:$values, NN_Tensor:$input, NN_IndexTensor:$index, I64Attr:$dim);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$values `into` $input `at` $index `dim` $dim attr-dict `:` functional-type(operands, results)";
}

def NN_NonzeroOp : NN_InferredOp<"nonzero"> {
  let summary = "the places where a mask is true, one a row, in row-major order";
  let description = [{
    `count` is how many there are.

    ```mlir
    %y = nn.nonzero %mask count %n : tensor<?x3xi1> -> tensor<?x2xi64>
    ```
  }];
  let arguments = (ins NN_BoolTensor:$mask, Index:$count);
  let results = (outs RankedTensorOf<[I64]>:$result);
  let assemblyFormat = "$mask `count` $count attr-dict `:` type($mask) `->` type($result)";
}

#endif // JANUS_NN_SELECTION_OPS
