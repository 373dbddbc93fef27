//===- NNBinaryOps.td - functions of two or three elements -*- tablegen -*-===//
//
// Operands have one shape and element type; broadcasting and promotion are ops
// of their own (nn.broadcast_to, nn.cast, nn.full). Where one operand's size is
// dynamic and another's is not, the two are equal at run time.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_NN_BINARY_OPS
#define JANUS_NN_BINARY_OPS

include "janus/Dialect/NN/IR/NNOpBase.td"

/// A function of two elements, in the operands' element type.
class NN_BinaryOp<string mnemonic, string text, Type operand = NN_Tensor, list<Trait> traits = []>
    : NN_InferredOp<mnemonic, !listconcat([Elementwise], traits), [{
        ::llvm::LogicalResult $cppClass::inferShapes(Adaptor op, ::janus::nn::ShapeInference &shapes) {
          return shapes.elementwise(op.getOperands());
        }
      }]> {
  let summary = text;
  defvar element = NN_ExampleElement<operand>.value;
  let description = "Applied to the elements of two tensors of one shape and element type.\n\n```mlir\n%c = nn."
                    # mnemonic # " %a, %b : (tensor<?x4x" # element # ">, tensor<?x4x" # element # ">) -> tensor<?x4x"
                    # element # ">\n```\n";
  let arguments = (ins operand:$lhs, operand:$rhs);
  let results = (outs operand:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

def NN_AddOp : NN_BinaryOp<"add", "sum; on i1 the logical or", NN_Tensor, [Commutative]>;
def NN_SubOp : NN_BinaryOp<"sub", "difference">;
def NN_MulOp : NN_BinaryOp<"mul", "product; on i1 the logical and", NN_Tensor, [Commutative]>;
def NN_DivOp : NN_BinaryOp<"div", "quotient of floats", NN_FloatTensor>;
def NN_FloorDivOp : NN_BinaryOp<"floor_div", "quotient rounded down; an integer divisor must not be 0">;
def NN_RemainderOp : NN_BinaryOp<"remainder", "what floor_div leaves: it has the divisor's sign; an integer divisor must not be 0">;
def NN_FmodOp : NN_BinaryOp<"fmod", "what a division that rounds towards zero leaves: it has the dividend's sign; an integer divisor must not be 0">;
def NN_PowOp : NN_BinaryOp<"pow", "lhs to the power of rhs; a negative power of an integer is 0, but of 1 and -1">;
def NN_Atan2Op : NN_BinaryOp<"atan2", "the angle of the point (rhs, lhs)", NN_FloatTensor>;
def NN_HypotOp : NN_BinaryOp<"hypot", "sqrt(lhs * lhs + rhs * rhs) without overflow on the way", NN_FloatTensor>;
def NN_CopysignOp : NN_BinaryOp<"copysign", "lhs with the sign of rhs, zeros' and NaNs' too", NN_FloatTensor>;
def NN_NextafterOp : NN_BinaryOp<"nextafter", "the float next to lhs on the way to rhs", RankedTensorOf<[F32, F64]>>;
def NN_MaximumOp : NN_BinaryOp<"maximum", "the greater; NaN where either is NaN", NN_Tensor, [Commutative]>;
def NN_MinimumOp : NN_BinaryOp<"minimum", "the smaller; NaN where either is NaN", NN_Tensor, [Commutative]>;
def NN_AndOp : NN_BinaryOp<"and", "bits set in both", NN_IntTensor, [Commutative]>;
def NN_OrOp : NN_BinaryOp<"or", "bits set in either", NN_IntTensor, [Commutative]>;
def NN_XorOp : NN_BinaryOp<"xor", "bits set in one", NN_IntTensor, [Commutative]>;

def NN_CompareOp : NN_InferredOp<"compare", [Elementwise], [{
    ::llvm::LogicalResult $cppClass::inferShapes(Adaptor op, ::janus::nn::ShapeInference &shapes) {
      return shapes.elementwise(op.getOperands(), ::mlir::IntegerType::get(op.getLhs().getContext(), 1));
    }
  }]> {
  let summary = "whether an ordering or equality holds between two elements";
  let description = [{
    Signed for integers, false below true for i1. With NaN every comparison is
    false but `ne`.

    ```mlir
    %c = nn.compare lt %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
    ```
  }];
  let arguments = (ins NN_CompareKindAttr:$kind, NN_Tensor:$lhs, NN_Tensor:$rhs);
  let results = (outs NN_BoolTensor:$result);
  let assemblyFormat = "$kind $lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

def NN_SelectOp : NN_InferredOp<"select", [Elementwise]> {
  let summary = "elements of one tensor where a condition holds, of another elsewhere";
  let description = [{
    `torch.where`: nothing of the element not chosen reaches the result.

    ```mlir
    %d = nn.select %c, %a, %b : (tensor<?x4xi1>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
  }];
  let arguments = (ins NN_BoolTensor:$condition, NN_Tensor:$lhs, NN_Tensor:$rhs);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$condition `,` $lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

#endif // JANUS_NN_BINARY_OPS
