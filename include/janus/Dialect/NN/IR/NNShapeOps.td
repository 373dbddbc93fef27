//===- NNShapeOps.td - the same elements in another shape --*- tablegen -*-===//
//
// Sizes are mixed lists: constants, and index values where a size is dynamic.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_NN_SHAPE_OPS
#define JANUS_NN_SHAPE_OPS

include "janus/Dialect/NN/IR/NNOpBase.td"

/// An op whose result has the sizes of a mixed list.
class NN_SizedOp<string mnemonic, list<Trait> traits = []> : NN_InferredOp<mnemonic, traits> {
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes), [{
      ::llvm::SmallVector<::mlir::Value> open;
      ::llvm::SmallVector<int64_t> fixed;
      ::mlir::dispatchIndexOpFoldResults(sizes, open, fixed);
      build($_builder, $_state, input, open, fixed);
    }]>,
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$input, "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes), [{
      ::llvm::SmallVector<::mlir::Value> open;
      ::llvm::SmallVector<int64_t> fixed;
      ::mlir::dispatchIndexOpFoldResults(sizes, open, fixed);
      build($_builder, $_state, result, input, open, fixed);
    }]>];
  let extraClassDeclaration = inferDeclaration # [{
    /// The sizes as attributes and values.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes() {
      return ::mlir::getMixedValues(getStaticSizes(), getSizes(), getContext());
    }
  }];
}

def NN_FullOp : NN_SizedOp<"full"> {
  let summary = "a tensor whose elements are all the given number";
  let description = [{
    ```mlir
    %y = nn.full %value sizes [%n, 4] : f32 -> tensor<?x4xf32>
    ```
  }];
  let arguments = (ins NN_Number:$value, Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_sizes);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = [{
    $value `sizes` custom<DynamicIndexList>($sizes, $static_sizes) attr-dict `:` type($value) `->` type($result)
  }];
}

def NN_BroadcastToOp : NN_SizedOp<"broadcast_to"> {
  let summary = "a tensor repeated along new dimensions and along those of size 1";
  let description = [{
    `Tensor.expand` as a value: dimensions are matched from the last; new ones
    come first. An input size is 1, or equal to the result's; a dynamic
    input size is 1 only by its type: where it meets a result size, the two are
    equal at run time.

    ```mlir
    %y = nn.broadcast_to %x sizes [%n, 3, 4] : tensor<3x1xf32> -> tensor<?x3x4xf32>
    ```
  }];
  let arguments = (ins NN_Tensor:$input, Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_sizes);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = [{
    $input `sizes` custom<DynamicIndexList>($sizes, $static_sizes) attr-dict `:` type($input) `->` type($result)
  }];
  let hasFolder = 1;
}

