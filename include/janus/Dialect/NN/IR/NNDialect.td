//===- NNDialect.td - the nn dialect -----------------------*- tablegen -*-===//

#ifndef JANUS_NN_DIALECT
#define JANUS_NN_DIALECT

include "mlir/IR/OpBase.td"

def NN_Dialect : Dialect {
  let name = "nn";
  let cppNamespace = "::janus::nn";
  let summary = "layers of neural networks on value tensors";
  let description = [{
    One op for a layer or tensor function of the PyTorch API, on builtin
    `tensor` values and without side effects. Every op infers its result's type,
    verifies its operands, knows its derivative and its lowering to linalg, by
    interfaces.
  }];
  let dependentDialects = ["::janus::JanusDialect", "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
  let useDefaultAttributePrinterParser = 1;
}

#endif // JANUS_NN_DIALECT
