//===- LinalgLowerableOpInterface.td - down to loops -------*- tablegen -*-===//

#ifndef JANUS_LINALG_LOWERABLE_OP_INTERFACE
#define JANUS_LINALG_LOWERABLE_OP_INTERFACE

include "mlir/IR/OpBase.td"

def LinalgLowerableOpInterface : OpInterface<"LinalgLowerableOpInterface"> {
  let cppNamespace = "::janus";
  let description = [{
    An op on value tensors that knows how to say the same in `linalg`, `tensor`,
    `arith`, `math` and `scf`, or in simpler ops that have the interface
    themselves. `convert-nn-to-linalg` applies it until none is left.
  }];
  let methods = [
    InterfaceMethod<[{
      Emits what computes the op's results, at the builder's place, and returns
      one value for each of them. On failure an error has been emitted at the op.
      }],
      "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", "lowerToLinalg",
      (ins "::mlir::OpBuilder &":$builder)>
  ];
}

#endif // JANUS_LINALG_LOWERABLE_OP_INTERFACE
