//===- DifferentiableOpInterface.td - reverse-mode rules ---*- tablegen -*-===//

#ifndef JANUS_DIFFERENTIABLE_OP_INTERFACE
#define JANUS_DIFFERENTIABLE_OP_INTERFACE

include "mlir/IR/OpBase.td"

def DifferentiableOpInterface : OpInterface<"DifferentiableOpInterface"> {
  let cppNamespace = "::janus";
  let description = [{
    An op that knows its derivative in reverse mode. An op without the
    interface, or with a rule that fails, is an error where a gradient has to
    pass it.

    A rule emits only ops that have a rule themselves (or through which no
    gradient flows), so that differentiation can be applied to its own result.
    What the rule needs of the primal computation it takes from the op's own
    operands and results; `janus-differentiate` tapes them where the op sits in
    a loop or branch.
  }];
  let methods = [
    InterfaceMethod<[{
      Emits what gives the derivative of the loss by each operand, from its
      derivative by each result (`resultAdjoints`; a null value is zero, and at
      least one is not null).

      Returns one value for each operand, of the operand's type; null where it
      is zero or where no gradient flows. What nobody asks for is dead code, and
      goes with the clean-up that follows.
      On failure the rule has emitted an error at the op.
      }],
      "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", "buildAdjoints",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::ValueRange":$resultAdjoints)>,
    InterfaceMethod<[{
      Whether the results depend on this operand's value in PyTorch's sense:
      whether autograd would draw an edge. Asked only for floating-point tensors
      on both sides.
      }],
      "bool", "passesGradient", (ins "::mlir::OpOperand &":$operand),
      /*methodBody=*/"", /*defaultImplementation=*/"return true;">,
    InterfaceMethod<[{
      Emits simpler ops that compute the same results, which take the op's place
      before differentiation: for ops whose adjoint needs more of the primal
      computation than operands and results. Fails, silently, where the op has an
      adjoint of its own.
      }],
      "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", "decompose",
      (ins "::mlir::OpBuilder &":$builder),
      /*methodBody=*/"", /*defaultImplementation=*/"return ::mlir::failure();">
  ];
}

#endif // JANUS_DIFFERENTIABLE_OP_INTERFACE
