//===- NNGradientOps.td - asking for and stopping gradients -*- tablegen -*-===//
//
// What differentiation looks like before `janus-differentiate` expands it.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_NN_GRADIENT_OPS
#define JANUS_NN_GRADIENT_OPS

include "janus/Dialect/NN/IR/NNOpBase.td"

def NN_GradientOp : NN_Op<"gradient", [AttrSizedOperandSegments]> {
  let summary = "the gradients of a loss by the values it was computed from";
  let description = [{
    `loss.backward()` and `torch.autograd.grad` on value level. The result for
    each value in `wrt` has that value's type and holds the derivative of
    `loss` by it, through every path, also through other values in `wrt`; zero
    where there is no path (`janus::nn::dependsOn` tells the two apart, as
    PyTorch gives None there).

    The seed is the derivative of what the caller minimises by `loss`; without
    one, `loss` has one element and the seed is 1.

    `janus-differentiate` expands the op. A gradient may be differentiated again:
    the one that comes first in the program is expanded first.

    ```mlir
    %dw, %db = nn.gradient %loss wrt (%w, %b) : (tensor<f32>, tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
    %dx = nn.gradient %y, %seed wrt (%x) : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$loss, Optional<AnyRankedTensor>:$seed,
                       Variadic<AnyRankedTensor>:$wrt);
  let results = (outs Variadic<AnyRankedTensor>:$gradients);
  let assemblyFormat = [{
    $loss (`,` $seed^)? `wrt` ` ` `(` $wrt `)` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def NN_DetachOp : NN_Op<"detach", [SameOperandsAndResultType]> {
  let summary = "the same value, through which no gradient flows";
  let description = [{
    What `torch.Tensor.detach()` returns, and every result of a computation
    under `torch.no_grad()`. It disappears when `janus-differentiate` has expanded
    every gradient of the function.

    ```mlir
    %y = nn.detach %x : tensor<?x3xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
}

def NN_WithSlopeOp : NN_InferredOp<"with_slope", [Elementwise, AllTypesMatch<["value", "input", "slope"]>], [{
    ::llvm::LogicalResult $cppClass::inferShapes(Adaptor op, ::janus::nn::ShapeInference &shapes) {
      return shapes.elementwise(op.getOperands());
    }
  }]> {
  let summary = "a value whose derivative by an input is said, not derived";
  let description = [{
    `value`, whose gradient also flows to `input`, times `slope` element by element: for functions whose
    derivative in PyTorch is another formula than that of the ops they are made of, with a `value` that is detached.
    No gradient flows to `slope`; in a second derivative it is part of what is differentiated.

    ```mlir
    %y = nn.with_slope %f, %x slope %g : tensor<?x3xf32>
    ```
  }];
  let arguments = (ins NN_FloatTensor:$value, NN_FloatTensor:$input, NN_FloatTensor:$slope);
  let results = (outs NN_FloatTensor:$result);
  let assemblyFormat = "$value `,` $input `slope` $slope attr-dict `:` type($value)";
}

#endif // JANUS_NN_GRADIENT_OPS
