//===- NNIndexingOps.td - elements chosen by index ---------*- tablegen -*-===//
//
// Indices are in range; what an index outside gives is undefined, so whoever
// emits these ops asserts it first where the program could violate it.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_NN_INDEXING_OPS
#define JANUS_NN_INDEXING_OPS

include "janus/Dialect/NN/IR/NNOpBase.td"

def NN_IotaOp : NN_InferredOp<"iota"> {
  let summary = "the numbers start, start + step, ...";
  let description = [{
    `size` numbers; element i is start + i * step, in the element type of start.

    ```mlir
    %y = nn.iota %start step %step size [%n] : (i64, i64) -> tensor<?xi64>
    %z = nn.iota %start step %step size [4] : (i64, i64) -> tensor<4xi64>
    ```
  }];
  let arguments = (ins NN_Number:$start, NN_Number:$step, Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_sizes);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = [{
    $start `step` $step `size` custom<DynamicIndexList>($sizes, $static_sizes) attr-dict
    `:` `(` type($start) `,` type($step) `)` `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$start, "::mlir::Value":$step, "::mlir::OpFoldResult":$size), [{
      ::llvm::SmallVector<::mlir::Value> open;
      ::llvm::SmallVector<int64_t> fixed;
      ::mlir::dispatchIndexOpFoldResults(size, open, fixed);
      build($_builder, $_state, start, step, open, fixed);
    }]>,
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$start, "::mlir::Value":$step, "::mlir::OpFoldResult":$size), [{
      ::llvm::SmallVector<::mlir::Value> open;
      ::llvm::SmallVector<int64_t> fixed;
      ::mlir::dispatchIndexOpFoldResults(size, open, fixed);
      build($_builder, $_state, result, start, step, open, fixed);
    }]>];
}

def NN_GatherOp : NN_InferredOp<"gather"> {
  let summary = "elements of a tensor, with one coordinate given by an index tensor";
  let description = [{
    `torch.gather`: result[i][j] = input[index[i][j]][j] for dim 0, and so on.
    Result and index have one shape; index may be smaller than input in the other dimensions.

    ```mlir
    %y = nn.gather %x, %i dim 1 : (tensor<?x3xf32>, tensor<?x2xi64>) -> tensor<?x2xf32>
    ```
  }];
  let arguments = (ins NN_Tensor:$input, NN_IndexTensor:$index, I64Attr:$dim);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input `,` $index `dim` $dim attr-dict `:` functional-type(operands, results)";
}

def NN_ScatterAddOp : NN_InferredOp<"scatter_add"> {
  let summary = "a tensor with the elements of another added at given places";
  let description = [{
    `torch.scatter_add`: result[index[i][j]][j] += source[i][j] for dim 0, and so
    on, in row-major order of the source. Source and index have one shape.

    ```mlir
    %y = nn.scatter_add %s into %x at %i dim 1 : (tensor<?x2xf32>, tensor<?x3xf32>, tensor<?x2xi64>) -> tensor<?x3xf32>
    ```
  }];
  let arguments = (ins NN_Tensor:$source, NN_Tensor:$input, NN_IndexTensor:$index, I64Attr:$dim);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$source `into` $input `at` $index `dim` $dim attr-dict `:` functional-type(operands, results)";
}

def NN_ScatterOp : NN_InferredOp<"scatter"> {
  let summary = "a tensor with the elements of another put at given places";
  let description = [{
    `torch.scatter`: result[index[i][j]][j] = source[i][j] for dim 0, and so on, in row-major order of the source: of
    several elements for one place the last one stays. `multiply`, `maximum` and `minimum` combine with what
    is there (`torch.scatter_reduce`). Source and index have one shape.

    ```mlir
    %y = nn.scatter replace %s into %x at %i dim 1 : (tensor<?x2xf32>, tensor<?x3xf32>, tensor<?x2xi64>) -> tensor<?x3xf32>
    ```
  }];
  let arguments = (ins NN_ScatterKindAttr:$kind, NN_Tensor:$source, NN_Tensor:$input, NN_IndexTensor:$index, I64Attr:$dim);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$kind $source `into` $input `at` $index `dim` $dim attr-dict `:` functional-type(operands, results)";
}

def NN_IndexSelectOp : NN_InferredOp<"index_select"> {
  let summary = "slices of a tensor along a dimension, in the order of a list of indices";
  let description = [{
    ```mlir
    %y = nn.index_select %x, %i dim 0 : (tensor<?x3xf32>, tensor<5xi64>) -> tensor<5x3xf32>
    ```
  }];
  let arguments = (ins NN_Tensor:$input, NN_IndexTensor:$index, I64Attr:$dim);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input `,` $index `dim` $dim attr-dict `:` functional-type(operands, results)";
}

def NN_EmbeddingOp : NN_InferredOp<"embedding"> {
  let summary = "rows of a weight matrix, one for each index";
  let description = [{
    Index `[d...]`, weight `[rows, columns]`; result `[d..., columns]`.

    ```mlir
    %y = nn.embedding %w, %i : (tensor<10x4xf32>, tensor<?x5xi64>) -> tensor<?x5x4xf32>
    ```
  }];
  let arguments = (ins NN_Tensor:$weight, NN_IndexTensor:$index);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$weight `,` $index attr-dict `:` functional-type(operands, results)";
}

def NN_EmbeddingBackwardOp : NN_InferredOp<"embedding_backward"> {
  let summary = "the derivative of embedding by its weight";
  let description = [{
    From the derivative by the result and the index; `weight` gives only its
    shape. Rows add up in row-major order of the index. Where the index is `padding_idx` nothing is added.

    ```mlir
    %dw = nn.embedding_backward %dy, %i, %w : (tensor<?x5x4xf32>, tensor<?x5xi64>, tensor<10x4xf32>) -> tensor<10x4xf32>
    ```
  }];
  let arguments = (ins NN_FloatTensor:$grad, NN_IndexTensor:$index, NN_FloatTensor:$weight, OptionalAttr<I64Attr>:$padding_idx);
  let results = (outs NN_FloatTensor:$result);
  let assemblyFormat = "$grad `,` $index `,` $weight attr-dict `:` functional-type(operands, results)";
}

#endif // JANUS_NN_INDEXING_OPS