def NN_ReshapeOp : NN_SizedOp<"reshape"> {
  let summary = "the elements in row-major order, in another shape";
  let description = [{
    Input and result have the same number of elements (of dynamic sizes the
    caller has made sure).

    ```mlir
    %y = nn.reshape %x sizes [%n, 12] : tensor<?x3x4xf32> -> tensor<?x12xf32>
    ```
  }];
  let arguments = (ins NN_Tensor:$input, Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_sizes);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = [{
    $input `sizes` custom<DynamicIndexList>($sizes, $static_sizes) attr-dict `:` type($input) `->` type($result)
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def NN_PermuteOp : NN_InferredOp<"permute"> {
  let summary = "dimension i of the result is dimension permutation[i] of the input";
  let description = [{
    ```mlir
    %y = nn.permute %x dims [0, 2, 1] : (tensor<?x3x4xf32>) -> tensor<?x4x3xf32>
    ```
  }];
  let arguments = (ins NN_Tensor:$input, DenseI64ArrayAttr:$permutation);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input `dims` $permutation attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

defvar NN_Window = (ins Variadic<Index>:$offsets, Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_offsets,
                        DenseI64ArrayAttr:$static_sizes, DenseI64ArrayAttr:$steps);

def NN_SliceOp : NN_InferredOp<"slice", [AttrSizedOperandSegments]> {
  let summary = "a window of a tensor: `sizes` elements from `offsets`, `steps` apart";
  let description = [{
    Offsets, sizes and steps have an entry for each dimension; the window lies
    inside the input.

    ```mlir
    %y = nn.slice %x offsets [%i, 0] sizes [2, %n] steps [1, 2] : (tensor<?x4xf32>) -> tensor<2x?xf32>
    ```
  }];
  let arguments = !con((ins NN_Tensor:$input), NN_Window);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = [{
    $input `offsets` custom<DynamicIndexList>($offsets, $static_offsets)
    `sizes` custom<DynamicIndexList>($sizes, $static_sizes) `steps` $steps
    attr-dict `:` `(` type($input) `)` `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::ArrayRef<::mlir::OpFoldResult>":$offsets,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes, "::llvm::ArrayRef<int64_t>":$steps), [{
      ::llvm::SmallVector<::mlir::Value> openOffsets, openSizes;
      ::llvm::SmallVector<int64_t> fixedOffsets, fixedSizes;
      ::mlir::dispatchIndexOpFoldResults(offsets, openOffsets, fixedOffsets);
      ::mlir::dispatchIndexOpFoldResults(sizes, openSizes, fixedSizes);
      build($_builder, $_state, input, openOffsets, openSizes, fixedOffsets, fixedSizes, steps);
    }]>,
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$input, "::llvm::ArrayRef<::mlir::OpFoldResult>":$offsets,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes, "::llvm::ArrayRef<int64_t>":$steps), [{
      ::llvm::SmallVector<::mlir::Value> openOffsets, openSizes;
      ::llvm::SmallVector<int64_t> fixedOffsets, fixedSizes;
      ::mlir::dispatchIndexOpFoldResults(offsets, openOffsets, fixedOffsets);
      ::mlir::dispatchIndexOpFoldResults(sizes, openSizes, fixedSizes);
      build($_builder, $_state, result, input, openOffsets, openSizes, fixedOffsets, fixedSizes, steps);
    }]>];
  let extraClassDeclaration = inferDeclaration # [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedOffsets() {
      return ::mlir::getMixedValues(getStaticOffsets(), getOffsets(), getContext());
    }
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes() {
      return ::mlir::getMixedValues(getStaticSizes(), getSizes(), getContext());
    }
  }];
}

def NN_SliceScatterOp : NN_InferredOp<"slice_scatter"> {
  let summary = "a tensor with a window of it replaced";
  let description = [{
    The window has the source's shape and starts at `offsets`, with `steps` between
    its elements; it lies inside the destination. The result has the destination's
    shape. Undoes what nn.slice takes, and is `x[1:3] = y` on values.

    ```mlir
    %y = nn.slice_scatter %x into %d offsets [%i, 0] steps [1, 2] : (tensor<2x?xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
  }];
  let arguments = (ins NN_Tensor:$source, NN_Tensor:$destination, Variadic<Index>:$offsets,
                       DenseI64ArrayAttr:$static_offsets, DenseI64ArrayAttr:$steps);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = [{
    $source `into` $destination `offsets` custom<DynamicIndexList>($offsets, $static_offsets) `steps` $steps
    attr-dict `:` `(` type($source) `,` type($destination) `)` `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$source, "::mlir::Value":$destination,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$offsets, "::llvm::ArrayRef<int64_t>":$steps), [{
      ::llvm::SmallVector<::mlir::Value> open;
      ::llvm::SmallVector<int64_t> fixed;
      ::mlir::dispatchIndexOpFoldResults(offsets, open, fixed);
      build($_builder, $_state, source, destination, open, fixed, steps);
    }]>,
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$source, "::mlir::Value":$destination,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$offsets, "::llvm::ArrayRef<int64_t>":$steps), [{
      ::llvm::SmallVector<::mlir::Value> open;
      ::llvm::SmallVector<int64_t> fixed;
      ::mlir::dispatchIndexOpFoldResults(offsets, open, fixed);
      build($_builder, $_state, result, source, destination, open, fixed, steps);
    }]>];
  let extraClassDeclaration = inferDeclaration # [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedOffsets() {
      return ::mlir::getMixedValues(getStaticOffsets(), getOffsets(), getContext());
    }
  }];
}

def NN_ConcatOp : NN_InferredOp<"concat"> {
  let summary = "tensors one after the other along a dimension";
  let description = [{
    One or more tensors of one rank and element type, whose other sizes are equal.

    ```mlir
    %y = nn.concat %a, %b dim 1 : (tensor<?x3xf32>, tensor<?x4xf32>) -> tensor<?x7xf32>
    ```
  }];
  let arguments = (ins Variadic<NN_Tensor>:$inputs, I64Attr:$dim);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$inputs `dim` $dim attr-dict `:` functional-type(operands, results)";
}

def NN_PadOp : NN_InferredOp<"pad"> {
  let summary = "a tensor with a border of one number";
  let description = [{
    `low` places before and `high` places after each dimension.

    ```mlir
    %y = nn.pad %x low [0, 1] high [0, 2] value 0.0 : (tensor<?x3xf32>) -> tensor<?x6xf32>
    ```
  }];
  let arguments = (ins NN_Tensor:$input, DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high, F64Attr:$value);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = [{
    $input `low` $low `high` $high `value` $value attr-dict `:` functional-type(operands, results)
  }];
}

#endif // JANUS_NN_SHAPE_OPS
