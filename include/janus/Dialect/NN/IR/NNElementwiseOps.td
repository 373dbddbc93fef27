//===- NNElementwiseOps.td - functions of one element ------*- tablegen -*-===//
//
// Sixteen-bit floats are computed in f32 and rounded once, as PyTorch does.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_NN_ELEMENTWISE_OPS
#define JANUS_NN_ELEMENTWISE_OPS

include "janus/Dialect/NN/IR/NNOpBase.td"

/// A function of each element, in a tensor of the operand's type.
class NN_UnaryOp<string mnemonic, string text, Type operand = NN_FloatTensor, list<Trait> traits = [], dag parameters = (ins)>
    : NN_InferredOp<mnemonic, !listconcat([Elementwise], traits), [{
        ::llvm::LogicalResult $cppClass::inferShapes(Adaptor op, ::janus::nn::ShapeInference &shapes) {
          return shapes.elementwise(op.getInput());
        }
      }]> {
  let summary = text;
  let description = "Applied to every element of a tensor of any shape.\n\n```mlir\n%y = nn." # mnemonic
                    # " %x : tensor<?x4x" # NN_ExampleElement<operand>.value # ">\n```\n";
  let arguments = !con((ins operand:$input), parameters);
  let results = (outs operand:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  // The result has the operand's type, so it need not be printed.
}

/// A question about each element; the answer is a tensor of i1.
class NN_PredicateOp<string mnemonic, string text, Type operand = NN_FloatTensor>
    : NN_InferredOp<mnemonic, [Elementwise], [{
        ::llvm::LogicalResult $cppClass::inferShapes(Adaptor op, ::janus::nn::ShapeInference &shapes) {
          return shapes.elementwise(op.getInput(), ::mlir::IntegerType::get(op.getInput().getContext(), 1));
        }
      }]> {
  let summary = text;
  let description = "Asked of every element of a tensor of any shape.\n\n```mlir\n%y = nn." # mnemonic
                    # " %x : tensor<?x4xf32>\n```\n";
  let arguments = (ins operand:$input);
  let results = (outs NN_BoolTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

def NN_AbsOp : NN_UnaryOp<"abs", "absolute value; the smallest integer stays itself", NN_Tensor>;
def NN_NegOp : NN_UnaryOp<"neg", "the negative; integers wrap around", NN_Tensor>;
def NN_SignOp : NN_UnaryOp<"sign", "-1, 0 or 1; 0 for NaN", NN_Tensor>;
def NN_ReciprocalOp : NN_UnaryOp<"reciprocal", "1 / x">;
def NN_SqrtOp : NN_UnaryOp<"sqrt", "square root; NaN below zero">;
def NN_RsqrtOp : NN_UnaryOp<"rsqrt", "1 / sqrt(x)">;
def NN_CeilOp : NN_UnaryOp<"ceil", "the next integer upwards">;
def NN_FloorOp : NN_UnaryOp<"floor", "the next integer downwards">;
def NN_RoundOp : NN_UnaryOp<"round", "the nearest integer, halves to the even one">;
def NN_TruncOp : NN_UnaryOp<"trunc", "the next integer towards zero">;

//===----------------------------------------------------------------------===//
// Transcendental functions
//===----------------------------------------------------------------------===//

def NN_ExpOp : NN_UnaryOp<"exp", "e to the power of x">;
def NN_Expm1Op : NN_UnaryOp<"expm1", "exp(x) - 1, exact near zero">;
def NN_LogOp : NN_UnaryOp<"log", "natural logarithm; NaN below zero">;
def NN_Log1pOp : NN_UnaryOp<"log1p", "log(1 + x), exact near zero">;
def NN_Log2Op : NN_UnaryOp<"log2", "logarithm to base 2">;
def NN_Log10Op : NN_UnaryOp<"log10", "logarithm to base 10">;
def NN_SinOp : NN_UnaryOp<"sin", "sine">;
def NN_CosOp : NN_UnaryOp<"cos", "cosine">;
def NN_TanOp : NN_UnaryOp<"tan", "tangent">;
def NN_AtanOp : NN_UnaryOp<"atan", "inverse tangent">;
def NN_TanhOp : NN_UnaryOp<"tanh", "hyperbolic tangent">;
def NN_ErfOp : NN_UnaryOp<"erf", "the error function">;
def NN_Exp2Op : NN_UnaryOp<"exp2", "2 to the power of x">;
def NN_AsinOp : NN_UnaryOp<"asin", "inverse sine; NaN outside of -1 to 1">;
def NN_AcosOp : NN_UnaryOp<"acos", "inverse cosine; NaN outside of -1 to 1">;
def NN_SinhOp : NN_UnaryOp<"sinh", "hyperbolic sine">;
def NN_CoshOp : NN_UnaryOp<"cosh", "hyperbolic cosine">;
def NN_AsinhOp : NN_UnaryOp<"asinh", "inverse hyperbolic sine">;
def NN_AcoshOp : NN_UnaryOp<"acosh", "inverse hyperbolic cosine; NaN below 1">;
def NN_AtanhOp : NN_UnaryOp<"atanh", "inverse hyperbolic tangent; NaN outside of -1 to 1">;

//===----------------------------------------------------------------------===//
// Special functions
//===----------------------------------------------------------------------===//

def NN_ErfcOp : NN_UnaryOp<"erfc", "1 - erf(x), exact where that is small">;
def NN_ErfcxOp : NN_UnaryOp<"erfcx", "exp(x * x) * erfc(x)">;
def NN_ErfinvOp : NN_UnaryOp<"erfinv", "the inverse of erf; NaN outside of -1 to 1">;
def NN_LgammaOp : NN_UnaryOp<"lgamma", "log(|gamma(x)|); infinity at 0 and negative integers">;
def NN_DigammaOp : NN_UnaryOp<"digamma", "the derivative of lgamma; NaN at negative integers, an infinity of the opposite sign at zeros">;
def NN_I0eOp : NN_UnaryOp<"i0e", "exp(-|x|) times the modified Bessel function of order 0">;
def NN_I1eOp : NN_UnaryOp<"i1e", "exp(-|x|) times the modified Bessel function of order 1">;

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

def NN_ReluOp : NN_UnaryOp<"relu", "max(x, 0); NaN stays NaN", NN_Tensor>;
def NN_SigmoidOp : NN_UnaryOp<"sigmoid", "1 / (1 + exp(-x))">;
def NN_SiluOp : NN_UnaryOp<"silu", "x / (1 + exp(-x))">;

def NN_GeluOp : NN_UnaryOp<"gelu", "x times the normal distribution function of x", NN_FloatTensor, [],
    (ins NN_GeluKindAttr:$approximate)> {
  let description = [{
    `exact` is x/2 (1 + erf(x/√2)); `tanh` is PyTorch's approximation,
    x/2 (1 + tanh(√(2/π) (x + 0.044715 x³))).

    ```mlir
    %y = nn.gelu tanh %x : tensor<?x4xf32>
    ```
  }];
  let assemblyFormat = "$approximate $input attr-dict `:` type($input)";
}

def NN_LeakyReluOp : NN_UnaryOp<"leaky_relu", "x above zero, slope * x elsewhere", NN_FloatTensor, [],
    (ins F64Attr:$slope)> {
  let description = [{
    NaN stays NaN.

    ```mlir
    %y = nn.leaky_relu %x slope 0.01 : tensor<?x4xf32>
    ```
  }];
  let assemblyFormat = "$input `slope` $slope attr-dict `:` type($input)";
}

def NN_EluOp : NN_UnaryOp<"elu", "scale * x above zero, scale * alpha * (exp(input_scale * x) - 1) elsewhere", NN_FloatTensor, [],
    (ins F64Attr:$alpha, DefaultValuedAttr<F64Attr, "1.0">:$scale, DefaultValuedAttr<F64Attr, "1.0">:$input_scale)> {
  let description = [{
    `elu`, `selu` (alpha and scale) and `celu` (input_scale = 1 / alpha).

    ```mlir
    %y = nn.elu %x alpha 1.0 : tensor<?x4xf32>
    ```
  }];
  let assemblyFormat = "$input `alpha` $alpha attr-dict `:` type($input)";
}

def NN_SoftplusOp : NN_UnaryOp<"softplus", "log1p(exp(beta * x)) / beta; x where beta * x is above the threshold", NN_FloatTensor, [],
    (ins DefaultValuedAttr<F64Attr, "1.0">:$beta, DefaultValuedAttr<F64Attr, "20.0">:$threshold)> {
  let description = [{
    ```mlir
    %y = nn.softplus %x {beta = 2.0 : f64} : tensor<?x4xf32>
    ```
  }];
}

def NN_ClampOp : NN_UnaryOp<"clamp", "x between two bounds; NaN stays NaN", NN_Tensor, [],
    (ins OptionalAttr<F64Attr>:$min, OptionalAttr<F64Attr>:$max)> {
  let description = [{
    Each bound may be absent, not both. Where min is above max the result is
    max. The bounds of an integer tensor must be integers.

    ```mlir
    %y = nn.clamp %x min 0.0 max 6.0 : tensor<?x4xf32>
    ```
  }];
  let assemblyFormat = "$input (`min` $min^)? (`max` $max^)? attr-dict `:` type($input)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Questions, logic, conversion
//===----------------------------------------------------------------------===//

def NN_IsNanOp : NN_PredicateOp<"isnan", "whether x is NaN">;
def NN_IsInfOp : NN_PredicateOp<"isinf", "whether x is an infinity">;
def NN_LogicalNotOp : NN_PredicateOp<"logical_not", "whether x is zero; false for NaN", NN_Tensor>;
def NN_BitwiseNotOp : NN_UnaryOp<"bitwise_not", "every bit turned; on i1 the negation", NN_IntTensor>;

def NN_CastOp : NN_InferredOp<"cast", [Elementwise]> {
  let summary = "the same numbers in another element type";
  let description = [{
    As `Tensor.to`: floats to integers truncate towards zero (what a value
    outside the range gives is undefined), anything to i1 asks whether it is not zero (NaN
    is true), i1 counts as 0 and 1, integers wrap around.

    ```mlir
    %y = nn.cast %x to i64 : tensor<?x4xf32>
    ```
  }];
  let arguments = (ins NN_Tensor:$input, TypeAttr:$element_type);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input `to` $element_type attr-dict `:` type($input)";
  let hasFolder = 1;
}

#endif // JANUS_NN_ELEMENTWISE_OPS
