//===- NNReductionOps.td - many elements to one ------------*- tablegen -*-===//
//
// Reduced dimensions are listed in rising order, without repetition; with
// keepdim they stay with size 1.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_NN_REDUCTION_OPS
#define JANUS_NN_REDUCTION_OPS

include "janus/Dialect/NN/IR/NNOpBase.td"

/// A reduction over a list of dimensions, in the operand's element type.
class NN_ReductionOp<string mnemonic, string text, Type operand = NN_FloatTensor, dag parameters = (ins)>
    : NN_InferredOp<mnemonic, [], [{
        ::llvm::LogicalResult $cppClass::inferShapes(Adaptor op, ::janus::nn::ShapeInference &shapes) {
          return shapes.reduction(op.getInput(), op.getDims(), op.getKeepdim());
        }
      }]> {
  let summary = text;
  defvar element = NN_ExampleElement<operand>.value;
  let description = "Over the listed dimensions.\n\n```mlir\n%y = nn." # mnemonic
                    # " %x dims [1, 2] : (tensor<?x3x4x" # element # ">) -> tensor<?x" # element # ">\n```\n";
  let arguments = !con((ins operand:$input, DenseI64ArrayAttr:$dims, UnitAttr:$keepdim), parameters);
  let results = (outs operand:$result);
  let assemblyFormat = "$input `dims` $dims (`keepdim` $keepdim^)? attr-dict `:` functional-type(operands, results)";
}

def NN_SumOp : NN_ReductionOp<"sum", "sum; integers wrap around; 16-bit floats are summed in f32", NN_Tensor>;
def NN_MeanOp : NN_ReductionOp<"mean", "sum divided by the number of elements; NaN of none">;
def NN_ProdOp : NN_ReductionOp<"prod", "product", NN_Tensor>;
def NN_AmaxOp : NN_ReductionOp<"amax", "the greatest; NaN if there is one. Of no elements: the least value", NN_Tensor>;
def NN_AminOp : NN_ReductionOp<"amin", "the smallest; NaN if there is one. Of no elements: the greatest value", NN_Tensor>;
def NN_AnyOp : NN_ReductionOp<"any", "whether one is true", NN_BoolTensor>;
def NN_AllOp : NN_ReductionOp<"all", "whether none is false", NN_BoolTensor>;
def NN_NormOp : NN_ReductionOp<"norm", "the square root of the sum of squares">;
def NN_LogsumexpOp : NN_ReductionOp<"logsumexp", "log of the sum of exp(x), shifted by the maximum">;

class NN_SpreadOp<string mnemonic, string text>
    : NN_ReductionOp<mnemonic, text, NN_FloatTensor, (ins DefaultValuedAttr<F64Attr, "1.0">:$correction)> {
  let description = "The sum of squared differences from the mean, in two passes, divided by\nmax(0, n - correction).\n\n```mlir\n%y = nn."
                    # mnemonic # " %x dims [1] {correction = 0.0 : f64} : (tensor<?x3xf32>) -> tensor<?xf32>\n```\n";
}
def NN_VarOp : NN_SpreadOp<"var", "variance">;
def NN_StdOp : NN_SpreadOp<"std", "standard deviation">;

class NN_ArgOp<string mnemonic, string text> : NN_InferredOp<mnemonic, [], [{
    ::llvm::LogicalResult $cppClass::inferShapes(Adaptor op, ::janus::nn::ShapeInference &shapes) {
      return shapes.reduction(op.getInput(), op.getDim(), op.getKeepdim(),
                              ::mlir::IntegerType::get(op.getInput().getContext(), 64));
    }
  }]> {
  let summary = text;
  let description = "Along one dimension; the first of equals, and the first NaN if there is one.\n\n```mlir\n%y = nn."
                    # mnemonic # " %x dim 1 : (tensor<?x3xf32>) -> tensor<?xi64>\n```\n";
  let arguments = (ins NN_Tensor:$input, I64Attr:$dim, UnitAttr:$keepdim);
  let results = (outs RankedTensorOf<[I64]>:$result);
  let assemblyFormat = "$input `dim` $dim (`keepdim` $keepdim^)? attr-dict `:` functional-type(operands, results)";
}
def NN_ArgmaxOp : NN_ArgOp<"argmax", "the index of the greatest element">;
def NN_ArgminOp : NN_ArgOp<"argmin", "the index of the smallest element">;

/// A scan along a dimension, in the operand's element type.
class NN_ScanOp<string mnemonic, string text, Type operand = NN_Tensor> : NN_InferredOp<mnemonic, [], [{
    ::llvm::LogicalResult $cppClass::inferShapes(Adaptor op, ::janus::nn::ShapeInference &shapes) {
      return shapes.scan(op.getInput(), op.getDim());
    }
  }]> {
  let summary = text;
  let description = "Of the elements up to each one, along a dimension.\n\n```mlir\n%y = nn." # mnemonic
                    # " %x dim 1 : tensor<?x3xf32>\n```\n";
  let arguments = (ins operand:$input, I64Attr:$dim);
  let results = (outs operand:$result);
  let assemblyFormat = "$input `dim` $dim attr-dict `:` type($input)";
}
def NN_CumsumOp : NN_ScanOp<"cumsum", "the sums of the elements up to each one">;
def NN_CumprodOp : NN_ScanOp<"cumprod", "the products of the elements up to each one">;
def NN_LogcumsumexpOp : NN_ScanOp<"logcumsumexp", "log of the sums of exp(x) up to each element, none of which overflows", NN_FloatTensor>;

/// Positions along a dimension: a tensor of i64 in the operand's shape.
class NN_PositionsOp<string mnemonic, string text> : NN_InferredOp<mnemonic, [], [{
    ::llvm::LogicalResult $cppClass::inferShapes(Adaptor op, ::janus::nn::ShapeInference &shapes) {
      return shapes.scan(op.getInput(), op.getDim(), ::mlir::IntegerType::get(op.getInput().getContext(), 64));
    }
  }]> {
  let summary = text;
  let arguments = (ins NN_Tensor:$input, I64Attr:$dim);
  let results = (outs RankedTensorOf<[I64]>:$result);
  let assemblyFormat = "$input `dim` $dim attr-dict `:` functional-type(operands, results)";
}
class NN_ArgScanOp<string mnemonic, string text> : NN_PositionsOp<mnemonic, text> {
  let description = "The last of equals, and the last NaN if there is one.\n\n```mlir\n%y = nn."
                    # mnemonic # " %x dim 1 : (tensor<?x3xf32>) -> tensor<?x3xi64>\n```\n";
}
def NN_ArgcummaxOp : NN_ArgScanOp<"argcummax", "the index of the greatest element up to each one">;
def NN_ArgcumminOp : NN_ArgScanOp<"argcummin", "the index of the smallest element up to each one">;

#endif // JANUS_NN_REDUCTION_OPS
